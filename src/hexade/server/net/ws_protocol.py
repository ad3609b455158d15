"""A WebSocket connection: asyncio below, the sans-I/O protocol of `websockets` inside, ASGI above.

Thousands of idle connections are open, so each uses little memory: a connection drops the request
that opened it, and has no queue, no event and no second task while nothing waits.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

from websockets.frames import Frame, Opcode
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from hexade.server.net.handshake import Handshake, accept, read_handshake
from hexade.server.net.heartbeat import heartbeat
from hexade.server.net.limits import FrameLimit
from hexade.server.net.request_head import FORBIDDEN, SERVER_ERROR

try:
    from websockets.speedups import apply_mask
except ImportError:  # where there is no wheel
    from websockets.utils import apply_mask

if TYPE_CHECKING:
    import uvicorn
    from uvicorn.server import ServerState

SEND_NOW = "hexade.send_now"  # an extension of ASGI: sends a text without a task, or refuses to
_KEPT = ("app", "extensions", "path", "state", "type")  # of the scope once the socket is open
_TEXT, _LENGTH_IN_2, _LENGTH_IN_8 = 0x81, 126, 127  # the first two bytes of a text frame
_PONG, _PING = 0x8A, b"\x89\0"
_SHORT = (_TEXT, _PONG)
_SHORTEST = 6  # bytes of a peer's frame without content: two, and four of its mask
_MASKED, _LONGEST = 0x80, 125  # the second byte of a short frame is its length, and says: masked
_WHOLE = 0x80  # the first byte of a frame is greater unless it is a part of a message
_NO_CODE, _ABNORMAL, _NOT_UTF_8, _PING_TIMEOUT, _RESTART = 1005, 1006, 1007, 1011, 1012
_FLOOD = 4429
_PIECE = 1024  # bytes parsed at a time: at most 170 frames are parsed before they are counted
_FLOOD_S = 2.0  # how long a flooding peer may take to read why it is closed
_CLOSE_S = 10.0  # how long the peer may take to answer a close frame, or to read the last bytes
_SHUTDOWN_S = 2.0  # the same when the server stops
_log = logging.getLogger("uvicorn.error")


class Disconnected(ConnectionError):  # noqa: N818
    """The application tried to send on a closed connection."""


def text_frame(text: bytes) -> bytes:
    """Return a text as a server sends it."""
    length = len(text)
    if length < _LENGTH_IN_2:
        return bytes((_TEXT, length)) + text
    if length < 1 << 16:
        return bytes((_TEXT, _LENGTH_IN_2)) + length.to_bytes(2) + text
    return bytes((_TEXT, _LENGTH_IN_8)) + length.to_bytes(8) + text


def ends_with_a_message(data: bytes) -> bool:
    """Tell whether data that begins with a frame ends with one; not sure if any is long or a part.

    It need not be right about frames that are against the protocol: those close the connection.
    """
    at = 0
    while at + _SHORTEST <= len(data) and data[at] > _WHOLE:
        size = data[at + 1] - _MASKED
        if not 0 <= size <= _LONGEST:
            return False
        at += _SHORTEST + size
    return at == len(data)


class WebSocketProtocol(asyncio.Protocol):
    """One WebSocket, as `HttpProtocol` or uvicorn makes it (`uvicorn.Config(ws=…)`)."""

    __slots__ = (
        "_app_state", "_awaits_pong", "_between", "_config", "_early", "_flooded", "_frames",
        "_heard", "_inbox", "_is_text", "_limit", "_lost", "_message", "_reader", "_reading_paused",
        "_request", "_scope", "_server_state", "_timer", "_transport", "_writing_paused",
    )  # fmt: skip

    def __init__(
        self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        self._config, self._server_state, self._app_state = config, server_state, app_state
        self._transport: asyncio.Transport
        self._request: Handshake | None = None
        self._scope: dict[str, Any] = {}
        self._frames: ServerProtocol | None = None  # once the handshake is accepted
        self._limit: FrameLimit | None = None  # the application's, from `scope["state"]`
        self._flooded = False  # more frames than the limit allows: nothing is read any more
        self._between = True  # whether the parser is surely between two messages
        self._early = b""  # data that arrived before the handshake was accepted
        self._lost = False
        self._inbox: list[dict[str, Any]] = []  # for the application
        self._reader: asyncio.Future[None] | None = None  # while the application waits for it
        self._reading_paused = False
        self._writing_paused: asyncio.Event | None = None
        self._message, self._is_text = b"", True  # the fragments that have arrived
        self._timer: asyncio.TimerHandle | None = None  # for closing
        self._heard = 0.0  # when the peer last sent anything, by the time of the loop
        self._awaits_pong = False

    # -- what the transport calls ----------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection."""
        self._transport = cast(asyncio.Transport, transport)
        self._server_state.connections.add(self)  # type: ignore[arg-type]

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the application that the connection is gone."""
        self._lost = True
        self._set_timer(None)
        self._server_state.connections.discard(self)
        self._deliver({"type": "websocket.disconnect", "code": _ABNORMAL})
        self.resume_writing()

    def pause_writing(self) -> None:
        """Make the application wait, because the peer reads slowly."""
        self._writing_paused = self._writing_paused or asyncio.Event()
        self._pause_reading()  # or else its pings would fill our memory with pongs

    def resume_writing(self) -> None:
        """Let the application continue."""
        if self._writing_paused is not None:
            self._writing_paused.set()
            self._writing_paused = None
            self._pause_reading(bool(self._inbox))

    def data_received(self, data: bytes) -> None:
        """Read the head of the request, which comes in one piece, and then frames."""
        if self._frames is not None:
            self._heard = time.monotonic()  # as event loops count
            if not self._receive_short(self._frames, data):
                self._receive_frames(self._frames, data)
        elif self._request is None:
            self._begin_handshake(data)
        else:
            self._early += data
            self._pause_reading()

    def shutdown(self) -> None:
        """Close the connection because the server stops; uvicorn calls this."""
        if self._frames is None:
            self._refuse(SERVER_ERROR)
        else:
            self._close(_RESTART)
        self._hang_up(_SHUTDOWN_S)

    # -- the handshake ---------------------------------------------------------------------------

    def _begin_handshake(self, data: bytes) -> None:
        head, _, self._early = data.partition(b"\r\n\r\n")
        request = read_handshake(head)
        if isinstance(request, bytes):
            self._refuse(request)
            return
        self._request, self._scope = request, self._scope_of(request)
        self._deliver({"type": "websocket.connect"})
        task = asyncio.get_running_loop().create_task(self._run_application())
        self._server_state.tasks.add(task)
        task.add_done_callback(self._server_state.tasks.discard)

    def _scope_of(self, request: Handshake) -> dict[str, Any]:
        path, _, query = request.target.partition("?")
        peer = self._transport.get_extra_info("peername")
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "client": tuple(peer[:2]) if peer else None,
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": request.headers,
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {SEND_NOW: self._send_now},
        }

    def _accept(self) -> None:
        """Open the WebSocket and forget the request."""
        if self._request is None or self._transport.is_closing():
            return
        self._transport.write(accept(self._request.key, self._server_state.default_headers))
        size = self._config.ws_max_size
        self._frames = ServerProtocol(state=State.OPEN, max_size=size, logger=_log)
        self._limit = self._scope["state"].pop("frame_limit", None)
        self._heard = asyncio.get_running_loop().time()
        if interval := self._config.ws_ping_interval:
            heartbeat(interval).at(self._heard + interval, self)
        self._request = None
        kept = {name: self._scope[name] for name in _KEPT if name in self._scope}
        self._scope.clear()
        self._scope.update(kept)
        if self._early:
            early, self._early = self._early, b""
            self._pause_reading(False)
            self._receive_frames(self._frames, early)

    def _refuse(self, answer: bytes) -> None:
        self._deliver({"type": "websocket.disconnect", "code": _ABNORMAL})
        if not self._transport.is_closing():
            self._transport.write(answer)
            self._hang_up()

    # -- frames from the peer --------------------------------------------------------------------

    def _receive_short(self, frames: ServerProtocol, data: bytes) -> bool:
        """Take a short text or a pong that comes alone and whole, as nearly all do; tell if it was.

        The parser need not see it, as long as it is between two frames and two messages.
        """
        size = len(data) - _SHORTEST
        if not self._between or size < 0 or data[0] not in _SHORT or data[1] != _MASKED + size:
            return False
        if size > min(_LONGEST, self._config.ws_max_size) or frames.state is not State.OPEN:
            return False
        if self._flooded or self._transport.is_closing():
            return False
        if self._limit is not None and not self._limit.allows(1, len(data)):
            self._end_flood(frames)
        elif data[0] == _PONG:
            self._awaits_pong = False
        else:
            self._message, self._is_text = apply_mask(data[6:], data[2:6]), True
            if not self._receive_message(frames):
                self._write_out(frames)
        return True

    def _receive_frames(self, frames: ServerProtocol, data: bytes) -> None:
        """Parse data piece by piece, so that a flood is noticed before much of it is parsed."""
        self._between = self._between and ends_with_a_message(data)
        for start in range(0, len(data), _PIECE):
            if self._flooded or self._transport.is_closing():
                return
            self._receive_piece(frames, data[start : start + _PIECE])

    def _receive_piece(self, frames: ServerProtocol, data: bytes) -> None:
        was_open = frames.state is State.OPEN
        frames.receive_data(data)
        received = frames.events_received()
        if self._limit is not None and not self._limit.allows(len(received), len(data)):
            self._end_flood(frames)
            return
        for frame in received:
            # After our close frame, or a message that failed, nothing counts any more.
            if not was_open or not self._receive_frame(frames, cast(Frame, frame)):
                break
        self._write_out(frames)

    def _end_flood(self, frames: ServerProtocol) -> None:
        """Close with a code and stop reading; cut the peer off once it could read the code."""
        self._flooded = True
        self._pause_reading()
        self._deliver({"type": "websocket.disconnect", "code": _FLOOD})
        if frames.state is State.OPEN:
            frames.send_close(_FLOOD, "too many frames")
        self._write_out(frames)
        self._set_timer(_FLOOD_S, self._transport.abort)

    def _receive_frame(self, frames: ServerProtocol, frame: Frame) -> bool:
        """Take one frame of any kind; return whether to go on."""
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            if frame.opcode is not Opcode.CONT:
                self._is_text = frame.opcode is Opcode.TEXT
            self._message += frame.data
            if frame.fin:
                return self._receive_message(frames)
        elif frame.opcode is Opcode.PONG:
            self._awaits_pong = False
        elif frame.opcode is Opcode.CLOSE:
            code = int.from_bytes(frame.data[:2]) or _NO_CODE
            self._deliver({"type": "websocket.disconnect", "code": code})
        return True

    def _receive_message(self, frames: ServerProtocol) -> bool:
        data, self._message = self._message, b""
        try:
            content = {"text": data.decode()} if self._is_text else {"bytes": data}
        except UnicodeDecodeError:
            frames.fail(_NOT_UTF_8, "the text is not UTF-8")
            return False
        self._deliver({"type": "websocket.receive", **content})
        if self._reader is None or len(self._inbox) > 1:  # the application is busy
            self._pause_reading()
        return True

    def _write_out(self, frames: ServerProtocol) -> None:
        """Send what the sans-I/O protocol wants to send; end the connection if it wants that."""
        output = frames.data_to_send()
        if output:
            self._transport.write(b"".join(output))
        if SEND_EOF in output:
            self._deliver({"type": "websocket.disconnect", "code": _ABNORMAL})
            self._hang_up()

    def _pause_reading(self, pause: bool = True) -> None:
        pause = pause or self._flooded
        if pause is not self._reading_paused and not self._transport.is_closing():
            self._reading_paused = pause
            (self._transport.pause_reading if pause else self._transport.resume_reading)()

    # -- the application -------------------------------------------------------------------------

    async def _run_application(self) -> None:
        try:
            await self._config.loaded_app(self._scope, self._receive, self._send)
        except Disconnected:
            pass
        except Exception:
            _log.exception("the application failed on a WebSocket")
        finally:
            if self._frames is None:
                self._refuse(SERVER_ERROR)
            elif self._frames.state is State.OPEN:
                self._hang_up()

    def _deliver(self, message: dict[str, Any]) -> None:
        self._inbox.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def _receive(self) -> dict[str, Any]:
        """Return the next message for the application."""
        while not self._inbox:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        message = self._inbox.pop(0)
        if not self._inbox and self._writing_paused is None:
            self._pause_reading(False)
        return message

    async def _send(self, message: dict[str, Any]) -> None:
        """Do what the application asks for: accept, send (many texts at once) or close."""
        while self._writing_paused is not None:
            await self._writing_paused.wait()
        if self._lost:
            raise Disconnected
        if message["type"] == "websocket.send":
            self._send_texts(message["texts"])
        elif message["type"] == "websocket.close":
            self._close(message.get("code", 1000), message.get("reason") or "")
        else:
            self._accept()

    def _send_now(self, text: bytes) -> bool:
        """Send a text at once; return False if that is not possible now or never again."""
        frames = self._frames
        if self._writing_paused is not None or self._lost:
            return False
        if frames is None or frames.state is not State.OPEN:
            return False
        self._transport.write(text_frame(text))
        return True

    def _send_texts(self, texts: list[bytes]) -> None:
        """Send all texts and empty the list: until then they wait in it."""
        if self._frames is None or self._frames.state is not State.OPEN:
            raise Disconnected
        data = b"".join(map(text_frame, texts))
        texts.clear()
        self._transport.write(data)

    # -- heartbeat (pings) and close -------------------------------------------------------------

    def beat(self, now: float) -> float | None:
        """Send a heartbeat ping after a silence; close if the last one was not answered.

        Return when to look again, or None if the connection is being closed.
        """
        frames, interval = self._frames, self._config.ws_ping_interval or 0.0
        if frames is None or frames.state is not State.OPEN or self._lost or self._timer:
            return None
        if self._awaits_pong:
            frames.fail(_PING_TIMEOUT, "keepalive ping timeout")
            self._write_out(frames)
            return None
        if self._heard + interval > now:
            return self._heard + interval
        self._awaits_pong = True
        self._transport.write(_PING)
        return now + interval

    def _close(self, code: int, reason: str = "") -> None:
        """Send a close frame and wait for the peer's; before the handshake, refuse it."""
        if self._frames is None:
            self._refuse(FORBIDDEN)
        elif self._frames.state is State.OPEN:
            self._deliver({"type": "websocket.disconnect", "code": code})
            self._frames.send_close(code, reason)
            self._write_out(self._frames)
            self._pause_reading(False)
            self._set_timer(_CLOSE_S, self._hang_up)

    def _hang_up(self, most_s: float | None = None) -> None:
        """End the connection once the last bytes are sent, or after a timeout."""
        if not self._lost:
            self._transport.close()
            self._set_timer(most_s or _CLOSE_S, self._transport.abort)

    def _set_timer(self, delay_s: float | None, then: Callable[[], None] | None = None) -> None:
        """Set the one timer of this connection, in place of the one before."""
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(delay_s, then) if delay_s and then else None
