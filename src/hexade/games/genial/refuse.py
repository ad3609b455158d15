"""Why a move is refused, in one sentence with its rule; what is legal is decided in rules.py.

The page has words of its own for each code: `trouble.…` in the words of its folder of this game.
"""

from __future__ import annotations

from hexade.contract.game import CHANCE, Move, Seat
from hexade.contract.kernel import over_arrays, speed_up
from hexade.contract.kernel_game import DEAL_TO, dealt_to
from hexade.contract.reason import Reason
from hexade.games.genial import board, rules
from hexade.games.genial.notation import parts
from hexade.games.genial.state import GenialState
from hexade.games.genial.variants import NINES, NO_EXCHANGE

_is_legal = speed_up(over_arrays(rules.is_legal))
_LAST_MOVE = rules.PLACE + 36 * len(board.EDGES) - 1


def why_not(state: GenialState, seat: Seat, move: Move) -> Reason | None:
    """Return why a seat, or chance, may not make a move now; None if it may."""
    held = state.record
    if seat == CHANCE:
        return _why_not_drawn(state, move)
    if held["phase"] == rules.OVER:
        return Reason("over", "A13", "the game is over")
    mine = seat == held["turn"]
    if held["phase"] == rules.DRAWING and mine and move == rules.EXCHANGE:
        return _why_no_exchange(state)
    if held["phase"] in (rules.DEALING, rules.DRAWING) or (
        held["phase"] == rules.OFFERED and not mine  # only its seat knows of an exchange (A12)
    ):
        return Reason("drawing", "A12", "tiles are still being drawn")
    if not mine:
        return Reason(
            "not-your-turn", "A5", f"it is the turn of seat {held['turn']}, not of {seat}"
        )
    if not 0 <= move <= _LAST_MOVE:
        return Reason("no-move", "A6", f"there is no move number {move}")
    if _is_legal(state.data, state.table, move):
        return None
    return _why_not_exchanged(state) if move < rules.PLACE else _why_not_placed(state, move)


def _why_not_drawn(state: GenialState, move: Move) -> Reason | None:
    held = state.record
    if held["phase"] not in (rules.DEALING, rules.DRAWING):
        return Reason("no-draw", "A12", "there is nothing to draw now")
    if not 0 <= move < DEAL_TO * (state.setup.seats + 1) or move % DEAL_TO >= len(board.TILES):
        return Reason("no-tile", "A3", f"there is no tile number {move}")
    to, kind = dealt_to(state, move), move % DEAL_TO
    if to != held["drawer"] and (held["drawn"] or held["racks"][to]):
        return Reason("no-draw", "A12", f"seat {to} has nothing to draw now")
    if not int(held["bag"]) >> 3 * kind & 7:
        return Reason("not-in-bag", "A3", f"the bag holds no tile {board.TILE_NAMES[kind]}")
    return None


def _why_not_exchanged(state: GenialState) -> Reason:
    if state.record["bonus"]:
        return Reason("must-place", "A11", "a bonus turn must be played before drawing")
    if state.table[0]["exchange"] == NO_EXCHANGE:
        return Reason("must-place", "B1", "there is no exchange in solo: place your tile")
    rule, when = _condition(state)
    return Reason(
        "must-place",
        rule,
        f"place a tile first: an exchange is offered only after that, and {when}",
    )


def _why_no_exchange(state: GenialState) -> Reason:
    """Return why the seat that has just laid its last tile has nothing to exchange."""
    if state.table[0]["exchange"] == NO_EXCHANGE:
        return Reason("no-exchange", "B1", "there is no exchange in solo")
    rule, when = _condition(state)
    return Reason("no-exchange", rule, f"an exchange is possible only {when} after the move")


def _condition(state: GenialState) -> tuple[str, str]:
    """Return when an exchange is offered, with its rule."""
    if state.table[0]["exchange"] == NINES:
        return "D3", "when your rack shows a colour that stands on your 9"
    return "A12", "when your rack shows none of your weakest colours"


def _why_not_placed(state: GenialState, move: Move) -> Reason:
    held, (tile, cells) = state.record, parts(move)
    if held["phase"] == rules.OFFERED:
        return Reason("must-draw", "A12", "your tile is placed: choose 'exchange' or 'draw'")
    for name in cells:
        there = held["cells"][board.cell(name)]
        if there == board.WALL:
            seats = state.setup.seats
            return Reason("outside", "A1", f"{name} lies outside the area for {seats} player(s)")
        if there != board.FREE:
            return Reason("taken", "A6", f"{name} is not free")
    rack = int(held["racks"][held["turn"]])
    if not rack >> 3 * board.KIND_OF_LAY[board.LAY_OF_NAME[tile]] & 7:
        return Reason("not-on-rack", "A6", f"there is no tile {tile} on your rack")
    return Reason(
        "first-turn",
        "A7",
        "your first tile must lie beside a printed symbol with no tile beside it",
    )
