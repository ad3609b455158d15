"""The opening handshake of a WebSocket (RFC 6455, section 4): a request in, an answer out."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from hexade.server.net.request_head import BAD_REQUEST, TOO_LARGE, Headers, read_headers

_MAX_BYTES, _MAX_HEADERS = 16384, 128  # a browser sends about twenty headers, 600 bytes in all
_REQUEST = re.compile(rb"GET (/[!-~]*) HTTP/1\.1")
_UPGRADE = re.compile(rb"\r\nupgrade:[ \t]*websocket[ \t]*\r\n")
_CONNECTION = re.compile(rb"\r\nconnection:([^\r\n]*[ \t,])?upgrade[ \t]*[,\r]")
_KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")
_ONCE = (b"host", b"origin", b"upgrade", b"sec-websocket-key", b"sec-websocket-version")
_NEVER = (b"content-length", b"transfer-encoding")  # a handshake has no body
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_ACCEPTED = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"%bSec-WebSocket-Accept: %b\r\n\r\n"
)


class Handshake(NamedTuple):
    """A valid request for a WebSocket."""

    target: str
    headers: Headers
    key: bytes


def asks_for_websocket(data: bytes) -> bool:
    """Tell whether data begins with the whole head of a request for a WebSocket."""
    end = data.find(b"\r\n\r\n") + 2
    if end < 2 or not data.startswith(b"GET "):
        return False
    head = data[:end].lower()
    return _UPGRADE.search(head) is not None and _CONNECTION.search(head) is not None


def read_handshake(head: bytes) -> Handshake | bytes:
    """Return what the head of a request for a WebSocket says, or the answer that refuses it."""
    if len(head) > _MAX_BYTES or head.count(b"\r\n") > _MAX_HEADERS:
        return TOO_LARGE
    first, *lines = head.split(b"\r\n")
    request, headers = _REQUEST.fullmatch(first), read_headers(lines)
    if request is None or headers is None:
        return BAD_REQUEST
    once, found = [name for name, _ in headers if name in _ONCE], dict(headers)
    key = found.get(b"sec-websocket-key", b"")
    valid = (
        len(once) == len(set(once))
        and not any(name in found for name in _NEVER)
        and found.get(b"sec-websocket-version") == b"13"
        and _KEY.fullmatch(key)
    )
    return Handshake(request[1].decode(), headers, key) if valid else BAD_REQUEST


def accept(key: bytes, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return the answer that opens the WebSocket."""
    more = b"".join(b"%b: %b\r\n" % header for header in headers)
    return _ACCEPTED % (more, base64.b64encode(hashlib.sha1(key + _GUID).digest()))
