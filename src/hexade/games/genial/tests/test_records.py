"""Records of whole games: all that is true verifies, however it is spelled, and nothing else."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hexade.contract import record as records
from hexade.contract.reason import Fault
from hexade.contract.setup import Setup
from hexade.games.genial.tests.library import (
    NAMES,
    SETUPS,
    changed,
    check,
    fault_of,
    found,
    line,
)
from hexade.games.genial.tests.scene import scaled

pytestmark = pytest.mark.slow

SEEDS = 6
games = st.builds(found, st.sampled_from(SETUPS), st.integers(0, SEEDS - 1))
some = settings(max_examples=scaled(100, at_least=25), deadline=None)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=4)
    | st.sampled_from(["ry", "h8", "place", "draw", "exchange"]),
    lambda inner: (
        st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=7,
)


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_every_record_of_a_game_verifies(setup: Setup) -> None:
    for seed in range(scaled(20, at_least=2)):
        check(found(setup, seed))


def test_the_library_holds_bonus_turns_and_exchanges() -> None:
    kinds = {event["event"] for seed in range(SEEDS) for event in found(SETUPS[0], seed)["events"]}
    assert kinds == {"draw", "place", "exchange"}


def respelled(record: dict[str, Any], chance: Any) -> dict[str, Any]:
    """Return the same game in other words."""
    told = copy.deepcopy(record)
    for event in told["events"]:
        event["note"] = {"tiles": None}
        if "tiles" in event:
            event["tiles"] = [chance.choice([tile, tile[::-1]]) for tile in event["tiles"]]
            chance.shuffle(event["tiles"])
        elif chance.random() < 0.5:
            for key in ("tile", "cells", "points"):
                event[key] = event[key][::-1]
    seats = len(told["seats"])
    deal = told["events"][:seats]
    chance.shuffle(deal)
    told["events"][:seats] = deal
    told["note"], told["result"]["note"], told["seed"] = "extra", [1], None
    return told


@some
@given(games, st.randoms(use_true_random=False))
def test_a_game_told_in_other_words_verifies(record: dict[str, Any], chance: Any) -> None:
    check(respelled(record, chance))


@some
@given(games, st.data())
def test_an_unfinished_game_verifies(record: dict[str, Any], data: st.DataObject) -> None:
    events = record["events"]
    length = data.draw(st.integers(0, len(events) - 1))
    check(record | {"events": events[:length], "result": None})


@some
@given(games, st.data())
def test_a_game_that_is_cut_short_but_tells_a_result_is_a_fault(
    record: dict[str, Any], data: st.DataObject
) -> None:
    events = record["events"]
    length = data.draw(st.integers(0, len(events) - 1))
    assert fault_of(record | {"events": events[:length]}).reason.code in ("result", "missing")


@some
@given(st.sampled_from(SETUPS), st.integers(0, 3), st.data())
def test_a_torn_line_is_a_fault(setup: Setup, seed: int, data: st.DataObject) -> None:
    whole = line(setup, seed).encode()
    torn = whole[: data.draw(st.integers(0, len(whole) - 1))]
    with pytest.raises(Fault):
        records.parse(torn)


@some
@given(games, st.data())
def test_an_event_left_out_is_a_fault(record: dict[str, Any], data: st.DataObject) -> None:
    events = record["events"]
    at = data.draw(st.integers(0, len(events) - 1))
    fault = fault_of(record | {"events": events[:at] + events[at + 1 :]})
    if events[at]["event"] == "draw" and at >= len(record["seats"]):
        assert fault.event == at


@some
@given(games, st.data())
def test_an_event_told_twice_is_a_fault(record: dict[str, Any], data: st.DataObject) -> None:
    events = record["events"]
    at = data.draw(st.integers(0, len(events) - 1))
    fault = fault_of(record | {"events": events[: at + 1] + events[at:]})
    assert fault.event == at + 1


@some
@given(games, st.data())
def test_two_events_in_the_wrong_order_are_a_fault(
    record: dict[str, Any], data: st.DataObject
) -> None:
    events = list(record["events"])
    at = data.draw(st.integers(0, len(events) - 2))
    kinds = [events[at]["event"], events[at + 1]["event"]]
    # Set-up draws may come in any order, and so may two tiles of one turn.
    assume(at + 1 >= len(record["seats"]) and kinds != ["place", "place"])
    events[at], events[at + 1] = events[at + 1], events[at]
    assert fault_of(record | {"events": events}).event == at


@some
@given(games, st.data(), json_values)
def test_a_hostile_value_in_an_event_is_a_fault_of_that_event(
    record: dict[str, Any], data: st.DataObject, value: Any
) -> None:
    at = data.draw(st.integers(0, len(record["events"]) - 1))
    event = record["events"][at]
    key = data.draw(st.sampled_from(sorted(event)))
    assume(json.dumps(value) != json.dumps(event[key]))
    # Another tile, or other cells, may tell of another game that is legal up to here.
    assume(value not in ("ry", "yr") and not (key == "tiles" and value == ["ry"]))
    assert fault_of(changed(record, ["events", at, key], value)).event == at


@some
@given(games, st.data(), json_values)
def test_a_hostile_value_deep_in_an_event_is_a_fault(
    record: dict[str, Any], data: st.DataObject, value: Any
) -> None:
    at = data.draw(st.integers(0, len(record["events"]) - 1))
    event = record["events"][at]
    key = data.draw(st.sampled_from([key for key in sorted(event) if isinstance(event[key], list)]))
    n = data.draw(st.integers(0, len(event[key]) - 1))
    assume(json.dumps(value) != json.dumps(event[key][n]) and value not in ("ry", "h8"))
    assert fault_of(changed(record, ["events", at, key, n], value)).event == at


@some
@given(games, st.data())
def test_a_missing_key_of_an_event_is_a_fault_of_that_event(
    record: dict[str, Any], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(record["events"]) - 1))
    event = dict(record["events"][at])
    del event[data.draw(st.sampled_from(sorted(event)))]
    assert fault_of(changed(record, ["events", at], event)).event == at


@some
@given(games, st.sampled_from(["format", "variant", "edition", "seats", "start"]), json_values)
def test_a_hostile_value_of_what_was_agreed_is_a_fault(
    record: dict[str, Any], key: str, value: Any
) -> None:
    assume(json.dumps(value) != json.dumps(record[key]))
    assume(key != "edition" or value)  # an edition that says nothing has its own test
    assert isinstance(fault_of(record | {key: value}), Fault)


@some
@given(games, st.sampled_from(["events", "result"]), json_values)
def test_a_hostile_value_for_what_happened_is_a_fault(
    record: dict[str, Any], key: str, value: Any
) -> None:
    assert fault_of(record | {key: value}).event in (None, 0)


@some
@given(games, st.data(), json_values)
def test_a_hostile_value_in_the_result_is_a_fault(
    record: dict[str, Any], data: st.DataObject, value: Any
) -> None:
    key = data.draw(st.sampled_from(["ranks", "scores", "reason"]))
    assume(json.dumps(value) != json.dumps(record["result"][key]))
    fault = fault_of(changed(record, ["result", key], value))
    assert (fault.reason.code, fault.event) == ("result", None)
