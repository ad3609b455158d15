"""Files of records: verified line by line, and shown position by position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexade import bots, games
from hexade.commands.main import main
from hexade.contract.setup import agree
from hexade.match.play import play
from hexade.terminal import record_files
from tests.commands.invoke import hexade
from tests.toys import TOY

NAMES = games.names()
Three: TypeAlias = tuple[Path, list[dict[str, Any]]]


@pytest.fixture(scope="module", name="three", params=NAMES)
def three_records(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Three:
    """Return a file with three games, and its records."""
    path = tmp_path_factory.mktemp("three") / "three.jsonl"
    assert (
        hexade("simulate", request.param, "--games", 3, "--seed", 4, "--out", path).exit_code == 0
    )
    return path, [json.loads(line) for line in path.read_text().splitlines()]


# -- verify --------------------------------------------------------------------------------------


def tampered(three: Three, second: dict[str, Any], to: Path) -> Result:
    """Verify the three records with another in the place of the second."""
    first, _, third = three[1]
    to.write_text("".join(json.dumps(record) + "\n" for record in (first, second, third)))
    return hexade("verify", to)


def test_true_records_pass(three: Three) -> None:
    shown = hexade("verify", three[0], three[0])
    assert shown.exit_code == 0
    assert f"{three[0]}: 3 records, no fault" in shown.stdout
    assert "2 files, 6 records, 0 bad." in shown.stdout


@pytest.mark.parametrize("three", NAMES[:1], indirect=True)
def test_many_processes_find_what_one_finds(
    three: Three, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = json.loads(json.dumps(three[1][1]))
    record["events"].pop()
    alone = tampered(three, record, tmp_path / "bad.jsonl")
    monkeypatch.setattr("hexade.commands.verify.ALONE_BELOW", 0)
    monkeypatch.setattr("hexade.commands.verify.CHUNK", 1)
    together = tampered(three, record, tmp_path / "bad.jsonl")
    assert (together.exit_code, together.stdout) == (1, alone.stdout)


def changes(record: dict[str, Any]) -> list[tuple[int, str, Any]]:
    """Return for each kind of event and each key one change to something that cannot be."""
    found: dict[tuple[str, str], tuple[int, str, Any]] = {}
    for at, event in enumerate(record["events"]):
        for key, value in event.items():
            found[event["event"], key] = (at, key, _changed(value))
    return list(found.values())


def _changed(value: Any) -> Any:
    if isinstance(value, list):
        return [_changed(value[0]), *value[1:]] if value else ["zz"]
    return value + 1 if isinstance(value, int) else "zz"


def test_a_changed_event_is_found_with_its_line_and_number(three: Three, tmp_path: Path) -> None:
    text = json.dumps(three[1][1])
    for at, key, value in changes(three[1][1]):
        record = json.loads(text)
        record["events"][at][key] = value
        shown = tampered(three, record, tmp_path / "bad.jsonl")
        assert shown.exit_code == 1, (at, key, value)
        fault = shown.stdout.splitlines()[0]
        assert fault.startswith(f"{tmp_path / 'bad.jsonl'}, line 2, event "), fault
        assert int(fault.split("event ")[1].split(":")[0]) <= at, fault
        assert "1 file, 3 records, 1 bad." in shown.stdout


def test_changed_numbers_are_found_with_the_rule_that_gives_them(
    three: Three, tmp_path: Path
) -> None:
    text = json.dumps(three[1][1])
    for at, key, value in changes(three[1][1]):
        if key == "seat" or not isinstance(value, list) or not isinstance(value[0], int):
            continue
        record = json.loads(text)
        record["events"][at][key] = value
        shown = tampered(three, record, tmp_path / "bad.jsonl").stdout
        assert f"line 2, event {at}: " in shown
        assert "(rule " in shown
        (row,) = json.loads(hexade("verify", tmp_path / "bad.jsonl", "--json").stdout)
        assert (row["line"], row["event"], row["game"]) == (2, at, None)
        assert row["fault"].endswith(f"{row['message']} (rule {row['rule']})")


def test_a_missing_event_another_order_and_another_result_are_found(
    three: Three, tmp_path: Path
) -> None:
    text = json.dumps(three[1][1])
    count = len(three[1][1]["events"])
    for at in (0, count // 2, count - 1):
        record = json.loads(text)
        del record["events"][at]
        shown = tampered(three, record, tmp_path / "bad.jsonl")
        assert shown.exit_code == 1
        assert ", line 2, " in shown.stdout
    record = json.loads(text)
    record["events"] = [record["events"][-1], *record["events"][1:-1], record["events"][0]]
    assert ", line 2, event 0: " in tampered(three, record, tmp_path / "bad.jsonl").stdout
    record = json.loads(text)
    record["result"]["ranks"][0] += 1
    shown = tampered(three, record, tmp_path / "bad.jsonl")
    assert ", line 2, the rules give the result " in shown.stdout
    assert "(rule " in shown.stdout


def test_what_is_no_record_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "junk").write_bytes(bytes(range(256)))
    (tmp_path / "torn").write_text('{"format":"hexade-record/1","game":')
    whole = {"format": "hexade-record/1", "variant": "x", "seats": [], "start": 0, "seed": 0}
    whole |= {"events": [], "result": None}
    (tmp_path / "stranger").write_text(json.dumps(whole | {"game": "no-such-game"}))
    (tmp_path / "odd").write_text(json.dumps(whole | {"game": ["\x1b[2J"]}))
    names = ["empty", "junk", "torn", "stranger", "odd", "missing", "."]
    shown = hexade("verify", *(tmp_path / name for name in names))
    assert shown.exit_code == 1
    *told, count = shown.stdout.splitlines()
    assert len(told) == len(names)
    assert count.startswith("7 files, ")
    assert "\x1b" not in shown.stdout


@given(st.data())
@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_no_broken_file_breaks_the_verifier(three: Three, data: st.DataObject) -> None:
    text = three[0].read_bytes()
    at = data.draw(st.integers(0, len(text)))
    junk = data.draw(
        st.binary(max_size=6) | st.sampled_from([b"-1", b"null", b"[]", b"{}", b"1e9"])
    )
    path = three[0].with_name("fuzz.jsonl")
    path.write_bytes(text[:at] + junk + text[at + len(junk) :])
    assert hexade("verify", path).exit_code in (0, 1)
    assert hexade("show", path, "--game", 2).exit_code in (0, 2)


# -- show ----------------------------------------------------------------------------------------


def test_positions_are_shown_as_a_seat_or_a_watcher_sees_them(
    three: Three,
) -> None:
    path, records = three
    last = len(records[2]["events"]) - 1
    end = hexade("show", path, "--game", 3)
    assert f"Event {last} of 0 to {last}: " in end.stdout
    assert end.stdout == hexade("show", path, "--game", 3, "--move", last).stdout
    for seat in range(len(records[2]["seats"])):
        shown = hexade("show", path, "--game", 3, "--move", last // 2, "--seat", seat)
        assert shown.exit_code == 0
        assert shown.stdout != end.stdout
    for wrong in (["--game", 4], ["--move", last + 999], ["--seat", 99]):
        assert hexade("show", path, *wrong).exit_code == 2


def test_a_view_is_shown_as_json(three: Three) -> None:
    shown = json.loads(hexade("show", three[0], "--move", 3, "--seat", 0, "--json").stdout)
    assert isinstance(shown, dict)


def test_a_choice_is_not_told_before_all_have_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "find", lambda _: TOY)
    players = [bots.hire("bot:random", TOY, seed) for seed in (1, 2)]
    record = play(TOY, agree(TOY, seats=2), players, 1)
    record_files.save(tmp_path / "toy.jsonl", record)
    words = [str(event.get("word")) for event in record.events]
    sealed = hexade("show", tmp_path / "toy.jsonl", "--move", 2, "--seat", 1).stdout
    assert words[2] not in sealed
    assert "Event 2 of 0 to 3: random 1: say." in sealed
    assert words[3] in hexade("show", tmp_path / "toy.jsonl", "--move", 3).stdout


@pytest.mark.parametrize("three", NAMES[:1], indirect=True)
def test_standard_input_can_be_verified(three: Three) -> None:
    shown = CliRunner().invoke(main, ["verify", "-"], input=three[0].read_bytes())
    assert shown.exit_code == 0
    assert shown.stdout.startswith("-: 3 records, no fault")
    assert CliRunner().invoke(main, ["verify", "-"], input=b"junk").exit_code == 1


def test_a_file_that_cannot_be_read_is_a_bad_one(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        shown = hexade("verify", path)
        assert shown.exit_code == 1
        assert "1 file, no records, 0 bad; 1 file could not be read." in shown.stdout
