"""What the programs of this folder read from the command line alike."""

from __future__ import annotations

import argparse

from hexade import games
from hexade.contract.reason import Refusal


def arguments(module: str, text: str | None) -> argparse.ArgumentParser:
    """Return a parser whose help is the text of the module, as it stands there."""
    return argparse.ArgumentParser(
        f"python -m {module}",
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def ask_games(parser: argparse.ArgumentParser) -> None:
    """Let the command line name games: any number of them; none means all."""
    text = f"{', '.join(games.names())}; all of them if none is named"
    parser.add_argument("game", nargs="*", type=known_game, metavar="GAME", help=text)


def ask_game(parser: argparse.ArgumentParser) -> None:
    """Let the command line name one game."""
    parser.add_argument("game", type=known_game, metavar="GAME", help=", ".join(games.names()))


def known_game(name: str) -> str:
    """Return the name of a game; refuse any other in a sentence."""
    try:
        return games.find(name).name
    except Refusal as refusal:
        raise argparse.ArgumentTypeError(str(refusal)) from None
