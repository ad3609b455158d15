"""The arena on a local Ray cluster plays the same games as on this machine's processes.

Not part of `make test`: Ray is large and slow to start. Run it with `make cluster`.
"""

from __future__ import annotations

import sys
from time import monotonic

from hexade import bots, games
from hexade.contract.setup import agree
from hexade.lab.arena import Line, Plan, here
from hexade.lab.cluster import on_ray


def untimed(lines: list[Line]) -> list[Line]:
    """Leave out what differs from run to run, and bring the rest into order."""
    found = [{k: v for k, v in line.items() if k not in ("ms", "cpu_ms")} for line in lines]
    return sorted(found, key=lambda line: (line["deal"], line["pairing"], line["lineup"]))


def main(deals: int) -> None:
    """Compare, for every game."""
    for game in games.catalogue().values():
        rival = bots.usual(game)
        plan = Plan(agree(game, seats=game.forms[0].seats[-1]), (rival, "random"), deals, seed=5)
        alone = [line for lines in here(plan, plan.units()) for line in lines]
        began = monotonic()
        shared = [line for lines in on_ray(plan, plan.units()) for line in lines]
        spent = monotonic() - began
        if untimed(shared) != untimed(alone):
            sys.exit(f"{game.name}: the cluster played other games")
        sys.stdout.write(f"{game.name}: {len(shared)} games on Ray, {spent:.1f} s, all the same\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
