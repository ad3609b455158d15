"""Options and argument types that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hexade import games

if TYPE_CHECKING:
    Name = click.ParamType[str]
else:
    Name = click.ParamType

F = TypeVar("F", bound=Callable[..., Any])
FILE = click.Path(path_type=Path)
SEED = click.IntRange(0, 2**53 - 1)


class Fraction(click.FloatRange):
    """A number from 0 to 1; click alone would accept "nan"."""

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
    """The name of a game."""

    name = "game"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return all names, for the help text."""
        return f"[{'|'.join(games.names())}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; refuse one that no game has."""
        if value not in games.names():
            known = ", ".join(games.names())
            self.fail(f"there is no game {value[:40]!r}; choose {known}", param, ctx)
        return value


def examples(*lines: str) -> str:
    """Return an epilog of command lines that click does not wrap."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def _all(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return a decorator that adds several options, listed in this order in the help text."""

    def add(command: F) -> F:
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
        "options",
        "--option",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the game; `hexade games` lists them with their values.",
    ),
)
bot_options = _all(
    click.option(
        "--bot",
        "bots",
        multiple=True,
        metavar="NAME",
        help="The bot in the next seat, from `hexade games`; a single one plays all seats. "
        "Default: random.",
    ),
    click.option("--games", "count", type=click.IntRange(1), default=1000, show_default=True),
    click.option("--seed", type=SEED, default=0, show_default=True),
)
look_options = _all(
    click.option("ascii_only", "--ascii", is_flag=True, help="Plain letters only."),
    click.option("--no-color", is_flag=True, help="No colours."),
)
record_argument = _all(
    click.argument("file", type=FILE),
    click.option(
        "number", "--game", type=click.IntRange(1), default=1, help="Which record, from 1."
    ),
)
workers_option = click.option(
    "--workers", type=click.IntRange(1), help="Processes; all cores if left out."
)
backend_option = _all(
    workers_option,
    click.option(
        "--backend",
        type=click.Choice(["processes", "ray"]),
        default="processes",
        help="On this machine, or on the Ray cluster at RAY_ADDRESS (or a local one).",
    ),
)
