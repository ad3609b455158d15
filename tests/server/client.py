"""Somebody who plays over a socket: whatever legal move comes to mind, until the end."""

from __future__ import annotations

import random

from hexade.client import Client
from hexade.wire import messages


async def play(client: Client, seed: int = 0) -> None:
    """Take a seat's part in a game until it is over."""
    dice = random.Random(seed)
    async with client if client._running is None else _Nothing():
        while client.now is None or client.now.result is None:
            if must_move(client):
                assert client.now is not None
                assert client.now.legal
                answer = await client.move(dice.choice(client.now.legal))
                if isinstance(answer, messages.Refused):
                    assert answer.code in ("stale", "held", "over"), answer
                if not isinstance(answer, messages.Held | messages.Chosen):
                    continue
            await client.next()


def must_move(client: Client) -> bool:
    """Tell whether the table waits for this seat."""
    now = client.now
    return now is not None and bool(now.legal) and client.seat in now.waiting


class _Nothing:
    """Something to enter and leave without effect."""

    async def __aenter__(self) -> None:
        """Do nothing."""

    async def __aexit__(self, *_: object) -> None:
        """Do nothing."""
