"""What each seat may know. Hands follow from the rows, which all see: every seat knows the same.

The only secrets of the game are the choices of the round, and those are not in the state: the
match keeps them sealed until all are in (F3). How well a symbol fits a picture is in no view.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from hexade.contract.game import Event, Seat
from hexade.contract.setup import Setup
from hexade.games.contrast import deck, rules
from hexade.games.contrast.rules import State


@dataclass(frozen=True, slots=True)
class View:
    """One seat's knowledge of a state."""

    setup: Setup
    seat: Seat
    rows: tuple[tuple[int, ...], ...]
    won: tuple[int, ...]
    stack: int
    shown: tuple[int, ...]
    face_up: bool

    @property
    def phase(self) -> int:
        """What has to be done next."""
        return rules.phase(self.setup, self.rows, self.stack, self.face_up)

    @property
    def ply(self) -> int:
        """How many rounds have been played."""
        return len(self.shown) - self.face_up

    @property
    def picture(self) -> int | None:
        """The number of the picture that lies face up."""
        return self.shown[-1] if self.face_up else None

    @property
    def choices(self) -> list[int]:
        """The symbols that the viewer may choose from; none for a watcher."""
        return rules.symbols(self.rows[self.seat]) if self.seat >= 0 else []


def view(state: State, seat: Seat) -> View:
    """Return what a seat, or a watcher, may know of a state."""
    return View(
        setup=state.setup,
        seat=seat,
        rows=state.rows,
        won=state.won,
        stack=state.stack,
        shown=state.shown,
        face_up=state.face_up,
    )


def behind(known: View) -> State:
    """Return the state behind a view: nothing is hidden, so there is only one."""
    return State(known.setup, known.rows, known.won, known.stack, known.shown, known.face_up)


TOLD = ("event", "seat", "cards", "picture", "symbol", "symbols", "seats", "stack")


def tell(event: Event) -> Event:
    """Return an event as anybody may know it: there is none until all have chosen (F3)."""
    return {key: event[key] for key in TOLD if key in event}


def show(known: View, chosen: Collection[Seat] = ()) -> dict[str, Any]:
    """Return a view as JSON, with the keys of the bot protocol and a few more.

    Who has `chosen` the table knows: it keeps the choices sealed.
    """
    setup, picture = known.setup, known.picture
    drawing = None if picture is None else deck.drawings()[picture]
    return {
        "game": setup.game,
        "variant": setup.variant,
        "seats": setup.seats,
        "seat": known.seat if known.seat >= 0 else None,
        "ply": known.ply,
        "phase": rules.PHASE_NAMES[known.phase],
        "picture": drawing.name if drawing else None,
        "names": dict(zip(deck.LANGUAGES, drawing.names, strict=True)) if drawing else None,
        "char": drawing.char if drawing else None,
        "hand": [deck.SYMBOLS[symbol] for symbol in known.choices],
        "rows": [[list(deck.CARDS[card]) for card in row] for row in known.rows],
        "won": list(known.won),
        "stack": known.stack,
        "chosen": [seat in chosen for seat in range(setup.seats)],
        "round": known.ply + 1 if known.phase != rules.OVER else known.ply,
        "left": rules.rounds_left(setup.seats, known.stack),
        "goal": rules.TEAM_GOAL if setup.seats == rules.TEAM else None,  # F10
        "back": list(range(1, rules.ROW[setup.variant] + 1)),  # rounds until each rests no more
        "common": _common(known),
    }


def _common(known: View) -> list[str]:
    """Return the symbols that everybody could choose now."""
    hands = [set(rules.symbols(row)) for row in known.rows]
    return [deck.SYMBOLS[symbol] for symbol in sorted(set.intersection(*hands))]


def preview(known: View, legal: Sequence[int]) -> dict[str, Any]:
    """Return for each symbol that may be chosen which other seats have it in hand too (F2, F3)."""
    hands = [rules.symbols(row) for row in known.rows]
    return {
        "also": {
            deck.SYMBOLS[symbol]: [
                seat for seat, hand in enumerate(hands) if seat != known.seat and symbol in hand
            ]
            for symbol in legal
        }
    }
