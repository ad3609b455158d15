"""CONTRAST: choose the symbol that most others choose, but not all (rules F)."""
