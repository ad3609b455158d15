"""Positions drawn as text, so that a test reads like a diagram.

A drawing of 11 rows is the white board, one of 5, 7 or 9 rows its middle; printed symbols are
always there. Racks and bags read "ry bb", tracks and duel markers "r17 b-3".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from hexade.contract import bits
from hexade.contract.game import CHANCE, Event, Move
from hexade.contract.kernel import default_target
from hexade.contract.reason import Reason
from hexade.contract.setup import agree
from hexade.games.genial import board, notation, outcome, rules
from hexade.games.genial.board import tile_names
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState, opening

PLAIN = default_target() == "plain"  # interpreted kernels: about a thousand times slower
SIX = "rr gg bb oo yy pp"


def scaled(count: int, at_least: int = 1) -> int:
    """Return how often to repeat something: far less where kernels run as plain Python."""
    return max(at_least, count // 50) if PLAIN else count


def scene(
    drawing: str = "",
    *,
    variant: str = "base",
    edition: str = "2023",
    seats: int | None = None,
    start: int = 0,
    turn: int = 0,
    racks: Sequence[str] = (),
    tracks: Sequence[str] = (),
    marks: str = "",
    bag: str | None = None,
    opened: bool = True,
    bonus: int = 0,
) -> GenialState:
    """Return the position of a drawing, with a seat to place a tile."""
    setup = agree(GAME, variant, edition, seats, start)
    data = opening(setup).thaw()
    s = data[0]
    for name, colour in read_board(drawing).items() if drawing else ():
        s["cells"][board.cell(name)] = board.COLOURS.index(colour)
    s["free"] = board.edge_set([e for e, pair in enumerate(board.EDGES) if _free(s, pair)])
    spare = "ry" if variant == "solo" else SIX
    for seat in range(setup.seats):
        s["racks"][seat] = multiset(racks[seat] if seat < len(racks) else spare)
    for row, words in enumerate(tracks):
        s["tracks"][row] = [numbers(words).get(colour, 0) for colour in board.COLOURS]
    s["marks"] = [numbers(marks).get(colour, -1) for colour in board.COLOURS]
    s["bag"] = board.BAG - s["racks"].sum() if bag is None else multiset(bag)
    s["bag_size"] = len(bits.unpack(s["bag"]))
    s["opened"] = (1 << setup.seats) - 1 if opened else 0
    s["turn"] = s["drawer"] = turn
    s["phase"], s["due"], s["bonus"] = rules.PLACING, 0, bonus
    return GenialState(setup, data)


def read_board(drawing: str) -> dict[str, str]:
    """Return the coloured cells of a board drawn as text: rows from the top, `.` for a free cell.

    Each line begins with its row's letter; digits (the diagonals' numbers) are passed over.
    """
    cells: dict[str, str] = {}
    lines = [line.split() for line in drawing.strip().splitlines()]
    rows = [line for line in lines if not line[0].isdigit()]
    reach = (len(rows) - 1) // 2
    for n, (letter, *words) in enumerate(rows):
        r = reach - n
        first = 8 + max(-reach, r - reach)
        symbols = [word for word in words if not word.isdigit()]
        for offset, word in enumerate(symbols):
            if word[0].lower() in board.COLOURS:
                cells[f"{letter}{first + offset}"] = word[0].lower()
    return cells


def _free(s: np.void, pair: tuple[int, int]) -> bool:
    return all(s["cells"][cell] == board.FREE for cell in pair)


def multiset(tiles: str) -> np.uint64:
    """Return tiles such as "ry bb" as the multiset that a rack or a bag is."""
    return bits.pack(notation.kinds(tiles.split()))


def numbers(words: str) -> dict[str, int]:
    """Return "r17 b-3" as numbers by colour."""
    return {colour: int(at) for colour, at in re.findall(r"([rgboyp])(-?\d+)", words)}


def play(position: GenialState, *moves: str) -> GenialState:
    """Return the position after moves of the seat in turn, all of which must be legal."""
    for move in moves:
        refused = refusal(position, move)
        assert refused is None, f"{move}: {refused}"
        position = GAME.apply(position, {int(position.record["turn"]): GAME.parse(move)})
    return position


def draw(position: GenialState, tiles: str) -> GenialState:
    """Return the position after these tiles were drawn from the bag."""
    for kind in notation.kinds(tiles.split()):
        refused = GAME.why_not(position, CHANCE, kind)
        assert refused is None, f"{tiles}: {refused}"
        position = GAME.apply(position, {CHANCE: kind})
    return position


def refusal(position: GenialState, move: str | Move, seat: int | None = None) -> Reason | None:
    """Return why a seat, else the one in turn, may not make a move; None if it may."""
    number = GAME.parse(move) if isinstance(move, str) else move
    return GAME.why_not(position, int(position.record["turn"]) if seat is None else seat, number)


def event(position: GenialState, move: str) -> Event:
    """Return what a record says of a move."""
    turn = {int(position.record["turn"]): GAME.parse(move)}
    (found,) = GAME.events(position, turn, play(position, move))
    return found


def points(position: GenialState, move: str) -> list[int]:
    """Return the points of both halves in the order in which the move names them."""
    said = event(position, move)
    found: list[int] = said["points"]
    return found if said["cells"] == move.split()[1:] else found[::-1]


def placements(position: GenialState) -> set[str]:
    """Return the legal moves of the seat in turn, in words."""
    return {GAME.text(move) for move in GAME.legal(position, int(position.record["turn"]))}


def track(position: GenialState, row: int = 0) -> dict[str, int]:
    """Return the markers that do not stand on 0, by colour."""
    found = zip(board.COLOURS, map(int, position.record["tracks"][row]), strict=True)
    return {colour: at for colour, at in found if at}


def rack(position: GenialState, seat: int = 0) -> str:
    """Return the tiles on a rack."""
    return " ".join(tile_names(int(position.record["racks"][seat])))


def bag(position: GenialState) -> str:
    """Return the tiles in the bag."""
    return " ".join(tile_names(int(position.record["bag"])))


def phase(position: GenialState) -> str:
    """Return what must happen next."""
    return rules.PHASE_NAMES[position.record["phase"]]


def turn(position: GenialState) -> int:
    """Return the seat in turn."""
    return int(position.record["turn"])


def bonus(position: GenialState) -> int:
    """Return the bonus turns owed."""
    return int(position.record["bonus"])


def ranks(position: GenialState) -> list[int]:
    """Return the ranks that a game would end with if it ended here."""
    return outcome.ranks(position)
