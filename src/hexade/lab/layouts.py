"""Actions and observations of every game as tables, made from the code: docs/layouts.md.

`python -m hexade.lab.layouts FILE` writes the page; a test compares it with the code.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from hexade import games
from hexade.contract.features import length
from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup, every_form, setups

HEAD = """# Actions and observations

For researchers: what the numbers mean, game by game. This page is made from the code by `python -m hexade.lab.layouts docs/layouts.md`, and a test compares them; how to use them is in [the lab](lab.md).

An action is the number of a move. *Factors* are the numbers that it consists of, with how many values each has; `game.split_move(setup, move)` and `game.join_move(setup, parts)` translate. Whatever is legal is any combination of the legal values of all factors, so that a head for each factor with a mask of its own is exact. *Decisions* is the most that a game can have; where all choose at the same time, that counts as one. The `tiny` variants are those of [the lab](lab.md#tiny-set-ups).

An observation is a row of `int8`, in the parts below, in this order; seats are turned so that the viewer comes first. Numbers are neither scaled nor centred."""  # noqa: E501


def page() -> str:
    """Return the page."""
    return "\n\n".join([HEAD, *(_game(game) for game in games.catalogue().values())]) + "\n"


def _game(game: AnyGame) -> str:
    tables = list(_newest(game))
    found = [f"## {game.title} (`{game.name}`)", "\n".join(_sizes(game, tables))]
    seen: dict[str, list[str]] = {}
    for setup in tables:
        rows = "\n".join(_parts(game, setup))
        seen.setdefault(rows, []).append(f"{setup.variant} for {setup.seats}")
    found += [f"A row of {', '.join(names)}:\n\n{rows}" for rows, names in seen.items()]
    found.append("Some moves:\n\n" + "\n".join(_moves(game, tables[0])))
    return "\n\n".join(found)


def _newest(game: AnyGame) -> Iterator[Setup]:
    last = {form.variant: (form.editions or (None,))[-1] for form in every_form(game)}
    return (setup for setup in setups(game, tiny=True) if setup.edition == last[setup.variant])


def _sizes(game: AnyGame, tables: list[Setup]) -> Iterator[str]:
    yield "| variant | seats | actions | factors | row | decisions |"
    yield "| --- | ---: | ---: | --- | ---: | ---: |"
    for setup in tables:
        factors = " × ".join(map(str, game.factors(setup)))
        width, most = length(game.parts(setup)), game.longest(setup) or "no bound"
        sizes = f"{game.actions(setup)} | {factors} | {width} | {most}"
        yield f"| {setup.variant} | {setup.seats} | {sizes} |"


def _parts(game: AnyGame, setup: Setup) -> Iterator[str]:
    yield "| from | to | part | shape | what |"
    yield "| ---: | ---: | --- | --- | --- |"
    at = 0
    for part in game.parts(setup):
        shape = " × ".join(map(str, part.shape)) or "1"
        yield f"| {at} | {at + part.size - 1} | `{part.name}` | {shape} | {part.about} |"
        at += part.size


def _moves(game: AnyGame, setup: Setup) -> Iterator[str]:
    yield "| action | factors | notation |"
    yield "| ---: | --- | --- |"
    last = game.actions(setup) - 1
    for move in sorted({*range(min(6, last)), last // 2, last}):
        factors = ", ".join(map(str, game.split_move(setup, move)))
        yield f"| {move} | {factors} | `{game.text(move)}` |"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
