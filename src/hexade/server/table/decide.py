"""What a table does about a request: a change, or a refusal. Nothing is changed here.

A new kind of request has its message in `wire/messages.py`, its decision here and in `_DECISIONS`
below, and its fact in `facts.py`. Requests are idempotent: one whose id was answered before is not
done again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from hexade import bots
from hexade.contract import setup
from hexade.contract.game import Seat
from hexade.contract.reason import Reason, Refusal
from hexade.server.settings import Settings
from hexade.server.table import chat_facts, clocks, facts, game_facts, moves, names
from hexade.server.table.dealing import new_key, new_seed
from hexade.server.table.look_alikes import look_alike
from hexade.server.table.refusals import demand, refuse
from hexade.server.table.seats import Applicant
from hexade.server.table.state import Change, Table
from hexade.wire import messages
from hexade.wire.codes import fits, hashed
from hexade.wire.messages import Chat, Sit
from hexade.wire.request_kinds import Who

WATCHING = Reason("watching", "", "spectators can't play")
_APPLICANTS = 8  # who may ask for a seat at the same time
_RESEATED = Reason("seats", "", "the seats have changed meanwhile")


class Repeated(Exception):  # noqa: N818
    """The same request was done before: requests are idempotent."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and when."""

    seat: Seat
    now: float
    away_s: Callable[[Seat, float], float | None]
    settings: Settings
    token: str | None  # its hash: the seat may belong to somebody else by the time we decide

    def owns(self, table: Table) -> bool:
        """Tell whether the table is theirs."""
        return table.owns(self.token)


def decision(request: messages.Request, asker: Asker) -> Callable[[Table], Change]:
    """Return a function that decides about a request, given the table as it is by then."""

    def decided(table: Table) -> Change:
        _demand_open(table)
        _check_asker(table, request, asker)
        if table.knows(asker.seat, getattr(request, "id", None)):
            raise Repeated
        _check_asides(table, request, asker)
        return _signed(_DECISIONS[type(request)](table, request, asker), request, asker.seat)

    return decided


def _check_asker(table: Table, request: messages.Request, asker: Asker) -> None:
    """Refuse spectators, unless they own the table or a seat of it and need no seat to ask."""
    if asker.seat >= len(table.occupants):  # seats went while the request waited for its turn
        raise Refusal(_RESEATED)
    if asker.seat < 0 or not table.occupants[asker.seat].person:
        if not _is_among(request.without_seat, table, asker):
            raise Refusal(WATCHING)
    elif table.occupants[asker.seat].token != asker.token:
        raise Refusal(_RESEATED)


def _is_among(who: Who, table: Table, asker: Asker) -> bool:
    """Tell whether the asker is one of those who may."""
    return who == "anybody" or (who == "owner" and asker.owns(table))


def _check_asides(table: Table, request: messages.Request, asker: Asker) -> None:
    """Bound what each person stores besides moves; what a table needs has room left."""
    if not _is_among(request.unlimited, table, asker):
        _demand_room_for(table, request, asker)


def _demand_room_for(table: Table, request: messages.Request, asker: Asker) -> None:
    used = table.asides.of(asker.token if asker.seat >= 0 else None)
    _demand_room(used, (2 if request.needed else 1) * asker.settings.asides_per_game)


def _demand_room(used: int, most: int) -> None:
    text = f"a person has {most} messages, take-backs and changes of seats in a game, and no more"
    demand(used < most, "enough", text)


def _signed(change: Change, request: messages.Request, seat: Seat) -> Change:
    """Return the change with the seat and the request's id in its fact, for idempotence."""
    own = getattr(change.fact, "seat", None) == seat
    asked = {"id": getattr(request, "id", None), "by": None if own else seat}
    return replace(change, fact=msgspec.structs.replace(change.fact, **asked))


def _demand_open(table: Table) -> None:
    demand(table.phase != "closed", "closed", "the owner has closed this table")


def _demand_owner(table: Table, asker: Asker) -> None:
    demand(asker.owns(table), "not-owner", "only the owner of the table can do this")


# -- before the game -----------------------------------------------------------------------------


def sit(table: Table, wish: Sit, token: str, settings: Settings, mark: str = "") -> Change:
    """Give a person a free seat; the mark stands for their address.

    A seat that was left in mid-game has to be asked for, except by those who decide about it.
    """
    _demand_open(table)
    _demand_room(table.asides.of_those_who_left(mark), 2 * settings.asides_per_game)
    asked = any(fits(hashed(token), one.token) for one in table.applicants)
    known = table.seat_of(token) is not None or (asked and table.phase == "playing")
    demand(not known, "seated", "this token has a seat here already, or has asked for one")
    welcome = table.owns(hashed(token)) or not table.refused & {hashed(token), mark}
    demand(welcome, "turned-away", "the owner of this table does not want you to sit down")
    free = [seat for seat, occupant in enumerate(table.occupants) if occupant.free]
    if table.phase == "playing":
        demand(bool(free), "started", "the game has begun: you can watch")
    name = names.shown_name(wish.name, settings.name_length)
    # Whoever decides about a free seat need not fear that an applicant has taken their name.
    decides = any(table.keeps(hashed(token), seat) for seat in free)
    others = [one for one in table.applicants if not decides and one.token != hashed(token)]
    known_names = [one.name or "" for one in table.occupants] + [one.name for one in others]
    taken = any(look_alike(name, one) for one in known_names)
    demand(not taken, "name-taken", "somebody here has this name already")
    wanted = free if wish.seat is None else [seat for seat in free if seat == wish.seat]
    demand(bool(wanted), "no-seat", "this seat is not free" if free else "all seats are taken")
    avatar = names.shown_avatar(wish.avatar)
    new = Applicant(0, wanted[0], name, avatar, hashed(token), mark)
    if table.phase != "playing" or table.keeps(new.token, new.seat):
        return _seated(table, new)
    rest = [one for one in table.applicants if not mark or one.mark != mark]
    few = len(rest) < _APPLICANTS and table.asides.asked[mark] < settings.asides_per_game
    demand(few, "asking", "too many people ask for a seat here: wait")
    return Change(
        facts.SeatAsked(seat=new.seat, name=name, avatar=avatar, token=new.token, mark=mark)
    )


def _seated(table: Table, new: Applicant) -> Change:
    guest = table.creator is not None and table.creator != new.token
    return Change(
        facts.PersonSeated(
            seat=new.seat, name=new.name, avatar=new.avatar, token=new.token, guest=guest,
            mark=new.mark,
        )
    )  # fmt: skip


def _asked_admit(table: Table, request: messages.Admit, asker: Asker) -> Change:
    """Seat somebody who has asked, or decline; as the owner or the one who left decides."""
    found = [one for one in table.applicants if one.n == request.n]
    demand(bool(found), "not-asking", "this person no longer asks for a seat")
    new = found[0]
    may = table.keeps(asker.token, new.seat)
    demand(may, "not-owner", "the owner, or the one who left, decides who takes this seat")
    if not request.yes:
        return Change(facts.AskDeclined(n=new.n))
    demand(table.occupants[new.seat].free, "no-seat", "this seat is not free")
    taken = any(look_alike(new.name, one.name or "") for one in table.occupants)
    demand(not taken, "name-taken", "somebody here has this name already")
    return _seated(table, new)


def rise(table: Table, seat: Seat, bot: str | None = None) -> Change:
    """Let a person leave for good; in mid-game a bot may play on until somebody takes the seat."""
    playing = table.phase == "playing"
    held = table.held is not None and table.held.seat == seat
    demand(not held, "held", "wait until your last move stands")
    return Change(
        facts.SeatLeft(seat=seat, bot=_fitting_bot(table, bot) if bot and playing else None)
    )


def _asked_remove(table: Table, request: messages.Remove, asker: Asker) -> Change:
    """Free a seat from somebody whom the owner does not want there, between games."""
    _demand_owner(table, asker)
    demand(table.phase != "playing", "started", "nobody is removed in mid-game")
    others = table.people() - {asker.seat}
    demand(request.seat in others, "no-seat", "nobody else sits there")
    if not request.for_good:
        return Change(facts.SeatLeft(seat=request.seat))
    was = table.occupants[request.seat]
    return Change(facts.PersonRefused(seat=request.seat, token=was.token or "", mark=was.mark))


def _asked_close(table: Table, _: messages.Close, asker: Asker) -> Change:
    """Close the table, unless somebody else is in the middle of a game there."""
    _demand_owner(table, asker)
    rest = table.people() - {asker.seat} if table.phase == "playing" else set()
    away = {seat: asker.away_s(seat, asker.now) or 0.0 for seat in rest}
    gone = all(time >= asker.settings.away_s for time in away.values())
    demand(gone, "started", "others are playing: close the table when the game is over")
    return Change(facts.TableClosed())


def swap(table: Table, seat: Seat, other: Seat | None) -> Change:
    """Change seats between games: at once, or if a person sits there, once both have asked."""
    demand(table.phase != "playing", "started", "seats are changed between games")
    if other is None:
        return Change(facts.SwapRequested(seat=seat))
    demand(other < len(table.occupants) and other != seat, "no-seat", "there is no such seat")
    if not table.occupants[other].person or table.swaps.get(other) == seat:
        return Change(facts.SeatsSwapped(seat=seat, other=other))
    return Change(facts.SwapRequested(seat=seat, other=other))


def seat_bot(table: Table, at: Seat, bot: str | None) -> Change:
    """Put a bot in a free seat, or remove one between games."""
    demand(at < len(table.occupants), "no-seat", "there is no such seat")
    occupant = table.occupants[at]
    if bot is None:
        demand(table.phase != "playing", "started", "the game has begun")
        demand(occupant.bot is not None, "no-bot", "no bot sits there")
        return Change(facts.SeatLeft(seat=at))
    demand(occupant.free, "no-seat", "this seat is not free")
    if table.phase == "playing":  # until somebody takes the seat
        return Change(facts.StandInChanged(seat=at, bot=_fitting_bot(table, bot)))
    return Change(facts.BotSeated(seat=at, bot=_fitting_bot(table, bot)))


def set_seats(table: Table, n: int, drop: Seat | None = None) -> Change:
    """Add free seats before the first game, or remove a free seat or a bot and then free ones."""
    demand(table.phase == "waiting", "started", "seats are added and removed before the first game")
    demand(table.origin is None, "seats", "a table from a position has the seats of that game")
    agreed = table.agreed
    new = setup.agree(table.game, agreed.variant, agreed.edition, n, options=agreed.options)
    seats = table.occupants
    empty = [seat for seat, one in enumerate(seats) if one.free and seat != drop]
    if drop is not None:
        demand(drop < len(seats) and not seats[drop].person, "no-seat", "a person sits there")
        empty.append(drop)
    surplus = max(0, len(seats) - n)
    demand(surplus <= len(empty), "no-seat", "too many people sit here for so few seats")
    gone = empty[len(empty) - surplus :]
    order: list[int | None] = [seat for seat in range(len(seats)) if seat not in gone]
    for one in (seats[seat] for seat in order if seat is not None):
        if one.bot:
            bots.refuse_bot(one.bot, table.game, new)
    return Change(facts.SeatsChanged(order=order + [None] * (n - len(order))))


def without_free(table: Table) -> Change:
    """Remove the free seats, so that those who are there can start."""
    taken = sum(not occupant.free for occupant in table.occupants)
    many = setup.form_of(table.game, table.setup.variant).seats
    demand(taken in many and table.origin is None, "free-seats", "there are free seats")
    return set_seats(table, taken)


def begin(table: Table) -> Change:
    """Start the first game."""
    demand(table.phase == "waiting", "started", "the game has begun")
    demand(
        not any(occupant.free for occupant in table.occupants), "free-seats", "there are free seats"
    )
    if table.origin is None:
        return _start(table, table.setup.start)
    return _start(table, table.origin.start, gone_on=True)


def _start(table: Table, first: Seat, gone_on: bool = False) -> Change:
    fact = game_facts.GameStarted(
        seed=new_seed(), key=new_key(), bot_seed=new_seed(), start=first, gone_on=gone_on
    )
    return Change.of(table, fact)


# -- the game ------------------------------------------------------------------------------------


def count(table: Table, seat: Seat, id: str) -> Change:  # noqa: A002
    """Start the countdown for the last player who has not chosen."""
    late = [] if clocks.slow_s(table.agreed.clock) else table.expirable()
    demand(bool(table.match and seat in table.match.sealed), "choose-first", "choose first")
    demand(len(late) == 1, "count", "the count begins when everyone but one has chosen")
    demand(table.counting is None, "counting", "the countdown has begun already")
    return Change(game_facts.CountStarted(seat=seat, id=id))


def stand_in(table: Table, seat: Seat, at: Seat, bot: str | None, away_s: float | None,
             settings: Settings) -> Change:  # fmt: skip
    """Give a seat to a bot: one's own, or that of somebody who has been away too long."""
    demand(table.phase == "playing", "not-playing", "no game is being played")
    demand(
        at < len(table.occupants) and table.occupants[at].person, "no-seat", "no person sits there"
    )
    demand(table.occupants[at].stand_in is None, "stand-in", "a bot plays for this seat already")
    gone = away_s is not None and away_s >= settings.away_s
    text = f"a seat can be given away when its player was away for {settings.away_s:.0f} seconds"
    demand(at == seat or gone, "not-away", text)
    return Change(facts.StandInChanged(seat=at, bot=_fitting_bot(table, bot or default_bot(table))))


def come_back(table: Table, seat: Seat, now: float) -> Change:
    """Take one's seat back from the bot, unless one's time is up: a flag that fell stays fallen."""
    demand(table.occupants[seat].stand_in is not None, "no-bot", "no bot plays for you")
    moves.demand_time(table, seat, now)
    return Change(facts.StandInChanged(seat=seat, bot=None))


def rematch(table: Table, seat: Seat, yes: bool) -> Change:
    """Note who wants a rematch; the last one to agree starts it."""
    demand(table.phase == "over", "not-over", "the game is not over")
    if yes and all_agree(table, table.rematch | {seat}):
        return play_again(table)
    return Change(facts.RematchVoted(seat=seat, yes=yes))


def all_agree(table: Table, willing: set[Seat]) -> bool:
    """Tell whether a rematch can start: everybody wants it, and no seat is free."""
    if not willing or table.phase != "over":
        return False
    people = {
        at
        for at, occupant in enumerate(table.occupants)
        if occupant.person and occupant.stand_in is None
    }
    manned = all(not occupant.free or occupant.driver for occupant in table.occupants)
    return manned and people <= willing


def play_again(table: Table) -> Change:
    """Start the next game, with the next seat to begin."""
    demand(table.phase == "over", "not-over", "the game is not over")
    assert table.match is not None  # the last game is still there
    return _start(table, setup.rematch(table.game, table.match.setup).start)


# -- the table itself ----------------------------------------------------------------------------


def say(table: Table, seat: Seat, wish: Chat, settings: Settings) -> Change:
    """Say something to all; emotes alone while partners play who may not consult (C4)."""
    closed = table.agreed.talk == "closed" and table.team_of(seat) is not None
    if closed and table.phase == "playing" and not wish.emote:
        why = "partners do not consult here: while the game is on there are emotes but no chat"
        raise refuse("talk", why, table.game.rule_of(table.setup, "talk"))
    text = wish.text
    said = names.shown_emote(text) if wish.emote else names.shown_text(text, settings.chat_length)
    after = table.chat.after()
    return Change(
        chat_facts.ChatSaid(seat=seat, text=said, emote=wish.emote, id=wish.id, after=after)
    )


def mute(table: Table, seat: Seat, at: Seat, on: bool) -> Change:
    """Mute a seat, or unmute it."""
    demand(at < len(table.occupants) and at != seat, "no-seat", "there is nobody to mute")
    after = table.chat.after_mute(seat, at, on)
    return Change(chat_facts.SeatMuted(by=seat, seat=at, on=on, after=after))


# -- helpers -------------------------------------------------------------------------------------


def default_bot(table: Table) -> str:
    """Return the bot that takes over when nobody chose one."""
    return bots.usual(table.game)


def _fitting_bot(table: Table, bot: str) -> str:
    bots.refuse_bot(bot, table.game, table.setup)
    return bot


# -- the decision for each request ---------------------------------------------------------------


def _starts(table: Table, asker: Asker) -> bool:
    """Tell whether a game starts when somebody asks: for the owner, or when all people have."""
    return asker.owns(table) or table.people() <= table.agreed_to_start | {asker.seat}


def _drops_seats(table: Table, request: messages.Start) -> bool:
    """Tell whether there are free seats, and the game is to start without them."""
    free = table.phase == "waiting" and any(occupant.free for occupant in table.occupants)
    return request.fewer and free


def _asked_start(table: Table, request: messages.Start, asker: Asker) -> Change:
    """Start, or note who agrees; the free seats are gone by then, unless others have to agree."""
    if _drops_seats(table, request) and not _starts(table, asker):
        without_free(table)  # or refuses
        return Change(facts.StartAgreed(seat=asker.seat))
    started = begin(table)
    return started if _starts(table, asker) else Change(facts.StartAgreed(seat=asker.seat))


def _asked_seats(table: Table, request: messages.SetSeats, asker: Asker) -> Change:
    _demand_owner(table, asker)
    return set_seats(table, request.n, request.drop)


def goes_before(table: Table, request: messages.Request, asker: Asker) -> bool:
    """Tell whether something has to happen before a request: see `beforehand`."""
    return _first_change(table, request, asker) is not None


def _first_change(
    table: Table, request: messages.Request, asker: Asker
) -> Callable[[Table], Change] | None:
    """Return a function that decides what comes before a request, or None if nothing does."""
    if isinstance(request, messages.Start):
        return without_free if _drops_seats(table, request) and _starts(table, asker) else None
    if moves.goes_on(table, asker.seat, request):
        return lambda table: moves.stands(table, asker.seat, request)
    return None


def beforehand(request: messages.Request, asker: Asker) -> Callable[[Table], Change]:
    """Return a function that decides what comes before a request.

    A held move stands as soon as somebody goes on, and free seats go before a game with fewer.
    """

    def decided(table: Table) -> Change:
        _demand_open(table)
        _check_asker(table, request, asker)
        change = _first_change(table, request, asker)
        demand(change is not None, "early", "nothing comes before this")
        assert change is not None
        return change(table)

    return decided


def _asked_bot(table: Table, request: messages.SeatBot, asker: Asker) -> Change:
    seats = table.occupants
    waits = (
        request.seat < len(seats) and seats[request.seat].free and not seats[request.seat].driver
    )
    if table.phase != "playing" or not waits:  # else anybody may call one: the game waits for it
        _demand_owner(table, asker)
    return seat_bot(table, request.seat, request.bot)


def _asked_move(table: Table, request: messages.Move, asker: Asker) -> Change:
    if table.occupants[asker.seat].stand_in:
        raise refuse("stand-in", "a bot plays for you: take your seat back")
    version = moves.version_for(table, request)
    return moves.move(table, asker.seat, request.move, version, request.id, asker.now, request.then)


def _asked_settle(table: Table, request: messages.Settle, asker: Asker) -> Change:
    change = moves.let_stand(table, asker.seat, request.hold)
    if change is None:
        raise Repeated
    return change


def _asked_stand_in(table: Table, request: messages.StandIn, asker: Asker) -> Change:
    if request.seat == asker.seat:  # for somebody who is away it cannot be repeated for ever
        _demand_room_for(table, request, asker)
    away = asker.away_s(request.seat, asker.now)
    bot = request.bot if request.seat == asker.seat else None  # no weak one for an opponent
    return stand_in(table, asker.seat, request.seat, bot, away, asker.settings)


_DECISIONS: dict[type, Callable[[Table, Any, Asker], Change]] = {
    messages.Move: _asked_move,
    messages.TakeBack: lambda table, request, asker: moves.take_back(
        table, asker.seat, request.id, asker.now, asker.settings, request.hold
    ),
    messages.Settle: _asked_settle,
    messages.CountDown: lambda table, request, asker: count(table, asker.seat, request.id),
    messages.Start: _asked_start,
    messages.SetSeats: _asked_seats,
    messages.Rise: lambda table, request, asker: rise(table, asker.seat, request.bot),
    messages.Swap: lambda table, request, asker: swap(table, asker.seat, request.seat),
    messages.SeatBot: _asked_bot,
    messages.Remove: _asked_remove,
    messages.Close: _asked_close,
    messages.Admit: _asked_admit,
    messages.StandIn: _asked_stand_in,
    messages.Return: lambda table, _, asker: come_back(table, asker.seat, asker.now),
    messages.Rematch: lambda table, request, asker: rematch(table, asker.seat, request.yes),
    messages.Chat: lambda table, request, asker: say(table, asker.seat, request, asker.settings),
    messages.Mute: lambda table, request, asker: mute(table, asker.seat, request.seat, request.on),
}
