"""Who plays in which seat: a person's name, a bot as `bot:greedy`, or an agent of one's own."""

from __future__ import annotations

from collections.abc import Sequence

from hexade import bots
from hexade.bots import BOT, OWN
from hexade.contract.game import AnyGame
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup

LONGEST_NAME = 30


def is_person(name: str) -> bool:
    """Return whether a seat's name is a person's."""
    return not name.startswith((BOT, *OWN))


def seat_names(game: AnyGame, setup: Setup, given: Sequence[str]) -> tuple[str, ...]:
    """Return the names for all seats: one person if none is given, bots in the other seats."""
    given = [checked(name) for name in given or ["You"]]
    if len(given) > setup.seats:
        text = f"{len(given)} players for {setup.seats} seats are too many"
        raise Refusal(Reason("players", "", text))
    people = [name for name in given if is_person(name)]
    if len(set(people)) < len(people):
        raise Refusal(Reason("players", "", "two people at this table have the same name"))
    left = setup.seats - len(given)
    return (*given, *[default_bot(game)] * left) if left else tuple(given)


def checked(name: str) -> str:
    """Return a player's name, trimmed; refuse a person's name that can't be shown."""
    name = name.strip()
    if is_person(name) and not 1 <= len(name) <= LONGEST_NAME:
        text = f"a player's name has 1 to {LONGEST_NAME} characters, not {len(name)}"
        raise Refusal(Reason("name", "", text))
    if is_person(name) and not name.isprintable():
        raise Refusal(Reason("name", "", "a player's name may not contain control characters"))
    return name


def bots_only(game: AnyGame, setup: Setup, given: Sequence[str]) -> tuple[str, ...]:
    """Return the names for a game without people: a bot takes the seat of each person."""
    names = seat_names(game, setup, given)
    return tuple(default_bot(game) if is_person(name) else name for name in names)


def default_bot(game: AnyGame) -> str:
    """Return the greedy bot if the game has a measure for it, else one of the game's own bots.

    Not `bots.usual`, as on a server: a level takes half a minute to compile on its first move.
    """
    known = bots.makers(game)
    own = next(iter(game.players), "random")
    return BOT + ("greedy" if "greedy" in known else own)
