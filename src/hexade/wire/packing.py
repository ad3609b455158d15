"""Messages as compressed JSON."""

from __future__ import annotations

import gzip

from hexade.wire.messages import encode


def packed(body: object, effort: int = 6) -> bytes:
    """Return a body as compressed JSON, the same bytes at any time."""
    return gzip.compress(encode(body), effort, mtime=0)
