"""The games there are, each with what a table can choose."""

from __future__ import annotations

from collections.abc import Iterator

from hexade import bots, games
from hexade.bots import BOT
from hexade.contract.game import AnyGame
from hexade.contract.setup import Form
from hexade.terminal.words import listed


def catalogue() -> str:
    """Return every game with its variants and bots, in words."""
    return "\n\n".join("\n".join(_game(game)) for game in games.catalogue().values())


def _game(game: AnyGame) -> Iterator[str]:
    yield f"{game.name}: {game.title}"
    yield f"  bots: {', '.join(BOT + name for name in bots.makers(game))}"
    for form in game.forms:
        yield f"  --variant {form.variant}: {', '.join(_choices(form))}"
        for option in form.options:
            values = f"{option.low} to {option.high}, {option.default} if left out"
            yield f"    --option {option.name}=VALUE: {values} (rule {option.rule})"


def _choices(form: Form) -> Iterator[str]:
    yield f"--seats {listed(map(str, form.seats), 'or')}"
    if form.editions:
        yield f"--edition {listed(form.editions, 'or')}"
