"""What commands can be asked for, said once: games, tables, bots, looks."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    Name = click.ParamType[str]
else:
    Name = click.ParamType

F = TypeVar("F", bound=Callable[..., Any])
FILE = click.Path(path_type=Path)
SEED = click.IntRange(0, 2**53 - 1)


class Share(click.FloatRange):
    """A number from 0 to 1; "nan" is none, though it is neither too small nor too large."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number."""
        found = float(super().convert(value, param, ctx))
        if isnan(found):
            self.fail(f"{value!r} is not in the range 0<=x<=1.", param, ctx)
        return found


class GameName(Name):
    """The name of a game; the catalogue is opened only when one is asked for."""

    name = "game"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the choice, for the help."""
        from hexade import games

        return f"[{'|'.join(games.names())}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name, or say which names there are."""
        from hexade import games

        if value not in games.names():
            self.fail(
                f"there is no game {value[:40]!r}; choose {', '.join(games.names())}", param, ctx
            )
        return value


def examples(*lines: str) -> str:
    """Return an epilog of command lines that click does not wrap."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def table_options(command: F) -> F:
    """Add what a table agrees on."""
    for option in (
        click.option(
            "options",
            "--option",
            multiple=True,
            metavar="NAME=VALUE",
            help="An option of the game; `hexade games` lists them with their values.",
        ),
        click.option("--start", type=int, help="The seat that begins; seats count from 0."),
        click.option("--seats", type=int, help="How many play."),
        click.option("--edition", help="The edition of the rules; the newest if left out."),
        click.option("--variant", help="The variant; the usual game if left out."),
    ):
        command = option(command)
    return command


def bot_options(command: F) -> F:
    """Add which bots play how many games, from which seed."""
    for option in (
        click.option("--seed", type=SEED, default=0, show_default=True),
        click.option("--games", "count", type=click.IntRange(1), default=1000, show_default=True),
        click.option(
            "--bot",
            "bots",
            multiple=True,
            metavar="NAME",
            help="The bot in the next seat, from `hexade games`; one alone plays on all seats. "
            "Default: random.",
        ),
    ):
        command = option(command)
    return command


def look_options(command: F) -> F:
    """Add how things are drawn."""
    command = click.option("--no-color", is_flag=True, help="No colours.")(command)
    return click.option("ascii_only", "--ascii", is_flag=True, help="Plain letters only.")(command)


def workers_option(command: F) -> F:
    """Add on how many cores."""
    said = "Processes; all cores if left out."
    return click.option("--workers", type=click.IntRange(1), help=said)(command)


def backend_option(command: F) -> F:
    """Add where the work is done."""
    where = click.Choice(["processes", "ray"])
    said = "On this machine, or on the Ray cluster at RAY_ADDRESS (or a local one)."
    option = click.option("--backend", type=where, default="processes", help=said)
    return workers_option(option(command))
