"""`hexade play`: a game at this terminal, or at a table on a server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexade.commands.options import (
    FILE,
    GAME,
    SEED,
    chosen_setup,
    examples,
    screen_options,
    table_options,
)

if TYPE_CHECKING:
    from hexade.terminal.screen import Screen


@click.command(
    epilog=examples(
        "hexade play",
        "hexade play --seats 3 --player Ann --player Ben --player bot:greedy",
        "hexade play --resume game.jsonl",
        "hexade play --join http://HOST/t/CODE",
    )
)
@click.argument("game", required=False, type=GAME)
@table_options
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME",
    help="The player in the next seat: a name, a bot such as bot:random (`hexade games` lists the "
    "bots of each game), or an agent of your own: py:MODULE:CLASS, net:FILE.npz or cmd:PROGRAM.",
)
@click.option("--seed", type=SEED, help="Deal from this seed; a random one if left out.")
@click.option("--save", type=FILE, help="Save the game in this file.")
@click.option("--resume", type=FILE, help="Continue the game in this file, its players as saved.")
@click.option("link", "--join", metavar="LINK", help="Sit down at a table on a server.")
@screen_options
@click.option("--demo", is_flag=True, help="Watch bots play a game.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    screen: Screen,
    game: str | None,
    players: tuple[str, ...],
    seed: int | None,
    save: Path | None,
    resume: Path | None,
    link: str | None,
    demo: bool,
    **table: Any,
) -> None:
    """Play a game here, against bots, with people who share the keyboard, or at a server's table.

    Every move is saved as soon as it is made; after `quit`, Ctrl-C or a power cut you can
    continue. Where all players choose at the same time, you are asked again for a choice that
    was still waiting for others. Without a terminal, bots play a demonstration game.
    """
    wanted = (game, seed, demo or None, *table.values())
    new = any(value not in (None, ()) for value in wanted)
    if link is not None:
        if new or resume or save:
            raise click.UsageError("the table on the server is already set up: give --join alone")
        ctx.exit(_join(screen, link, players))
    if resume:
        if new:
            raise click.UsageError("a saved game keeps its setup: give --resume alone")
        ctx.exit(_resume(screen, resume, players, save))
    found, setup = chosen_setup(game, **table)
    if demo or not screen.interactive:
        from hexade.terminal.demo import demonstrate

        _refuse_people(players, demo)
        demonstrate(screen, found, setup, players, seed or 0, save)
    else:
        from hexade.terminal.play import new_table, play

        ctx.exit(play(new_table(screen, found, setup, players, seed, save)))


def _join(screen: Screen, link: str, players: Sequence[str]) -> int:
    from hexade.terminal.join import join

    if len(players) > 1:
        raise click.UsageError("one terminal has one seat at a server's table: give one --player")
    return join(screen, link, *players or (None,))


def _resume(screen: Screen, path: Path, players: Sequence[str], save: Path | None) -> int:
    from hexade.terminal.play import play, saved_table

    if not screen.interactive:
        raise click.UsageError("to continue a game, use a terminal")
    return play(saved_table(screen, path, players, save))


def _refuse_people(players: Sequence[str], demo: bool) -> None:
    from hexade.terminal.players import checked, is_person

    if any(is_person(checked(name)) for name in players):
        why = "only bots play a demonstration" if demo else "a person needs a terminal to play at"
        raise click.UsageError(f"{why}: name bots with --player, or leave --player out")
