"""Metrics, event loop lag, garbage collection."""
