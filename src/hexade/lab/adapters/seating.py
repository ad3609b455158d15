"""Who sits in the other seats: players by name, as objects, or made by functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from hexade.bots import own
from hexade.contract.chance import bot_seed
from hexade.contract.game import AnyGame, Move, Seat
from hexade.contract.player import Player
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab import players

Opponent: TypeAlias = str | Player | Callable[[AnyGame, int], Player]


def one_each(opponents: Any, others: int) -> tuple[Opponent, ...]:
    """Return a player for each other seat; refuse too few, too many, and anything else."""
    if opponents is None or _is_one(opponents):
        return ("random" if opponents is None else opponents,) * others
    if not isinstance(opponents, Sequence) or isinstance(opponents, bytes):
        text = f"opponents must be a name, a player, a function or a list, not {opponents!r}"
        raise Refusal(Reason("opponents", "", text))
    if len(opponents) != others:
        seats = "1 other seat" if others == 1 else f"{others} other seats"
        text = f"opponents names {len(opponents)} for {seats}: name one for each"
        raise Refusal(Reason("opponents", "", f"{text}, or leave it out for random ones"))
    return tuple(opponents)


def made(opponent: Any, game: AnyGame, seed: int) -> Player:
    """Return the player that a name, an object or a function stands for; refuse anything else."""
    if isinstance(opponent, str):
        return players.make(opponent, game, seed)
    if not _is_one(opponent):
        text = f"an opponent is a name, a player or a function that makes one, not {opponent!r}"
        raise Refusal(Reason("opponents", "", text))
    called = type(opponent).__name__ if own.is_object(opponent) else repr(opponent)
    return own.make(getattr(opponent, "__name__", called), opponent, game, seed)


def _is_one(opponent: Any) -> bool:
    """Tell whether something can stand for an opponent."""
    return isinstance(opponent, str) or callable(opponent) or own.is_object(opponent)


def all_random(opponents: Sequence[Opponent]) -> bool:
    """Tell whether kernels can move for all of them."""
    return all(one in ("random", "bot:random") for one in opponents)


def seated(
    opponents: Sequence[Opponent], game: AnyGame, setup: Setup, seat: Seat, seed: int
) -> dict[Seat, Player]:
    """Return the players of the game with this seed by their seats, all but one seat's."""
    others = [other for other in range(setup.seats) if other != seat]
    found = {
        other: made(opponent, game, bot_seed(seed, other))
        for other, opponent in zip(others, opponents, strict=True)
    }
    for other, player in found.items():
        player.sit(setup, other)
    return found


def chosen(player: Player, game: AnyGame, state: Any, seat: Seat) -> Move:
    """Return the move of a player who is to act."""
    return player.choose(game.view(state, seat), game.legal(state, seat))
