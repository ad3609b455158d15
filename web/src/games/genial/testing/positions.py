"""Makes positions.json: real views, previews and what some moves really bring, for the tests."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from hexade.contract.game import CHANCE
from hexade.contract.setup import Setup
from hexade.games.genial.game import GAME

SETUPS = (("base", 2, 26), ("base", 4, 40), ("solo", 1, 30), ("team", 4, 60), ("duel", 2, 26))
SAMPLES = 12


def position(variant: str, seats: int, moves: int, seed: int) -> Any:
    """Return the position after so many moves of players who like points."""
    dice = random.Random(seed)
    state = GAME.begin(Setup(game="genial", variant=variant, edition="2023", seats=seats))
    events: list[Any] = []
    while True:
        seat = _seat(state)
        if moves <= 0 and seat is not None and len(GAME.legal(state, seat)) > 2:
            return state, events
        if seat is None:
            kinds, weights = zip(*GAME.chances(state), strict=True)
            turn = {CHANCE: dice.choices(kinds, weights)[0]}
        else:
            view = GAME.view(state, seat)
            legal = dice.sample(GAME.legal(state, seat), min(30, len(GAME.legal(state, seat))))
            worth = GAME.worth(view, legal)
            turn = {seat: legal[worth.index(max(worth))]}
            moves -= 1
        after = GAME.apply(state, turn)
        events += GAME.events(state, turn, after)
        state = after


def _seat(state: Any) -> int | None:
    acting = GAME.to_act(state)
    return None if CHANCE in acting else next(iter(acting))


def case(variant: str, seats: int, moves: int, seed: int) -> dict[str, Any]:
    """Return one position as a page is told of it, with what a few of its moves bring."""
    state, events = position(variant, seats, moves, seed)
    seat = _seat(state)
    assert seat is not None
    legal = GAME.legal(state, seat)
    dice = random.Random(seed)
    brings = []
    for move in dice.sample(legal, min(SAMPLES, len(legal))):
        after = GAME.apply(state, {seat: move})
        (placed,) = GAME.events(state, {seat: move}, after)
        shown = GAME.show(GAME.view(after, seat))
        brings.append(
            {
                "move": GAME.text(move),
                "points": placed["points"],
                "scores": shown["scores"],
                "earns": shown["bonus"] - max(0, GAME.show(GAME.view(state, seat))["bonus"] - 1),
            }
        )
    view = GAME.view(state, seat)
    return {
        "seat": seat,
        "view": GAME.show(view),
        "legal": [GAME.text(move) for move in legal],
        "preview": GAME.preview(view, legal),
        "events": [GAME.tell(event, seat) for event in events],
        "brings": brings,
    }


if __name__ == "__main__":
    cases = {f"{v}{n}": case(v, n, moves, 7) for v, n, moves in SETUPS}
    Path(sys.argv[1]).write_text(json.dumps(cases, separators=(",", ":")) + "\n")
