"""The `hexade` command: lists the subcommands, loads the one called, and prints its errors."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Any

import click

from hexade import __version__
from hexade.commands.options import examples
from hexade.commands.wait_notice import wait_notice

BAD_INPUT, INTERRUPTED = 2, 130
COMMANDS = {  # the module of each one has a `command`
    "analyse": "Say what each move of a recorded game was worth.",
    "arena": "Rate players against each other over many deals.",
    "backup": "Write everything that a server has stored into one file.",
    "dataset": "Let bots play many games; write the records as Parquet.",
    "erase": "Delete a table or a replay of a server for good.",
    "games": "List the games with their variants, options and bots.",
    "operator": "Look after a running server.",
    "play": "Play against bots, with others here, or on a server.",
    "restore": "Fill a server's database from a backup.",
    "rules": "Read the rules.",
    "serve": "Serve tables over the network.",
    "show": "Draw a position of a recorded game.",
    "simulate": "Let bots play many games; write the records as JSON Lines.",
    "train": "Train the evaluation of positions by self-play.",
    "verify": "Check recorded games against the rules.",
}


class LazyGroup(click.Group):
    """Loads a subcommand only when it is called, and prints errors as one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the subcommands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a subcommand, or None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"hexade.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of subcommands for the help text without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a subcommand; a typo never causes a traceback."""
        from hexade.contract.reason import Refusal

        _prepare_streams()
        try:
            with wait_notice():
                result = super().invoke(ctx)
            sys.stdout.flush()  # here, where a closed pipe can still be caught
            return result
        except BrokenPipeError:
            raise  # click exits quietly
        except (Refusal, OSError) as error:
            from hexade.terminal.words import printable

            said = printable(str(error))
            click.echo(f"hexade: {said}{'' if said.endswith('?') else '.'}", err=True)
            ctx.exit(BAD_INPUT)
        except KeyboardInterrupt:
            click.echo("hexade: stopped.", err=True)
            ctx.exit(INTERRUPTED)


def _prepare_streams() -> None:
    """Replace standard streams that the shell closed; replace characters they can't encode."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  for good
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "hexade play             play against a bot",
        "hexade rules            read the rules",
        "hexade games            list the games, their options and bots",
        "hexade COMMAND --help   explain a command",
    ),
)
@click.version_option(__version__, prog_name="hexade")
def main() -> None:
    """Play, simulate and check a family of games."""
