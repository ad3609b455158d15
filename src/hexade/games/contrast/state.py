"""A state of CONTRAST as one record and as a value, and the first one of a game.

Nothing in a state is hidden. The stack was shuffled and nobody has seen its cards, so all that
can be said of it is its size and which picture cards have been shown; whatever was taken from it
unseen, or put back into the box (F2, F7), all cards not yet shown are equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexade.contract.setup import Setup
from hexade.contract.state import FrozenRecord, KernelState
from hexade.games.contrast import deck, rules
from hexade.games.contrast.rules import ALL_CARDS, NOTHING, STATE
from hexade.games.contrast.variants import (
    TINY,
    TINY_CARDS,
    TINY_PICTURE_CARDS,
    TINY_ROWS,
    table_of,
)


class Values(FrozenRecord):
    """The fields of a state or a view as plain values."""

    __slots__ = ()
    dtype = STATE
    table_of = staticmethod(table_of)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Each seat's cards, left to right."""
        rows = self.record["rows"][: self.setup.seats].tolist()
        return tuple(tuple(card for card in row if card != NOTHING) for row in rows)

    @property
    def won(self) -> tuple[int, ...]:
        """The picture cards that each seat has won."""
        return tuple(self.record["won"][: self.setup.seats].tolist())

    @property
    def stack(self) -> int:
        """How many picture cards are left."""
        return int(self.record["stack"])

    @property
    def shown(self) -> tuple[int, ...]:
        """Every picture turned up so far, in order."""
        return tuple(self.record["shown"][: self.record["pictures"]].tolist())

    @property
    def face_up(self) -> bool:
        """Whether the seats must still choose for the last of them."""
        return bool(self.record["face_up"])

    @property
    def phase(self) -> int:
        """What happens next."""
        return rules.phase(self.record, self.table[0])

    @property
    def ply(self) -> int:
        """How many rounds have been played."""
        return rules.decision(self.record)

    def symbols(self, seat: int) -> list[int]:
        """Return the symbols on the cards in a seat's hand, ascending (F3)."""
        out = np.empty(rules.MISS, np.int32)
        return out[: rules.list_symbols(self.record, seat, out)].tolist()  # type: ignore[no-any-return]


class ContrastState(Values, KernelState):
    """A state: one read-only record, and what was agreed."""

    __slots__ = ()


def opening(setup: Setup) -> ContrastState:
    """Return the state before any card was laid (F2)."""
    seats, stack = setup.seats, int(table_of(setup)[0]["stack"])
    if setup.variant == TINY:
        return _few(stated(setup, TINY_ROWS, (0,) * seats, stack))
    return stated(setup, ((),) * seats, (0,) * seats, stack)


def _few(state: ContrastState) -> ContrastState:
    """Take all but the first cards out of the game."""
    data = state.thaw()
    data[0]["hands"] &= (1 << TINY_CARDS) - 1
    data[0]["gone"][TINY_PICTURE_CARDS:] = 1
    return ContrastState(state.setup, data)


def stated(
    setup: Setup,
    rows: Sequence[Sequence[int]],
    won: Sequence[int],
    stack: int,
    shown: Sequence[int] = (),
    face_up: bool = False,
) -> ContrastState:
    """Return the state with these values."""
    data = np.zeros(1, STATE)
    s = data[0]
    s["rows"] = NOTHING
    for seat, row in enumerate(rows):
        s["rows"][seat, : len(row)] = row
        s["hands"][seat] = ALL_CARDS - sum(1 << card for card in row)
    s["laid"] = sum(map(len, rows))
    s["won"][: len(won)] = won
    s["shown"][: len(shown)] = shown
    s["gone"][[deck.card_of_picture(picture) for picture in shown]] = 1
    s["pictures"], s["stack"], s["face_up"] = len(shown), stack, face_up
    return ContrastState(setup, data)
