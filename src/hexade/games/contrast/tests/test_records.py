"""Notation and records: what is written is read again, and bad records are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexade.contract.reason import Fault, Refusal
from hexade.contract.record import Record, parse, read, replay, verify, write
from hexade.games.contrast import deck, rules, variants
from hexade.games.contrast.game import GAME
from hexade.games.contrast.tests.oracle import Illegal, referee
from hexade.games.contrast.tests.scene import as_json, played, setup
from hexade.match import resume

WORDS = [*deck.SYMBOLS, "row", "picture", "choose", "miss", "award", "07b", "75a", "00a", "7b"]
KEYS = ["event", "seat", "cards", "picture", "symbol", "symbols", "seats", "stack"]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 80) | st.floats() | st.sampled_from(WORDS)
    | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=6,
)  # fmt: skip
HOSTILE_EVENTS = st.dictionaries(st.sampled_from(KEYS), ANYTHING)
GAMES = {seats: played(seats, "base", 11) for seats in variants.SEATS}


def checked(found: dict[str, Any]) -> None:
    verify(GAME, read(GAME, parse(json.dumps(found))))


def opening(seats: int, events: int) -> dict[str, Any]:
    found = as_json(GAMES[seats])
    return found | {"events": found["events"][:events], "result": None}


def fault(found: dict[str, Any]) -> Fault:
    with pytest.raises(Fault) as caught:
        checked(found)
    return caught.value


def test_every_symbol_is_a_move_in_notation() -> None:
    for move, name in enumerate(deck.SYMBOLS):
        assert GAME.text(move) == name
        assert GAME.parse(f"  {name.title()}\n") == move
    assert GAME.parse(GAME.text(rules.MISS)) == rules.MISS


@given(st.text(max_size=12))
def test_a_text_is_a_symbol_or_refused(text: str) -> None:
    if text.strip().lower() in (*deck.SYMBOLS, "miss"):
        return
    with pytest.raises(Refusal) as caught:
        GAME.parse(text)
    assert caught.value.reason.rule == "F1"


@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("seats", variants.SEATS)
def test_a_record_written_is_read_verified_and_written_the_same(seats: int, variant: str) -> None:
    record = played(seats, variant, 7)
    line = write(record)
    again = read(GAME, parse(line))
    verify(GAME, again)
    assert write(again) == line
    assert resume(GAME, again).over


def test_a_record_may_say_the_same_otherwise() -> None:
    found = as_json(GAMES[5])
    events, rows = found["events"], found["events"][:5]
    rows.reverse()  # the seats lay their rows in any order, a card has no first symbol
    for event in rows:
        event["cards"] = [card[::-1] for card in event["cards"]]
    awards = [n for n, event in enumerate(events) if event["event"] == "award"]
    for n in awards:
        events[n - 5 : n] = events[n - 5 : n][::-1]  # choices have no order
        for key in ("symbols", "seats"):
            events[n][key].reverse()
    found["events"] = rows + events[5:]
    checked(found)
    referee(found)


def test_a_record_may_end_after_any_event_if_it_has_no_result() -> None:
    for seats in (2, 5):
        whole = len(GAMES[seats].events)
        for count in (*range(20), *range(whole - 8, whole)):
            checked(opening(seats, count))


def test_a_record_that_ends_in_a_round_is_checked_to_its_end() -> None:
    found = opening(4, 4 + 1 + 2)
    state = resume(GAME, read(GAME, found)).state
    assert state.face_up
    first, second = found["events"][-2:]
    second |= {"event": "choose", "symbol": found["events"][second["seat"]]["cards"][0][0]}
    assert fault(found).reason.rule == "F3"
    second["seat"] = first["seat"]
    assert fault(found).reason.code == "twice"


def test_a_result_needs_the_whole_game() -> None:
    found = as_json(GAMES[3])
    assert fault(found | {"result": None}).reason.rule == "F9"
    found["events"].pop()
    assert fault(found).reason.code == "missing"
    found["events"] = found["events"][:7]
    assert fault(found).reason.code == "missing"


def test_the_start_is_seat_0() -> None:
    assert fault(opening(3, 6) | {"start": 1}).reason.code == "start"


@pytest.mark.parametrize(
    ("at", "change", "rule"),
    [
        (0, {"seat": 4}, "F2"),
        (0, {"seat": True}, "F2"),
        (0, {"seat": None}, "F2"),
        (0, {"cards": [["red", "yellow"]]}, "F2"),
        (0, {"cards": [["red", "yellow"], ["yellow", "red"]]}, "F1"),
        (0, {"cards": [["red", "green"], ["big", "small"]]}, "F1"),
        (0, {"cards": "red"}, "F2"),
        (0, {"event": "picture", "picture": "01a"}, "F2"),
        (1, {"seat": 0}, "F2"),
        (4, {"picture": "75a"}, "F1"),
        (4, {"picture": 7}, "F1"),
        (4, {"event": "award"}, "F3"),
        (5, {"symbol": "purple"}, "F1"),
        (5, {"symbol": None}, "F1"),
        (5, {"event": "row"}, "F3"),
        (6, {"seat": 0}, "F3"),
        (6, {"event": "award"}, "F3"),
        (9, {"symbols": ["thin"]}, "F5"),
        (9, {"seats": [0, 1, 2, 3]}, "F7"),
        (9, {"stack": 52}, "F7"),
    ],
)
def test_a_fault_in_a_record_names_the_rule(at: int, change: dict[str, Any], rule: str) -> None:
    found = opening(4, 30)
    found["events"][at] |= change
    caught = fault(found)
    assert caught.reason.rule == rule
    assert caught.event is not None
    with pytest.raises(Illegal):
        referee(found)


@pytest.mark.parametrize("key", ["stack", "seats"])
def test_numbers_that_only_look_whole_are_refused_in_an_award(key: str) -> None:
    found = as_json(GAMES[4])
    event = next(e for e in found["events"] if e["event"] == "award" and e["seats"])
    event[key] = float(event[key]) if key == "stack" else [float(n) for n in event[key]]
    assert fault(found).reason.code == "event"
    assert illegal(found)


def test_F1_a_card_may_not_come_up_twice_in_a_record() -> None:
    found = opening(4, 20)
    first, second = (n for n, e in enumerate(found["events"][:12]) if e["event"] == "picture")
    name = found["events"][first]["picture"]
    other = name[:2] + ("b" if name[2] == "a" else "a")
    found["events"][second]["picture"] = other
    caught = fault(found)
    assert (caught.event, caught.reason.code, caught.reason.rule) == (second, "shown", "F1")


def test_F3_a_symbol_in_the_row_may_not_be_chosen_in_a_record() -> None:
    found = opening(4, 9)
    at = next(n for n, event in enumerate(found["events"]) if event["event"] == "choose")
    seat = found["events"][at]["seat"]
    found["events"][at]["symbol"] = found["events"][seat]["cards"][0][0]
    caught = fault(found)
    assert (caught.reason.code, caught.reason.rule) == ("not-in-hand", "F3")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 19), HOSTILE_EVENTS, st.booleans())
def test_a_hostile_event_is_a_fault_exactly_if_the_referee_says_so(
    at: int, change: dict[str, Any], whole: bool
) -> None:
    found = opening(4, 20)
    found["events"][at] = change if whole else found["events"][at] | change
    assert faulty(found) == illegal(found)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 19), st.integers(0, 19), st.sampled_from(["drop", "swap", "repeat"]))
def test_events_out_of_place_are_faults_exactly_if_the_referee_says_so(
    a: int, b: int, how: str
) -> None:
    found = opening(3, 20)
    events = found["events"]
    if how == "drop":
        del events[a]
    elif how == "swap":
        events[a], events[b] = events[b], events[a]
    else:
        events.insert(a, events[b])
    assert faulty(found) == illegal(found)


@settings(max_examples=100, deadline=None)
@given(st.lists(HOSTILE_EVENTS, max_size=4), st.dictionaries(st.sampled_from(KEYS), ANYTHING))
def test_a_hostile_record_is_only_ever_a_fault(
    events: list[dict[str, Any]], result: dict[str, Any]
) -> None:
    record = Record(setup(3), ("a", "b", "c"), 1, tuple(events), result)
    with pytest.raises(Fault):
        verify(GAME, record)


def faulty(found: dict[str, Any]) -> bool:
    try:
        checked(found)
    except Fault:
        return True
    return False


def illegal(found: dict[str, Any]) -> bool:
    try:
        referee(found)
    except Illegal:
        return True
    return False


def test_a_replay_takes_the_choices_of_a_round_as_one_turn() -> None:
    steps = list(replay(GAME, GAMES[6]))
    awards = sum(event["event"] == "award" for event in GAMES[6].events)
    assert sum(len(step.turn) == 6 for step in steps) == awards
    assert steps[-1].state.stack == 0
