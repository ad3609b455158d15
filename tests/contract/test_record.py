"""Records are written, read, replayed and verified; what is wrong is said with its place."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexade.contract.reason import Fault
from hexade.contract.record import Record, parse, read, replay, verify, write
from hexade.contract.setup import agree
from tests.toys import TOY

EVENTS: tuple[dict[str, Any], ...] = (
    {"event": "deal", "seat": 0, "card": 3},
    {"event": "deal", "seat": 1, "card": 2},
    {"event": "say", "seat": 0, "word": "high"},
    {"event": "say", "seat": 1, "word": "low"},
)
WHOLE = Record(agree(TOY), ("Ann", "Béa"), 7, EVENTS, {"ranks": [1, 2], "scores": [3, 1]})


def changed(event: int, **keys: Any) -> Record:
    events = [dict(found) for found in EVENTS]
    events[event] |= keys
    return Record(WHOLE.setup, WHOLE.names, 7, tuple(events), WHOLE.result)


def fault_of(record: Record) -> Fault:
    with pytest.raises(Fault) as fault:
        verify(TOY, record)
    return fault.value


def test_a_record_is_one_line_of_json_with_the_agreed_keys() -> None:
    line = write(WHOLE)
    assert "\n" not in line
    assert "Béa" in line
    keys = ["format", "game", "variant", "bank", "seats", "start", "seed", "events", "result"]
    assert list(json.loads(line)) == keys
    assert read(TOY, parse(line)) == WHOLE


def test_a_good_record_and_every_beginning_of_it_verify() -> None:
    verify(TOY, WHOLE)
    for cut in range(len(EVENTS)):
        verify(TOY, Record(WHOLE.setup, WHOLE.names, 7, EVENTS[:cut]))


def test_choices_made_together_may_stand_in_any_order() -> None:
    events = (*EVENTS[:2], EVENTS[3], EVENTS[2])
    verify(TOY, Record(WHOLE.setup, WHOLE.names, 7, events, WHOLE.result))


def test_more_keys_than_asked_for_are_kept() -> None:
    found = json.loads(write(WHOLE)) | {"place": "Essen"}
    found["events"][0]["note"] = "slowly"
    found["result"]["comment"] = "close"
    record = read(TOY, found)
    verify(TOY, record)
    assert json.loads(write(record)) == found


def test_replay_yields_every_turn_with_its_event() -> None:
    steps = list(replay(TOY, WHOLE))
    assert [step.event for step in steps] == [0, 1, 2]
    assert steps[-1].turn == {0: 1, 1: 0}


@pytest.mark.parametrize(
    ("record", "event", "sentence"),
    [
        (changed(1, card=4), 1, "there is no such card (rule T2)"),
        (changed(0, seat=1), 0, "the rules give 'seat' 0, the record says 1 (rule T1)"),
        (changed(2, word="shout"), 2, "say low or high, not 'shout' (rule T1)"),
        (changed(3, seat=0), 2, "it is not their turn"),
        (
            Record(WHOLE.setup, WHOLE.names, 7, EVENTS[:3], WHOLE.result),
            2,
            "the record ends in the middle of a turn",
        ),
        (
            Record(WHOLE.setup, WHOLE.names, 7, (*EVENTS, EVENTS[0]), WHOLE.result),
            4,
            "the game is over before this event (rule T1)",
        ),
    ],
)
def test_a_fault_is_named_with_its_event_and_rule(
    record: Record, event: int, sentence: str
) -> None:
    fault = fault_of(record)
    assert (fault.event, str(fault)) == (event, sentence)


@pytest.mark.parametrize("result", [None, {"ranks": [2, 1], "scores": [3, 1]}, {}])
def test_a_result_that_the_rules_do_not_give_is_a_fault(result: dict[str, Any] | None) -> None:
    fault = fault_of(Record(WHOLE.setup, WHOLE.names, 7, EVENTS, result))
    assert fault.event is None
    assert fault.reason.code == "result"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "not valid JSON"),
        ("[]", "not a JSON object"),
        ("{}", "the record has no 'format'"),
        (write(WHOLE).replace("record/1", "record/2"), "the format is 'hexade-record/2'"),
        ("[" * 100_000, "not valid JSON"),
    ],
)
def test_what_is_no_record_is_a_fault(line: str, sentence: str) -> None:
    with pytest.raises(Fault, match=sentence):
        parse(line)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(sorted(json.loads(write(WHOLE)))), json_values)
def test_hostile_values_at_the_top_are_faults_or_harmless(key: str, value: Any) -> None:
    _verify_hostile(json.loads(write(WHOLE)) | {key: value})


@given(st.integers(0, 3), st.sampled_from(["event", "seat", "card", "word"]), json_values)
def test_hostile_values_in_events_are_faults_or_harmless(n: int, key: str, value: Any) -> None:
    found = json.loads(write(WHOLE))
    found["events"][n][key] = value
    _verify_hostile(found)


def _verify_hostile(found: dict[str, Any]) -> None:
    with contextlib.suppress(Fault):  # any other error fails the test
        verify(TOY, read(TOY, parse(json.dumps(found))))


@pytest.mark.parametrize("seed", ["7", 7.0, True, [], {}])
def test_a_seed_that_is_no_whole_number_is_a_fault(seed: object) -> None:
    with pytest.raises(Fault, match="seed"):
        read(TOY, json.loads(write(WHOLE)) | {"seed": seed})


@pytest.mark.parametrize("seed", [None, 0, 2**64 - 1])
def test_a_seed_is_for_reference_only(seed: int | None) -> None:
    assert read(TOY, json.loads(write(WHOLE)) | {"seed": seed}).seed == seed
