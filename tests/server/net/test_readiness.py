"""Readiness apart from liveness: a server that cannot store says so, and is up nevertheless."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from hexade.server.app import Server
from hexade.server.net.readiness import Readiness
from hexade.server.store import Unavailable
from tests.server.fixtures import FakeTime, a_server, run


class Counted:
    """A store that counts how often it is checked, and may be out of order."""

    def __init__(self) -> None:
        self.checks, self.broken = 0, False

    async def check(self) -> None:
        """Count a check."""
        self.checks += 1
        await asyncio.sleep(0)
        if self.broken:
            raise Unavailable("database or disk is full")


def test_many_questions_are_one_check() -> None:
    async def test() -> None:
        store, time = Counted(), FakeTime()
        readiness = Readiness(store, time)  # type: ignore[arg-type]
        assert all(await asyncio.gather(*(readiness.ready() for _ in range(50))))
        assert await readiness.ready()
        assert store.checks == 1
        time.at += 5
        store.broken = True
        assert not await readiness.ready()
        assert store.checks == 2
        time.at += 5
        store.broken = False
        assert await readiness.ready()

    run(test())


async def statuses(server: Server) -> list[int]:
    paths = ("/health", "/health/ready", "/health/live")
    async with httpx.AsyncClient(base_url=server.address) as web:
        return [(await web.get(path)).status_code for path in paths]


def test_a_damaged_file_is_noticed(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            assert await statuses(server) == [200, 200, 200]
        (tmp_path / "b").mkdir()
        async with a_server(tmp_path / "b") as server:
            (tmp_path / "b" / "tables.sqlite").write_bytes(b"nonsense" * 2048)
            assert await statuses(server) == [503, 503, 200]

    run(test())


def test_a_full_disk_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            store = server.config.app.state.context.services.store  # type: ignore[union-attr]

            def full(db: object, entries: list[object]) -> list[Exception]:
                return [Unavailable("database or disk is full") for _ in entries]

            monkeypatch.setattr(store, "_commit", full)
            assert await statuses(server) == [503, 503, 200]

    run(test())


def test_what_cannot_be_stored_is_logged_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as web:
            services = server.config.app.state.context.services  # type: ignore[union-attr]

            async def broken(*_: object) -> None:
                raise Unavailable("database or disk is full")

            monkeypatch.setattr(services.store, "listings", broken)
            answer = await web.get(f"{server.address}/api/tables")
            assert answer.status_code == 503
            assert answer.json()["code"] == "unavailable"
            assert 'hexade_http_responses_total{status="503"} 1' in services.metrics.text({})
            assert 'hexade_refused_total{reason="unavailable"} 1' in services.metrics.text({})

    run(test())
    (line,) = caplog.records
    assert line.getMessage() == "the store is unavailable"
    assert line.exc_info is None  # one line: the database is full, and no bug of ours
    assert vars(line)["fields"] == {"error": "Unavailable", "why": "database or disk is full"}


def test_a_database_that_does_not_answer_is_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Silent:
        async def check(self) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr("hexade.server.net.readiness._TIMEOUT_S", 0.01)
    assert not run(Readiness(Silent(), FakeTime()).ready())  # type: ignore[arg-type]
    (line,) = caplog.records
    assert line.exc_info is None
    assert "has not answered" in vars(line)["fields"]["why"]
