"""Moves in words and back: `ry h9 h10`, `exchange`, `draw`."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from hexade.contract.game import Move
from hexade.contract.reason import quoted, unreadable
from hexade.games.genial import board, rules

WORDS = {"draw": rules.KEEP, "exchange": rules.EXCHANGE}


def text(move: Move) -> str:
    """Return a move in notation."""
    if move < rules.PLACE:
        return "exchange" if move == rules.EXCHANGE else "draw"
    tile, cells = parts(move)
    return f"{tile} {cells[0]} {cells[1]}"


def parts(move: Move) -> tuple[str, list[str]]:
    """Return the tile and the two cells of a placement, as they are spelled."""
    edge, lay = divmod(move - rules.PLACE, 36)
    first, second = board.LAYS[lay]
    cells = [board.cell_name(c) for c in board.EDGES[edge]]
    return board.COLOURS[first] + board.COLOURS[second], cells


def parse(text: str) -> Move:
    """Parse a move in notation; raise Refusal if it cannot be read."""
    found = re.split(r"[\s,;:-]+", text.strip().lower())
    if found[0] in WORDS and len(found) == 1:
        return WORDS[found[0]]
    if len(found) != 3:
        raise unreadable(f"cannot read the move {quoted(text)}; write it like 'ry h9 h10'", "A6")
    return placement(found[0], found[1:])


def placement(tile: Any, cells: Any) -> Move:
    """Return the move that lays a tile, its first letter on the first cell."""
    if not isinstance(tile, str) or tile not in board.LAY_OF_NAME:
        text = f"{quoted(tile)} is not a tile; write two letters of {board.COLOURS}"
        raise unreadable(text, "A3")
    if not isinstance(cells, list) or len(cells) != 2:
        raise unreadable("a tile lies on two cells", "A6")
    for name in cells:
        if not isinstance(name, str) or name not in board.CELL_OF:
            raise unreadable(f"there is no cell {quoted(name)}; cells are a1 to o15", "A1")
    a, b = (board.cell(name) for name in cells)
    if (b, a) in board.EDGE_OF:
        a, b, tile = b, a, tile[::-1]
    if (a, b) not in board.EDGE_OF:
        raise unreadable(f"{cells[0]} and {cells[1]} are not adjacent", "A6")
    return rules.PLACE + 36 * board.EDGE_OF[a, b] + board.LAY_OF_NAME[tile]


def kinds(tiles: Any) -> list[int]:
    """Return the kinds of a list of tile names."""
    if not isinstance(tiles, list):
        raise unreadable("`tiles` must be a list")
    for tile in tiles:
        if not isinstance(tile, str) or tile not in board.LAY_OF_NAME:
            raise unreadable(f"{quoted(tile)} is not a tile", "A3")
    return [board.KIND_OF_LAY[board.LAY_OF_NAME[tile]] for tile in tiles]


def colours_on(cells: np.ndarray) -> dict[str, str]:
    """Return the colour of every cell that has one, printed symbols included."""
    held = cells.tolist()
    return {
        name: board.COLOURS[held[c]] for name, c in board.CELL_OF.items() if held[c] < board.FREE
    }
