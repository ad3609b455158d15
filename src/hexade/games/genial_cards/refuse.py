"""Why a move is refused, in one sentence with its rule; what is legal is decided in rules.py.

The page has words of its own for each code: `trouble.…` in the words of its folder of this game.
"""

from __future__ import annotations

from hexade.contract.game import CHANCE, Move, Seat
from hexade.contract.kernel import over_arrays, speed_up
from hexade.contract.kernel_game import DEAL_TO, dealt_to
from hexade.contract.reason import Reason
from hexade.games.genial_cards import cards
from hexade.games.genial_cards.notation import parts, way_of
from hexade.games.genial_cards.rules import is_legal
from hexade.games.genial_cards.state import (
    ANY,
    BETWEEN,
    DEALING,
    DRAWING,
    LAST_MOVE,
    OFFERED,
    OPENING,
    OVER,
    PLAY,
    RENEW,
    ROUND,
    CardsState,
)

_is_legal = speed_up(over_arrays(is_legal))
_CHANCE_PHASES = (BETWEEN, DEALING, OPENING, DRAWING)


def why_not(state: CardsState, seat: Seat, move: Move) -> Reason | None:
    """Return why a seat, or chance, may not make a move now; None if it may."""
    held = state.record
    if seat == CHANCE:
        return _why_not_drawn(state, move)
    if held["phase"] == OVER:
        return Reason("over", "E9", "the game is over")
    mine = seat == held["turn"]
    if held["phase"] == DRAWING and mine and move == RENEW:
        why = "a new hand is possible only when your hand shows none of your weakest colours"
        return Reason("no-new-hand", "E6", f"{why} after the move")
    if held["phase"] in _CHANCE_PHASES or (
        held["phase"] == OFFERED and not mine  # only its seat knows of a new hand (E6)
    ):
        return Reason("drawing", "E3", "cards are still being drawn")
    if not mine:
        return Reason(
            "not-your-turn", "E3", f"it is the turn of seat {held['turn']}, not of {seat}"
        )
    if not 0 <= move <= LAST_MOVE:
        return Reason("no-move", "E3", f"there is no move number {move}")
    if _is_legal(state.data, state.table, move):
        return None
    return _why_not_renewed(state) if move < PLAY else _why_not_played(state, move)


def _why_not_drawn(state: CardsState, move: Move) -> Reason | None:
    held = state.record
    if held["phase"] == OVER:
        return Reason("over", "E9", "the game is over")
    if (move == ROUND) != (held["phase"] == BETWEEN):
        known = "a round is being played" if move == ROUND else "no round has been opened"
        return Reason("round", "E10", known)
    if move == ROUND:
        return None
    if held["phase"] not in _CHANCE_PHASES:
        return Reason("no-draw", "E3", "there is nothing to draw now")
    if not 0 <= move < DEAL_TO * (state.setup.seats + 1) or move % DEAL_TO >= ROUND:
        return Reason("no-card", "E1", f"there is no card number {move}")
    kind, to = move % DEAL_TO, dealt_to(state, move)
    if not _is_due(state, to):
        return Reason("no-draw", _deal_rule(state), f"seat {to} has nothing to draw now")
    if not int(held["pile"]) >> 3 * kind & 7:
        return Reason("not-in-pile", "E1", f"the draw pile holds no card {cards.CARD_NAMES[kind]}")
    return None


def _is_due(state: CardsState, seat: Seat) -> bool:
    """Tell whether the next card can go to this seat: cards may be dealt in any order (E2)."""
    held = state.record
    if held["phase"] == OPENING:
        return bool(held["open"][seat, state.table[0]["open"] - 1] < 0)
    if seat == held["drawer"]:
        return True
    return bool(held["phase"] == DEALING and not held["drawn"] and not held["hands"][seat])


def _deal_rule(state: CardsState) -> str:
    return "E3" if state.record["phase"] == DRAWING else "E2"


def _why_not_renewed(state: CardsState) -> Reason:
    if state.record["bonus"]:
        return Reason("must-play", "E7", "a bonus turn must be played before drawing")
    return Reason(
        "must-play",
        "E6",
        "play a card first: a new hand is offered only after that,"
        " and when your hand shows none of your weakest colours",
    )


def _why_not_played(state: CardsState, move: Move) -> Reason:
    held, (card, order) = state.record, parts(move)
    if held["phase"] == OFFERED:
        return Reason("must-draw", "E6", "your card is played: choose 'renew' or 'draw'")
    hand = int(held["hands"][held["turn"]])
    if not hand >> 3 * ((move - PLAY) // 3) & 7:
        return Reason("not-in-hand", "E3", f"there is no card {card} in your hand")
    if way_of(move) == ANY:
        text = f"the order of scoring matters here: say '{card} {card}' or '{card} {card[::-1]}'"
        return Reason("which-order", "E5", text)
    return Reason(
        "no-order", "E5", f"the order {order} changes nothing here and is not asked: say '{card}'"
    )
