"""What a table does about a request: a plan, or a refusal. Nothing is changed here."""

from __future__ import annotations

import secrets
from dataclasses import replace

from hexade import bots
from hexade.contract import setup
from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE_ACTS, Move, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.match import Accepted, Rejected, expire, start, submit
from hexade.server import clocks, facts, seats
from hexade.server.messages import Sit
from hexade.server.settings import Settings
from hexade.server.table import Plan, Table, gone_on, settled

SEED_BITS = 53  # what every reader of JSON keeps


def refuse(code: str, text: str, rule: str = "") -> Refusal:
    """Return a refusal to raise."""
    return Refusal(Reason(code, rule, text))


def _demand(holds: bool, code: str, text: str) -> None:
    if not holds:
        raise refuse(code, text)


# -- before the game -----------------------------------------------------------------------------


def sit(table: Table, wish: Sit, token: str, settings: Settings) -> Plan:
    """Give a person a seat; the caller has looked whether the token has one already."""
    _demand(table.phase == "waiting", "started", "the game has begun: one can watch")
    name = seats.shown_name(wish.name, settings.name_length)
    taken = {(chair.name or "").casefold() for chair in table.chairs}
    _demand(name.casefold() not in taken, "name-taken", "somebody here has this name already")
    free = [seat for seat, chair in enumerate(table.chairs) if chair.free]
    wanted = free if wish.seat is None else [seat for seat in free if seat == wish.seat]
    _demand(bool(wanted), "no-seat", "this seat is not free" if free else "all seats are taken")
    avatar = seats.shown_avatar(wish.avatar)
    return Plan(facts.Sat(seat=wanted[0], name=name, avatar=avatar, token=seats.hashed(token)))


def rise(table: Table, seat: Seat) -> Plan:
    """Let a person leave the waiting room."""
    _demand(table.phase == "waiting", "started", "the game has begun: let a bot stand in")
    return Plan(facts.Rose(seat=seat))


def seat_bot(table: Table, at: Seat, bot: str | None) -> Plan:
    """Put a bot on a free seat, or send one away."""
    _demand(table.phase == "waiting", "started", "the game has begun")
    _demand(at < len(table.chairs), "no-seat", "there is no such seat")
    chair = table.chairs[at]
    if bot is None:
        _demand(chair.bot is not None, "no-bot", "no bot sits there")
        return Plan(facts.Rose(seat=at))
    _demand(chair.free, "no-seat", "this seat is not free")
    return Plan(facts.Placed(seat=at, bot=_known_bot(table, bot)))


def begin(table: Table) -> Plan:
    """Start the first game."""
    _demand(table.phase == "waiting", "started", "the game has begun")
    _demand(not any(chair.free for chair in table.chairs), "free-seats", "there are free seats")
    return _start(table, table.setup.start) if table.origin is None else _go_on(table, table.origin)


def _start(table: Table, first: Seat) -> Plan:
    seed, bot_seed = secrets.randbits(SEED_BITS), secrets.randbits(SEED_BITS)
    made = start(table.game, replace(table.setup, start=first), Stream(seed))
    return Plan(facts.Started(seed=seed, bot_seed=bot_seed, start=first), made)


def _go_on(table: Table, origin: facts.Origin) -> Plan:
    """Go on from the position that the table was made for."""
    seed, bot_seed = secrets.randbits(SEED_BITS), secrets.randbits(SEED_BITS)
    made = gone_on(table, origin, seed)
    fact = facts.Started(seed=seed, bot_seed=bot_seed, start=origin.start, gone_on=True)
    return Plan(fact, made)


# -- the game ------------------------------------------------------------------------------------


def move(
    table: Table, seat: Seat, made: Move | str, version: int, id: str | None, now: float,  # noqa: A002
) -> Plan:  # fmt: skip
    """Make a move: held if it may be taken back, else with chance's answer at once."""
    match = table.match
    _demand(match is not None, "waiting", "the game has not begun")
    assert match is not None
    _demand(not table.held, "held", "wait until the last move stands")
    tried = _taken(submit(match, seat, made, version))
    number = table.game.parse(made) if isinstance(made, str) else made
    left = _charged(table, seat, now)
    person = table.chairs[seat].driver is None
    alone = len(match.game.to_act(match.state)) == 1  # choices made together are a reveal
    if person and alone and table.agreed.take_back and tried.match.waiting_for == CHANCE_ACTS:
        return Plan(facts.Held(seat=seat, move=number, id=id, left_ms=left), tried)
    whole = _taken(submit(match, seat, number, version, table.dealer()))
    return Plan(facts.Moved(seat=seat, move=number, id=id, left_ms=left), whole)


def take_back(table: Table, seat: Seat, id: str) -> Plan:  # noqa: A002
    """Take the held move back."""
    _demand(table.held is not None, "too-late", "there is nothing that could be taken back")
    assert table.held is not None
    _demand(table.held.seat == seat, "not-yours", "only its player can take a move back")
    return Plan(facts.TakenBack(seat=seat, id=id))


def count(table: Table, seat: Seat, id: str) -> Plan:  # noqa: A002
    """Begin to count for the last one who has not chosen."""
    late = table.expirable()
    _demand(bool(table.match and seat in table.match.sealed), "choose-first", "choose first")
    _demand(len(late) == 1, "count", "the count begins when everyone but one has chosen")
    _demand(table.counting is None, "counting", "the count is on already")
    return Plan(facts.Counted(seat=seat, id=id))


def stand_in(table: Table, seat: Seat, at: Seat, bot: str | None, away_s: float | None,
             settings: Settings) -> Plan:  # fmt: skip
    """Give a seat to a bot: one's own, or that of somebody who has been away too long."""
    _demand(table.phase == "playing", "not-playing", "there is no game on")
    _demand(at < len(table.chairs) and table.chairs[at].person, "no-seat", "no person sits there")
    _demand(table.chairs[at].stand_in is None, "stand-in", "a bot plays for this seat already")
    gone = away_s is not None and away_s >= settings.away_s
    text = f"a seat can be given away when its player was away for {settings.away_s:.0f} seconds"
    _demand(at == seat or gone, "not-away", text)
    return Plan(facts.StoodIn(seat=at, bot=_known_bot(table, bot or default_bot(table))))


def come_back(table: Table, seat: Seat) -> Plan:
    """Take one's seat back from the bot."""
    _demand(table.chairs[seat].stand_in is not None, "no-bot", "no bot plays for you")
    return Plan(facts.StoodIn(seat=seat, bot=None))


def rematch(table: Table, seat: Seat, yes: bool) -> Plan:
    """Note who would play again; the last one to agree starts the game."""
    _demand(table.phase == "over", "not-over", "the game is not over")
    people = {
        at for at, chair in enumerate(table.chairs) if chair.person and chair.stand_in is None
    }
    if yes and people <= table.rematch | {seat}:
        assert table.match is not None  # a game that is over has been played
        return _start(table, setup.rematch(table.game, table.match.setup).start)
    return Plan(facts.Wanted(seat=seat, yes=yes))


# -- the table itself ----------------------------------------------------------------------------


def say(seat: Seat, text: str, emote: bool, id: str, settings: Settings) -> Plan:  # noqa: A002
    """Say something to all."""
    if emote:
        return Plan(facts.Said(seat=seat, text=seats.shown_avatar(text), emote=True, id=id))
    said = seats.shown_text(text, settings.chat_length)
    return Plan(facts.Said(seat=seat, text=said, id=id))


def mute(table: Table, seat: Seat, at: Seat, on: bool) -> Plan:
    """Hear nothing more from a seat, or hear it again."""
    _demand(at < len(table.chairs) and at != seat, "no-seat", "there is nobody to mute")
    return Plan(facts.Muted(by=seat, seat=at, on=on))


# -- when time is up -----------------------------------------------------------------------------


def due(table: Table, settings: Settings) -> float | None:
    """Return when the table has to do something by itself, if ever."""
    if table.held:
        return table.held.since + settings.hold_s
    times = [when for when, _ in _deadlines(table, settings)]
    return min(times, default=None)


def overdue(table: Table, settings: Settings, now: float) -> Plan:
    """Return what the table does by itself now; refuse if it is too early."""
    if table.held and table.held.since + settings.hold_s <= now:
        return Plan(facts.Settled(), settled(table))
    for when, late in sorted(_deadlines(table, settings)):
        if when <= now and not table.held:
            return _late(table, late, now)
    raise refuse("early", "it is not time yet")


def _deadlines(table: Table, settings: Settings) -> list[tuple[float, list[Seat]]]:
    """Return when the time of which seats is up."""
    if table.match is None or table.held or table.match.over:
        return []
    found = []
    late = table.expirable()
    if late and table.counting is not None:
        found.append((table.counting + settings.count_s, late))
    if late and table.agreed.round_s is not None:
        found.append((table.turn_since + table.agreed.round_s, late))
    for seat in table.waiting():
        most = clocks.allowance(table.agreed.clock, table.left_ms, seat) if seat >= 0 else None
        if most is not None and table.chairs[seat].driver is None:
            found.append((table.turn_since + most, [seat]))
    return found


def _late(table: Table, late: list[Seat], now: float) -> Plan:
    """Move for the slow where the rules say how; else a bot takes over, and may be sent away."""
    assert table.match is not None
    left = table.left_ms
    for seat in late:
        left = clocks.charged(table.agreed.clock, left, seat, now - table.turn_since)
    if all(table.game.absent(table.match.state, seat) is not None for seat in late):
        made = _taken(expire(table.match, late, table.dealer()))
        return Plan(facts.Expired(seats=late, left_ms=left), made)
    return Plan(facts.StoodIn(seat=late[0], bot=default_bot(table), clock=True, left_ms=left))


# -- small things --------------------------------------------------------------------------------


def default_bot(table: Table) -> str:
    """Return the bot that stands in when nobody chose one: the last in the game's list."""
    return list(bots.makers(table.game))[-1]


def _known_bot(table: Table, bot: str) -> str:
    bots.make(bot, table.game, 0)  # refuses an unknown name
    return bot


def _charged(table: Table, seat: Seat, now: float) -> list[int] | None:
    assert table.match is not None
    if seat in table.match.sealed or table.chairs[seat].driver:
        return table.left_ms  # a changed mind costs nothing, and bots have time of their own
    return clocks.charged(table.agreed.clock, table.left_ms, seat, now - table.turn_since)


def _taken(answer: Accepted | Rejected) -> Accepted:
    if isinstance(answer, Rejected):
        raise Refusal(answer.reason)
    return answer
