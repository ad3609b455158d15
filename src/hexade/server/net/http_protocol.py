"""The door at which sockets are let in: what the web server has read is not read a second time.

After a restart everybody comes back at once, and most of what that took was the opening of lines:
the web server reads a request, writes it out again, and has it read by another parser. Here a plain
opening goes straight to its line; whatever is not plain takes the long way, and is refused there.
"""

from __future__ import annotations

import base64
import binascii

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.utils import accept_key

from hexade.server.net.ws_protocol import Line

_ONCE = (b"host", b"origin", b"upgrade", b"sec-websocket-key", b"sec-websocket-version")
_KEY_BYTES = 16
_HEADERS, _HEADERS_BYTES = 128, 16384  # a browser sends twenty, of some hundred bytes in all
_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)


class Door(HttpToolsProtocol):
    """The line of one who asks, until it is a socket's."""

    def handle_websocket_upgrade(self) -> None:
        """Let a socket in by the short way, if there is nothing odd about its opening."""
        if self._is_too_long():  # the long way would leave it without an answer
            self.transport.write(_TOO_LONG)
            self.transport.close()
            return
        key = self._key()
        if key is None or self.ws_protocol_class is not Line:
            super().handle_websocket_upgrade()
            return
        self.connections.discard(self)
        line = Line(self.config, self.server_state, self.app_state)
        line.connection_made(self.transport)
        self.transport.set_protocol(line)
        line.begin(self.url.decode("ascii"), self.headers, accept_key(key))

    def _is_too_long(self) -> bool:
        size = sum(len(name) + len(text) for name, text in self.headers)
        return len(self.headers) > _HEADERS or size > _HEADERS_BYTES

    def _key(self) -> str | None:
        """Return the key of an opening that can be taken as it is."""
        names = [name for name, _ in self.headers if name in _ONCE]
        found = dict(self.headers)
        plain = (
            self.scope["method"] == "GET"
            and self.scope["http_version"] == "1.1"
            and len(names) == len(set(names))
            and self.url.isascii()
            and b"%" not in self.url
            and self.url.startswith(b"/")
            and found.get(b"sec-websocket-version") == b"13"
        )
        key = found.get(b"sec-websocket-key", b"")
        return key.decode("ascii") if plain and _is_key(key) else None


def _is_key(key: bytes) -> bool:
    try:
        return len(base64.b64decode(key, validate=True)) == _KEY_BYTES
    except binascii.Error:
        return False
