"""Reasons for a move: the exact odds of the next tile, and what stopping brings (G2 to G6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexade.contract.game import Move
from hexade.games.genial_collect.preview import next_tile, stopping
from hexade.games.genial_collect.state import STOP, TURN_UP
from hexade.games.genial_collect.view import CollectView


def reasons(view: CollectView, moves: Sequence[Move], move: Move) -> list[dict[str, Any]]:
    """Return why one of the legal moves is a good one, the most important reason first."""
    odds = next_tile(view)
    bad = {"bad": odds["bad"], "pile": odds["pile"], "cost": odds["cost"]}
    if move == STOP:
        brings = stopping(view)
        wins = [{"why": "wins"}] if brings["wins"] else []
        avoids = [{"why": "avoids", **bad}] if TURN_UP in moves and odds["bad"] else []
        return [*wins, {"why": "secures", "tiles": len(brings["tiles"])}, *avoids]
    if STOP not in moves:
        return [{"why": "must"}]
    if not odds["bad"]:
        return [{"why": "safe"}]
    return [{"why": "risks", **bad}]
