"""Previews of a move: as data for a page (matches, steps, what is lost) and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hexade.contract.game import Move, Seat
from hexade.contract.kernel import over_arrays, speed_up
from hexade.games.genial_cards import events, notation, picture
from hexade.games.genial_cards.cards import AREA_ENDS, COLOUR_NAMES, COLOURS, TOP
from hexade.games.genial_cards.rules import decide
from hexade.games.genial_cards.scoring import limit
from hexade.games.genial_cards.state import BETWEEN, KEEP, OFFERED, OVER, PLAY, RENEW
from hexade.games.genial_cards.view import CardsView

_decide = speed_up(over_arrays(decide))


def preview(view: CardsView, legal: Sequence[Move]) -> dict[str, Any] | None:
    """Return for each card, or card and order, what it would score; and which areas are closed."""
    plays = [move for move in legal if move >= PLAY]
    if not plays:
        return None
    chips = view.record["chips"][view.seat]
    return {
        "moves": {notation.text(move): _move(view, move) for move in plays},
        "locked": {colour: lock for n, colour in enumerate(COLOURS) if (lock := _lock(chips, n))},
    }


def _move(view: CardsView, move: Move) -> dict[str, Any]:
    """Return what one play would score; `points`, `steps` and `lost` in the order of scoring."""
    _, order = notation.parts(move)
    before, seat = view.record, view.seat
    after = _after(view, move)
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


def _lines(view: CardsView, order: str) -> list[dict[str, Any]]:
    """Return every face-up symbol that matches the card: its owner, card and half."""
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
    """Return for each symbol how many steps are lost and why: a closed area, or the row's end."""
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
    need = AREA_ENDS[AREA_ENDS.index(last) - 1] + 1  # where the area before the closed one begins
    return {
        "rule": "E5",
        "limit": last,
        "need": need,
        "because": [colour for colour, at in others if at < need],
    }


def _bonus(before: np.ndarray, after: np.ndarray) -> int:
    """Return how many chips reach the end of their row: a bonus turn each (E7)."""
    return int(np.count_nonzero((before < TOP) & (after == TOP)))


def limits(view: CardsView, seat: Seat) -> dict[str, int]:
    """Return for each chip of a seat the last field that is open to it now (E5)."""
    chips = list(map(int, view.record["chips"][seat]))
    return {colour: limit(min(chips[:n] + chips[n + 1 :])) for n, colour in enumerate(COLOURS)}


def forecast(view: CardsView, move: Move, names: Sequence[str] = ()) -> str:
    """Return in a few words what a move would score."""
    if move == KEEP:
        return "keep your hand and draw"
    if move == RENEW:
        return "show your hand, discard it and draw six"
    _, order = notation.parts(move)
    before = view.record
    after = _after(view, move)
    seat = int(before["turn"])
    due, moved = events.points(before, order), events.steps(before, after, seat, order)
    said = [_step(*parts) for parts in zip(order, due, moved, strict=True)]
    said.append(f"weakest {min(map(int, after['chips'][seat]))}")
    if after["bonus"] > max(0, int(before["bonus"]) - 1):
        said.append("bonus turn!")
    if after["phase"] in (OVER, BETWEEN):
        said.append("ends the round")
    return ", ".join(said)


def _step(colour: str, due: int, moved: int) -> str:
    lost = f" ({due - moved} lost)" if due > moved else ""
    return f"{COLOUR_NAMES[colour]} +{moved}{lost}"


def _after(view: CardsView, move: Move) -> np.void:
    """Return the record after a move, as far as the viewer knows."""
    data = view.thaw()
    _decide(data, view.table, move)
    return data[0]  # type: ignore[no-any-return]
