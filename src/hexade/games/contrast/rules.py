"""The rules, once: what chance and the seats do to a state, and who wins a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hexade.games.contrast import deck
from hexade.games.contrast.state import LAYING, TURNING, ContrastState
from hexade.games.contrast.variants import ROW, TEAM

MISS = len(deck.SYMBOLS)  # the table's move for a seat that is too slow (F4)
_TWO_PAIRS = ([2, 2, 1], [2, 2, 1, 1])  # F6
_KINDS = len(deck.CARDS)


def hand(row: Sequence[int]) -> list[int]:
    """Return the cards in hand: all that are not in the row (F2)."""
    return [card for card in range(_KINDS) if card not in row]


def symbols(row: Sequence[int]) -> list[int]:
    """Return the symbols that the owner of a row may choose, ascending (F3)."""
    return deck.symbols_of(hand(row))


def laying_seat(state: ContrastState) -> int:
    """Return whose row is being laid: one that has been started, or else the first without one."""
    full = ROW[state.setup.variant]
    open_seats = [seat for seat, row in enumerate(state.rows) if len(row) < full]
    return next((seat for seat in open_seats if state.rows[seat]), open_seats[0])


def chances(state: ContrastState) -> list[int]:
    """Return what chance may do, all equally likely."""
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


def happened(state: ContrastState, move: int) -> ContrastState:
    """Return the state after chance has laid a card or turned up a picture."""
    if state.phase == TURNING:
        return replace(state, shown=(*state.shown, move), face_up=True)
    seat, card = laid(move)
    rows = list(state.rows)
    rows[seat] = (*rows[seat], card)
    return replace(state, rows=tuple(rows))


def winning(votes: Mapping[int, int], seats: int) -> list[int]:
    """Return the symbols that win, given the votes for each and the number of seats."""
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


def award(state: ContrastState, turn: Mapping[int, int]) -> tuple[list[int], list[int], int]:
    """Return the symbols and the seats that win a round, and what is left of the stack."""
    seats = state.setup.seats
    won = winning(Counter(move for move in turn.values() if move != MISS), seats)
    takers = [seat for seat in range(seats) if turn[seat] in won]
    taken = 1 if seats == TEAM else max(1, len(takers))  # F7, F10
    return won, takers, max(0, state.stack - taken)  # F9: the box fills up the stack


def rounds_left(seats: int, stack: int) -> list[int]:
    """Return the fewest and the most rounds that can still come, including the current one.

    A round takes at least one card (F7). All who choose never win together (F5), so it takes at
    most one less than there are seats; the team takes one (F10).
    """
    most = 1 if seats == TEAM else seats - 1
    return [-(-stack // most), stack]


def played(state: ContrastState, turn: Mapping[int, int]) -> ContrastState:
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
