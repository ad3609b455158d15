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
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.tests.oracle import Illegal, referee
from hexade.games.genial_collect.tests.scene import scaled, table, whole_game

SCALARS = st.none() | st.booleans() | st.integers(-3, 7) | st.floats() | st.text("rgx ", max_size=2)
VALUES = SCALARS | st.lists(SCALARS, max_size=4) | st.lists(st.sampled_from("rgboyp"), max_size=4)
KEYS = st.sampled_from(["event", "seat", "tile", "tiles", "good"])


@cache
def _written(seats: int, seed: int) -> str:
    return write(whole_game(table(seats), seed, greedy=seed % 2 > 0))


def _record(seats: int = 2, seed: int = 5) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_written(seats, seed))
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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_record_verifies(seats: int) -> None:
    found = _record(seats)
    assert "edition" not in found
    _verify(found)


def test_tiles_may_be_listed_in_any_order() -> None:
    found = _record(3)
    for event in found["events"]:
        if "tiles" in event:
            event["tiles"].reverse()
        event["comment"] = 1.5
    _verify(found)
    referee(found)


@pytest.mark.parametrize(
    ("kind", "change", "rule"),
    [
        ("middle", {"tiles": ["r", "g"]}, "G5"),
        ("middle", {"tiles": ["r", "g", "x"]}, "G1"),
        ("middle", {"tiles": "rgb"}, ""),
        ("middle", {"event": "turn_up", "seat": 0, "tile": "r", "good": True}, "G2"),
        ("turn_up", {"tile": "rg"}, "G1"),
        ("turn_up", {"tile": None}, "G1"),
        ("turn_up", {"good": None}, "G2"),
        ("turn_up", {"good": 1}, "G2"),
        ("turn_up", {"seat": 1}, "G3"),
        ("turn_up", {"seat": True}, "G1"),
        ("turn_up", {"seat": 7}, "G1"),
        ("turn_up", {"event": "stop", "tiles": []}, "G2"),
        ("turn_up", {"event": "middle", "tiles": ["r", "r", "r"]}, "G5"),
        ("turn_up", {"event": "applause"}, ""),
        ("turn_up", {"event": ["turn_up"]}, ""),
        ("stop", {"tiles": ["r"]}, "G3"),
        ("stop", {"tiles": None}, ""),
        ("stop", {"tiles": [1]}, "G1"),
    ],
)
def test_what_is_wrong_is_named_with_its_event_and_rule(
    kind: str, change: dict[str, Any], rule: str
) -> None:
    found = _record(3)
    at = [event["event"] for event in found["events"]].index(kind)
    found["events"][at] |= change
    fault = _fault(found)
    assert fault.reason.rule == rule, fault.reason
    assert fault.event is not None
    with pytest.raises(Illegal):
        referee(found)


def test_the_stop_that_the_end_of_the_pile_demands_must_be_written() -> None:
    for seed in range(0, 200, 2):
        found = _record(2, seed)
        ends = [event["event"] for event in found["events"][-2:]]
        if ends == ["turn_up", "stop"] and found["result"]["reason"] == "pile-empty":
            break
    del found["events"][-1]
    assert _fault(found).reason.rule == "G3"


def test_a_result_that_the_rules_do_not_give_is_a_fault() -> None:
    found = _record(3)
    found["result"]["scores"][0]["r"] += 1
    assert _fault(found).reason.rule == "G6"


def test_events_after_the_end_are_a_fault() -> None:
    found = _record(2)
    found["events"].append({"event": "middle", "tiles": ["r", "r", "r"]})
    assert _fault(found).reason.code == "over"


@settings(max_examples=scaled(60, 10), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_record_with_a_change_is_judged_as_the_referee_judges_it(data: st.DataObject) -> None:
    found = copy.deepcopy(_record(data.draw(st.integers(2, 4)), data.draw(st.integers(0, 3))))
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


@settings(max_examples=scaled(60, 10), deadline=None)
@given(st.lists(st.dictionaries(KEYS, VALUES), max_size=4))
def test_any_events_at_all_are_read_or_refused(events: list[dict[str, Any]]) -> None:
    opening = _record(2)["events"][: len(events)]
    with suppress(Refusal):
        _verify(_record(2) | {"events": opening + events, "result": None})
