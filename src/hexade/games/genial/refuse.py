"""Why a move is refused, in one sentence with its rule; what is legal is decided in rules.py."""

from __future__ import annotations

from hexade.contract.game import CHANCE, Move, Seat
from hexade.contract.kernel import speed_up
from hexade.contract.reason import Reason
from hexade.games.genial import board, doors, rules
from hexade.games.genial.notation import DEAL_TO, dealt_to, parts
from hexade.games.genial.position import Position
from hexade.games.genial.variants import NINES, NO_EXCHANGE

_is_legal = speed_up(doors.may_make)
_LAST_MOVE = rules.PLACE + 36 * len(board.EDGES) - 1


def why_not(position: Position, seat: Seat, move: Move) -> Reason | None:
    """Return why a seat, or chance, may not make a move now; None if it may."""
    state = position.record
    if seat == CHANCE:
        return _why_not_drawn(position, move)
    if state["phase"] == rules.OVER:
        return Reason("over", "A13", "the game is over")
    if state["phase"] in (rules.DEALING, rules.DRAWING):
        return Reason("drawing", "A12", "tiles are still being drawn")
    if seat != state["turn"]:
        return Reason(
            "not-your-turn", "A5", f"it is the turn of seat {state['turn']}, not of {seat}"
        )
    if not 0 <= move <= _LAST_MOVE:
        return Reason("no-move", "A6", f"there is no move number {move}")
    if _is_legal(position.data, position.table, move):
        return None
    return _why_not_exchanged(position) if move < rules.PLACE else _why_not_placed(position, move)


def _why_not_drawn(position: Position, move: Move) -> Reason | None:
    state = position.record
    if state["phase"] not in (rules.DEALING, rules.DRAWING):
        return Reason("no-draw", "A12", "there is nothing to draw now")
    if not 0 <= move < DEAL_TO * (position.setup.seats + 1) or move % DEAL_TO >= len(board.TILES):
        return Reason("no-tile", "A3", f"there is no tile number {move}")
    to, kind = dealt_to(position, move), move % DEAL_TO
    if to != state["drawer"] and (state["drawn"] or state["racks"][to]):
        return Reason("no-draw", "A12", f"seat {to} has nothing to draw now")
    if not int(state["bag"]) >> 3 * kind & 7:
        return Reason("not-in-bag", "A3", f"the bag holds no tile {board.TILE_NAMES[kind]}")
    return None


def _why_not_exchanged(position: Position) -> Reason:
    if position.record["bonus"]:
        return Reason("must-place", "A11", "a bonus turn must be played before drawing")
    if position.table[0]["exchange"] == NO_EXCHANGE:
        return Reason("must-place", "B1", "there is no exchange in solo: place your tile")
    if position.table[0]["exchange"] == NINES:
        rule, when = "D3", "when your rack shows a colour that stands on your 9"
    else:
        rule, when = "A12", "when your rack shows none of your weakest colours"
    return Reason(
        "must-place",
        rule,
        f"place a tile first: an exchange is offered only after that, and {when}",
    )


def _why_not_placed(position: Position, move: Move) -> Reason:
    state, (tile, cells) = position.record, parts(move)
    if state["phase"] == rules.OFFERED:
        return Reason("must-draw", "A12", "your tile is placed: choose 'exchange' or 'draw'")
    for name in cells:
        held = state["cells"][board.cell(name)]
        if held == board.WALL:
            seats = position.setup.seats
            return Reason("outside", "A1", f"{name} lies outside the area for {seats} player(s)")
        if held != board.FREE:
            return Reason("taken", "A6", f"{name} is not free")
    rack = int(state["racks"][state["turn"]])
    if not rack >> 3 * board.KIND_OF_LAY[board.LAY_OF_NAME[tile]] & 7:
        return Reason("not-on-rack", "A6", f"there is no tile {tile} on your rack")
    return Reason(
        "first-turn",
        "A7",
        "your first tile must lie beside a printed symbol with no tile beside it",
    )
