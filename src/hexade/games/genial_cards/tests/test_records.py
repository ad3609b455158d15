"""Records: other spellings are read, and whatever is wrong is named with its rule."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexade.contract.reason import Fault, Refusal
from hexade.contract.record import parse, read, verify, write
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.tests.oracle import Illegal, Oracle, referee
from hexade.games.genial_cards.tests.scene import scaled, table, whole_game

SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 70) | st.floats() | st.text("rgboypx ", max_size=3)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["event", "seat", "card", "cards", "order", "points", "steps", "number", "start"]
)


@cache
def _written(seats: int, rounds: int, seed: int) -> str:
    return write(whole_game(table(seats, rounds), seed))


def _record(seats: int = 2, rounds: int = 1, seed: int = 5) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_written(seats, rounds, seed))
    return found


def _verify(found: dict[str, Any]) -> None:
    verify(GAME, read(GAME, parse(json.dumps(found))))


def _fault(found: dict[str, Any]) -> Fault:
    with pytest.raises(Fault) as fault:
        _verify(found)
    return fault.value


def _complaint(judge: Callable[[dict[str, Any]], object], found: dict[str, Any]) -> str:
    try:
        judge(found)
    except (Refusal, Illegal) as complaint:
        return str(complaint)
    return ""


def _where(found: dict[str, Any], kind: str) -> int:
    kinds = [event["event"] for event in found["events"]]
    return kinds.index(kind)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_record_says_its_rounds_and_verifies(seats: int, rounds: int) -> None:
    found = _record(seats, rounds)
    assert found["rounds"] == rounds
    assert "edition" not in found
    _verify(found)


def test_the_deal_may_come_in_any_order_of_seats() -> None:
    found = _record(3)
    events = found["events"]
    events[1:4] = [events[3], events[1], events[2]]
    events[4:7] = [events[6], events[5], events[4]]
    _verify(found)
    referee(found)


def test_two_open_cards_of_two_players_may_come_in_turn() -> None:
    found = _record(2)
    events = found["events"]
    events[3:7] = [events[5], events[3], events[4], events[6]]
    _verify(found)
    referee(found)


def test_cards_may_be_spelled_and_listed_another_way() -> None:
    found = _record(4)
    for event in found["events"]:
        if "card" in event:
            event["card"] = event["card"][::-1]
        if event["event"] in ("draw", "renew"):
            event["cards"] = [card[::-1] for card in event["cards"]][::-1]
        event["comment"] = 1.5
    _verify(found)
    referee(found)


def test_where_the_order_of_scoring_does_not_matter_either_is_read() -> None:
    found = _record(4)
    oracle, turned = Oracle(4, 0, 1), 0
    for event in found["events"]:
        if event["event"] == "play" and not oracle.order_matters(event["card"]):
            for key in ("order", "points", "steps"):
                event[key] = event[key][::-1]
            turned += 1
        oracle.feed(event)
    assert turned > 5
    _verify(found)
    referee(found)


@pytest.mark.parametrize(
    ("kind", "change", "rule"),
    [
        ("round", {"number": 2}, "E10"),
        ("round", {"start": 1}, "E10"),
        ("round", {"event": "draw"}, "E2"),
        ("draw", {"cards": ["rg"]}, "E3"),
        ("draw", {"cards": ["rg"] * 6}, "E1"),
        ("draw", {"cards": ["rr"] * 6}, "E1"),
        ("draw", {"cards": "rg"}, ""),
        ("draw", {"seat": 7}, "E2"),
        ("draw", {"seat": True}, "E2"),
        ("open", {"card": None}, "E1"),
        ("play", {"points": [9, 9]}, "E4"),
        ("play", {"steps": [9, 9]}, "E5"),
        ("play", {"order": "xy"}, "E4"),
        ("play", {"order": None}, "E4"),
        ("play", {"seat": 1}, "E3"),
        ("play", {"card": "qq"}, "E1"),
        ("play", {"event": "renew", "cards": []}, "E6"),
        ("play", {"event": "discard"}, "E3"),
        ("play", {"event": "reshuffle", "cards": 3}, "E8"),
        ("play", {"event": "applause"}, ""),
        ("play", {"event": ["play"]}, ""),
        ("discard", {"seat": 1}, "E3"),
        ("discard", {"card": 7}, ""),
        ("reshuffle", {"cards": 1}, "E8"),
        ("reshuffle", {"cards": True}, ""),
        ("reshuffle", {"event": "play"}, ""),
        ("renew", {"cards": []}, "E6"),
        ("renew", {"cards": ["rg"] * 8}, "E6"),
    ],
)
def test_what_is_wrong_is_named_with_its_event_and_rule(
    kind: str, change: dict[str, Any], rule: str
) -> None:
    found = next(
        record
        for record in (_record(3, 1, seed) for seed in range(50))
        if {"renew", "reshuffle"} <= {event["event"] for event in record["events"]}
    )
    at = _where(found, kind)
    found["events"][at] |= change
    fault = _fault(found)
    assert fault.reason.rule == rule, fault.reason
    assert fault.event is not None
    with pytest.raises(Illegal):
        referee(found)


def test_a_split_draw_must_be_written_as_one() -> None:
    for seed in range(100):
        found = _record(3, 1, seed)
        kinds = [event["event"] for event in found["events"]]
        split = [n for n in range(len(kinds)) if kinds[n : n + 3] == ["draw", "reshuffle", "draw"]]
        if split:
            break
    first, _, second = found["events"][split[0] : split[0] + 3]
    first["cards"] += second["cards"]
    del found["events"][split[0] + 1 : split[0] + 3]
    assert _fault(found).reason.rule == "E8"


def test_a_result_that_the_rules_do_not_give_is_a_fault() -> None:
    found = _record(3)
    found["result"]["points"][0] += 1
    assert _fault(found).reason.rule == "E9"


def test_events_after_the_end_are_a_fault() -> None:
    found = _record(2)
    found["events"].append({"event": "round", "number": 2, "start": 1})
    assert _fault(found).reason.code == "over"


@pytest.mark.parametrize("rounds", [0, 13, "1", None, True, 1.5, [1]])
def test_rounds_that_cannot_be_agreed_are_a_fault(rounds: object) -> None:
    assert _fault(_record() | {"rounds": rounds}).reason.rule == "E10"


@settings(
    max_examples=scaled(100, 10),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.data())
def test_a_record_with_a_change_is_judged_as_the_referee_judges_it(data: st.DataObject) -> None:
    found = copy.deepcopy(_record(data.draw(st.integers(2, 4)), 1, data.draw(st.integers(0, 3))))
    events = found["events"]
    at = data.draw(st.integers(0, len(events) - 1))
    match data.draw(st.sampled_from(["change", "drop", "double", "swap", "replace"])):
        case "change":
            events[at][data.draw(KEYS)] = data.draw(VALUES)
        case "drop":
            del events[at]
        case "double":
            events.insert(at, copy.deepcopy(events[at]))
        case "swap":
            events[at], events[at - 1] = events[at - 1], events[at]
        case _:
            events[at] = data.draw(st.dictionaries(KEYS, VALUES))
    ours, theirs = _complaint(_verify, found), _complaint(referee, found)
    assert bool(ours) == bool(theirs), f"we say: {ours or 'fine'}; the referee: {theirs or 'fine'}"


@settings(max_examples=scaled(100, 10), deadline=None)
@given(st.lists(st.dictionaries(KEYS, VALUES), max_size=4))
def test_any_events_at_all_are_read_or_refused(events: list[dict[str, Any]]) -> None:
    opening = _record(2)["events"][: len(events)]
    found = _record(2) | {"events": opening + events, "result": None}
    with suppress(Refusal):
        _verify(found)
