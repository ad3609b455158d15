"""What counts as a whole number in arguments and requests."""

from __future__ import annotations

from operator import index
from typing import Any


def whole_number(value: Any) -> int | None:
    """Return a whole number of any library as Python's own; None for all else, "2" and True too."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None
