"""The picture behind a link to a table or a replay: what lies open, and the numbers that decided.

It has no names in it. A picture is kept no longer than its table: `forget` drops it, and clients
ask each time whether theirs is still the one (an entity tag), so that none outlives an erasure.
They are drawn in the thread of finished games, where addresses take turns (`history_queue.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from hexade.contract.game import WATCHER, AnyGame, Result
from hexade.contract.record import replay as steps
from hexade.contract.setup import Setup
from hexade.server.live.history_queue import Visitor
from hexade.server.live.open_table import LiveTable
from hexade.server.live.replays import FinishedGame, Kept, ReplayCache
from hexade.server.net import raster

KEPT = 128  # pictures in memory: some 25 kB each
_STYLE = 2  # of the drawing: with another number clients load every picture again


def numbers(game: AnyGame, setup: Setup, result: Result | None) -> list[int]:
    """Return the number of each side; none if they did not decide, or while a game runs."""
    if result is None:
        return []
    measured, sides = game.measure(setup, result), game.sides(setup)
    found = [round(measured[side[0]]) for side in sides]
    ranks = [result["ranks"][side[0]] for side in sides]
    return found if len(sides) == 1 or _decided(found, ranks) else []


def _decided(found: Sequence[int], ranks: Sequence[int]) -> bool:
    """Return whether the first are equal in their numbers and ahead of all others.

    If not, something else decided, and the numbers would tell the wrong story.
    """
    first = {number for number, rank in zip(found, ranks, strict=True) if rank == 1}
    rest = [number for number, rank in zip(found, ranks, strict=True) if rank != 1]
    return len(first) == 1 and all(number < max(first) for number in rest)


def _of_position(game: AnyGame, setup: Setup, state: Any, result: Result | None) -> bytes:
    shown = game.mosaic(game.view(state, WATCHER))
    return raster.picture(shown, numbers(game, setup, result))


def _of_game(played: FinishedGame) -> bytes:
    game, record = played.game, played.record
    state = game.begin(record.setup)
    for step in steps(game, record):
        state = step.state
    return _of_position(game, record.setup, state, record.result)


class Pictures:
    """Pictures of tables and replays, the most recently used last."""

    def __init__(self, replays: ReplayCache, kept: int = KEPT) -> None:
        self._replays = replays
        self._kept: Kept[bytes] = Kept(kept)
        self._erasures = 0  # how many there have been: what was drawn meanwhile is not kept

    async def of_table(
        self, live: LiveTable, visitor: Visitor, known: str = ""
    ) -> tuple[str, bytes | None]:
        """Return the tag of a table's picture as everybody sees it now, and the picture.

        It is not drawn for whoever knows its tag.
        """
        table = live.table
        name = f"{table.code}.{table.number}@{table.version}"
        if _tag(name) in known:
            return _tag(name), None
        found = self._kept.get(name)
        if found is None:
            # What the thread draws is taken here: the table goes on meanwhile.
            draw = partial(raster.picture, (), ())
            if table.match is not None:
                now = table.game, table.setup, table.match.state, table.result
                draw = partial(_of_position, *now)
            before = self._erasures
            found = await self._replays.work.do(visitor, draw)
            self._keep(name, found, before)
        return _tag(name), found

    async def of_replay(
        self,
        id: str,  # noqa: A002
        visitor: Visitor,
        known: str = "",
    ) -> tuple[str, bytes | None]:
        """Return the same of a finished game; refuse one that does not exist."""
        name = f"{id.upper()}@end"
        found = self._kept.get(name)
        if found is None:
            before = self._erasures
            played = await self._replays.game(id, visitor)
            if _tag(name) in known:
                return _tag(name), None
            found = await self._replays.work.do(visitor, partial(_of_game, played))
            self._keep(name, found, before)
        return _tag(name), found

    def _keep(self, name: str, found: bytes, before: int) -> None:
        if before == self._erasures:
            self._kept.put(name, found)

    def forget(self, code: str) -> None:
        """Drop the pictures of a table that was erased."""
        self._erasures += 1
        self._kept.forget(code)


def _tag(name: str) -> str:
    return f'"{name}-{_STYLE}"'


def known_tags(request: Request) -> str:
    """Return the tags of the pictures that a client has."""
    return request.headers.get("if-none-match", "")


def sent(request: Request, tag: str, png: bytes | None) -> Response:
    """Return a picture, or that the client's is still the one."""
    headers = {"cache-control": "no-cache", "etag": tag}
    if png is None or tag in known_tags(request):
        return Response(status_code=304, headers=headers)
    return Response(png, 200, headers, "image/png")
