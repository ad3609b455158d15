"""Deadlines: what a table does by itself when time is up. The time is passed in."""

from __future__ import annotations

from hexade.contract.game import Seat
from hexade.server.settings import Settings
from hexade.server.table import clocks, decide, facts, game_facts, moves
from hexade.server.table.refusals import refuse
from hexade.server.table.state import Change, Table

_AT_ONCE = 0.0  # always overdue; constant, so that a failure is retried with a delay


def due(table: Table, settings: Settings) -> float | None:
    """Return the table's next deadline, or None."""
    if table.held:  # nobody waits for a move that nobody can take back any more
        return table.held.since + settings.hold_s if table.waits() else _AT_ONCE
    if decide.all_agree(table, table.rematch):
        return _AT_ONCE  # the only player who had not agreed has left, and a bot took over
    times = [when for when, _ in _deadlines(table, settings)]
    if table.private and not table.private.stands:
        times.append(table.private.since + settings.hold_s)
    return min(times, default=None)


def overdue(table: Table, settings: Settings, now: float) -> Change:
    """Return the change for a deadline that has passed; refuse if none has."""
    if table.held and (table.held.since + settings.hold_s <= now or not table.waits()):
        return moves.settled(table)
    kept = table.private
    if kept and not kept.stands and kept.since + settings.hold_s <= now:
        return Change(game_facts.ChoiceOpened(seat=kept.seat))
    if decide.all_agree(table, table.rematch):
        return decide.play_again(table)
    for when, late in sorted(_deadlines(table, settings)):
        if when <= now and not table.held:
            return _late(table, late, now)
    raise refuse("early", "it is not time yet")


def vacate(table: Table, seat: Seat, token: str) -> Change:
    """Free a seat whose person, by the hash of a token, never connected; between games alone."""
    if table.phase != "waiting" or table.occupants[seat].token != token:
        raise refuse("early", "somebody else sits there, or the game has begun")
    return Change(facts.SeatLeft(seat=seat))


def _deadlines(table: Table, settings: Settings) -> list[tuple[float, list[Seat]]]:
    """Return each deadline with the seats whose time is up then."""
    if table.match is None or table.held or table.match.over:
        return []
    found = []
    late = table.expirable()
    if late and table.counting is not None:
        found.append((table.counting + settings.count_s, late))
    if late and table.agreed.round_s is not None:
        found.append((table.turn_since + table.agreed.round_s, late))
    if table.paused_since is not None:
        return found
    for seat in table.waiting():
        most = clocks.allowance(table.agreed.clock, table.left_ms, seat) if seat >= 0 else None
        if most is not None and table.occupants[seat].driver is None:
            found.append((table.turn_since + most, [seat]))
    return found


def _late(table: Table, late: list[Seat], now: float) -> Change:
    """Make the default move for late seats if the rules have one; otherwise a bot takes over."""
    assert table.match is not None
    left = table.left_ms
    for seat in late:
        left = clocks.expired(table.agreed.clock, left, seat, table.turn_s(now))
    if all(table.game.absent(table.match.state, seat) is not None for seat in late):
        return Change.of(table, game_facts.SeatsExpired(seats=late, left_ms=left))
    bot = decide.default_bot(table)
    return Change(facts.StandInChanged(seat=late[0], bot=bot, clock=True, left_ms=left))
