"""A connection before it becomes a WebSocket: bounds on requests, around uvicorn's own protocol.

uvicorn answers requests, but bounds neither their size nor their time, and creates as many tasks
as requests fit into one read. So this class collects each head, refuses what is too large, too
slow or malformed, and passes on one request at a time. A request for a WebSocket that comes first
goes straight to the WebSocket: uvicorn would write it out again and have it read a second time,
and after a restart everybody comes back at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from hexade.server.net.connections import Connections
from hexade.server.net.handshake import asks_for_websocket
from hexade.server.net.request_head import TIMEOUT, TOO_LARGE, RequestHead, read_head

if TYPE_CHECKING:
    import uvicorn
    from uvicorn.server import ServerState

ANSWERED = "answered"  # in a request's state: the status with which the connection answered it
_END = b"\r\n\r\n"
_LINGER_S = 1.0  # how long a refused peer may take to read why
_SHUTDOWN_S = 2.0  # how long an answer may take when the server stops


class HttpProtocol(asyncio.Protocol):
    """A new connection, as `uvicorn.Config(http=…)` makes it."""

    __slots__ = (
        "_answering", "_app_state", "_body_left", "_buffer", "_config", "_connections", "_counted",
        "_ended", "_late_at", "_peer", "_plain", "_reading_paused", "_server_state", "_stopping",
        "_timer", "_transport", "_unread",
    )  # fmt: skip

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        connections: Connections,
    ) -> None:
        self._config, self._server_state, self._app_state = config, server_state, app_state
        self._connections = connections
        self._transport: asyncio.Transport
        self._peer, self._counted = "", False
        self._plain: Any = None  # uvicorn's protocol, from the first plain request on
        self._buffer = bytearray()  # a head that is not complete, or requests that wait
        self._body_left = 0  # bytes of the current request that have not arrived
        self._answering = False
        self._ended = False  # refused, or handed over: nothing counts any more
        self._stopping = False  # the server stops: the connection ends soon, whatever comes
        self._reading_paused = False
        self._unread = 0  # bytes that the peer had not read at the last look
        self._timer: asyncio.TimerHandle | None = None
        self._late_at: float | None = None  # when the request that is arriving must be complete

    # -- what the transport calls ----------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a new connection, or refuse it because there are too many."""
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self._peer = str(peer[0]) if peer else ""
        there = len(self._server_state.connections)
        if (refusal := self._connections.opened(self._peer, there)) is not None:
            self._ended = True
            self._connections.refused(refusal)
            self._transport.write(refusal)
            self._transport.close()
            return
        self._counted = True
        self._server_state.connections.add(self)  # type: ignore[arg-type]
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._leave()
        if self._plain is not None:
            self._plain.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has arrived; drop it if the connection is ending."""
        if not self._ended:
            self._buffer += data
            self._advance()

    def pause_writing(self) -> None:
        """Make the application wait, because the peer reads slowly."""
        if self._plain is not None:
            self._plain.pause_writing()

    def resume_writing(self) -> None:
        """Let the application continue."""
        if self._plain is not None:
            self._plain.resume_writing()

    def shutdown(self) -> None:
        """Close the connection because the server stops, after the answer; uvicorn calls this."""
        self._set_timer(_SHUTDOWN_S, self._transport.abort)
        self._stopping = True
        if self._plain is None:
            self._transport.close()
        else:
            self._plain.shutdown()

    # -- requests --------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Pass on what belongs to the current request, or begin the next one."""
        if self._body_left:
            self._pass_body()
        if self._answering:
            self._pause_reading(len(self._buffer) > self._connections.settings.head_bytes)
        elif not self._body_left and not self._ended and not self._transport.is_closing():
            self._take_head()

    def _pass_body(self) -> None:
        """Pass the body on; once the request is answered, only drop the rest of it."""
        part = bytes(self._buffer[: self._body_left])
        del self._buffer[: len(part)]
        self._body_left -= len(part)
        if self._answering and part:
            self._plain.data_received(part)
        if not self._body_left:
            self._late_at = None
            if self._answering:  # from here on it is the application that takes its time
                self._set_timer(self._connections.settings.stuck_s, self._look)
            else:
                self._ended = True
                self._transport.close()

    def _take_head(self) -> None:
        """Begin the next request if its head is complete."""
        settings = self._connections.settings
        if self._buffer.startswith(b"\r\n"):  # some clients send an empty line between requests
            del self._buffer[:2]
        end = self._buffer.find(_END, 0, settings.head_bytes + len(_END))
        if end >= 0:
            head = bytes(self._buffer[:end])
            del self._buffer[: end + len(_END)]
            self._begin(head)
        elif len(self._buffer) > settings.head_bytes:
            self._refuse(TOO_LARGE)
        elif self._buffer and self._late_at is None:
            self._expect()

    def _begin(self, head: bytes) -> None:
        if self._plain is None and asks_for_websocket(head + _END):
            self._become_websocket(head)
            return
        found = read_head(head, self._connections.settings.head_lines)
        if isinstance(found, RequestHead):
            self._request(head, found)
        else:
            self._refuse(found)

    def _request(self, head: bytes, found: RequestHead) -> None:
        """Have uvicorn's protocol answer a request; what arrives meanwhile waits."""
        if self._plain is None:
            self._become_plain()
        self._answering, self._body_left = True, found.body_bytes
        self._late_at = None
        if self._body_left:
            self._expect()
        else:
            self._set_timer(self._connections.settings.stuck_s, self._look)
        self._plain.data_received(head + _END)
        if self._transport.get_protocol() is not self:  # it became a WebSocket
            self._hand_over(cast(asyncio.Protocol, self._transport.get_protocol()))
        elif self._transport.is_closing():
            self._ended = True
        else:
            self._advance()

    def _answered(self) -> None:
        """Go on with the next request: the application has answered the last one."""
        if self._ended:  # it was refused meanwhile, and its timer ends the connection
            return
        self._answering = False
        self._unread = self._transport.get_write_buffer_size()
        if self._body_left:  # nobody wants the rest
            return
        self._set_timer(self._connections.settings.stuck_s, self._look)
        self._pause_reading(False)
        if self._buffer:
            asyncio.get_running_loop().call_soon(self._advance)

    # -- what becomes of it ----------------------------------------------------------------------

    def _become_plain(self) -> None:
        plain = self._made(cast(Any, AutoHTTPProtocol))
        then: Callable[[], None] = plain.on_response_complete

        def complete() -> None:
            then()
            self._answered()

        plain.on_response_complete = complete
        plain.connection_made(self._transport)
        self._server_state.connections.discard(plain)  # this one speaks for it
        self._plain = plain

    def _become_websocket(self, head: bytes) -> None:
        socket = self._made(cast(Any, self._config.ws_protocol_class))
        socket.connection_made(self._transport)
        self._transport.set_protocol(socket)
        self._buffer[:0] = head + _END
        self._hand_over(socket)

    def _made(self, kind: Any) -> Any:
        return kind(config=self._config, server_state=self._server_state, app_state=self._app_state)

    def _hand_over(self, socket: asyncio.Protocol) -> None:
        self._leave()
        self._pause_reading(False)
        if self._buffer:
            socket.data_received(bytes(self._buffer))
        self._buffer.clear()

    def _leave(self) -> None:
        """Stop counting this connection: it is gone, refused, or a WebSocket."""
        self._set_timer(None)
        self._server_state.connections.discard(self)
        if self._counted:
            self._counted = False
            self._connections.closed(self._peer)
        self._ended = True

    # -- limits ----------------------------------------------------------------------------------

    def _expect(self) -> None:
        """Give the peer its time for the head or the body that is arriving."""
        head_s = self._connections.settings.head_s
        self._late_at = asyncio.get_running_loop().time() + head_s
        self._set_timer(head_s, self._too_late)

    def _too_late(self) -> None:
        """End a connection on which a head or a body takes too long."""
        if self._body_left and (not self._answering or self._plain.cycle.response_started):
            self._connections.cut_off("slow")  # it has an answer, or a part of one
            self._transport.abort()
        elif self._body_left or self._buffer:
            self._refuse(TIMEOUT)
        else:  # browsers open connections that they may not need
            self._transport.close()

    def _look(self) -> None:
        """Cut off a peer that has read nothing of its answer since the last look."""
        unread = self._transport.get_write_buffer_size()
        if unread == self._unread and (unread or self._transport.is_closing()):
            self._connections.cut_off("unread")
            self._transport.abort()
            return
        self._unread = unread
        if unread or self._answering:
            self._set_timer(self._connections.settings.stuck_s, self._look)

    def _refuse(self, answer: bytes) -> None:
        """Say why, read nothing more, and close a moment later, so that the peer can read it."""
        self._ended = True
        if self._answering:  # the application learns what its answer would not reach any more
            self._plain.cycle.scope["state"][ANSWERED] = int(answer[9:12])
        self._connections.refused(answer)
        self._buffer.clear()
        if not self._transport.is_closing():
            self._pause_reading(True)
            self._transport.write(answer)
            self._transport.write_eof()
            self._set_timer(_LINGER_S, self._transport.abort)

    def _pause_reading(self, pause: bool) -> None:
        if pause is not self._reading_paused and not self._transport.is_closing():
            self._reading_paused = pause
            (self._transport.pause_reading if pause else self._transport.resume_reading)()

    def _set_timer(self, delay_s: float | None, then: Callable[[], None] | None = None) -> None:
        """Set the one timer of this connection, in place of the one before; the last is kept."""
        if self._stopping and then is not None:
            return
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(delay_s, then) if delay_s and then else None
