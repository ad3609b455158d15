"""Games that were played on one device: verified, and kept like a finished game of a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from hexade import bots, games
from hexade.contract.game import AnyGame, Event, Seat
from hexade.contract.reason import Fault, Reason, Refusal
from hexade.contract.record import Record, parse, read, replay, verify
from hexade.contract.setup import Setup
from hexade.match import Accepted, resume
from hexade.server.live.history_queue import NOBODY_WAITS, HistoryQueue, Visitor
from hexade.server.live.registry import TableRegistry
from hexade.server.settings import Settings
from hexade.server.table import facts, game_facts, names
from hexade.server.table.dealing import SEED_BITS
from hexade.server.table.refusals import refuse
from hexade.server.table.seats import FREE, recorded_name
from hexade.server.table.state import Change, Table
from hexade.wire.codes import hashed, new_token, replay_name
from hexade.wire.http_bodies import Giving
from hexade.wire.messages import Agreed, encode

_OURS = "device {}"  # an id that no client can write: nobody's table has it


@dataclass(frozen=True, slots=True)
class GivenGame:
    """A game that obeys the rules, ready to be stored."""

    agreed: Agreed
    seats: tuple[facts.PersonSeated | facts.BotSeated, ...]
    names: tuple[str, ...]  # of the seats, as records have them
    game: Change  # the whole of it: its start, and all events


async def keep(
    tables: TableRegistry,
    work: HistoryQueue,
    settings: Settings,
    wish: Giving,
    visitor: Visitor = NOBODY_WAITS,
) -> str:
    """Keep a finished game and return the name of its replay; refuse one that breaks a rule."""
    given = await work.do(visitor, partial(_worked_out, settings, wish))
    id = None if wish.id is None else _OURS.format(wish.id)  # noqa: A001
    live = await tables.create(given.agreed, id=id, device=True)
    if not live.table.device:
        raise refuse("record", "the id of this request belongs to a table: send another")
    seated = (partial(_sits, fact=fact) for fact in given.seats)
    for decision in (*seated, partial(_played, given=given)):
        try:
            await tables.do(live, decision)
        except Refusal as refusal:
            if refusal.reason.code not in ("seated", "started"):  # the same request came before
                raise
    return replay_name(live.table.code, 1)


def _worked_out(settings: Settings, wish: Giving) -> GivenGame:
    """Return a game as it is to be stored; refuse one that breaks a rule."""
    game, record = _verified(wish)
    setup = record.setup
    agreed = Agreed(
        game=setup.game, variant=setup.variant, edition=setup.edition, seats=setup.seats,
        options=dict(setup.options), take_back=False,
    )  # fmt: skip
    seats = tuple(
        _seated(game, setup, settings, seat, name, wish.avatars[seat : seat + 1])
        for seat, name in enumerate(record.names)
    )
    occupants = [FREE] * setup.seats
    for fact in seats:
        fact.reseat(occupants)
    started = game_facts.GameStarted(seed=record.seed or 0, bot_seed=0, start=setup.start)
    made = Accepted(resume(game, record), record.events)
    return GivenGame(agreed, seats, tuple(map(recorded_name, occupants)), Change(started, made))


def _verified(wish: Giving) -> tuple[AnyGame, Record]:
    """Return a game and its record; refuse one that is damaged, not finished or breaks a rule."""
    try:
        found = parse(encode(wish.record))
        game = games.find(str(found["game"]))
        record = read(game, found)
        verify(game, record)
    except Fault as fault:
        where = "" if fault.event is None else f" at event {fault.event + 1}"
        text = f"the record cannot be kept{where}: {fault.reason.text}"
        raise Refusal(Reason("record", fault.reason.rule, text)) from None
    if record.result is None:
        raise Refusal(Reason("not-over", "", "only a game that is over has a replay"))
    if record.seed is None or not 0 <= record.seed < 1 << SEED_BITS:
        raise Refusal(Reason("record", "", "the record has no seed from which it could be dealt"))
    return game, replace(record, events=_produced(game, record))


def _produced(game: AnyGame, record: Record) -> tuple[Event, ...]:
    """Return the events as the rules produce them: a record's may have anything beside that."""
    return tuple(event for step in replay(game, record) for event in step.events)


def _seated(
    game: AnyGame, setup: Setup, settings: Settings, seat: Seat, name: str, avatars: list[str]
) -> facts.PersonSeated | facts.BotSeated:
    """Return the fact that somebody sat there; nobody has a token for the seat."""
    bot = name.removeprefix(bots.BOT)
    if bot != name and bots.fits(bot, game, setup):
        return facts.BotSeated(seat=seat, bot=bot)
    return facts.PersonSeated(
        seat=seat,
        name=names.shown_name(name, settings.name_length),
        avatar=names.shown_avatar(avatars[0]) if avatars else "",
        token=hashed(new_token()),
    )


def _sits(table: Table, fact: facts.PersonSeated | facts.BotSeated) -> Change:
    """Put somebody in a seat, unless the same request has done so."""
    if not table.occupants[fact.seat].free:
        raise refuse("seated", "somebody sits here already")
    return Change(fact)


def _played(table: Table, given: GivenGame) -> Change:
    """Return the whole game as one change, unless the same request has made it."""
    if table.match is not None:
        raise refuse("started", "the game has begun")
    if tuple(map(recorded_name, table.occupants)) != given.names:
        raise refuse("record", "others sit at the table of this game")
    return given.game
