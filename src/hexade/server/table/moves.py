"""What a table does about moves: made, held, gone on from, and taken back. Nothing is changed here.

A held move can be taken back until somebody goes on: its player, or whoever comes next. Every hold
has a number, and whoever goes on names it: a move for a hold that has been taken back never lands
on another board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexade.contract.game import Move, Seat
from hexade.match import (
    Accepted,
    Match,
    accepted,
    chance_tells_nothing,
    read_move,
    reveals_nothing,
    settle,
    submit,
)
from hexade.server.settings import Settings
from hexade.server.table import clocks, game_facts
from hexade.server.table.refusals import demand, refuse
from hexade.server.table.state import Change, HeldMove, Table
from hexade.wire import messages


def demand_time(table: Table, seat: Seat, now: float) -> None:
    """Refuse what arrives after a seat's time is up."""
    demand(table.in_time(seat, now), "time", "your time is up")


def move(
    table: Table, seat: Seat, made: Move | str, version: int, id: str | None, now: float,  # noqa: A002
    then: Move | str | None = None,
) -> Change:  # fmt: skip
    """Make a move: held if it may be taken back, else with chance's answer at once.

    A move that leaves a private choice, which `then` does not make, is kept until it is made.
    """
    match = table.match_of(seat)
    demand(match is not None, "waiting", "the game has not begun")
    assert match is not None
    demand(not table.held, "held", "wait until the last move stands")
    left, number = charged(table, seat, now), read_move(match, seat, made, version)
    if table.occupants[seat].driver is None:
        demand_time(table, seat, now)
    answer = table.game.parse(then) if isinstance(then, str) else then
    takes_back, known = _takes_back(table, seat), table.told_before(seat)
    fact = game_facts.MoveMade(
        seat=seat, move=number, id=id, left_ms=left, then=answer, known=known
    )  # fmt: skip
    if not takes_back and table.game.declining is None:
        return Change.of(table, fact)
    holding = game_facts.MoveHeld(
        seat=seat, move=number, id=id, left_ms=left, then=answer, final=not takes_back
    )
    held = Change.of(table, holding)
    assert held.made is not None  # a game is being played
    after = held.made.match
    if after.private:
        return held
    dealt = settle(after, table.dealer())  # the same as to make the move again with a dealer
    waits = takes_back and _may_wait(table, seat, after, dealt.match)
    if waits and reveals_nothing(match, seat, number, after, answer):
        return held
    return Change(fact, Accepted(dealt.match, (*held.made.events, *dealt.events)))


def _takes_back(table: Table, seat: Seat) -> bool:
    """Tell whether a seat's moves can be taken back at all: among people, if they agreed on it."""
    others = any(table.plays(other) for other in range(len(table.occupants)) if other != seat)
    return table.agreed.take_back and table.plays(seat) and others


def _may_wait(table: Table, seat: Seat, after: Match, dealt: Match) -> bool:
    """Tell whether a person comes next who learns nothing from what chance does before."""
    following = dealt.waiting_for
    return bool(following) and all(
        table.plays(other) and (other == seat or chance_tells_nothing(after, dealt, other))
        for other in following
    )


def settled(table: Table) -> Change:
    """Make the held move final."""
    assert table.held is not None
    seat = table.held.seat
    known = table.told_before(seat)
    return Change.of(table, game_facts.MoveSettled(seat=seat if known else None, known=known))


# -- going on from a held move -------------------------------------------------------------------


def goes_on(table: Table, seat: Seat, request: messages.Request) -> bool:
    """Tell whether a request goes on from the held move, which then stands first."""
    does = _GOES_ON.get(type(request))
    return does is not None and table.held is not None and does(table, table.held, seat, request)


def _move_goes_on(table: Table, held: HeldMove, seat: Seat, request: messages.Move) -> bool:
    own = seat == held.seat and request.hold is None  # who made it knows which one it is
    meant = request.v == held.made.match.version and (own or request.hold == held.number)
    return meant and seat in table.next_up()


# When each kind of request goes on from the held move; all others never do:
_GOES_ON: dict[type, Callable[[Table, HeldMove, Seat, Any], bool]] = {
    messages.Move: _move_goes_on,
    messages.Rise: lambda _table, held, seat, _request: seat == held.seat,
    messages.StandIn: lambda table, held, seat, request: (
        request.seat == seat and seat in table.next_up() | {held.seat}
    ),
    messages.Hint: lambda table, _held, seat, _request: seat in table.next_up(),
    messages.Gift: lambda table, _held, seat, _request: seat in table.next_up(),
}


def stands(table: Table, seat: Seat, request: messages.Request) -> Change:
    """Settle the held move early, because somebody goes on; not for a move that is illegal."""
    demand(goes_on(table, seat, request), "early", "no move is held that this goes on from")
    if isinstance(request, messages.Move):
        after = table.after_held()
        assert after is not None
        accepted(submit(after, seat, request.move, after.version, then=request.then))
    return settled(table)


def let_stand(table: Table, seat: Seat, hold: int) -> Change | None:
    """Settle the held move because its player or the next one asks; None if it stands already."""
    held = table.held
    if held is None or held.number != hold:
        if table.settled is None or table.settled.number != hold:
            raise refuse("stale", "this move was taken back, or others have moved")
        return None
    text = "only its player or the next one can make a held move final"
    demand(seat in table.next_up() | {held.seat}, "not-your-turn", text)
    return settled(table)


def version_for(table: Table, request: messages.Move) -> int:
    """Return the version that a move is for: one over a hold follows what chance did after that."""
    if request.hold is None:
        return request.v
    last = table.settled
    meant = last is not None and (last.number, last.version) == (request.hold, request.v)
    if last is None or table.held or not meant or table.version != last.after:
        raise refuse("stale", "the move before yours was taken back, or others have moved")
    return table.version


def take_back(
    table: Table, seat: Seat, id: str, now: float, settings: Settings,  # noqa: A002
    hold: int | None = None,
) -> Change:  # fmt: skip
    """Take the held move back, as long as that is allowed; `hold` says which one is meant."""
    private = table.private_of(seat)
    kept = private if private and not private.stands else table.held
    meant = kept is not None and hold in (None, kept.number)
    demand(meant, "too-late", "there is nothing that could be taken back")
    assert kept is not None
    in_time = now < kept.since + settings.hold_s
    demand(in_time, "too-late", f"a move can be taken back for {settings.hold_s:g} seconds")
    demand(kept.seat == seat, "not-yours", "only its player can take a move back")
    demand(table.in_time(seat, now), "too-late", "your time is up: the move stands")
    demand(kept is private or table.waits(), "too-late", "a bot plays on: the move stands")
    answer = private is not None and private.stands
    return Change(
        game_facts.MoveTakenBack(seat=seat, id=id, private=kept is private, choice=answer)
    )


def charged(table: Table, seat: Seat, now: float) -> list[int] | None:
    """Return what the clocks show when a seat has moved."""
    assert table.match is not None
    if seat in table.match.sealed:
        return table.left_ms  # changing a choice costs nothing
    if table.occupants[seat].driver:  # what a person thought before counts; bots have other limits
        thought_s = table.thought_s.get(seat, 0.0)
        return clocks.expired(table.agreed.clock, table.left_ms, seat, thought_s)
    return clocks.charged(table.agreed.clock, table.left_ms, seat, table.turn_s(now))
