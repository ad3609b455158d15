"""The head of an HTTP/1.1 request, read strictly (RFC 9112, sections 2 to 6).

Whatever is odd is refused, so that nobody can disagree about where a request ends.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_REQUEST = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}+ [!-~]++ HTTP/1\.[01]")
# Possessive: a hostile header must not make it try every split again.
_HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]++):[ \t]*+([^\x00-\x08\x0a-\x1f\x7f]*+)")
_LENGTH = re.compile(rb"[0-9]{1,15}")
_REFUSED = b"HTTP/1.1 %b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
BAD_REQUEST = _REFUSED % b"400 Bad Request"
FORBIDDEN = _REFUSED % b"403 Forbidden"
TIMEOUT = _REFUSED % b"408 Request Timeout"
LENGTH_REQUIRED = _REFUSED % b"411 Length Required"
TOO_MANY = _REFUSED % b"429 Too Many Requests"
TOO_LARGE = _REFUSED % b"431 Request Header Fields Too Large"
SERVER_ERROR = _REFUSED % b"500 Internal Server Error"
OVERLOADED = _REFUSED % b"503 Service Unavailable"

Headers = list[tuple[bytes, bytes]]


class RequestHead(NamedTuple):
    """What a connection must know about a request: how much of what follows belongs to it."""

    body_bytes: int


def read_headers(lines: list[bytes]) -> Headers | None:
    """Return header lines as names in small letters and values; None if one is malformed."""
    matches = [_HEADER.fullmatch(line) for line in lines]
    headers = [(match[1].lower(), match[2].rstrip(b" \t")) for match in matches if match]
    return headers if len(headers) == len(lines) else None


def read_head(head: bytes, most_lines: int) -> RequestHead | bytes:
    """Return what the head of a request says about its body, or the answer that refuses it."""
    first, *lines = head.split(b"\r\n")
    if len(lines) > most_lines:
        return TOO_LARGE
    headers = read_headers(lines)
    if headers is None or not _REQUEST.fullmatch(first):
        return BAD_REQUEST
    if any(name == b"transfer-encoding" for name, _ in headers):
        return LENGTH_REQUIRED
    hosts = sum(name == b"host" for name, _ in headers)
    if hosts > 1 or (not hosts and first.endswith(b"1.1")):
        return BAD_REQUEST
    lengths = [value for name, value in headers if name == b"content-length"]
    if not all(map(_LENGTH.fullmatch, lengths)) or len(lengths) > 1:
        return BAD_REQUEST
    return RequestHead(int(lengths[0]) if lengths else 0)
