"""What a command line asks for, agreed with the game."""

from __future__ import annotations

from collections.abc import Sequence

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup, agree
from hexade.terminal.words import cut


def agreed_on(
    game: str | None,
    variant: str | None = None,
    edition: str | None = None,
    seats: int | None = None,
    start: int | None = None,
    options: Sequence[str] = (),
) -> tuple[AnyGame, Setup]:
    """Return the game and the set-up; what is left out takes the game's own defaults."""
    found = games.find(game) if game else games.default()
    chosen = dict(map(_option, options))
    return found, agree(found, variant, edition, seats, start or 0, chosen)


def _option(text: str) -> tuple[str, int]:
    name, _, value = text.partition("=")
    try:
        return name.strip(), int(value)
    except ValueError:
        sentence = f"the option {cut(text)!r} is not NAME=VALUE with a whole number as its value"
        raise Refusal(Reason("option", "", sentence)) from None
