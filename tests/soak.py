"""Soak the rules: play games by the thousand and have each game's naive referee follow them.

`python -m tests.soak N` plays N games on all cores, of every game whose tests have an `oracle.py`
with a `referee`, and exits with 1 at the first disagreement.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any

import click

from hexade import bots, games
from hexade.contract.game import AnyGame
from hexade.contract.reason import Refusal
from hexade.contract.record import verify, write
from hexade.contract.setup import Setup, agree, setups
from hexade.lab.simulate import SimulationPlan, play_one

CHUNK = 25


def referee_of(name: str) -> Callable[[Any], Any] | None:
    """Return the naive referee of a game, if its tests have one."""
    module = f"hexade.games.{name}.tests.oracle"
    try:
        known = find_spec(module)
    except ModuleNotFoundError:
        return None
    return getattr(import_module(module), "referee", None) if known else None


@cache
def plans(seed: int, only: str = "") -> tuple[SimulationPlan, ...]:
    """Return what to play by turns: every set-up, seat to begin and bot of every such game.

    `only` leaves all but one game (`NAME`) or one of its variants (`NAME:VARIANT`).
    """
    return tuple(plan for plan in _plans(seed) if only in ("", *_called(plan.setup)))


def _called(setup: Setup) -> tuple[str, str]:
    return setup.game, f"{setup.game}:{setup.variant}"


def _plans(seed: int) -> Iterator[SimulationPlan]:
    for game in filter(lambda game: referee_of(game.name), games.catalogue().values()):
        for setup in setups(game, tiny=True):
            for start in _starts(game, setup):
                for bot in (*bots.steady(game), "level1"):
                    yield SimulationPlan(start, (bot,) * setup.seats, seed)


def _starts(game: AnyGame, setup: Setup) -> Iterator[Setup]:
    for start in range(setup.seats):
        try:
            yield agree(game, setup.variant, setup.edition, setup.seats, start)
        except Refusal:  # not in every game may any seat begin
            continue


def disagreement(seed: int, only: str, number: int) -> str | None:
    """Play a game and return what its referee says against it, if anything."""
    known = plans(seed, only)
    plan = known[number % len(known)]
    referee = referee_of(plan.setup.game)
    assert referee is not None
    record = play_one(plan, number)
    try:
        verify(games.find(plan.setup.game), record)
        referee(json.loads(write(record)))
    except Exception as fault:  # whatever a referee raises is what was looked for
        where = getattr(fault, "event", None)
        return f"{plan}, game {number}, dealt from {record.seed}, event {where}: {fault}"
    return None


def soak(seed: int, only: str, numbers: Iterable[int]) -> str | None:
    """Play some games and return the first disagreement."""
    return next(filter(None, (disagreement(seed, only, number) for number in numbers)), None)


@click.command()
@click.argument("count", type=click.IntRange(1))
@click.option("--seed", default=0, help="Other games for another seed.")
@click.option("--only", default="", help="One game, NAME, or one variant, NAME:VARIANT.")
def main(count: int, seed: int, only: str) -> None:
    """Play COUNT games and have the referees follow them."""
    if not plans(seed, only):
        raise click.UsageError(f"there is no game or variant {only!r}")
    chunks = [range(at, min(at + CHUNK, count)) for at in range(0, count, CHUNK)]
    done = 0
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for chunk, fault in zip(chunks, pool.map(partial(soak, seed, only), chunks), strict=True):
            if fault:
                pool.shutdown(cancel_futures=True)
                click.echo(f"\n{fault}")
                sys.exit(1)
            done += len(chunk)
            if sys.stdout.isatty():
                click.echo(f"\r{done} of {count} games agree", nl=False)
    click.echo(f"\r{done} of {count} games agree")


if __name__ == "__main__":
    main()
