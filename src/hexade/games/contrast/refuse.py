"""Why a move is refused, in one sentence with its rule.

The page has words of its own for each code: `trouble.…` in the words of its folder of this game.
"""

from __future__ import annotations

from hexade.contract.game import CHANCE, Move, Seat
from hexade.contract.reason import Reason
from hexade.games.contrast import deck, rules, variants
from hexade.games.contrast.rules import LAYING, OVER, TURNING
from hexade.games.contrast.state import ContrastState

_NOT_NOW = {
    LAYING: Reason("laying", "F2", "the rows are still being laid"),
    TURNING: Reason("no-picture", "F3", "no picture lies face up yet"),
    OVER: Reason("over", "F9", "the game is over: the stack is used up"),
}


def why_not(state: ContrastState, seat: Seat, move: Move) -> Reason | None:
    """Return why a seat, or chance, may not make a move now; None if it may."""
    if seat == CHANCE:
        return _why_not_happened(state, move)
    if seat not in range(state.setup.seats):
        return Reason("no-seat", "F2", f"there is no seat {seat} at this table")
    if state.phase in _NOT_NOW:
        return _NOT_NOW[state.phase]
    return _why_not_chosen(state, seat, move)


def _why_not_chosen(state: ContrastState, seat: Seat, move: Move) -> Reason | None:
    if move == rules.MISS:
        text = "only the table can make a slow seat sit out a round"
        return Reason("miss", "F4", text)
    if move not in range(len(deck.SYMBOLS)):
        return Reason("no-move", "F1", f"there is no symbol number {move}")
    if not rules.in_hand(state.record, seat, deck.card_of_symbol(move)):
        text = f"{deck.SYMBOLS[move]} is on a card in your row, not in your hand"
        return Reason("not-in-hand", "F3", text)
    return None


def _why_not_happened(state: ContrastState, move: Move) -> Reason | None:
    if state.phase == LAYING:
        return _why_not_laid(state, move)
    if state.phase == TURNING:
        return _why_not_turned(state, move)
    return Reason("no-chance", "F3", "there is no card to lay and no picture to turn up now")


def _why_not_laid(state: ContrastState, move: Move) -> Reason | None:
    """Return why a card may not be laid; the seats may lay their rows in any order."""
    if move not in range(deck.lay(state.setup.seats, 0)):
        return Reason("no-card", "F1", f"there is no card number {move} to lay")
    seat, card = deck.laid(move)
    if len(state.rows[seat]) == variants.ROW[state.setup.variant]:
        return Reason("row", "F2", f"the row of seat {seat} is complete")
    begun = rules.laying_seat(state.record, state.table[0])
    if seat != begun and state.rows[begun]:
        return Reason("row", "F2", f"the row of seat {begun} must be completed first")
    if card in state.rows[seat]:
        text = f"seat {seat} has one card {'/'.join(deck.CARDS[card])}, and it is in the row"
        return Reason("row", "F1", text)
    return None


def _why_not_turned(state: ContrastState, move: Move) -> Reason | None:
    if move not in range(deck.PICTURES):
        return Reason("no-picture", "F1", f"there is no picture number {move}")
    if state.record["gone"][deck.card_of_picture(move)]:
        name = deck.drawings()[move].name
        return Reason("shown", "F1", f"the card of picture {name} has been turned up before")
    return None
