"""Replays: finished games, move by move. Nothing in them is secret any more.

A game keeps its replay id (CODE.N) for good. Its replay never changes, so it
is computed in a thread (`history_queue.py`) and compressed once; browsers keep it for an hour.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

import msgspec

from hexade.contract.game import CHANCE_ACTS, NOBODY, WATCHER, AnyGame, Event
from hexade.contract.reason import Reason, Refusal
from hexade.contract.record import Record, write
from hexade.contract.record import replay as steps
from hexade.match import is_private
from hexade.server.live.history_queue import NOBODY_WAITS, HistoryQueue, Visitor
from hexade.server.store import Row, Store
from hexade.server.table import facts, game_facts
from hexade.server.table.seats import Occupant, recorded_name
from hexade.server.table.state import Table, occupants_after, record_extra
from hexade.wire import messages, packing
from hexade.wire.codes import replay_parts
from hexade.wire.http_bodies import Frame, Player, Replay

T = TypeVar("T")
KEPT = 64  # replays and records in memory: some 20 kB each
OF_ALL = ""  # instead of the code of a table: what is kept of all of them
_GAMES_KEPT = 16  # games, as they were read: up to a few hundred kB each
NOT_FOUND = Reason("not-found", "", "nothing was found under this address")
NOT_OVER = Reason("not-over", "", "a game can be looked at again when it is over")


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One game as the store has it."""

    game: AnyGame
    agreed: messages.Agreed
    record: Record
    occupants: tuple[Occupant, ...]
    origin: facts.StartingPosition | None = None
    device: bool = False  # it was played on one device


async def fetch(
    store: Store,
    id: str,  # noqa: A002
    run: Callable[[Callable[[], FinishedGame]], Awaitable[FinishedGame]] = asyncio.to_thread,
) -> FinishedGame:
    """Return a game from the store; refuse one that does not exist or is not over."""
    code, number = replay_parts(id) or ("", 0)
    rows = await store.load(code, game=number) if code else []
    if not any(row.game == number and row.events for row in rows):
        raise Refusal(NOT_FOUND)
    return await run(partial(_played, code, rows, number))


def _played(code: str, rows: Sequence[Row], number: int) -> FinishedGame:
    """Return a game from the facts of its table."""
    first = facts.decode(rows[0].fact, rows[0].format)
    assert isinstance(first, facts.TableCreated)
    table = Table(code, first.agreed)
    now, started, events = list(table.occupants), None, []
    occupants = now
    for row in rows:
        fact = facts.decode(row.fact, row.format)
        now = occupants_after(now, fact)
        if isinstance(fact, facts.SeatsChanged):
            table.set_seats(len(now))
        if row.game == number:
            started = fact if isinstance(fact, game_facts.GameStarted) else started
            events += [msgspec.json.decode(body) for body in row.events]
            occupants = now if row.events else occupants  # people who come or go later did not play
    assert started is not None  # the first fact of a game is its start
    setup = replace(table.setup, start=started.start)
    names = tuple(map(recorded_name, occupants))
    record = Record(setup, names, started.seed, tuple(events))
    origin = first.origin if started.gone_on else None
    extra = record_extra(started.key, origin, first.device)
    record = replace(record, result=_result(table.game, record), extra=extra)
    return FinishedGame(table.game, table.agreed, record, tuple(occupants), origin, first.device)


def _result(game: AnyGame, record: Record) -> dict[str, Any]:
    """Return how a game ended; refuse if it has not."""
    state = game.begin(record.setup)
    for step in steps(game, record):
        state = step.state
    result = game.result(state)
    if result is None:
        raise Refusal(NOT_OVER)
    return result


def replay(id: str, played: FinishedGame) -> Replay:  # noqa: A002
    """Return a game move by move."""
    return Replay(
        id=id,
        agreed=played.agreed,
        start=played.record.setup.start,
        seed=played.record.seed or 0,
        players=[
            Player(name=occupant.name or occupant.left, avatar=occupant.avatar, bot=occupant.bot)
            for occupant in played.occupants
        ],
        origin=(
            messages.Origin(replay=played.origin.replay, v=played.origin.v)
            if played.origin
            else None
        ),
        result=played.record.result or {},
        frames=list(frames(played.game, played.record)),
        device=played.device,
    )


def frames(game: AnyGame, record: Record) -> Iterator[Frame]:
    """Yield each moment at which a seat had to move, and the end, with the events before it."""
    version = 0
    events: list[Event] = []
    for step in steps(game, record):
        version += len(step.events)
        events += step.events
        if game.to_act(step.state) != CHANCE_ACTS:
            yield _frame(game, step.state, version, events)
            events = []


def _frame(game: AnyGame, state: Any, version: int, events: list[Event]) -> Frame:
    waiting = sorted(game.to_act(state))
    view = game.view(state, min(waiting, default=WATCHER))
    return Frame(
        v=version,
        events=events,
        view=game.show(view),
        scores=game.scores(view),
        waiting=waiting,
        legal=len(game.legal(state, waiting[0])) if waiting else 0,
    )


def origin(id: str, played: FinishedGame, version: int) -> facts.StartingPosition:  # noqa: A002
    """Return a position of a game to play on from; refuse one at which nobody had to move."""
    turns = _turns(played.game, played.record)
    if version not in turns:
        raise Refusal(Reason("version", "", f"nobody had to move at version {version} of {id}"))
    record, start = played.record, turns[version]
    events = list(record.events[:start])
    return facts.StartingPosition(replay=id, v=start, start=record.setup.start, events=events)


def _turns(game: AnyGame, record: Record) -> dict[int, int]:
    """Return the versions at which a seat had to move, and where to play on from each.

    A private choice belongs to the move before it: others must not see that there is one.
    """
    found: dict[int, int] = {}
    version = last = 0
    for step in steps(game, record):
        version += len(step.events)
        if is_private(game, step.state):
            found[version] = last
        elif game.to_act(step.state) not in (CHANCE_ACTS, NOBODY):
            found[version] = last = version
    return found


class ReplayCache:
    """Caches of games, records and compressed replays, most recently used last."""

    def __init__(self, store: Store, work: HistoryQueue | None = None, kept: int = KEPT) -> None:
        self._store, self.work = store, work or HistoryQueue()
        self._games: Kept[FinishedGame] = Kept(_GAMES_KEPT)
        self._records: Kept[str] = Kept(kept)
        self._replays: Kept[bytes] = Kept(kept)
        self._alone: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._erasures = 0  # how many there have been: what was read before one is not kept

    async def game(self, id: str, visitor: Visitor = NOBODY_WAITS) -> FinishedGame:  # noqa: A002
        """Return a game; refuse one that is unknown or unfinished."""

        async def fetched() -> FinishedGame:
            return await fetch(self._store, id.upper(), self.work.run)

        return await self._once(self._games, id, visitor, fetched, self._erasures)

    async def record(self, id: str, visitor: Visitor = NOBODY_WAITS) -> str:  # noqa: A002
        """Return a game's record as JSON; refuse a game that is unknown or unfinished."""
        if (known := self._records.get(id)) is not None:
            return known
        before, played = self._erasures, await self.game(id, visitor)
        written = partial(write, played.record)
        return await self._once(self._records, id, visitor, lambda: self.work.run(written), before)

    async def take(self, id: str, visitor: Visitor = NOBODY_WAITS) -> bytes:  # noqa: A002
        """Return a replay as compressed JSON; refuse a game that is unknown or unfinished."""
        if (known := self._replays.get(id)) is not None:
            return known
        before, played = self._erasures, await self.game(id, visitor)
        made = partial(_packed, id.upper(), played)
        return await self._once(self._replays, id, visitor, lambda: self.work.run(made), before)

    async def _once(
        self,
        kept: Kept[T],
        id: str,  # noqa: A002
        visitor: Visitor,
        make: Callable[[], Awaitable[T]],
        before: int,
    ) -> T:
        """Return what is kept of a game, made if need be, by one of those who want it."""
        async with self._alone.setdefault(id.upper(), asyncio.Lock()):
            if (known := kept.get(id)) is not None:
                return known
            async with self.work.turn(visitor):
                made = await make()
            if before == self._erasures:
                kept.put(id, made)
            return made

    def forget(self, code: str) -> None:
        """Drop what is kept of a table that was erased."""
        self._erasures += 1
        for kept in (self._games, self._records, self._replays):
            kept.forget(code)


def _packed(id: str, played: FinishedGame) -> bytes:  # noqa: A002
    return packing.packed(replay(id, played))


class Kept(Generic[T]):
    """Things by the id of a game, only so many, most recently used last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[str, T] = OrderedDict()

    def get(self, id: str) -> T | None:  # noqa: A002
        """Return what is kept of a game, if it is."""
        id = id.upper()  # noqa: A001
        if id not in self._found:
            return None
        self._found.move_to_end(id)
        return self._found[id]

    def put(self, id: str, thing: T) -> None:  # noqa: A002
        """Keep something, and drop what was not used for longest."""
        self._found[id.upper()] = thing
        while len(self._found) > self._most:
            self._found.popitem(last=False)

    def forget(self, code: str) -> None:
        """Drop what is kept of a table's games."""
        for id in [one for one in self._found if is_of(one, code)]:  # noqa: A001
            del self._found[id]


def is_of(id: str, code: str) -> bool:  # noqa: A002
    """Tell whether a game is of a table."""
    return code == OF_ALL or id.startswith(f"{code}.")
