"""Geometry of the board and the names of cells, colours and tiles, as tables (A1 to A3).

A cell is a number 16 * row + column with row `a` = 1 and column 1 to 15, so that each of the six
directions is one constant step and the rim around the board needs no special case. An edge is a
pair of adjacent cells, numbered ring by ring: the smaller boards use the first of the same edges.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from hexade.contract import bits

COLOURS = "rgboyp"
ROWS = " abcdefghijklmno"
WIDTH = 16
CELLS = 18 * WIDTH
FREE, WALL = 6, 7  # what a cell holds when it holds no colour
EAST, NORTH_WEST, NORTH_EAST = 1, WIDTH, WIDTH + 1
STEPS = (EAST, NORTH_WEST, NORTH_EAST, -EAST, -NORTH_WEST, -NORTH_EAST)
WORDS = 8  # 64-bit words in a set of edges
CENTRE = (8, 8)

# A2: clockwise from the upper left, in the order of COLOURS.
PRINTED = ("m8", "m13", "h13", "c8", "c3", "h3")


def cell(name: str) -> int:
    """Return the number of a cell from its name, such as `h8`; raise KeyError if there is none."""
    return CELL_OF[name]


def cell_name(number: int) -> str:
    """Return the name of a cell from its number."""
    return f"{ROWS[number // WIDTH]}{number % WIDTH}"


def ring(number: int) -> int:
    """Return how many steps a cell lies from the centre; more than 7 is off the full board."""
    q, r = number % WIDTH - CENTRE[1], number // WIDTH - CENTRE[0]
    return max(abs(q), abs(r), abs(q - r))


def area(side: int) -> list[int]:
    """Return the cells of the hexagon with this many cells along a side (A1)."""
    return [c for c in range(CELLS) if ring(c) < side]


def _edges() -> list[tuple[int, int]]:
    cells = set(area(8))
    pairs = [(c, c + step) for c in sorted(cells) for step in STEPS[:3] if c + step in cells]
    return sorted(pairs, key=lambda pair: (max(5, *map(ring, pair)), pair))


def edge_count(side: int) -> int:
    """Return how many edges lie within the hexagon of this side."""
    return sum(max(map(ring, pair)) < side for pair in EDGES)


def edge_set(members: list[int]) -> np.ndarray:
    """Return a set of edges as words, bit e % 64 of word e // 64 for edge e."""
    words = [0] * WORDS
    for edge in members:
        words[edge // 64] |= 1 << edge % 64
    return np.array(words, np.uint64)


CELL_OF = {cell_name(c): c for c in area(8)}
EDGES = _edges()
EDGE_OF = {pair: edge for edge, pair in enumerate(EDGES)}
PRINTED_CELLS = tuple(cell(name) for name in PRINTED)

# A tile kind is an unordered pair of colours. A lay is an ordered one: the first 21 are the kinds
# as they are, the other 15 the kinds of two colours turned round.
TILES = tuple(combinations_with_replacement(range(6), 2))
LAYS = TILES + tuple((b, a) for a, b in TILES if a != b)
KIND_OF_LAY = tuple(TILES.index((min(lay), max(lay))) for lay in LAYS)
TILE_NAMES = tuple(COLOURS[a] + COLOURS[b] for a, b in TILES)
LAY_OF_NAME = {COLOURS[a] + COLOURS[b]: lay for lay, (a, b) in enumerate(LAYS)}
DOUBLES = sum(7 << 3 * kind for kind, (a, b) in enumerate(TILES) if a == b)
# A3: six of each pair of different colours, five of each double.
TILE_COUNT = 120
BAG = bits.pack(kind for kind, (a, b) in enumerate(TILES) for _ in range(5 if a == b else 6))


def touching(*cells: int) -> list[int]:
    """Return the edges that have one of these cells as an end."""
    return [edge for edge, pair in enumerate(EDGES) if set(pair) & set(cells)]


def beside(number: int) -> list[int]:
    """Return the edges with an end adjacent to this cell, not counting edges of the cell (A7)."""
    around = {number + step for step in STEPS}
    return [e for e, pair in enumerate(EDGES) if set(pair) & around and number not in pair]


_SOME = tuple(tuple((name,) * count for count in range(8)) for name in TILE_NAMES)


def tile_names(multiset: int) -> list[str]:
    """Return the names of the tiles in a multiset, in order."""
    names: list[str] = []
    for some in _SOME:
        names += some[multiset & 7]
        multiset >>= 3
    return names
