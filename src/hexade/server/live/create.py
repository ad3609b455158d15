"""Create a table in one request: agree on a game, sit down, add bots and start.

The request is idempotent if it has an id: repeating it after a lost answer leads to the same
code and the same seat, and nothing is done twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

import msgspec

from hexade.contract.reason import Refusal
from hexade.server.live import replays
from hexade.server.live.open_table import LiveTable
from hexade.server.live.registry import TableRegistry
from hexade.server.settings import Settings
from hexade.server.table import decide, facts
from hexade.server.table.refusals import refuse
from hexade.server.table.state import Change, Table
from hexade.wire import codes
from hexade.wire.messages import Create, Seated, Sit

# How to work out the position that a table starts from:
Run: TypeAlias = Callable[[Callable[[], facts.StartingPosition]], Awaitable[facts.StartingPosition]]


async def make(
    tables: TableRegistry,
    settings: Settings,
    wish: Create,
    played: replays.FinishedGame | None,
    address: str = "",
    run: Run = asyncio.to_thread,
    maker: str = "",
) -> Seated:
    """Create a table as requested, perhaps to play on from a finished game.

    `maker` is the mark of the address by which a public table is recognised as one of its own.
    """
    origin = None
    if played is not None:
        wish, origin = await _gone_on(wish, played, run)
    _check(wish, settings, origin)
    token = _owner_token(wish)
    live = await tables.create(wish.agreed, origin, wish.id, token, maker=maker)
    if wish.sit:
        mine = msgspec.structs.replace(wish.sit, token=token)
        seated = await sit(tables, settings, live, mine, address)
    else:
        seated = _place(live.table, token=token)
    await _set_up(tables, live, wish)
    return seated


async def sit(
    tables: TableRegistry,
    settings: Settings,
    live: LiveTable,
    wish: Sit,
    address: str = "",
    most: int | None = None,
) -> Seated:
    """Sit down at a table; idempotent for the same token.

    An address has at most so many seats of a public table: strangers must not take them all.
    """
    token = wish.token or codes.new_token()
    if live.table.seat_of(token) is None:
        mark = codes.address_mark(live.table.code, address)

        def decision(table: Table) -> Change:
            own = sum(one.mark == mark for one in table.occupants if one.person)
            if table.agreed.public and most is not None and own >= most:
                text = "your address has a seat at this public table: play at a private one"
                raise refuse("one-seat", text)
            return decide.sit(table, wish, token, settings, mark)

        try:
            await tables.do(live, decision)
        except Refusal as refusal:
            if refusal.reason.code != "seated":  # the same request came twice at the same moment
                raise
    return _place(live.table, live.table.seat_of(token), token)


def _place(table: Table, seat: int | None = None, token: str | None = None) -> Seated:
    return Seated(code=table.code, link=f"/t/{table.code}", seat=seat, token=token)


async def _gone_on(
    wish: Create, played: replays.FinishedGame, run: Run
) -> tuple[Create, facts.StartingPosition]:
    """Fill in a request to play on from a replay: the same set-up, bots in the other seats."""
    assert wish.origin is not None
    then = played.agreed
    if wish.agreed.game != then.game:
        raise refuse("from", f"this replay is a game of {then.game}")
    if wish.agreed.public:
        text = "a table from a position is not public: its maker may know the tiles"
        raise refuse("not-public", text)
    id = wish.origin.replay.upper()  # noqa: A001
    origin = await run(partial(replays.origin, id, played, wish.origin.v))
    agreed = msgspec.structs.replace(
        wish.agreed, variant=then.variant, edition=then.edition, seats=then.seats,
        options=then.options,
    )  # fmt: skip
    bots = wish.bots
    if wish.start and not bots:
        table = Table("", agreed)
        bots = [decide.default_bot(table)] * (len(table.occupants) - (wish.sit is not None))
    return msgspec.structs.replace(wish, agreed=agreed, bots=bots), origin


def _check(wish: Create, settings: Settings, origin: facts.StartingPosition | None) -> None:
    """Refuse an invalid request before anything is created."""
    trial = Table("", wish.agreed)
    _check_agreed(trial)
    trial.origin = origin
    if wish.sit is not None:
        trial.apply(decide.sit(trial, wish.sit, "", settings), (), 0.0)
    for bot in wish.bots:
        trial.apply(_next_bot(trial, bot), (), 0.0)
    if wish.start:
        decide.begin(trial)


def _check_agreed(table: Table) -> None:
    """Refuse settings that the table's game does not have."""
    form = next(one for one in table.game.forms if one.variant == table.setup.variant)
    together = form.has_start is False and table.setup.seats > 1
    if table.agreed.round_s is not None and not together:
        text = "only games in which all choose at the same time have a time limit for rounds"
        raise refuse("round", text)


def _owner_token(wish: Create) -> str | None:
    """Return the token of whoever makes the table; the same if an idempotent request is repeated.

    Without an id, somebody who does not sit down has none: the first person to sit down owns it.
    """
    if wish.sit is not None and wish.sit.token is not None:
        return wish.sit.token
    if wish.id is not None:
        return codes.token_from(wish.id)
    return codes.new_token() if wish.sit else None


async def _set_up(tables: TableRegistry, live: LiveTable, wish: Create) -> None:
    """Seat the bots and start; skip what the same request has already done."""
    steps: list[Callable[[Table], Change]] = [
        partial(_nth_bot, bot=bot, n=n) if wish.id else partial(_next_bot, bot=bot)
        for n, bot in enumerate(wish.bots)
    ]
    if wish.start:
        steps.append(decide.begin)
    for step in steps:
        try:
            await tables.do(live, step)
        except Refusal as refusal:
            if wish.id is None or refusal.reason.code not in ("started", "seated"):
                raise


def _nth_bot(table: Table, bot: str, n: int) -> Change:
    """Put the n-th bot of a request in a free seat, unless it is already seated."""
    if table.phase != "waiting":
        raise refuse("started", "the game has begun")
    if sum(occupant.bot is not None for occupant in table.occupants) > n:
        raise refuse("seated", "this bot sits here already")
    return _next_bot(table, bot)


def _next_bot(table: Table, bot: str) -> Change:
    free = [seat for seat, occupant in enumerate(table.occupants) if occupant.free]
    if not free:
        raise refuse("no-seat", "all seats are taken")
    return decide.seat_bot(table, free[0], bot)
