"""The rules, once: an immutable state, what chance and the seats do to it, and who wins a round.

Nothing lies hidden in a state. The stack was shuffled and nobody has looked into it, so all that
can be said of it is its size and which picture cards have been shown; whatever was taken from it
unseen, or put back into the box (F2, F7), any card not yet shown is as likely as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hexade.contract.setup import Setup
from hexade.games.contrast import deck

SEATS = (2, 3, 4, 5, 6)
STACK = {2: 44, 3: 48, 4: 52, 5: 56, 6: 60}  # F2
ROW = {"base": 2, "expert": 3}  # F2
TEAM = 2  # seats that play as a team (F10)
TEAM_GOAL = 22
MISS = len(deck.SYMBOLS)  # the table's move for a seat that is too slow (F4)
LAYING, TURNING, CHOOSING, OVER = range(4)
PHASE_NAMES = ("laying", "turning", "choosing", "over")
_TWO_PAIRS = ([2, 2, 1], [2, 2, 1, 1])  # F6
_KINDS = len(deck.CARDS)


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment, as plain values."""

    setup: Setup
    rows: tuple[tuple[int, ...], ...]  # of every seat the numbers of its cards, left to right
    won: tuple[int, ...]
    stack: int
    shown: tuple[int, ...] = ()  # every picture turned up so far, in order
    face_up: bool = False  # whether the last of them awaits its choices

    @property
    def phase(self) -> int:
        """What has to be done next."""
        return phase(self.setup, self.rows, self.stack, self.face_up)

    @property
    def ply(self) -> int:
        """How many rounds have been played."""
        return len(self.shown) - self.face_up


def phase(setup: Setup, rows: Sequence[Sequence[int]], stack: int, face_up: bool) -> int:
    """Return what has to be done next, from what all can see."""
    if stack == 0:
        return OVER  # F9
    if face_up:
        return CHOOSING
    laid = all(len(row) == ROW[setup.variant] for row in rows)
    return TURNING if laid else LAYING


def opening(setup: Setup) -> State:
    """Return the state before any card was laid (F2)."""
    seats = setup.seats
    return State(setup, ((),) * seats, (0,) * seats, STACK[seats])


def hand(row: Sequence[int]) -> list[int]:
    """Return the cards that are in hand, which is all that are not in the row (F2)."""
    return [card for card in range(_KINDS) if card not in row]


def symbols(row: Sequence[int]) -> list[int]:
    """Return the symbols that the owner of a row may choose, ascending (F3)."""
    return deck.symbols_of(hand(row))


def laying_seat(state: State) -> int:
    """Return whose row is being laid: one that has been begun, or else the first without one."""
    full = ROW[state.setup.variant]
    open_seats = [seat for seat, row in enumerate(state.rows) if len(row) < full]
    return next((seat for seat in open_seats if state.rows[seat]), open_seats[0])


def chances(state: State) -> list[int]:
    """Return what chance may do, each as likely as the others."""
    if state.phase == LAYING:
        seat = laying_seat(state)
        return [_KINDS * seat + card for card in hand(state.rows[seat])]
    if state.phase != TURNING:
        return []
    gone = {deck.card_of_picture(picture) for picture in state.shown}
    return [n for n in range(deck.PICTURES) if deck.card_of_picture(n) not in gone]  # F1


def lay(seat: int, card: int) -> int:
    """Return the chance move that lays a seat's card."""
    return _KINDS * seat + card


def laid(move: int) -> tuple[int, int]:
    """Return the seat and the card of a chance move that lays one."""
    return divmod(move, _KINDS)


def happened(state: State, move: int) -> State:
    """Return the state after chance has laid a card or turned up a picture."""
    if state.phase == TURNING:
        return replace(state, shown=(*state.shown, move), face_up=True)
    seat, card = laid(move)
    rows = list(state.rows)
    rows[seat] = (*rows[seat], card)
    return replace(state, rows=tuple(rows))


def winning(votes: Mapping[int, int], seats: int) -> list[int]:
    """Return the symbols that win, given how many chose each at a table of so many seats."""
    shape = sorted(votes.values(), reverse=True)
    if not shape or not _has_winner(shape, seats):
        return []
    return sorted(symbol for symbol, count in votes.items() if count == shape[0])


def _has_winner(shape: list[int], seats: int) -> bool:
    if seats == TEAM:
        return shape == [2]  # F10
    if seats == 3 and shape == [2]:
        return True  # F6
    if seats >= 5 and shape in _TWO_PAIRS:
        return True  # F6
    return len(shape) > 1 and shape[0] > shape[1]  # F5: not all the same, no tie for the most


def award(state: State, turn: Mapping[int, int]) -> tuple[list[int], list[int], int]:
    """Return the symbols and the seats that win a round, and what is left of the stack."""
    seats = state.setup.seats
    won = winning(Counter(move for move in turn.values() if move != MISS), seats)
    takers = [seat for seat in range(seats) if turn[seat] in won]
    taken = 1 if seats == TEAM else max(1, len(takers))  # F7, F10
    return won, takers, max(0, state.stack - taken)  # F9: the box gives what the stack lacks


def rounds_left(seats: int, stack: int) -> list[int]:
    """Return the fewest and the most rounds that can still come, the one that is on included.

    A round takes at least one card (F7). All who choose never win together (F5), so it takes at
    most one less than there are seats; the team takes one (F10).
    """
    most = 1 if seats == TEAM else seats - 1
    return [-(-stack // most), stack]


def played(state: State, turn: Mapping[int, int]) -> State:
    """Return the state after all have chosen or missed (F3 to F8)."""
    _, takers, left = award(state, turn)
    return replace(
        state,
        rows=tuple(_moved_on(row, turn[seat]) for seat, row in enumerate(state.rows)),
        won=tuple(score + (seat in takers) for seat, score in enumerate(state.won)),
        stack=left,
        face_up=False,
    )


def _moved_on(row: tuple[int, ...], move: int) -> tuple[int, ...]:
    """Return a row after its owner's choice: the card goes to its right end (F8), if any (F4)."""
    return row if move == MISS else (*row[1:], deck.card_of_symbol(move))
