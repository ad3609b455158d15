"""What can be played, as the home page needs it."""

from __future__ import annotations

from functools import cache

import msgspec

from hexade import bots, games
from hexade.contract.chance import Stream
from hexade.contract.game import AnyGame
from hexade.contract.setup import Form, agree
from hexade.match import start
from hexade.server.answers import GameInfo, VariantInfo


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
        variants=[_variant(game, form) for form in game.forms],
    )


def _variant(game: AnyGame, form: Form) -> VariantInfo:
    begun = start(game, agree(game, form.variant), Stream(0)).match
    several = max(form.seats) > 1 and begun.waiting_for == frozenset(range(begun.setup.seats))
    told = msgspec.to_builtins(form) | {"together": several}
    return msgspec.convert(told, VariantInfo)
