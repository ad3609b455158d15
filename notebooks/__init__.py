"""Examples for researchers."""
