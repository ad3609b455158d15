"""Events: turns as they are written to a record, read back, and put into canonical form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hexade.contract.game import CHANCE, Event, Move, Seat, Turn
from hexade.contract.reason import Reason, Refusal, quoted, unreadable
from hexade.contract.record import read_seat
from hexade.contract.setup import Setup
from hexade.games.contrast import deck, refuse, rules
from hexade.games.contrast.notation import symbol
from hexade.games.contrast.rules import CHOOSING, LAYING, MISS, TURNING
from hexade.games.contrast.state import ContrastState
from hexade.games.contrast.variants import ROW, TEAM

_EVENTS = {"row": LAYING, "picture": TURNING}
_CHOICES = ("choose", "miss")
_MISPLACED = {
    LAYING: Reason("event", "F2", "a row must be laid here"),
    TURNING: Reason("event", "F3", "a picture must be turned up here"),
    CHOOSING: Reason("event", "F3", "every seat must choose or miss here, once"),
}
_RULES = {
    ("row", "cards"): "F2",
    ("picture", "picture"): "F1",
    ("miss", "event"): "F4",
    ("award", "symbols"): "F5",
    ("award", "seats"): "F7",
    ("award", "stack"): "F7",
    ("award", "event"): "F5",
}


def events(before: ContrastState, turn: Turn, after: ContrastState) -> list[Event]:
    """Return the events of a turn; a row is written once its last card is laid."""
    if CHANCE not in turn:
        return [*_choices(before, turn), _award(before, turn)]
    if before.phase == TURNING:
        return [{"event": "picture", "picture": deck.drawings()[turn[CHANCE]].name}]
    seat, _ = deck.laid(turn[CHANCE])
    row = after.rows[seat]
    if len(row) < ROW[before.setup.variant]:
        return []
    return [{"event": "row", "seat": seat, "cards": [list(deck.CARDS[card]) for card in row]}]


def _choices(state: ContrastState, turn: Turn) -> list[Event]:
    """Return the choices in the order of seats, not in the order they were made."""
    return [
        {"event": "miss", "seat": seat}
        if turn[seat] == MISS
        else {"event": "choose", "seat": seat, "symbol": deck.SYMBOLS[turn[seat]]}
        for seat in range(state.setup.seats)
    ]


def _award(state: ContrastState, turn: Turn) -> Event:
    made = rules.round_of(turn)
    rules.award(state.record, state.table[0], made)
    names = [deck.SYMBOLS[number] for number in np.flatnonzero(made["wins"])]
    seats = np.flatnonzero(made["takers"]).tolist()
    return {"event": "award", "symbols": names, "seats": seats, "stack": int(made["left"])}


def read(state: ContrastState, events: Sequence[Event]) -> list[Turn]:
    """Return the turns that the first event describes; the choices of a round are one turn."""
    kind, phase = events[0].get("event"), state.phase
    if phase == CHOOSING and kind in _CHOICES:
        return _read_round(state, events)
    if not isinstance(kind, str) or _EVENTS.get(kind) != phase:
        raise Refusal(_MISPLACED[phase])
    if kind == "picture":
        return [{CHANCE: _read_picture(events[0].get("picture"))}]
    return _read_row(state, events[0])


def _read_row(state: ContrastState, event: Event) -> list[Turn]:
    seat, cards = read_seat(event, state.setup, "F2"), _cards(event.get("cards"))
    size = ROW[state.setup.variant]
    if len(cards) != size:
        raise Refusal(Reason("row", "F2", f"a row has {size} cards here, not {len(cards)}"))
    return [{CHANCE: deck.lay(seat, card)} for card in cards]


def _cards(cards: Any) -> list[int]:
    """Return the numbers of cards, each given as its two symbols in either order."""
    if not isinstance(cards, list):
        raise unreadable("`cards` must be a list of cards, each a list of its two symbols", "F2")
    return [_card(card) for card in cards]


def _card(card: Any) -> int:
    is_pair = isinstance(card, list) and all(isinstance(name, str) for name in card)
    if not is_pair or tuple(card) not in deck.CARD_OF:
        raise unreadable("`cards` names a card that there is not", "F1")
    return deck.CARD_OF[tuple(card)]


def _read_picture(name: Any) -> Move:
    numbers = deck.picture_numbers()
    if not isinstance(name, str) or name not in numbers:
        raise unreadable(f"there is no picture {quoted(name)}; they are 01a to 74b", "F1")
    return numbers[name]


def _read_round(state: ContrastState, events: Sequence[Event]) -> list[Turn]:
    """Return the round as one turn, or none if the record ends before its award."""
    turn: dict[Seat, Move] = {}
    for event in events[: state.setup.seats]:
        if event.get("event") not in _CHOICES:
            raise Refusal(_MISPLACED[CHOOSING])
        seat = read_seat(event, state.setup, "F2")
        if seat in turn:
            raise Refusal(Reason("twice", "F3", f"seat {seat} has chosen or missed already"))
        turn[seat] = _read_choice(state, seat, event)
    return [turn] if len(events) > state.setup.seats else []


def _read_choice(state: ContrastState, seat: Seat, event: Event) -> Move:
    """Return a legal choice: nothing else checks the choices of an unfinished round."""
    if event["event"] == "miss":
        return MISS
    chosen = symbol(event.get("symbol"))
    reason = refuse.why_not(state, seat, chosen)
    if reason:
        raise Refusal(reason)
    return chosen


def tidy(event: Event) -> Event:
    """Return an event in canonical form: symbols and seats of an award have no order."""
    kind = event.get("event")
    if kind == "row":
        cards = [deck.CARD_OF[tuple(card)] for card in event["cards"]]
        return event | {"cards": [list(deck.CARDS[card]) for card in cards]}
    if kind != "award":
        return event
    symbols, seats = event["symbols"], event["seats"]
    if not isinstance(symbols, list) or not isinstance(seats, list):
        raise TypeError("symbols and seats are lists")
    if any(type(number) is not int for number in (*seats, event["stack"])):
        raise TypeError("seats and stack are whole numbers")
    in_order = sorted(symbols, key=deck.SYMBOLS.index)
    return event | {"symbols": in_order, "seats": sorted(seats)}


def rule_of(setup: Setup, event: str, key: str = "") -> str:
    """Return the rule that decides what a kind of event says under a key."""
    if event == "result":
        return "F10" if setup.seats == TEAM else "F9"
    return _RULES.get((event, key), "F9" if event == "end" else "F3")
