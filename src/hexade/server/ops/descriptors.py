"""File descriptors: every connection takes one, and the system limits them."""

from __future__ import annotations

import sys

_RESERVED = 128  # for the database, worker processes, and files of the page
_SHARE = 0.9  # of the limit, at most
_MOST = 65_536  # more than one process can serve, whatever the system allows


def raise_limit() -> tuple[int, int] | None:
    """Raise this process's limit as far as the system allows; return it before and after."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ValueError, OSError):  # macOS names a limit that it does not allow
        return soft, soft
    return soft, hard


def left_for_connections() -> int:
    """Return how many connections this process may have without running out of descriptors."""
    if sys.platform == "win32":
        return _MOST
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return _MOST
    return max(16, min(soft - _RESERVED, int(soft * _SHARE), _MOST))
