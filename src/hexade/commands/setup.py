"""Turns options of the command line into a game's setup, bots and workers."""

from __future__ import annotations

from collections.abc import Sequence

from hexade import bots, games
from hexade.contract.game import AnyGame
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup, agree
from hexade.lab.crew import Crew, processes
from hexade.lab.simulate import Plan
from hexade.terminal.words import cut


def chosen_setup(
    game: str | None,
    variant: str | None = None,
    edition: str | None = None,
    seats: int | None = None,
    start: int | None = None,
    options: Sequence[str] = (),
) -> tuple[AnyGame, Setup]:
    """Return the game and its setup; an option left out takes the game's default."""
    found = games.find(game) if game else games.default()
    return found, agree(found, variant, edition, seats, start or 0, dict(map(_option, options)))


def _option(text: str) -> tuple[str, int]:
    name, _, value = text.partition("=")
    try:
        return name.strip(), int(value)
    except ValueError:
        sentence = f"the option {cut(text)!r} is not NAME=VALUE with a whole number as its value"
        raise Refusal(Reason("option", "", sentence)) from None


def simulation(setup: Setup, given: Sequence[str], seed: int) -> Plan:
    """Return which bots play which setup; a single bot plays all seats."""
    names = [name.removeprefix("bot:") for name in given or ["random"]]
    if len(names) not in (1, setup.seats):
        sentence = f"name one bot for all seats or {setup.seats}, not {len(names)}"
        raise Refusal(Reason("players", "", sentence))
    for name in names:
        bots.hire(name, games.find(setup.game), seed)
    return Plan(setup, tuple(names * setup.seats if len(names) == 1 else names), seed)


def chosen_crew(backend: str, workers: int | None) -> Crew:
    """Return processes of this machine, or a Ray cluster; all cores if no number is given."""
    if backend == "processes":
        return processes(workers)
    from hexade.lab.cluster import ray_crew

    return ray_crew(workers)
