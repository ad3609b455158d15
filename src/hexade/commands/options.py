"""Options that several commands share, and the setups, plans and screens made of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import wraps
from math import isnan
from pathlib import Path
from typing import Any, TypeAlias

import click

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup, agree

Command: TypeAlias = Callable[..., Any]
FILE = click.Path(path_type=Path)
SEED = click.IntRange(0, 2**53 - 1)
GAME = click.Choice(games.names())
TABLE = ("variant", "edition", "seats", "start", "options")


class Fraction(click.FloatRange):
    """A number from 0 to 1; click alone would accept "nan"."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number."""
        found = float(super().convert(value, param, ctx))
        if isnan(found):
            self.fail(f"{value!r} is not in the range 0<=x<=1.", param, ctx)
        return found


FRACTION = Fraction(0, 1)


JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def examples(*lines: str) -> str:
    """Return an epilog of command lines that click does not wrap."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def _all(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds options; the help text lists them in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


table_options = _all(
    click.option("--variant", help="The variant; the usual game if left out."),
    click.option("--edition", help="The edition of the rules; the newest if left out."),
    click.option("--seats", type=int, help="The number of players."),
    click.option("--start", type=int, help="The seat that begins; seats count from 0."),
    click.option(
        *("options", "--option"),
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the game; `hexade games` lists them with their values.",
    ),
)
bot_options = _all(
    click.option(
        *("--bot", "bots"),
        multiple=True,
        metavar="NAME",
        help="The player in the next seat: a bot of `hexade games`, or whoever the arena takes, "
        "such as py:MODULE:CLASS; a single one plays all seats. Default: random.",
    ),
    click.option("--games", "count", type=click.IntRange(1), default=1000, show_default=True),
    click.option("--seed", type=SEED, default=0, show_default=True),
)
record_options = _all(
    click.argument("file", type=FILE),
    click.option(
        "number", "--game", type=click.IntRange(1), default=1, help="Which record, from 1."
    ),
)
workers_option = click.option(
    "--workers", type=click.IntRange(1), help="Processes; all cores if left out."
)


def chosen_setup(
    game: str | None, start: int | None, options: Sequence[str], **table: Any
) -> tuple[AnyGame, Setup]:
    """Return the game and its setup; an option left out takes the game's default."""
    found = games.find(game) if game else games.default()
    return found, agree(found, start=start or 0, options=dict(map(_option, options)), **table)


def _option(text: str) -> tuple[str, int]:
    name, _, value = text.partition("=")
    try:
        return name.strip(), int(value)
    except ValueError:
        sentence = f"the option {text[:40]!r} is not NAME=VALUE with a whole number as its value"
        raise Refusal(Reason("option", "", sentence)) from None


def setup_options(command: Command) -> Command:
    """Add the game and the options of a table; pass them on as `setup`."""

    @wraps(command)
    def run(*, game: str, **rest: Any) -> Any:
        table = {name: rest.pop(name) for name in TABLE}
        return command(setup=chosen_setup(game, **table)[1], **rest)

    return _all(click.argument("game", type=GAME), table_options)(run)


def simulation_options(command: Command) -> Command:
    """Add a table, its bots and a seed; pass them on as `plan`, and the number of games."""

    @wraps(command)
    def run(*, setup: Setup, bots: Sequence[str], seed: int, **rest: Any) -> Any:
        from hexade.lab.players import make
        from hexade.lab.simulate import SimulationPlan

        names = tuple(name.removeprefix("bot:") for name in bots or ["random"])
        if len(names) not in (1, setup.seats):
            sentence = f"name one bot for all seats or {setup.seats}, not {len(names)}"
            raise Refusal(Reason("players", "", sentence))
        for name in names:
            make(name, games.find(setup.game), seed)
        plan = SimulationPlan(setup, names * setup.seats if len(names) == 1 else names, seed)
        return command(plan=plan, **rest)

    return setup_options(bot_options(run))


def runner_options(command: Command) -> Command:
    """Add options for where the work is done; pass the runner on as `runner`."""

    @wraps(command)
    def run(*, workers: int | None, backend: str, **rest: Any) -> Any:
        if backend == "ray":
            from hexade.lab.ray_workers import ray_runner as runner
        else:
            from hexade.lab.workers import processes as runner
        return command(runner=runner(workers), **rest)

    backend = click.option(
        "--backend",
        type=click.Choice(["processes", "ray"]),
        default="processes",
        help="On this machine, or on the Ray cluster at RAY_ADDRESS (or a local one).",
    )
    return _all(workers_option, backend)(run)


def database_option(command: Command) -> Command:
    """Add the database of a server; pass on the one to use as `database`."""

    @wraps(command)
    def run(*args: Any, database: str | None, **rest: Any) -> Any:
        from hexade.terminal.data_folder import data_folder

        database = database or os.environ.get("HEXADE_DATABASE")
        if not database:
            database = str(data_folder("tables", "--database FILE") / "hexade.sqlite")
        return command(*args, database=database, **rest)

    help_text = "A file, or postgresql://…; HEXADE_DATABASE or a file in your data folder."
    return click.option("--database", help=help_text)(run)


def screen_options(command: Command) -> Command:
    """Add options for how things are drawn; pass the screen on as `screen`."""

    @wraps(command)
    def run(*args: Any, ascii_only: bool, no_color: bool, **rest: Any) -> Any:
        from hexade.terminal.screen import Screen

        return command(*args, screen=Screen(ascii_only, no_color), **rest)

    glyphs = click.option("ascii_only", "--ascii", is_flag=True, help="Plain letters only.")
    return _all(glyphs, click.option("--no-color", is_flag=True, help="No colours."))(run)
