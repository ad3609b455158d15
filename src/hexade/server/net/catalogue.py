"""What can be played, as the home page needs it."""

from __future__ import annotations

from functools import cache

import msgspec

from hexade import bots, games
from hexade.contract.game import AnyGame
from hexade.contract.setup import Form, Setup
from hexade.wire import messages
from hexade.wire.http_bodies import GameInfo, LevelInfo, VariantInfo


@cache
def encoded() -> bytes:
    """Return all games as JSON, written once."""
    return messages.encode(catalogue())


@cache
def catalogue() -> list[GameInfo]:
    """Return all games, in the order of their names."""
    return [_described(game) for game in games.catalogue().values()]


def _described(game: AnyGame) -> GameInfo:
    return GameInfo(
        game=game.name,
        title=game.title,
        chapters=game.chapters,
        bots=list(bots.makers(game)),
        levels=[LevelInfo(bot=bot, names=names) for bot, names in bots.titles(game).items()],
        variants=[_variant(game, form) for form in game.forms],
    )


def _variant(game: AnyGame, form: Form) -> VariantInfo:
    # Without a start all seats choose at once. No game is played here: that would compile it.
    together = max(form.seats) > 1 and not form.has_start
    told = msgspec.to_builtins(form) | {"together": together, "teams": _has_teams(game, form)}
    return msgspec.convert(told, VariantInfo)


def _has_teams(game: AnyGame, form: Form) -> bool:
    edition = form.editions[-1] if form.editions else None
    sides = game.sides(Setup(game.name, form.variant, edition, max(form.seats)))
    return len(sides) > 1 and any(len(side) > 1 for side in sides)
