"""Why a move is refused, in one sentence with its rule; what is legal is decided in rules.py.

The page has words of its own for each code: `trouble.…` in the words of its folder of this game.
"""

from __future__ import annotations

from hexade.contract.game import CHANCE, Move, Seat
from hexade.contract.reason import Reason
from hexade.games.genial_collect.rules import may_stop
from hexade.games.genial_collect.state import DECIDING, OVER, STOP, TURN_UP, CollectState
from hexade.games.genial_collect.variants import COLOUR_NAMES, COLOURS


def why_not(state: CollectState, seat: Seat, move: Move) -> Reason | None:
    """Return why a seat, or chance, may not make a move now; None if it may."""
    held = state.record
    if held["phase"] == OVER:
        return Reason("over", "G6", "the game is over")
    if seat == CHANCE:
        return _why_not_turned_up(state, move)
    if held["phase"] != DECIDING:
        return Reason("turning-up", "G2", "a tile is still being turned up")
    if seat != held["turn"]:
        text = f"it is the turn of seat {held['turn']}, not of {seat}"
        return Reason("not-your-turn", "G3", text)
    if move not in (TURN_UP, STOP):
        return Reason("no-move", "G2", f"there is no move number {move}")
    if move == STOP and not may_stop(held):
        text = "the first tile of a turn is compulsory: turn one up before you stop"
        return Reason("must-turn-up", "G2", text)
    return None


def _why_not_turned_up(state: CollectState, move: Move) -> Reason | None:
    held = state.record
    if held["phase"] == DECIDING:
        return Reason("no-tile", "G2", "nobody has asked for a tile")
    if not 0 <= move < len(COLOURS):
        return Reason("no-tile", "G1", f"there is no colour number {move}")
    if not held["pile"][move]:
        name = COLOUR_NAMES[COLOURS[move]]
        return Reason("not-in-pile", "G1", f"the pile holds no {name} tile any more")
    return None
