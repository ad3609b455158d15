"""Why a move is refused, in one sentence with its rule; what is legal is decided in rules.py."""

from __future__ import annotations

from hexade.contract.game import CHANCE, Move, Seat
from hexade.contract.kernel import speed_up
from hexade.contract.reason import Reason
from hexade.games.genial_cards import calls, cards
from hexade.games.genial_cards.events import DEAL_TO, dealt_to
from hexade.games.genial_cards.notation import parts, way_of
from hexade.games.genial_cards.position import Position
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
    ROUND,
)

_is_legal = speed_up(calls.is_legal_one)
_CHANCE_PHASES = (BETWEEN, DEALING, OPENING, DRAWING)


def why_not(position: Position, seat: Seat, move: Move) -> Reason | None:
    """Return why a seat, or chance, may not make a move now; None if it may."""
    state = position.record
    if seat == CHANCE:
        return _why_not_drawn(position, move)
    if state["phase"] == OVER:
        return Reason("over", "E9", "the game is over")
    if state["phase"] in _CHANCE_PHASES:
        return Reason("drawing", "E3", "cards are still being drawn")
    if seat != state["turn"]:
        return Reason(
            "not-your-turn", "E3", f"it is the turn of seat {state['turn']}, not of {seat}"
        )
    if not 0 <= move <= LAST_MOVE:
        return Reason("no-move", "E3", f"there is no move number {move}")
    if _is_legal(position.data, position.table, move):
        return None
    return _why_not_renewed(position) if move < PLAY else _why_not_played(position, move)


def _why_not_drawn(position: Position, move: Move) -> Reason | None:
    state = position.record
    if state["phase"] == OVER:
        return Reason("over", "E9", "the game is over")
    if (move == ROUND) != (state["phase"] == BETWEEN):
        known = "a round is being played" if move == ROUND else "no round has been opened"
        return Reason("round", "E10", known)
    if move == ROUND:
        return None
    if state["phase"] not in _CHANCE_PHASES:
        return Reason("no-draw", "E3", "there is nothing to draw now")
    if not 0 <= move < DEAL_TO * (position.setup.seats + 1) or move % DEAL_TO >= ROUND:
        return Reason("no-card", "E1", f"there is no card number {move}")
    kind, to = move % DEAL_TO, dealt_to(position, move)
    if not _is_due(position, to):
        return Reason("no-draw", _deal_rule(position), f"seat {to} has nothing to draw now")
    if not int(state["pile"]) >> 3 * kind & 7:
        return Reason("not-in-pile", "E1", f"the draw pile holds no card {cards.CARD_NAMES[kind]}")
    return None


def _is_due(position: Position, seat: Seat) -> bool:
    """Tell whether the next card can go to this seat: the deal knows any order of seats (E2)."""
    state = position.record
    if state["phase"] == OPENING:
        return bool(state["open"][seat, position.table[0]["open"] - 1] < 0)
    if seat == state["drawer"]:
        return True
    return bool(state["phase"] == DEALING and not state["drawn"] and not state["hands"][seat])


def _deal_rule(position: Position) -> str:
    return "E3" if position.record["phase"] == DRAWING else "E2"


def _why_not_renewed(position: Position) -> Reason:
    if position.record["bonus"]:
        return Reason("must-play", "E7", "a bonus turn must be played before drawing")
    return Reason(
        "must-play",
        "E6",
        "play a card first: a new hand is offered only after that,"
        " and when your hand shows none of your weakest colours",
    )


def _why_not_played(position: Position, move: Move) -> Reason:
    state, (card, order) = position.record, parts(move)
    if state["phase"] == OFFERED:
        return Reason("must-draw", "E6", "your card is played: choose 'renew' or 'draw'")
    hand = int(state["hands"][state["turn"]])
    if not hand >> 3 * ((move - PLAY) // 3) & 7:
        return Reason("not-in-hand", "E3", f"there is no card {card} in your hand")
    if way_of(move) == ANY:
        text = f"the order of scoring matters here: say '{card} {card}' or '{card} {card[::-1]}'"
        return Reason("which-order", "E5", text)
    return Reason(
        "no-order", "E5", f"the order {order} changes nothing here and is not asked: say '{card}'"
    )
