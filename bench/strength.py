"""The strength table: `python -m bench.strength GAME [VARIANT] [--seats N] [--deals N]`.

All levels and baselines of a game meet in every pair over duplicate deals, and what comes of it is
printed as Markdown, to be pasted into `bench/results.md`. The folder keeps every game: a run that
was broken off goes on with the same command, and more deals go on from fewer.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from hexade import games
from hexade.bots.levels import CHAMPION
from hexade.commands.arena import run
from hexade.contract.game import AnyGame
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.lab import players
from hexade.lab.arena import ArenaPlan, checked
from hexade.lab.machine import machine
from hexade.lab.pairing import ROBIN
from hexade.lab.rating import Estimate, error_text
from hexade.lab.standings import Standing, Standings
from hexade.lab.workers import processes

SEED = 20_261


def field(game: AnyGame) -> list[str]:
    """Return everybody who can be measured: levels, the game's own bots and all baselines."""
    return [name for name in players.makers(game) if name != CHAMPION]  # it is the last level


def markdown(plan: ArenaPlan, table: Standings, command: str) -> Iterator[str]:
    """Yield the lines of the table."""
    here, setup = machine(), plan.setup
    order = sorted(range(len(plan.players)), key=lambda n: -table.players[n].rating.elo)
    yield f"### {plan.game.title}, {setup.variant}, {setup.seats} seats"
    yield ""
    yield (
        f"`{command}`: {table.deals} deals, each from every side, {table.games} games, seed "
        f"{plan.seed}; {here['processor']}, {here['cores']} cores, Python {here['python']}, "
        f"hexade {here['hexade']}. Intervals are of 95%, the deal is the sample."
    )
    yield ""
    yield from _ranking([table.players[n] for n in order])
    yield ""
    yield "Points of the row against the column in percent (a draw is half a point):"
    yield ""
    yield from _matrix(plan.players, table, order)


def _ranking(ranked: Sequence[Standing]) -> Iterator[str]:
    yield "| player | games | Elo | points % | first % | measure | ms a move | p95 | faults |"
    yield "| --- " + "| ---: " * 8 + "|"
    for player in ranked:
        elo, times = f"{player.rating.elo:+.0f} {error_text(player.rating.error)}", player.times
        shares = f"{_percent(player.won)} | {_percent(player.first)}"
        spent = f"{times.mean:.2f} | {times.p95:.2f}"
        faults = sum(player.faults.values())
        yield (
            f"| `{player.name}` | {player.games} | {elo} | {shares} | {player.measure.mean:.2f} "
            f"| {spent} | {faults} |"
        )


def _matrix(names: Sequence[str], table: Standings, order: Sequence[int]) -> Iterator[str]:
    yield "| | " + " | ".join(f"`{names[n]}`" for n in order) + " |"
    yield "| --- " + "| ---: " * len(order) + "|"
    for one in order:
        cells = [_cell(table, one, other) for other in order]
        yield f"| `{names[one]}` | " + " | ".join(cells) + " |"


def _cell(table: Standings, one: int, other: int) -> str:
    pair = table.pair(one, other)
    return "" if pair is None else _percent(pair.won)


def _percent(found: Estimate) -> str:
    return f"{100 * found.mean:.1f} ({100 * found.low:.1f}–{100 * found.high:.1f})"


def main(words: Sequence[str]) -> None:
    """Play and print."""
    ask = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    ask.add_argument("game", choices=games.names())
    ask.add_argument("variant", nargs="?")
    ask.add_argument("--seats", type=int)
    ask.add_argument("--deals", type=int, default=200)
    ask.add_argument("--seed", type=int, default=SEED)
    ask.add_argument("--time-ms", type=int, default=1000, help="for those who use what they get")
    ask.add_argument("--player", action="append", help="instead of all; may be repeated")
    ask.add_argument("--without", action="append", default=[], help="leave out; may be repeated")
    ask.add_argument("--workers", type=int)
    ask.add_argument("--out", type=Path, help="the folder that keeps every game")
    said = ask.parse_args(words)
    game = games.find(said.game)
    names = [name for name in said.player or field(game) if name not in said.without]
    try:
        setup = agree(game, said.variant, seats=said.seats)
        plan = checked(ArenaPlan(setup, tuple(names), said.deals, said.seed, said.time_ms, ROBIN))
    except Refusal as refusal:
        ask.error(str(refusal))
    out = said.out or Path(f"strength-{setup.game}-{setup.variant}{setup.seats}")
    table = run(plan, out, processes(said.workers)).table
    command = shlex.join(["python", "-m", "bench.strength", *words])
    text = "\n".join(markdown(plan, table, command)) + "\n"
    (out / "strength.md").write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main(sys.argv[1:])
