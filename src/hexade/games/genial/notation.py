"""Moves, events and results in words: `ry h9 h10` and the objects of a record."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from hexade.contract import bits
from hexade.contract.game import CHANCE, Event, Move, Result, Seat, Turn
from hexade.contract.kernel import speed_up
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.games.genial import board, doors, rules
from hexade.games.genial.position import Position
from hexade.games.genial.variants import VARIANTS
from hexade.games.genial.view import tile_names

WHOSE = {"turn": "A5", "end": "A13"}
WORDS = {"draw": rules.KEEP, "exchange": rules.EXCHANGE}
DEAL_TO = 32  # in the deal, a chance move kind + DEAL_TO * (seat + 1) names the seat it goes to
_points = speed_up(doors.both_points)
_rank_key = speed_up(doors.ranking)


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


def parse(words: str) -> Move:
    """Return the move that a text means; raise Refusal if it means none."""
    found = re.split(r"[\s,;:-]+", words.strip().lower())
    if found[0] in WORDS and len(found) == 1:
        return WORDS[found[0]]
    if len(found) != 3:
        raise _unreadable(
            f"cannot read the move {_short(words)!r}; write it like 'ry h9 h10'", "A6"
        )
    return placement(found[0], found[1:])


def placement(tile: Any, cells: Any) -> Move:
    """Return the move that lays a tile, its first letter on the first cell."""
    if not isinstance(tile, str) or tile not in board.LAY_OF_NAME:
        raise _unreadable(
            f"{_short(tile)!r} is no tile; write two letters of {board.COLOURS}", "A3"
        )
    if not isinstance(cells, list) or len(cells) != 2:
        raise _unreadable("a tile lies on two cells", "A6")
    for name in cells:
        if not isinstance(name, str) or name not in board.CELL_OF:
            raise _unreadable(f"there is no cell {_short(name)!r}; cells are a1 to o15", "A1")
    a, b = (board.cell(name) for name in cells)
    if (b, a) in board.EDGE_OF:
        a, b, tile = b, a, tile[::-1]
    if (a, b) not in board.EDGE_OF:
        raise _unreadable(f"{cells[0]} and {cells[1]} are not adjacent", "A6")
    return rules.PLACE + 36 * board.EDGE_OF[a, b] + board.LAY_OF_NAME[tile]


def kinds(tiles: Any) -> list[int]:
    """Return the kinds of a list of tile names."""
    if not isinstance(tiles, list):
        raise _unreadable("`tiles` must be a list")
    for tile in tiles:
        if not isinstance(tile, str) or tile not in board.LAY_OF_NAME:
            raise _unreadable(f"{_short(tile)!r} is no tile", "A3")
    return [board.KIND_OF_LAY[board.LAY_OF_NAME[tile]] for tile in tiles]


def _unreadable(sentence: str, rule: str = "") -> Refusal:
    return Refusal(Reason("unreadable", rule, sentence))


def _short(value: object) -> object:
    return value[:40] if isinstance(value, str) else value


def points(data: np.ndarray, table: np.ndarray, move: Move) -> list[int]:
    """Return the points of both halves of a placement (A8)."""
    out = np.zeros(2, np.int64)
    _points(data, table, move, out)
    return [int(out[0]), int(out[1])]


def events(before: Position, turn: Turn, after: Position) -> list[Event]:
    """Return what a record says of a turn; a draw is written when its last tile is there."""
    ((seat, move),) = turn.items()
    state = before.record
    if seat == CHANCE:
        if state["due"] > 1:
            return []
        kind, drawer = move % DEAL_TO, dealt_to(before, move)
        tiles = tile_names(int(state["drawn"]) + (1 << 3 * kind))
        return [{"event": "draw", "seat": drawer, "tiles": tiles}]
    if move == rules.KEEP:
        return []
    if move == rules.EXCHANGE:
        shown = tile_names(int(after.record["aside"]))
        return [{"event": "exchange", "seat": seat, "tiles": shown}]
    tile, cells = parts(move)
    found = points(before.data, before.table, move)
    return [{"event": "place", "seat": seat, "tile": tile, "cells": cells, "points": found}]


def dealt_to(position: Position, move: Move) -> Seat:
    """Return the seat that a chance move gives its tile to."""
    return move // DEAL_TO - 1 if move >= DEAL_TO else int(position.record["drawer"])


def read(position: Position, event: Event) -> list[Turn]:
    """Return the turns that an event tells of."""
    kind, seat = event.get("event"), event.get("seat")
    if type(seat) is not int or not 0 <= seat < position.setup.seats:  # true is no seat
        raise _unreadable(f"there is no seat {_short(seat)!r} at this table", "A4")
    if kind == "place":
        return [{seat: placement(event.get("tile"), event.get("cells"))}]
    if kind == "exchange":
        kinds(event.get("tiles"))
        return [{seat: rules.EXCHANGE}]
    if kind == "draw":
        return _read_draw(position, seat, kinds(event.get("tiles")))
    raise _unreadable(f"the game has no event {_short(kind)!r}")


def _read_draw(position: Position, seat: Seat, drawn: list[int]) -> list[Turn]:
    state = position.record
    if state["phase"] == rules.DEALING:
        if state["racks"][seat]:
            raise Refusal(Reason("draw", "A4", f"seat {seat} has drawn its first tiles already"))
        due, to = int(position.table[0]["rack"]), DEAL_TO * (seat + 1)
    elif seat != state["turn"] or state["phase"] == rules.PLACING:
        raise Refusal(Reason("draw", "A12", f"seat {seat} has nothing to draw now"))
    else:
        held = len(bits.unpack(state["racks"][seat]))
        due, to = int(position.table[0]["rack"]) - held, 0
    if len(drawn) != due:
        sentence = f"seat {seat} must draw {due} tiles here, not {len(drawn)}"
        raise Refusal(Reason("draw", "A12", sentence))
    declined: list[Turn] = [{seat: rules.KEEP}] if state["phase"] == rules.OFFERED else []
    return declined + [{CHANCE: kind + to} for kind in drawn]


def tidy(event: Event) -> Event:
    """Return an event in its one spelling."""
    if event.get("event") == "place":
        tile, cells = parts(placement(event["tile"], event["cells"]))
        halves = event.get("points")
        if cells != event["cells"] and isinstance(halves, list):
            halves = halves[::-1]
        return event | {"tile": tile, "cells": cells, "points": halves}
    if "tiles" in event:
        return event | {"tiles": [board.TILE_NAMES[kind] for kind in sorted(kinds(event["tiles"]))]}
    return event


def rule_of(setup: Setup, event: str, key: str = "") -> str:
    """Return the rule that decides what a kind of event says under a key."""
    if key == "points":
        return "A8"
    if event == "talk":
        return "C4"
    special = {"exchange": {"duel": "D3"}, "result": {"duel": "D5", "team": "C3", "solo": "B3"}}
    usual = {"place": "A6", "exchange": "A12", "draw": "A12", "result": "A14"} | WHOSE
    return special.get(event, {}).get(setup.variant, usual[event])


def colours_on(cells: np.ndarray) -> dict[str, str]:
    """Return the colour of every cell that has one, printed symbols included."""
    held = cells.tolist()
    return {
        name: board.COLOURS[held[c]] for name, c in board.CELL_OF.items() if held[c] < board.FREE
    }


def scores(record: np.void, variant: str, seats: int) -> Any:
    """Return the markers as a record's result has them."""
    form = VARIANTS[variant]
    rows = 1 if form.tug else form.teams or seats
    found = [dict(zip(board.COLOURS, row, strict=True)) for row in record["tracks"][:rows].tolist()]
    return found[0] if form.tug else found


def result(position: Position) -> Result:
    """Return ranks (A14, D5), scores and the reason for the end."""
    form, seats = VARIANTS[position.setup.variant], position.setup.seats
    keys = [int(_rank_key(position.data, position.table, n)) for n in range(form.teams or seats)]
    places = [1 + sum(other > key for other in keys) for key in keys]
    won = "all-on-one-side" if form.tug else "all-at-end"
    full = position.record["reason"] == rules.BOARD_FULL
    return {
        "ranks": [places[seat % len(places)] for seat in range(seats)],
        "scores": scores(position.record, position.setup.variant, seats),
        "reason": "board-full" if full else won,
    }
