"""Records with one thing wrong: the fault is found, and named at its event with its rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from hexade.contract import record as records
from hexade.contract.reason import Fault
from hexade.games.genial.game import GAME
from hexade.games.genial.tests.library import SETUPS, changed, fault_of, first, found

KEYS = ["format", "game", "variant", "edition", "seats", "start", "seed", "events", "result"]


@pytest.mark.parametrize("key", KEYS)
def test_a_record_has_never_fewer_keys_than_the_format(key: str) -> None:
    record = found(SETUPS[0], 0)
    del record[key]
    assert isinstance(fault_of(record), Fault)


def test_a_game_goes_not_on_after_its_end() -> None:
    record = found(SETUPS[0], 0)
    more = {"event": "draw", "seat": 0, "tiles": ["ry"]}
    fault = fault_of(record | {"events": [*record["events"], more]})
    assert (fault.reason.code, fault.event) == ("over", len(record["events"]))
    assert fault_of(record | {"result": None}).reason.code == "result"


def test_points_that_are_wrong_cite_A8() -> None:
    record = found(SETUPS[0], 0)
    at = first(record, "place", after=30)
    fault = fault_of(changed(record, ["events", at, "points"], [7, 7]))
    assert (fault.reason.rule, fault.event) == ("A8", at)
    assert "points" in fault.reason.text
    assert GAME.rule_of(SETUPS[0], "place", "points") == "A8"


@pytest.mark.parametrize("edition", [None, "", 0, False, []])
def test_an_edition_that_says_nothing_is_a_fault(edition: Any) -> None:
    assert isinstance(fault_of(found(SETUPS[0], 0) | {"edition": edition}), Fault)


def exchanged() -> tuple[dict[str, Any], int]:
    """Return a game with an exchange, and the number of that event."""
    for seed in range(1, 99, 2):
        record = found(SETUPS[0], seed)
        if any(event["event"] == "exchange" for event in record["events"]):
            return record, first(record, "exchange")
    raise AssertionError("no game with an exchange")


def test_an_exchange_that_shows_other_tiles_is_a_fault_of_that_event() -> None:
    record, at = exchanged()
    tiles = record["events"][at]["tiles"]
    other = next(tile for tile in ("rr", "bb") if tile not in tiles)
    for shown in (tiles[1:], [*tiles, tiles[0]], [other, *tiles[1:]], []):
        fault = fault_of(changed(record, ["events", at, "tiles"], shown))
        assert (fault.reason.rule, fault.event) == ("A12", at)


def test_eight_tiles_of_a_kind_do_not_pass_for_one_of_the_next() -> None:
    record, at = exchanged()
    kinds = [a + b for n, a in enumerate("rgboyp") for b in "rgboyp"[n:]]
    *rest, last = record["events"][at]["tiles"]
    shown = rest + [kinds[kinds.index(last) - 1]] * 8
    assert fault_of(changed(record, ["events", at, "tiles"], shown)).event == at


@pytest.mark.parametrize("count", [8, 16, 64, 1000])
def test_more_tiles_than_there_are_is_a_fault(count: int) -> None:
    record, at = exchanged()
    assert fault_of(changed(record, ["events", at, "tiles"], ["pp"] * count)).event == at
    assert fault_of(changed(record, ["events", 0, "tiles"], ["pp"] * count)).event == 0


@pytest.mark.parametrize("key", ["points", "tile", "cells", "seat", "event"])
def test_a_value_nested_as_deep_as_json_allows_is_a_fault(key: str) -> None:
    record = found(SETUPS[0], 0)
    record["events"] = record["events"][:3]
    whole = json.dumps(changed(record, ["events", 2, key], "HERE"))
    for depth in range(800, 1001, 2):
        deep = whole.replace('"HERE"', "[" * depth + "]" * depth)
        with pytest.raises(Fault):
            below(50, partial(records.verify, GAME, records.read(GAME, records.parse(deep))))


def below(frames: int, work: Callable[[], None]) -> None:
    """Do something further down the stack, where there is less room than where one reads."""
    if frames:
        below(frames - 1, work)
    else:
        work()
