"""Events: turns as they are written to a record, read back, and put into canonical form."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexade.contract import bits
from hexade.contract.game import CHANCE, Event, Move, Seat, Turn
from hexade.contract.kernel import over_arrays, speed_up
from hexade.contract.kernel_game import DEAL_TO, dealt_to
from hexade.contract.reason import Reason, Refusal, quoted, unreadable
from hexade.contract.record import read_seat
from hexade.contract.setup import Setup
from hexade.games.genial import board, rules
from hexade.games.genial.notation import kinds, parts, placement
from hexade.games.genial.state import GenialState
from hexade.games.genial.view import GenialView

_RULES = {
    "turn": "A5",
    "place": "A6",
    "exchange": "A12",
    "draw": "A12",
    "end": "A13",
    "result": "A14",
}
_points = speed_up(over_arrays(rules.both_points))


def events(before: GenialState, turn: Turn, after: GenialState) -> list[Event]:
    """Return the events of a turn; a draw is written once its last tile is drawn."""
    ((seat, move),) = turn.items()
    held = before.record
    if seat == CHANCE:
        if held["due"] > 1:
            return []
        kind, drawer = move % DEAL_TO, dealt_to(before, move)
        tiles = board.tile_names(int(held["drawn"]) + (1 << 3 * kind))
        return [{"event": "draw", "seat": drawer, "tiles": tiles}]
    if move == rules.KEEP:
        return []
    if move == rules.EXCHANGE:
        shown = board.tile_names(int(after.record["aside"]))
        return [{"event": "exchange", "seat": seat, "tiles": shown}]
    tile, cells = parts(move)
    found = points_of(before, move)
    return [{"event": "place", "seat": seat, "tile": tile, "cells": cells, "points": found}]


def points_of(state: GenialState | GenialView, move: Move) -> list[int]:
    """Return the points of both halves of a placement (A8)."""
    out = np.zeros(2, np.int64)
    _points(state.data, state.table, move, out)
    return out.tolist()


def read(state: GenialState, events: Sequence[Event]) -> list[Turn]:
    """Return the turns that the first event describes."""
    event = events[0]
    kind, seat = event.get("event"), read_seat(event, state.setup, "A4")
    if kind == "place":
        return [{seat: placement(event.get("tile"), event.get("cells"))}]
    if kind == "exchange":
        kinds(event.get("tiles"))
        return [{seat: rules.EXCHANGE}]
    if kind == "draw":
        return _read_draw(state, seat, kinds(event.get("tiles")))
    raise unreadable(f"the game has no event {quoted(kind)}")


def _read_draw(state: GenialState, seat: Seat, drawn: list[int]) -> list[Turn]:
    held, rack = state.record, int(state.table[0]["rack"])
    if held["phase"] == rules.DEALING:
        if held["racks"][seat]:
            raise Refusal(Reason("draw", "A4", f"seat {seat} has drawn its first tiles already"))
        due, to = rack, DEAL_TO * (seat + 1)
    elif seat != held["turn"] or held["phase"] == rules.PLACING:
        raise Refusal(Reason("draw", "A12", f"seat {seat} has nothing to draw now"))
    else:
        due, to = rack - bits.total(int(held["racks"][seat])), 0
    if len(drawn) != due:
        sentence = f"seat {seat} must draw {due} tiles here, not {len(drawn)}"
        raise Refusal(Reason("draw", "A12", sentence))
    declined: list[Turn] = [{seat: rules.KEEP}] if held["phase"] == rules.OFFERED else []
    return declined + [{CHANCE: kind + to} for kind in drawn]


def tidy(event: Event) -> Event:
    """Return an event in canonical form."""
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
    return special.get(event, {}).get(setup.variant, _RULES[event])
