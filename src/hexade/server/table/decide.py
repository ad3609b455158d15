"""What a table does about a request: a plan, or a refusal. Nothing is changed here."""

from __future__ import annotations

from dataclasses import replace

from hexade import bots
from hexade.contract import setup
from hexade.contract.game import Move, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.match import Accepted, Rejected, reveals_nothing, start, submit
from hexade.server.settings import Settings
from hexade.server.table import clocks, facts, names
from hexade.server.table.dealing import dealer, new_key, new_seed
from hexade.server.table.state import Plan, Table, gone_on, settled
from hexade.wire.codes import hashed
from hexade.wire.messages import Chat, Sit


def refuse(code: str, text: str, rule: str = "") -> Refusal:
    """Return a refusal to raise."""
    return Refusal(Reason(code, rule, text))


def _demand(holds: bool, code: str, text: str) -> None:
    if not holds:
        raise refuse(code, text)


def check_agreed(table: Table) -> None:
    """Refuse a table that agreed on something its game has no use for."""
    form = next(one for one in table.game.forms if one.variant == table.setup.variant)
    if table.agreed.round_s is not None:
        together = form.has_start is False and table.setup.seats > 1
        _demand(together, "round", "only games in which all choose together have a round's time")


# -- before the game -----------------------------------------------------------------------------


def sit(table: Table, wish: Sit, token: str, settings: Settings) -> Plan:
    """Give a person a free seat, in mid-game as well."""
    known = table.seat_of(token)
    _demand(known is None, "seated", "this token has a seat here already")
    free = [seat for seat, chair in enumerate(table.chairs) if chair.free]
    if table.phase == "playing":
        _demand(bool(free), "started", "the game has begun: one can watch")
    name = names.shown_name(wish.name, settings.name_length)
    taken = {(chair.name or "").casefold() for chair in table.chairs}
    _demand(name.casefold() not in taken, "name-taken", "somebody here has this name already")
    wanted = free if wish.seat is None else [seat for seat in free if seat == wish.seat]
    _demand(bool(wanted), "no-seat", "this seat is not free" if free else "all seats are taken")
    avatar = names.shown_avatar(wish.avatar)
    return Plan(facts.Sat(seat=wanted[0], name=name, avatar=avatar, token=hashed(token)))


def rise(table: Table, seat: Seat, bot: str | None = None) -> Plan:
    """Let a person leave for good; in mid-game a bot may play on until somebody takes the seat."""
    playing = table.phase == "playing"
    held = table.held is not None and table.held.seat == seat
    _demand(not held, "held", "wait until your last move stands")
    return Plan(facts.Rose(seat=seat, bot=_known_bot(table, bot) if bot and playing else None))


def swap(table: Table, seat: Seat, other: Seat | None) -> Plan:
    """Change seats between games: at once if nobody minds, else when both have asked."""
    _demand(table.phase != "playing", "started", "seats are changed between games")
    if other is None:
        return Plan(facts.AskedToSwap(seat=seat))
    _demand(other < len(table.chairs) and other != seat, "no-seat", "there is no such seat")
    if not table.chairs[other].person or table.swaps.get(other) == seat:
        return Plan(facts.Swapped(seat=seat, other=other))
    return Plan(facts.AskedToSwap(seat=seat, other=other))


def seat_bot(table: Table, at: Seat, bot: str | None) -> Plan:
    """Put a bot on a free seat, or send one away between games."""
    _demand(at < len(table.chairs), "no-seat", "there is no such seat")
    chair = table.chairs[at]
    if bot is None:
        _demand(table.phase != "playing", "started", "the game has begun")
        _demand(chair.bot is not None, "no-bot", "no bot sits there")
        return Plan(facts.Rose(seat=at))
    _demand(chair.free, "no-seat", "this seat is not free")
    if table.phase == "playing":  # until somebody takes the seat
        return Plan(facts.StoodIn(seat=at, bot=_known_bot(table, bot)))
    return Plan(facts.Placed(seat=at, bot=_known_bot(table, bot)))


def begin(table: Table) -> Plan:
    """Start the first game."""
    _demand(table.phase == "waiting", "started", "the game has begun")
    _demand(not any(chair.free for chair in table.chairs), "free-seats", "there are free seats")
    return _start(table, table.setup.start) if table.origin is None else _go_on(table, table.origin)


def _start(table: Table, first: Seat) -> Plan:
    seed, key = new_seed(), new_key()
    made = start(table.game, replace(table.setup, start=first), dealer(seed, key))
    return Plan(facts.Started(seed=seed, key=key, bot_seed=new_seed(), start=first), made)


def _go_on(table: Table, origin: facts.Origin) -> Plan:
    """Go on from the position that the table was made for."""
    fact = facts.Started(
        seed=new_seed(), key=new_key(), bot_seed=new_seed(), start=origin.start, gone_on=True
    )
    return Plan(fact, gone_on(table, origin, dealer(fact.seed, fact.key)))


# -- the game ------------------------------------------------------------------------------------


def move(
    table: Table, seat: Seat, made: Move | str, version: int, id: str | None, now: float,  # noqa: A002
) -> Plan:  # fmt: skip
    """Make a move: held if it may be taken back, else with chance's answer at once."""
    match = table.match
    _demand(match is not None, "waiting", "the game has not begun")
    assert match is not None
    _demand(not table.held, "held", "wait until the last move stands")
    left = charged(table, seat, now)
    person = table.chairs[seat].driver is None
    if person and table.agreed.take_back:
        tried = taken(submit(match, seat, made, version))
        number = _number(table, made)
        if reveals_nothing(match, seat, number, tried.match):
            return Plan(facts.Held(seat=seat, move=number, id=id, left_ms=left), tried)
    whole = taken(submit(match, seat, made, version, table.dealer()))
    move = facts.Moved(seat=seat, move=_number(table, made), id=id, left_ms=left)
    return Plan(move, whole)


def _number(table: Table, made: Move | str) -> Move:
    """Return a move that was found to be readable as its number."""
    return table.game.parse(made) if isinstance(made, str) else made


def goes_on(table: Table, seat: Seat, version: int) -> bool:
    """Tell whether a move for this version goes on after one's own move that is still held."""
    held = table.held
    if held is None or held.seat != seat or version != held.made.match.version:
        return False
    return held.made.match.waiting_for == {seat}


def stands(table: Table, seat: Seat, next_move: str, version: int) -> Plan:
    """Let the held move stand before its time: its player has gone on with a legal move."""
    _demand(goes_on(table, seat, version), "early", "no move of yours is held")
    assert table.held is not None
    taken(submit(table.held.made.match, seat, next_move, version))  # else it can be taken back
    return Plan(facts.Settled(), settled(table))


def take_back(table: Table, seat: Seat, id: str, now: float, settings: Settings) -> Plan:  # noqa: A002
    """Take the held move back, as long as that is allowed."""
    _demand(table.held is not None, "too-late", "there is nothing that could be taken back")
    assert table.held is not None
    in_time = now < table.held.since + settings.hold_s
    _demand(in_time, "too-late", f"a move can be taken back for {settings.hold_s:g} seconds")
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
    if yes and all_agree(table, table.rematch | {seat}):
        return play_again(table)
    return Plan(facts.Wanted(seat=seat, yes=yes))


def all_agree(table: Table, willing: set[Seat]) -> bool:
    """Tell whether a game that is over can be followed by another: all want it, no seat is free."""
    people = {
        at for at, chair in enumerate(table.chairs) if chair.person and chair.stand_in is None
    }
    manned = all(not chair.free or chair.driver for chair in table.chairs)
    return table.phase == "over" and manned and bool(willing) and people <= willing


def play_again(table: Table) -> Plan:
    """Start the next game, the start moved on."""
    _demand(table.phase == "over", "not-over", "the game is not over")
    assert table.match is not None  # a game that is over has been played
    return _start(table, setup.rematch(table.game, table.match.setup).start)


# -- the table itself ----------------------------------------------------------------------------


def say(table: Table, seat: Seat, wish: Chat, settings: Settings) -> Plan:
    """Say something to all, or to one's partners where the table allows it (C4)."""
    if wish.team:
        _demand(table.team_of(seat) is not None, "no-team", "you have no partner here")
        rule = table.game.rule_of(table.setup, "talk")
        if not table.agreed.team_talk:
            raise refuse("team-talk", "partners do not talk here: the table has not agreed", rule)
    text = wish.text
    said = names.shown_avatar(text) if wish.emote else names.shown_text(text, settings.chat_length)
    return Plan(facts.Said(seat=seat, text=said, emote=wish.emote, team=wish.team, id=wish.id))


def mute(table: Table, seat: Seat, at: Seat, on: bool) -> Plan:
    """Hear nothing more from a seat, or hear it again."""
    _demand(at < len(table.chairs) and at != seat, "no-seat", "there is nobody to mute")
    return Plan(facts.Muted(by=seat, seat=at, on=on))


# -- small things --------------------------------------------------------------------------------


def default_bot(table: Table) -> str:
    """Return the bot that stands in when nobody chose one."""
    return bots.usual(table.game)


def _known_bot(table: Table, bot: str) -> str:
    bots.make(bot, table.game, 0)  # refuses an unknown name
    return bot


def charged(table: Table, seat: Seat, now: float) -> list[int] | None:
    """Return what the clocks show when a seat has moved."""
    assert table.match is not None
    if seat in table.match.sealed or table.chairs[seat].driver:
        return table.left_ms  # a changed mind costs nothing, and bots have time of their own
    return clocks.charged(table.agreed.clock, table.left_ms, seat, table.turn_s(now))


def taken(answer: Accepted | Rejected) -> Accepted:
    """Return what was accepted; raise what was not."""
    if isinstance(answer, Rejected):
        raise Refusal(answer.reason)
    return answer
