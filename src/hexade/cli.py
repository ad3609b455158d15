"""The front door: each command asks a room to do its work."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

import click

from hexade import __version__
from hexade.contract.reason import Refusal
from hexade.terminal.options import (
    FILE,
    SEED,
    GameName,
    Share,
    backend_option,
    bot_options,
    examples,
    look_options,
    table_options,
    workers_option,
)

BAD_INPUT, INTERRUPTED = 2, 130


class FrontDoor(click.Group):
    """Says refusals in one line; nobody gets a traceback for what they typed."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        _open_streams()
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # here, so that a closed pipe is noticed while it can be caught
            return result
        except BrokenPipeError:
            raise  # click leaves quietly
        except (Refusal, OSError) as refusal:
            click.echo(f"hexade: {_printable(str(refusal))}.", err=True)
            ctx.exit(BAD_INPUT)
        except KeyboardInterrupt:
            click.echo("hexade: stopped.", err=True)
            ctx.exit(INTERRUPTED)


def _open_streams() -> None:
    """Make sure that there is something to read and write, and that any character can go out."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # the shell closed it
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  for good
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _printable(text: str) -> str:
    from hexade.terminal.words import safe

    return safe(text)


@click.group(
    cls=FrontDoor,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "hexade play             play against a bot, here",
        "hexade rules            read the rules",
        "hexade games            what can be played, with its options and bots",
        "hexade COMMAND --help   what a command can do",
    ),
)
@click.version_option(__version__, prog_name="hexade")
def main() -> None:
    """Play, simulate and check a family of games."""


@main.command(
    epilog=examples(
        "hexade play",
        "hexade play --seats 3 --player Ann --player Ben --player bot:greedy",
        "hexade play --resume game.jsonl",
        "hexade play --join http://HOST/t/CODE",
    )
)
@click.argument("game", required=False, type=GameName())
@table_options
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME",
    help="Who sits in the next seat: a name, or a bot such as bot:random. Each game has its own "
    "bots: `hexade games` lists them.",
)
@click.option("--seed", type=SEED, help="Deal from this seed; a fresh one if left out.")
@click.option("--save", type=FILE, help="Keep the game in this file.")
@click.option("--resume", type=FILE, help="Go on with the game in this file, its players as saved.")
@click.option("link", "--join", metavar="LINK", help="Sit down at a table on a server.")
@look_options
@click.option("--demo", is_flag=True, help="Watch bots play a game.")
@click.pass_context
def play(
    ctx: click.Context,
    /,
    game: str | None,
    players: tuple[str, ...],
    seed: int | None,
    save: Path | None,
    resume: Path | None,
    link: str | None,
    ascii_only: bool,
    no_color: bool,
    demo: bool,
    **agreed: Any,
) -> None:
    """Play a game here, against bots, with people who share the keyboard, or at a server's table.

    Every move is saved as soon as it is made; after `quit`, Ctrl-C or a power cut you can go on.
    Where all choose at the same time, a choice that still waits for others is asked again.
    Without a terminal bots play a demonstration game.
    """
    from hexade.terminal.agreed import agreed_on
    from hexade.terminal.play import new_table, saved_table
    from hexade.terminal.play import play as play_here
    from hexade.terminal.screen import Screen

    screen = Screen(ascii_only, no_color)
    if link is not None:
        from hexade.terminal.join import join

        if resume or save or seed is not None or demo or game or any(agreed.values()):
            raise click.UsageError("a table on a server has agreed already: give --join alone")
        if len(players) > 1:
            raise click.UsageError("one terminal is one seat at a server's table")
        ctx.exit(join(screen, link, *players or (None,)))
    if resume:
        _refuse_beside_resume(screen.interactive, game, seed, demo, agreed)
        ctx.exit(play_here(saved_table(screen, resume, players, save)))
    found, setup = agreed_on(game, **agreed)
    if demo or not screen.interactive:
        from hexade.terminal.demo import demonstrate

        _refuse_people(players, demo)

        demonstrate(screen, found, setup, players, seed or 0, save)
    else:
        ctx.exit(play_here(new_table(screen, found, setup, players, seed, save)))


def _refuse_people(players: tuple[str, ...], demo: bool) -> None:
    from hexade.terminal.players import checked, is_person

    if any(is_person(checked(name)) for name in players):
        why = "only bots play a demonstration" if demo else "a person needs a terminal to play at"
        raise click.UsageError(f"{why}: name bots with --player, or nobody")


def _refuse_beside_resume(
    interactive: bool, game: str | None, seed: int | None, demo: bool, agreed: dict[str, Any]
) -> None:
    given = [name for name, value in {"seed": seed, **agreed}.items() if value not in (None, ())]
    if game or demo or given:
        raise click.UsageError("a saved game goes on as it was agreed: give --resume alone")
    if not interactive:
        raise click.UsageError("to go on with a game, use a terminal")


@main.command(
    epilog=examples(
        "hexade simulate GAME --games 1000 --out games.jsonl",
        "hexade simulate GAME --bot greedy --bot random --seed 7 > games.jsonl",
    )
)
@click.argument("game", type=GameName())
@table_options
@bot_options
@workers_option
@click.option("--out", type=FILE, help="The file to write; standard output if left out, or -.")
def simulate(
    game: str,
    bots: tuple[str, ...],
    count: int,
    seed: int,
    workers: int | None,
    out: Path | None,
    **agreed: Any,
) -> None:
    """Let bots play many games, and write their records as JSON Lines.

    The same seed gives the same records to the last byte, whatever the number of workers.
    """
    from hexade.terminal.agreed import agreed_on
    from hexade.terminal.simulate import plan, run

    _, setup = agreed_on(game, **agreed)
    to = None if out in (None, Path("-")) else out
    summary = run(plan(setup, bots, seed), count, workers, to)
    click.echo(_printable(summary), err=True)


@main.command(
    epilog=examples(
        "hexade arena GAME champion greedy --deals 500 --out DIR",
        "hexade arena GAME --seats 4 champion greedy",
        'hexade arena GAME greedy "cmd:./mybot --level 3" --time-ms 100 --sprt 0.5:0.55',
    )
)
@click.argument("game", type=GameName())
@click.argument("players", nargs=-1, required=True, metavar="PLAYER…")
@table_options
@click.option("--deals", type=click.IntRange(1), default=500, show_default=True)
@click.option("--seed", type=SEED, default=0, show_default=True)
@click.option(
    "--time-ms", type=click.IntRange(1), default=1000, show_default=True, help="For each move."
)
@click.option(
    "--mode",
    type=click.Choice(["robin", "field", "near", "table"]),
    help="All in pairs; the first against a field of each other; those who are named next to each "
    "other; or all at one table. Default: pairs where there are two sides, else field.",
)
@click.option(
    "--sprt",
    metavar="LOW:HIGH",
    help="Stop as soon as it is plain whether the first player wins rather LOW or rather HIGH, "
    "as shares of the points.",
)
@backend_option
@click.option("--out", type=FILE, help="The folder for games and report; a new one if left out.")
def arena(
    game: str,
    players: tuple[str, ...],
    deals: int,
    seed: int,
    time_ms: int,
    mode: str | None,
    sprt: str | None,
    workers: int | None,
    backend: str,
    out: Path | None,
    **agreed: Any,
) -> None:
    """Let PLAYERs meet over many deals, each deal played from every side, and rate them.

    A player is a bot, a baseline of the lab (ismcts), or a program as cmd:PROGRAM (see
    docs/bots.md). Every game is written to DIR/games.jsonl at once: a run that was broken off
    goes on when it is started again with the same DIR. DIR/report.html shows the results.
    """
    from hexade.terminal import arena as room
    from hexade.terminal.agreed import agreed_on
    from hexade.terminal.crew import crew

    _, setup = agreed_on(game, **agreed)
    folder = out or room.new_folder(game)
    plan = room.planned(setup, players, deals, seed, time_ms, mode, folder)
    test = room.read_test(sprt)
    outcome = room.run(plan, folder, crew(backend, workers), test)
    room.show(plan, outcome, folder, test)


@main.command(
    epilog=examples(
        "hexade dataset GAME --games 100000 --bot greedy --out games/",
        "hexade dataset GAME --games 200000 --bot greedy --out games/   # goes on where it stopped",
    )
)
@click.argument("game", type=GameName())
@table_options
@bot_options
@backend_option
@click.option("--out", type=FILE, required=True, help="The folder of Parquet files.")
def dataset(
    game: str,
    bots: tuple[str, ...],
    count: int,
    seed: int,
    workers: int | None,
    backend: str,
    out: Path,
    **agreed: Any,
) -> None:
    """Let bots play many games, and keep their records as Parquet.

    The same command again plays only what is missing; a worker that dies loses no game.
    """
    from hexade.terminal.agreed import agreed_on
    from hexade.terminal.crew import crew
    from hexade.terminal.dataset import run
    from hexade.terminal.simulate import plan

    _, setup = agreed_on(game, **agreed)
    summary = run(plan(setup, bots, seed), count, crew(backend, workers), out)
    click.echo(_printable(summary), err=True)


@main.command(epilog=examples("hexade train GAME --rounds 400 --device cuda --out weights.npz"))
@click.argument("game", type=GameName())
@table_options
@click.option("--rounds", type=click.IntRange(1), default=400, show_default=True)
@click.option(
    "--games", type=click.IntRange(1), default=4096, show_default=True, help="In each round."
)
@click.option(
    "--hidden", default="128,64", show_default=True, help="Sizes of the two inner layers."
)
@click.option(
    "--noise",
    type=Share(),
    default=0.02,
    show_default=True,
    help="Of the values by which moves are chosen, at the beginning; it falls to nothing.",
)
@click.option(
    "--lambda",
    "lambda_",
    type=Share(),
    default=0.8,
    show_default=True,
    help="How much the outcome counts beside the values on the way to it.",
)
@click.option("--seed", type=SEED, default=1, show_default=True)
@click.option("--device", type=click.Choice(["cuda", "cpu"]), default="cuda", show_default=True)
@click.option("--out", type=FILE, required=True, help="The file for the weights, as .npz.")
def train(game: str, hidden: str, device: str, out: Path, **said: Any) -> None:
    """Learn to value positions by self-play, from nothing, and print the curve.

    The same seed on the same kind of device gives the same weights. Needs the extra `train`.
    """
    from hexade.terminal.agreed import agreed_on
    from hexade.terminal.train import run

    course = {name: said.pop(name) for name in ("rounds", "games", "seed", "noise", "lambda_")}
    run(*agreed_on(game, **said), course, hidden, device, out)


@main.command("games", epilog=examples("hexade games"))
def list_games() -> None:
    """List the games with their variants, seats, editions, options and bots."""
    from hexade.terminal.catalogue import catalogue

    click.echo(catalogue())


@main.command(
    epilog=examples("hexade verify games.jsonl", "hexade simulate GAME | hexade verify -")
)
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.pass_context
def verify(ctx: click.Context, files: tuple[Path, ...]) -> None:
    """Replay every record of FILES (- is standard input) against the rules.

    Says the first fault of each file with its line, its event and the rule it breaks. Lines
    count from 1; events from 0, as indices into the record's `events`. Exits with 1 if there
    is a fault, or a file that cannot be read.
    """
    from hexade.terminal.screen import Screen
    from hexade.terminal.verify import verify as verify_files

    ctx.exit(0 if verify_files(Screen(), files) else 1)


@main.command(
    epilog=examples(
        "hexade show games.jsonl", "hexade show games.jsonl --game 3 --move 17 --seat 0"
    )
)
@click.argument("file", type=FILE)
@click.option("number", "--game", type=click.IntRange(1), default=1, help="Which record, from 1.")
@click.option("--move", type=click.IntRange(0), help="After which event, from 0; default: the end.")
@click.option("--seat", type=int, help="As this seat sees it; default: what all can see.")
@click.option("as_json", "--json", is_flag=True, help="The view as JSON instead of a picture.")
@look_options
def show(
    file: Path,
    number: int,
    move: int | None,
    seat: int | None,
    as_json: bool,
    ascii_only: bool,
    no_color: bool,
) -> None:
    """Draw a position of a recorded game."""
    from hexade.terminal.screen import Screen
    from hexade.terminal.show import show as show_position

    show_position(Screen(ascii_only, no_color), file, number, move, seat, as_json)


@main.command(
    epilog=examples(
        "hexade analyse games.jsonl --game 3", "hexade analyse games.jsonl --move 17 --json"
    )
)
@click.argument("file", type=FILE)
@click.option("number", "--game", type=click.IntRange(1), default=1, help="Which record, from 1.")
@click.option("--move", type=click.IntRange(0), help="Only the position after this event, from 0.")
@click.option(
    "--effort",
    type=Share(),
    default=1.0,
    show_default=True,
    help="How hard to think: 0 at once, 1 as the champion does.",
)
@click.option("as_json", "--json", is_flag=True, help="JSON instead of a report.")
def analyse(file: Path, number: int, move: int | None, effort: float, as_json: bool) -> None:
    """Say what each move of a recorded game was worth, and what would have been better."""
    from hexade.terminal.analyse import run
    from hexade.terminal.screen import Screen

    run(Screen(), file, number, move, effort, as_json)


@main.command(epilog=examples("hexade rules", "hexade rules A8", "hexade rules A8 --lang de"))
@click.argument("words", nargs=-1)
@click.option("--lang", default="en", show_default=True, help="The language: en, de or nl.")
def rules(words: tuple[str, ...], lang: str) -> None:
    """Read the rules: a rule (A8), a chapter (A), or those with a word in them."""
    from hexade.terminal.rulebook import look_up, plain

    found = look_up(" ".join(words), lang)
    if not sys.stdout.isatty():
        click.echo(plain(found))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(found))


@main.command(epilog=examples("hexade serve", "hexade serve --port 8080 --database games.sqlite"))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--database", help="A file, or postgresql://…; a file in your data folder if left out."
)
@click.option("open_browser", "--open", is_flag=True, help="Open the page in a browser.")
def serve(host: str, port: int, database: str | None, open_browser: bool) -> None:
    """Serve tables over the network, until Ctrl-C (docs/api.md is the interface for programs)."""
    from hexade.server.app import serve as serve_tables
    from hexade.terminal.files import database_path

    serve_tables(host, port, database or database_path(), open_browser)
