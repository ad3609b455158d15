"""`hexade rules`: prints the rules by number, chapter or word."""

from __future__ import annotations

import sys

import click

from hexade import rulebook
from hexade.commands.options import examples


@click.command(epilog=examples("hexade rules", "hexade rules A8", "hexade rules A8 --lang de"))
@click.argument("words", nargs=-1)
@click.option("--lang", default="en", show_default=True, help="The language: en, de or nl.")
def command(words: tuple[str, ...], lang: str) -> None:
    """Read the rules: a rule (A8), a chapter (A), or all rules that contain a word."""
    found = rulebook.look_up(" ".join(words), lang)
    if not sys.stdout.isatty():
        click.echo(rulebook.plain(found))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(found))
