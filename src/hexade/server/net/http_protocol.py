"""A new connection: its first bytes decide whether it is a WebSocket or plain HTTP.

uvicorn would read a request for a WebSocket, write it out again and have it read a second time.
After a restart everybody comes back at once, so such a request goes straight to the WebSocket.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from hexade.server.net.handshake import asks_for_websocket

if TYPE_CHECKING:
    import uvicorn
    from uvicorn.server import ServerState


class HttpProtocol(asyncio.Protocol):
    """A connection that has sent nothing yet, as `uvicorn.Config(http=HttpProtocol)` makes it."""

    __slots__ = ("_app_state", "_config", "_server_state", "_transport")

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._config, self._server_state, self._app_state = config, server_state, app_state

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a new connection."""
        self._transport = cast(asyncio.Transport, transport)
        self._server_state.connections.add(self)  # type: ignore[arg-type]

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has sent nothing."""
        self._server_state.connections.discard(self)

    def data_received(self, data: bytes) -> None:
        """Hand the connection over to the protocol that its first bytes ask for."""
        websocket = asks_for_websocket(data)
        kind: Any = self._config.ws_protocol_class if websocket else AutoHTTPProtocol
        protocol = kind(
            config=self._config, server_state=self._server_state, app_state=self._app_state
        )
        self._server_state.connections.discard(self)
        protocol.connection_made(self._transport)
        self._transport.set_protocol(protocol)
        protocol.data_received(data)

    def shutdown(self) -> None:
        """Close the connection because the server stops; uvicorn calls this."""
        self._transport.close()
