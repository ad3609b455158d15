"""The tables that are open in this process, and what happens to them."""
