"""Makes moments.json: the first turns of a real game as one seat sees them, for the tests."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hexade.contract.chance import Stream
from hexade.contract.setup import agree
from hexade.games.genial_collect.game import GAME
from hexade.match import Accepted, start, submit

SEED = 5
SEAT = 2
COUNT = 14  # moments: turns that end well and badly, others' and one's own


def moments() -> list[Any]:
    """Return the moments of a game of three in which everybody stops after two or three tiles."""
    dealer = Stream(SEED)
    begun = start(GAME, agree(GAME, seats=3), dealer)
    match, events, found = begun.match, list(begun.events), []
    while len(found) < COUNT:
        (seat,) = match.waiting_for
        view, legal = GAME.view(match.state, SEAT), GAME.legal(match.state, seat)
        moves = [GAME.text(move) for move in legal] if seat == SEAT else None
        found.append(
            {
                "now": {"game": 1, "v": match.version, "view": GAME.show(view), "waiting": [seat]}
                | ({"legal": moves} if moves else {}),
                "events": events[:],
            }
        )
        stops = len(legal) > 1 and len(GAME.show(view)["shown"]) > 1 + (len(found) % 3 == 0)
        done = submit(
            match, seat, GAME.parse("stop" if stops else "turn_up"), match.version, dealer
        )
        assert isinstance(done, Accepted)
        match, events = done.match, [*events, *done.events]
    return found


def main() -> int:
    """Write the file beside this one."""
    target = Path(__file__).with_name("moments.json")
    target.write_text(json.dumps(moments()) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
