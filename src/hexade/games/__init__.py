"""The catalogue of games: every folder here with a `game.py` is a game; none registers itself."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from hexade.contract.game import AnyGame
from hexade.contract.reason import Reason, Refusal


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, sorted, without loading any of them."""
    folders = Path(__file__).parent.glob("*/game.py")
    return tuple(sorted(path.parent.name for path in folders))


def find(name: str) -> AnyGame:
    """Return a game by its name; refuse a name that is not in the catalogue."""
    if not isinstance(name, str) or name not in names():
        raise Refusal(Reason("game", "", f"there is no game {name!r}; choose {', '.join(names())}"))
    return _load(name)


@cache
def _load(name: str) -> AnyGame:
    game: AnyGame = import_module(f"hexade.games.{name}.game").GAME
    return game


def catalogue() -> dict[str, AnyGame]:
    """Return all games by name."""
    return {name: find(name) for name in names()}


def default() -> AnyGame:
    """Return the game to begin with: the one with the first chapter of the rules."""
    return min(catalogue().values(), key=lambda game: game.chapters)
