"""Events: turns as they are written to a record, read back, and put into canonical form."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexade.contract.game import CHANCE, Event, Move, Turn
from hexade.contract.reason import Reason, Refusal, quoted, unreadable
from hexade.contract.record import read_seat
from hexade.contract.setup import Setup
from hexade.games.genial_collect.notation import colour_of, colours_of
from hexade.games.genial_collect.rules import is_good
from hexade.games.genial_collect.state import FILLING, STOP, TURN_UP, CollectState
from hexade.games.genial_collect.variants import COLOURS, letters

_RULES = {
    "middle": "G5",
    "turn_up": "G2",
    "stop": "G3",
    "result": "G6",
    "turn": "G3",
    "end": "G6",
}


def events(before: CollectState, turn: Turn, after: CollectState) -> list[Event]:
    """Return the events of a turn.

    A tile is written when it has been turned up, those of the middle once the last of them lies
    there.
    """
    ((seat, move),) = turn.items()
    if seat == CHANCE:
        return _chance_events(before, move, after)
    if move == TURN_UP:
        return []
    return [{"event": "stop", "seat": seat, "tiles": letters(taken(before.record))}]


def _chance_events(before: CollectState, move: Move, after: CollectState) -> list[Event]:
    held = before.record
    if held["phase"] == FILLING:
        tiles = letters(after.record["middle"])
        return [{"event": "middle", "tiles": tiles}] if held["due"] == 1 else []
    seat, good = int(held["turn"]), is_good(held, move)
    told: list[Event] = [
        {"event": "turn_up", "seat": seat, "tile": COLOURS[move], "good": good},
    ]
    if good and held["pile_size"] == 1:  # G7
        tiles = letters(taken(held, move))
        told.append({"event": "stop", "seat": seat, "tiles": tiles})
    return told


def taken(record: np.void, more: int | None = None) -> list[int]:
    """Return how many tiles of each colour are taken by stopping (G3), `more` turned up as well."""
    colours = zip(record["middle"].tolist(), record["shown"].tolist(), strict=True)
    return [lying + 1 if nth or n == more else 0 for n, (lying, nth) in enumerate(colours)]


def read(state: CollectState, events: Sequence[Event]) -> list[Turn]:
    """Return the turns that the first event describes."""
    event = events[0]
    kind = event.get("event")
    if kind == "middle":
        return _read_middle(state, colours_of(event.get("tiles")))
    if kind not in ("turn_up", "stop"):
        raise unreadable(f"the game has no event {quoted(kind)}")
    seat = read_seat(event, state.setup, "G1")
    if kind == "stop":
        colours_of(event.get("tiles"))
        return [{seat: STOP}]
    return [{seat: TURN_UP}, {CHANCE: colour_of(event.get("tile"))}]


def _read_middle(state: CollectState, colours: list[int]) -> list[Turn]:
    if state.record["phase"] != FILLING:
        raise Refusal(Reason("middle", "G5", "the middle is filled only when it is empty"))
    due = int(state.record["due"])
    if len(colours) != due:
        text = f"{due} tiles must be turned up into the middle here, not {len(colours)}"
        raise Refusal(Reason("middle", "G5", text))
    return [{CHANCE: colour} for colour in colours]


def tidy(event: Event) -> Event:
    """Return an event in canonical form: tiles in the order of colours."""
    if isinstance(event.get("seat"), bool | float):  # Python takes them for whole numbers
        raise ValueError(f"{event['seat']!r} is no whole number")
    if "tiles" not in event:
        return event
    return event | {"tiles": [COLOURS[n] for n in sorted(colours_of(event["tiles"]))]}


def rule_of(setup: Setup, event: str, key: str = "") -> str:
    """Return the rule that decides what a kind of event says under a key."""
    return _RULES[event]
