"""The tables that the tests of this room go through."""

from __future__ import annotations

from collections.abc import Iterator

from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup, every_form, setups


def newest(game: AnyGame) -> Iterator[Setup]:
    """Yield every variant and number of seats, the tiny ones too, in its newest edition."""
    last = {form.variant: (form.editions or (None,))[-1] for form in every_form(game)}
    return (setup for setup in setups(game, tiny=True) if setup.edition == last[setup.variant])


def is_tiny(game: AnyGame, setup: Setup) -> bool:
    """Tell whether games of a set-up are over after a few moves."""
    return setup.variant in {form.variant for form in game.tiny_forms}


def named(value: object) -> str:
    """Return how a test is called that gets a game or a set-up."""
    if isinstance(value, Setup):
        return f"{value.variant}-{value.seats}"
    return str(getattr(value, "name", value))
