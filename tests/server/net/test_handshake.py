"""The handshake of a WebSocket: what is read, what is refused, what is answered."""

from __future__ import annotations

import pytest
from websockets.utils import accept_key

from hexade.server.net.handshake import Handshake, accept, asks_for_websocket, read_handshake
from hexade.server.net.request_head import BAD_REQUEST, TOO_LARGE

KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
HEAD = (
    "GET /a/b?c=d HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\n"
    "Connection: keep-alive, Upgrade\r\n"
    f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13"
)


def test_a_browsers_request_is_read() -> None:
    read = read_handshake((HEAD + "\r\nCookie: \t a=b; c=d \t").encode())
    assert isinstance(read, Handshake)
    assert (read.target, read.key) == ("/a/b?c=d", KEY.encode())
    assert read.headers[0] == (b"host", b"here")
    assert read.headers[-1] == (b"cookie", b"a=b; c=d")


CHANGES = {
    "no key": (f"Sec-WebSocket-Key: {KEY}", "X: y"),
    "a short key": (KEY, "AAAA"),
    "a key that is not base64": (KEY, "?" * 24),
    "two keys": ("Host: here", f"Host: here\r\nSec-WebSocket-Key: {KEY}"),
    "two hosts": ("Host: here", "Host: here\r\nHost: there"),
    "two origins": ("Host: here", "Host: here\r\nOrigin: a\r\norigin: b"),
    "an old version": ("Version: 13", "Version: 8"),
    "another method": ("GET", "POST"),
    "old HTTP": ("HTTP/1.1", "HTTP/1.0"),
    "an absolute target": ("/a/b", "http://here/a/b"),
    "a space in the target": ("/a/b", "/a b"),
    "a target that is not ASCII": ("/a/b", "/ä"),
    "a folded header": ("Host: here", "Host: here\r\n there: x"),
    "a space before the colon": ("Host:", "Host :"),
    "a header without a colon": ("Host: here", "Host"),
    "a header without a name": ("Host: here", ": here"),
    "a line feed in a header": ("here", "he\nre"),
    "a carriage return in a header": ("here", "he\rre"),
    "a NUL in a header": ("here", "he\0re"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_odd_request_is_refused(change: str) -> None:
    assert read_handshake(HEAD.replace(*CHANGES[change]).encode()) == BAD_REQUEST


def test_a_large_head_is_refused() -> None:
    assert read_handshake((HEAD + "\r\nCookie: " + "x" * 20_000).encode()) == TOO_LARGE
    assert read_handshake((HEAD + "\r\nX: y" * 200).encode()) == TOO_LARGE


def test_the_answer_is_the_standards() -> None:
    answer = accept(KEY.encode(), [(b"date", b"today")]).decode().split("\r\n")
    assert answer[0] == "HTTP/1.1 101 Switching Protocols"
    assert f"Sec-WebSocket-Accept: {accept_key(KEY)}" in answer
    assert "date: today" in answer
    assert answer[-2:] == ["", ""]


@pytest.mark.parametrize(
    ("old", "new", "is_one"),
    [
        ("", "", True),
        ("Upgrade: websocket", "UPGRADE:WebSocket ", True),
        ("keep-alive, Upgrade", "upgrade", True),
        ("keep-alive, Upgrade", "Upgrade,keep-alive", True),
        ("keep-alive, Upgrade", "no-upgrade", False),
        ("keep-alive, Upgrade", "keep-alive", False),
        ("Upgrade: websocket", "Upgrade: h2c", False),
        ("GET", "POST", False),
    ],
)
def test_only_a_whole_request_for_a_websocket_is_taken_for_one(
    old: str, new: str, is_one: bool
) -> None:
    data = (HEAD.replace(old, new) if old else HEAD).encode()
    assert asks_for_websocket(data + b"\r\n\r\n") is is_one
    assert not asks_for_websocket(data)
    assert not asks_for_websocket(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n" + data + b"\r\n\r\n")
