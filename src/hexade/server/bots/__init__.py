"""Bots at tables: worker processes, warm-up, hints."""
