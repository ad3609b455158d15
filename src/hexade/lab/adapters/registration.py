"""Every game and variant in the registries of Gymnasium and PettingZoo, as "hexade/NAME-v0".

The first variant of a game has the game's own name; the others add theirs, as
`hexade/NameVariant-v0`. Arguments of `make` are those of the functions here; `gymnasium.make_vec`
gives batches, and `pettingzoo.make("aec", …)` or `("parallel", …)` all seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import gymnasium

from hexade import games
from hexade.contract.game import AnyGame, Seat
from hexade.contract.setup import Setup, agree, every_form
from hexade.lab.adapters.batch_env import BatchEnv
from hexade.lab.adapters.gymnasium import SeatEnv

NAMESPACE, VERSION = "hexade", "v0"


def agreed(
    game: str,
    variant: str | None = None,
    seats: int | None = None,
    edition: str | None = None,
    start: Seat = 0,
    options: Mapping[str, int] | None = None,
    **wishes: Any,
) -> tuple[AnyGame, Setup, dict[str, Any]]:
    """Return a game and its set-up from plain values, and the wishes that are left over."""
    found = games.find(game)
    return found, agree(found, variant, edition, seats, start, options), wishes


def seat_env(game: str, variant: str | None = None, **more: Any) -> SeatEnv:
    """Return the environment of one seat: `agreed` and `SeatEnv` have what more may be said."""
    found, setup, wishes = agreed(game, variant, **more)
    return SeatEnv(found, setup, **wishes)


def batch_env(game: str, variant: str | None = None, **more: Any) -> BatchEnv:
    """Return many games of one seat side by side: see `agreed` and `BatchEnv`."""
    found, setup, wishes = agreed(game, variant, **more)
    return BatchEnv(found, setup, **wishes)


def aec_env(game: str, variant: str | None = None, **more: Any) -> Any:
    """Return PettingZoo's environment of all seats, one after the other: see `agreed`, `aec`."""
    found, setup, wishes = agreed(game, variant, **more)
    return import_module("hexade.lab.adapters.pettingzoo").aec(found, setup, **wishes)


def parallel_env(game: str, variant: str | None = None, **more: Any) -> Any:
    """Return PettingZoo's environment of all seats at the same time: see `agreed`, `parallel`."""
    found, setup, wishes = agreed(game, variant, **more)
    return import_module("hexade.lab.adapters.pettingzoo").parallel(found, setup, **wishes)


def ids() -> Iterator[tuple[str, str, str]]:
    """Yield every id, with the game and the variant that it stands for."""
    for name, game in games.catalogue().items():
        for form in every_form(game):
            words = name.split("_") + ([] if form is game.forms[0] else [form.variant])
            title = "".join(word.capitalize() for word in words)
            yield f"{NAMESPACE}/{title}-{VERSION}", name, form.variant


def register() -> None:
    """Enter all games and variants into Gymnasium's registry; done twice, nothing changes."""
    for name, game, variant in ids():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{__name__}:{seat_env.__name__}",
                vector_entry_point=f"{__name__}:{batch_env.__name__}",
                kwargs={"game": game, "variant": variant},
            )


def register_pettingzoo(library: Any) -> None:
    """Enter them into PettingZoo's registries too, which it has since version 1.27."""
    entries = (
        ("aec", library.aec_registry, aec_env),
        ("parallel", library.parallel_registry, parallel_env),
    )
    for kind, registry, made in entries:
        for name, game, variant in ids():
            if name not in registry:
                wishes = {"game": game, "variant": variant}
                entry = f"{__name__}:{made.__name__}"
                library.register(kind, name, entry_point=entry, kwargs=wishes)
