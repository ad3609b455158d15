"""Events: turns as they are written to a record, read back, and put into canonical form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hexade.contract import bits
from hexade.contract.game import CHANCE, Event, Move, Seat, Turn
from hexade.contract.kernel import over_arrays, speed_up
from hexade.contract.kernel_game import DEAL_TO, dealt_to
from hexade.contract.reason import Reason, Refusal, quoted, unreadable
from hexade.contract.record import read_seat
from hexade.contract.setup import Setup
from hexade.games.genial_cards import cards
from hexade.games.genial_cards.notation import kind_of, parts, way
from hexade.games.genial_cards.scoring import order_matters
from hexade.games.genial_cards.state import (
    ANY,
    DEALING,
    DRAWING,
    KEEP,
    OFFERED,
    OPENING,
    PLAY,
    RENEW,
    ROUND,
    CardsState,
)

_order_matters = speed_up(over_arrays(order_matters))
_NUMBERS = {  # where each event has whole numbers
    "round": ("number", "start"),
    "draw": ("seat",),
    "open": ("seat",),
    "play": ("seat", "points", "steps"),
    "discard": ("seat",),
    "renew": ("seat",),
    "reshuffle": ("cards",),
}
_RULES = {
    "round": "E10",
    "draw": "E3",
    "open": "E2",
    "play": "E3",
    "discard": "E3",
    "renew": "E6",
    "reshuffle": "E8",
    "result": "E9",
    "turn": "E3",
    "end": "E9",
}


def events(before: CardsState, turn: Turn, after: CardsState) -> list[Event]:
    """Return the events of a turn; a draw is written once its last card is drawn."""
    ((seat, move),) = turn.items()
    if seat == CHANCE:
        return _chance_events(before, move, after)
    if move == KEEP:
        return []
    if move == RENEW:
        shown = cards.names(before.record["hands"][seat])
        return [{"event": "renew", "seat": seat, "cards": shown}]
    return _play_events(before, seat, move, after)


def _chance_events(before: CardsState, move: Move, after: CardsState) -> list[Event]:
    held = before.record
    if move == ROUND:
        number, start = int(after.record["round"]), int(after.record["start"])
        return [{"event": "round", "number": number, "start": start}]
    kind, seat = move % DEAL_TO, dealt_to(before, move)
    if held["phase"] == OPENING:
        return [{"event": "open", "seat": seat, "card": cards.CARD_NAMES[kind]}]
    last = held["pile_size"] == 1
    if held["due"] > 1 and not last:
        return []
    drawn = cards.names(int(held["drawn"]) + (1 << 3 * kind))
    told: list[Event] = [{"event": "draw", "seat": seat, "cards": drawn}]
    if last:  # E8
        told.append({"event": "reshuffle", "cards": int(held["discard_size"])})
    return told


def _play_events(before: CardsState, seat: Seat, move: Move, after: CardsState) -> list[Event]:
    card, order = parts(move)
    told: list[Event] = [
        {
            "event": "play",
            "seat": seat,
            "card": card,
            "order": order,
            "points": points(before.record, order),
            "steps": steps(before.record, after.record, seat, order),
        }
    ]
    if after.record["discard_size"] > before.record["discard_size"]:
        oldest = cards.CARD_NAMES[before.record["open"][seat, 0]]
        told.append({"event": "discard", "seat": seat, "card": oldest})
    return told


def points(record: np.void, order: str) -> list[int]:
    """Return how many face-up cards show each of two colours (E4)."""
    return [int(record["shown"][cards.COLOURS.index(colour)]) for colour in order]


def steps(before: np.void, after: np.void, seat: Seat, order: str) -> list[int]:
    """Return how many fields the chips of two colours have moved (E5)."""
    moved = after["chips"][seat] - before["chips"][seat]
    return [int(moved[cards.COLOURS.index(colour)]) for colour in order]


def read(state: CardsState, events: Sequence[Event]) -> list[Turn]:
    """Return the turns that the first event describes."""
    event = events[0]
    kind = event.get("event")
    if kind == "round":
        return [{CHANCE: ROUND}]
    if kind == "reshuffle":
        raise Refusal(Reason("reshuffle", "E8", "the draw pile has not been used up"))
    if kind not in ("draw", "open", "play", "discard", "renew"):
        raise unreadable(f"the game has no event {quoted(kind)}")
    seat = read_seat(event, state.setup, "E2")
    if kind == "discard":
        raise Refusal(Reason("discard", "E3", "a card is discarded only after one was played"))
    if kind == "draw":
        return _read_draw(state, seat, kinds_of(event.get("cards")))
    if kind == "open":
        return [{CHANCE: kind_of(event.get("card")) + DEAL_TO * (seat + 1)}]
    if kind == "play":
        return [{seat: _read_play(state, event)}]
    kinds_of(event.get("cards"))
    return [{seat: RENEW}]


def _read_play(state: CardsState, event: Event) -> Move:
    kind = kind_of(event.get("card"))
    asked = way(kind, event.get("order"))
    turn = int(state.record["turn"])
    matters = _order_matters(state.data, state.table, turn, kind)
    return PLAY + 3 * kind + (asked if matters else ANY)


def _read_draw(state: CardsState, seat: Seat, drawn: list[int]) -> list[Turn]:
    held = state.record
    due, to = int(state.table[0]["hand"]) - bits.total(int(held["hands"][seat])), 0
    if held["phase"] == DEALING:
        if not due:
            raise Refusal(Reason("draw", "E2", f"seat {seat} has its hand already"))
        to = DEAL_TO * (seat + 1)
    elif seat != held["turn"] or held["phase"] not in (OFFERED, DRAWING):
        raise Refusal(Reason("draw", "E3", f"seat {seat} has nothing to draw now"))
    pile = int(held["pile_size"])
    if len(drawn) != min(due, pile):
        sentence = f"seat {seat} must draw {min(due, pile)} cards here, not {len(drawn)}"
        raise Refusal(Reason("draw", "E3" if due <= pile else "E8", sentence))
    declined: list[Turn] = [{seat: KEEP}] if held["phase"] == OFFERED else []
    return declined + [{CHANCE: kind + to} for kind in drawn]


def kinds_of(found: Any) -> list[int]:
    """Return the kinds of a list of card names."""
    if not isinstance(found, list):
        raise unreadable("`cards` must be a list")
    return [kind_of(card) for card in found]


def tidy(event: Event) -> Event:
    """Return an event in canonical form; raise ValueError if it has none."""
    for key in _NUMBERS.get(event["event"], ()):
        values = event.get(key)
        for value in values if isinstance(values, list) else [values]:
            if isinstance(value, bool | float):  # Python takes them for whole numbers
                raise ValueError(f"{value!r} is no whole number")
    try:
        return _spelled(event)
    except Refusal as refusal:
        raise ValueError(str(refusal)) from None


def _spelled(event: Event) -> Event:
    if event["event"] == "play":
        return _forward(event)
    if event["event"] in ("open", "discard"):
        return event | {"card": cards.CARD_NAMES[kind_of(event["card"])]}
    if event["event"] in ("draw", "renew"):
        return event | {"cards": [cards.CARD_NAMES[k] for k in sorted(kinds_of(event["cards"]))]}
    return event


def _forward(event: Event) -> Event:
    """Return a play as if scored forward; if the order matters, its steps still show it."""
    card = cards.CARD_NAMES[kind_of(event["card"])]
    counts = {"points": event["points"], "steps": event["steps"]}
    if event["order"] != card:
        way(kind_of(card), event["order"])
        counts = {key: value[::-1] for key, value in counts.items()}
    return event | {"card": card, "order": card} | counts


def rule_of(setup: Setup, event: str, key: str = "") -> str:
    """Return the rule that decides what a kind of event says under a key."""
    if event == "play" and key in ("order", "points", "steps"):
        return "E5" if key == "steps" else "E4"
    if event == "result" and setup.option("rounds") > 1:
        return "E10"
    return _RULES[event]
