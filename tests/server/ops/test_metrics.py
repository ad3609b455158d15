"""Figures for Prometheus: counters by label, and histograms that can be added up."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from hexade.client import Client, create
from hexade.server.ops.metrics import FewFaults, Metrics, fault, log_lines
from hexade.server.store import Behind, ChatEntry, Entry, Impossible, Unavailable, Unsure, choose
from hexade.wire.messages import Agreed, Create, Sit
from tests.server.client import play
from tests.server.fixtures import IN_TURN, a_server, run
from tests.server.postgres import a_database

ROOT = Path(__file__).parents[3]
SERVER = ROOT / "src" / "hexade" / "server"
TABLES = ("tables_made", "tables_loaded")


def test_a_histogram_counts_what_took_at_most_so_long() -> None:
    metrics = Metrics()
    for seconds in (0.001, 0.002, 0.3, 60.0):
        metrics.histograms["move"].add(seconds)
    lines = metrics.text({}).splitlines()
    assert "# TYPE hexade_move_seconds histogram" in lines
    for bound, count in (("0.001", 1), ("0.0025", 2), ("0.25", 2), ("0.5", 3), ("+Inf", 4)):
        assert f'hexade_move_seconds_bucket{{le="{bound}"}} {count}' in lines
    assert "hexade_move_seconds_count 4" in lines
    assert "hexade_move_seconds_sum 60.303000" in lines


def test_labels_are_counted_apart() -> None:
    metrics = Metrics()
    for reason in ("rate", "stale", "rate"):
        metrics.count_one("refused", reason)
    text = metrics.text({"sockets": 2})
    assert 'hexade_refused_total{reason="rate"} 2\n' in text
    assert 'hexade_refused_total{reason="stale"} 1\n' in text
    assert "hexade_sockets 2\n" in text
    assert text.count("# TYPE hexade_refused_total counter") == 1


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_every_figure_is_there_once(kind: str, tmp_path: Path) -> None:
    """Strict readers refuse a text in which two figures have one name."""

    async def test() -> str:
        given: dict[str, Any] = {"database": await a_database()} if kind == "postgres" else {}
        async with a_server(tmp_path, **given) as server, httpx.AsyncClient() as web:
            return (await web.get(f"{server.address}/metrics")).text

    text = run(test())
    names = re.findall(r"^# TYPE (\w+) ", text, re.M)
    assert len(names) == len(set(names))
    assert ("hexade_commit_slowest_seconds" in names) == (kind == "sqlite")


def test_moves_commits_and_bots_are_measured(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            wish = Create(
                agreed=Agreed(game=IN_TURN[0], take_back=False), sit=Sit(name="Ann"),
                bots=["random"], start=True,
            )  # fmt: skip
            place = await create(server.address, wish)
            await play(Client(server.address, place.code, place.token))
            async with httpx.AsyncClient() as web:
                text = (await web.get(f"{server.address}/metrics")).text
            figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
            for name in ("move", "commit", "bot"):
                assert int(figures[f"hexade_{name}_seconds_count"]) > 5, name
            assert int(figures['hexade_http_responses_total{status="201"}']) == 1

    run(test())


def test_the_board_shows_only_what_the_server_measures(tmp_path: Path) -> None:
    board = json.loads((ROOT / "docs" / "grafana.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    shown = {name for text in asked for name in re.findall(r"hexade_\w+", text)}

    async def test() -> set[str]:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as web:
            text = (await web.get(f"{server.address}/metrics")).text
            return set(re.findall(r"hexade_\w+", text))

    counted = {f"hexade_{name}_total" for name in ("moves", "messages", *TABLES)}
    assert shown <= run(test()) | counted
    source = "".join(path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py"))
    for name in counted:  # they are there once they have happened
        assert f'.count("{name.removeprefix("hexade_").removesuffix("_total")}"' in source


def test_faults_are_logged_without_codes_of_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither by us nor in what a database says, which quotes the key of a row."""
    code, said = "K7M2PX", []

    async def test() -> None:
        store = choose(await a_database())
        await store.open()
        entry = Entry(code, 1, b"{}", 0, 0, listing=b"{}")
        await store.append(entry)
        for work in (store.append(entry), store.say(ChatEntry(code, 1, 7, b"{}", True, 9))):
            try:
                await work
            except Behind as error:
                said.append(str(error.__cause__))
                fault("could not catch up", error)
        await store.close()

    before = logging.getLogger().handlers[:], logging.getLogger().level
    log_lines()
    try:
        run(test())
    finally:
        logging.basicConfig(level=before[1], handlers=before[0], force=True)
    assert code in said[0]  # it is there to be hidden
    logged = capsys.readouterr().err
    assert logged.count("could not catch up") == 2
    assert "(code)" in logged
    assert code not in logged


def test_an_outage_is_a_line_now_and_then_and_a_bug_one_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = logging.getLogger().handlers[:], logging.getLogger().level
    log_lines()
    try:
        for _ in range(50):
            fault("the store is unavailable", Unavailable("database K7M2PX\n  is full"))
            fault("a request could not be answered", ValueError("a bug"))
        fault("could not say who waits", Unsure("cut off"))
    finally:
        logging.basicConfig(level=before[1], handlers=before[0], force=True)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    outages = [line for line in lines if "trace" not in line]
    assert [line["what"] for line in outages] == [
        "the store is unavailable", "could not say who waits"
    ]  # fmt: skip
    assert outages[0]["why"] == "database (code) is full"
    assert sum("ValueError: a bug" in line.get("trace", "") for line in lines) == 1


def test_odd_requests_do_not_fill_the_log() -> None:
    few, shown = FewFaults(), []
    for second in range(25):
        fields = {"created": 1000.0 + second, "msg": "Invalid HTTP request received."}
        record = logging.makeLogRecord({"name": "uvicorn.error", **fields})
        if few.filter(record):
            shown.append((second, vars(record).get("fields", {}).get("left_out")))
    assert shown == [(0, None), (10, 9), (20, 9)]


def test_an_outage_that_goes_on_says_how_many_lines_were_left_out() -> None:
    few, shown = FewFaults(), []
    for second in range(25):
        record = logging.makeLogRecord({"msg": "the store is unavailable", "is_outage": True})
        record.created = 1000.0 + second
        if few.filter(record):
            shown.append((second, getattr(record, "fields", {})))
    assert shown == [
        (0, {}), (10, {"left_out": 9, "since_s": 10}), (20, {"left_out": 9, "since_s": 10})
    ]  # fmt: skip
    record.created = 87_420.0  # a day later, nobody takes those of yesterday for new ones
    assert few.filter(record)
    assert vars(record)["fields"] == {"left_out": 4, "since_s": 86_400}
    record.created = 10.0  # the clock was set back
    assert few.filter(record)


def test_what_cannot_happen_is_a_traceback_but_only_one_of_each_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = logging.getLogger().handlers[:], logging.getLogger().level
    log_lines()
    try:
        for _ in range(20):
            for wrong in (_hole, _other_hole):
                try:
                    wrong()
                except Impossible as error:
                    fault("the store is unavailable", error)
    finally:
        logging.basicConfig(level=before[1], handlers=before[0], force=True)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    ends = [line["trace"].splitlines()[-1].rpartition(": ")[2] for line in lines]
    assert ends == ["a hole before version 3", "a hole before version 4"]


def test_an_outage_is_not_told_again_by_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    before = logging.getLogger().handlers[:], logging.getLogger().level
    log_lines(logging.DEBUG)
    try:
        try:
            raise ConnectionRefusedError("the database is gone")
        except ConnectionRefusedError:
            logging.getLogger("asyncpg.pool").warning("retrying", exc_info=True)
    finally:
        logging.basicConfig(level=before[1], handlers=before[0], force=True)
    assert capsys.readouterr().err == ""


def _hole() -> None:
    raise Impossible("a hole before version 3")


def _other_hole() -> None:
    raise Impossible("a hole before version 4")


def test_a_bug_that_goes_on_is_counted_and_has_its_traceback_once_an_hour() -> None:
    few, shown = FewFaults(), []
    try:
        _hole()
    except Impossible as error:
        trouble = error
    for second in range(0, 3700, 5):
        record = logging.makeLogRecord({"msg": "x", "exc_info": (Impossible, trouble, None)})
        record.created = 1000.0 + second
        if few.filter(record):
            shown.append((second, hasattr(record, "traced_before"), vars(record).get("fields", {})))
    assert shown[0] == (0, False, {})
    (second, traced_before, fields), hour = shown[1], 360
    assert (second, traced_before, fields["left_out"], fields["since_s"]) == (10, True, 1, 10)
    assert re.fullmatch(r"Impossible at .*test_metrics.py:\d+", fields["place"])
    assert [at for at, traced_before, _ in shown if not traced_before] == [0, 10 * hour]


def test_no_line_of_the_log_names_a_code() -> None:
    for path in SERVER.rglob("*.py"):
        for call in re.findall(
            r"\b(?:note|detail|fault|warn|alarm)\((?:[^()]|\([^()]*\))*\)", path.read_text()
        ):
            assert not re.search(r"\b(code|token)\b", call), (path, call)
