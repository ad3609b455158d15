"""Find the noise of eight levels that are evenly apart: `python -m bench.levels GAME [VARIANT]`.

Players of many noises meet their neighbours in the arena; the noise of each level is then read off
the curve of their ratings. Run it whenever a judge has become better, and put the levels it
prints into the game.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np

from hexade import games
from hexade.commands.arena import run
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.lab.arena import ArenaPlan, checked
from hexade.lab.pairing import NEAR
from hexade.lab.rating import error_text
from hexade.lab.workers import processes

GRID = (0.0, 0.01, 0.02, 0.035, 0.055, 0.08, 0.11, 0.15, 0.2, 0.27, 0.36, 0.48, 0.64, 0.85, 1.0)
LEVELS, APART = 8, 150  # Elo


def main() -> None:
    """Measure and print."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("game", choices=games.names())
    ask.add_argument("variant", nargs="?")
    ask.add_argument("--seats", type=int)
    ask.add_argument("--deals", type=int, default=60)
    ask.add_argument("--effort", type=float, default=0.25, help="of all players but the champion")
    ask.add_argument("--champion", type=float, default=1.0, help="the effort of the champion")
    ask.add_argument("--out", type=Path)
    said = ask.parse_args()
    game = games.find(said.game)
    top = f"noise:0:{said.champion:g}" if said.champion != said.effort else ""
    noisy = [f"noise:{noise:g}:{said.effort:g}" for noise in GRID]
    try:
        setup = agree(game, said.variant, seats=said.seats)
        plan = checked(
            ArenaPlan(setup, tuple(filter(None, [top, *noisy])), said.deals, 11, mode=NEAR)
        )
    except Refusal as refusal:
        ask.error(str(refusal))
    out = said.out or Path(tempfile.mkdtemp(prefix="levels-"))
    players = run(plan, out, processes()).table.players
    for player in players:
        print(f"{player.name:>16}  {player.rating.elo:+5.0f} {error_text(player.rating.error)}")
    known = players[-len(GRID) :]
    elos = np.array([player.rating.elo for player in known])
    falling = np.minimum.accumulate(elos)  # noise never helps: what looks so is chance
    print(f"\nLevels {APART} Elo apart, the weakest first:")
    for step in range(LEVELS - 1, 0, -1):
        wanted = players[0].rating.elo - APART * step
        noise = float(np.interp(-wanted, -falling, GRID))
        past = "  # beyond what was measured" if wanted < falling[-1] else ""
        print(f"    Level({said.effort:g}, {noise:.3f}),{past}")
    print(f"    Level({said.champion:g}, 0.0),")


if __name__ == "__main__":
    main()
