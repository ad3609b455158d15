"""What a page needs to show a card before it is played, as data: matches, steps, what is lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hexade.contract.game import Move, Seat
from hexade.games.genial_cards import events, notation, picture
from hexade.games.genial_cards.cards import AREA_ENDS, COLOURS, TOP
from hexade.games.genial_cards.position import Position, decided
from hexade.games.genial_cards.scoring import limit
from hexade.games.genial_cards.state import BETWEEN, OFFERED, OVER, PLAY
from hexade.games.genial_cards.view import View


def preview(view: View, legal: Sequence[Move]) -> dict[str, Any] | None:
    """Return for each card, or card and order, what it would bring; and which areas are shut."""
    plays = [move for move in legal if move >= PLAY]
    if not plays:
        return None
    chips = view.record["chips"][view.seat]
    return {
        "moves": {notation.text(move): _move(view, move) for move in plays},
        "locked": {colour: lock for n, colour in enumerate(COLOURS) if (lock := _lock(chips, n))},
    }


def _move(view: View, move: Move) -> dict[str, Any]:
    """Return what one play would bring; `points`, `steps` and `lost` in the order of scoring."""
    _, order = notation.parts(move)
    before, seat = view.record, view.seat
    after = decided(Position(view.setup, view.data), move).record
    points, steps = events.points(before, order), events.steps(before, after, seat, order)
    return {
        "order": order,
        "lines": _lines(view, order),
        "points": points,
        "steps": steps,
        "lost": _lost(before["chips"][seat], order, points, steps),
        "chips": dict(zip(COLOURS, after["chips"][seat].tolist(), strict=True)),
        "bonus": _bonus(before["chips"][seat], after["chips"][seat]),
        "renew": bool(after["phase"] == OFFERED),
        "ends": bool(after["phase"] in (OVER, BETWEEN)),
    }


def _lines(view: View, order: str) -> list[dict[str, Any]]:
    """Return every open symbol that matches one of the card's: whose, which card, which half."""
    return [
        {"colour": colour, "seat": seat, "open": n, "half": half}
        for colour in order
        for seat in range(view.setup.seats)
        for n, card in enumerate(picture.open_cards(view, seat))
        for half, shown in enumerate(card)
        if shown == colour
    ]


def _lost(
    chips: np.ndarray, order: str, points: Sequence[int], steps: Sequence[int]
) -> list[dict[str, Any] | None]:
    """Return for each symbol how many steps are lost and why: a shut area, or the row's end."""
    now = chips.copy()
    found: list[dict[str, Any] | None] = []
    for colour, due, made in zip(order, points, steps, strict=True):
        n = COLOURS.index(colour)
        lock = _lock(now, n)
        why: dict[str, Any] = {"why": "area", **lock} if lock else {"why": "end", "rule": "E1"}
        found.append({"steps": due - made, **why} if due > made else None)
        now[n] += made  # E5: the second symbol is scored after the first has moved
    return found


def _lock(chips: np.ndarray, n: int) -> dict[str, Any] | None:
    """Return the last field open to a chip, and which chips must get where to open more (E5)."""
    others = [(colour, int(at)) for m, (colour, at) in enumerate(zip(COLOURS, chips, strict=True))
              if m != n]  # fmt: skip
    last = limit(min(at for _, at in others))
    if last == TOP:
        return None
    need = AREA_ENDS[AREA_ENDS.index(last) - 1] + 1  # where the area before the shut one begins
    return {
        "rule": "E5",
        "limit": last,
        "need": need,
        "because": [colour for colour, at in others if at < need],
    }


def _bonus(before: np.ndarray, after: np.ndarray) -> int:
    """Return how many chips reach the end of their row: a bonus turn each (E7)."""
    return int(np.count_nonzero((before < TOP) & (after == TOP)))


def limits(view: View, seat: Seat) -> dict[str, int]:
    """Return for each chip of a seat the last field that is open to it now (E5)."""
    chips = list(map(int, view.record["chips"][seat]))
    return {colour: limit(min(chips[:n] + chips[n + 1 :])) for n, colour in enumerate(COLOURS)}
