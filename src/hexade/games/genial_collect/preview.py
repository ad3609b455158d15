"""Previews of a move: the odds of the next tile, what stopping brings, what a bad tile costs.

All of it is exact, and from what everybody sees: 21 tiles of each colour, less those that lie open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexade.contract.game import Event, Move, Risk, Seat
from hexade.games.genial_collect.events import taken
from hexade.games.genial_collect.notation import text
from hexade.games.genial_collect.rules import is_good
from hexade.games.genial_collect.state import STOP, TURN_UP
from hexade.games.genial_collect.variants import COLOUR_NAMES, COLOURS, goal_of, letters
from hexade.games.genial_collect.view import CollectView


def preview(view: CollectView, legal: Sequence[Move]) -> dict[str, Any] | None:
    """Return for each legal move what it may bring."""
    tell = {TURN_UP: next_tile, STOP: stopping}
    return {text(move): tell[move](view) for move in legal}


def next_tile(view: CollectView) -> dict[str, Any]:
    """Return how many tiles of each colour the pile holds, how many of all are bad, what they cost.

    A tile's chance is its number divided by `pile`. A bad tile costs `cost` tiles: all that
    stopping now would bring (G4).
    """
    held = view.record
    good = [n for n in range(len(COLOURS)) if is_good(held, n)]
    pile = int(held["pile_size"])
    return {
        "pile": pile,
        "left": left(view),
        "good": [COLOURS[n] for n in good],
        "bad": pile - sum(int(held["pile"][n]) for n in good),
        "cost": sum(taken(held)),
    }


def risk(view: CollectView, move: Move) -> Risk | None:
    """Return the chance of a bad tile, and how many tiles it costs (G4)."""
    odds = next_tile(view)
    if move == STOP or not odds["cost"] or not odds["bad"]:
        return None
    return Risk(round(odds["bad"] / odds["pile"], 4), odds["cost"])


def intent(seat: Seat, move: Move) -> Event | None:
    """Return the turning up of a tile that nobody knows yet; a stop has its own event."""
    return {"event": "turn_up", "seat": seat} if move == TURN_UP else None


def left(view: CollectView) -> dict[str, int]:
    """Return how many tiles of each colour the pile holds."""
    return dict(zip(COLOURS, view.record["pile"].tolist(), strict=True))


def stopping(view: CollectView) -> dict[str, Any]:
    """Return the tiles that the seat in turn takes by stopping (G3), and whether it wins (G6)."""
    held = view.record
    tiles = taken(held)
    after = [n + more for n, more in zip(held["owned"][held["turn"]].tolist(), tiles, strict=True)]
    goal = goal_of(view.setup)
    return {
        "tiles": letters(tiles),
        "owned": dict(zip(COLOURS, after, strict=True)),
        "missing": sum(max(0, goal - n) for n in after),
        "wins": min(after) >= goal,
    }


def forecast(view: CollectView, move: Move, names: Sequence[str] = ()) -> str:
    """Return in a few words what a move may bring."""
    if move == STOP:
        found = stopping(view)
        counts = [(colour, found["tiles"].count(colour)) for colour in COLOURS]
        said = ", ".join(f"{COLOUR_NAMES[colour]} +{n}" for colour, n in counts if n)
        return f"{said}; " + ("you win" if found["wins"] else f"{found['missing']} to go")
    odds = next_tile(view)
    cost = f", which costs {odds['cost']} tiles" if odds["cost"] else ""
    return f"{odds['bad'] / odds['pile']:.0%} bad{cost}"
