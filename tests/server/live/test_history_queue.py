"""Finished games have a thread of their own: once for all who ask, fair, bounded, not in vain."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from hexade.contract.reason import Refusal
from hexade.server.live import history_queue, replays
from hexade.server.live.history_queue import HistoryQueue, Visitor
from hexade.server.live.replays import ReplayCache
from hexade.server.net import catalogue
from hexade.server.store import Row
from tests.server.fixtures import IN_TURN, a_room, a_server, run
from tests.server.live.test_registry import play_on

GREEDY, HONEST = "192.0.2.1", "192.0.2.2"


class HungUp(Exception):
    """The client is gone."""


def test_a_record_is_worked_out_once_for_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    worked_out: list[str] = []
    before = replays._played

    def counted(code: str, rows: Sequence[Row], number: int) -> replays.FinishedGame:
        worked_out.append(code)
        return before(code, rows, number)

    monkeypatch.setattr(replays, "_played", counted)

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            await play_on(room, live)
            code, cache = live.table.code, ReplayCache(room.store)
            found = await asyncio.gather(*(cache.record(f"{code}.1") for _ in range(20)))
            assert len(set(found)) == 1
            assert await cache.record(f"{code.lower()}.1") == found[0]
            assert await cache.take(f"{code}.1")
            assert worked_out == [code]
            cache.forget(code)
            assert await cache.record(f"{code}.1") == found[0]
            assert worked_out == [code] * 2

    run(test())


def test_addresses_take_turns_and_only_so_much_waits() -> None:
    async def test() -> None:
        work, go_on, order = HistoryQueue(), threading.Event(), list[str]()

        def done(name: str) -> str:
            go_on.wait()
            order.append(name)
            return name

        greedy = [
            asyncio.ensure_future(work.do(Visitor(GREEDY), lambda: done(GREEDY)))
            for _ in range(history_queue.MOST_OF_ONE)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="wait a moment"):
            await work.do(Visitor(GREEDY), lambda: done(GREEDY))
        honest = asyncio.ensure_future(work.do(Visitor(HONEST), lambda: done(HONEST)))
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(honest, *greedy)
        assert order[:2] == [GREEDY, HONEST]
        assert not work._waiting
        work.close()

    run(test())


def test_when_all_is_full_whoever_has_most_waiting_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history_queue, "MOST_WAITING", 6)

    async def test() -> None:
        work, go_on, order = HistoryQueue(), threading.Event(), list[str]()

        def asks(address: str) -> asyncio.Future[None]:
            def done() -> None:
                go_on.wait()
                order.append(address)

            return asyncio.ensure_future(work.do(Visitor(address), done))

        greedy = [asks(GREEDY) for _ in range(6)]
        await asyncio.sleep(0)
        honest = [asks(HONEST) for _ in range(4)]
        await asyncio.sleep(0)
        greedy[5].cancel()  # at the moment at which it is turned away
        go_on.set()
        answers = await asyncio.gather(*greedy, *honest, return_exceptions=True)
        gone = [n for n, one in enumerate(answers) if isinstance(one, Refusal)]
        assert isinstance(answers[5], asyncio.CancelledError)
        assert gone == [3, 4, 9]  # its last ones, and what is beyond an equal share
        assert sorted(order) == [GREEDY] * 3 + [HONEST] * 3
        assert not work._waiting
        await work.do(Visitor(HONEST), lambda: None)  # nobody kept a turn
        work.close()

    run(test())


def test_what_nobody_waits_for_is_not_begun() -> None:
    async def test() -> None:
        work, go_on, done = HistoryQueue(), threading.Event(), list[int]()

        async def hung_up() -> None:
            raise HungUp

        first = asyncio.ensure_future(work.do(Visitor(GREEDY), go_on.wait))
        await asyncio.sleep(0)
        rest = [
            asyncio.ensure_future(work.do(Visitor(GREEDY, hung_up), lambda: done.append(1)))
            for _ in range(5)
        ]
        await asyncio.sleep(0)
        go_on.set()
        answers = await asyncio.gather(first, *rest, return_exceptions=True)
        assert [type(one) for one in answers[1:]] == [HungUp] * 5
        assert not done
        work.close()

    run(test())


def test_the_games_are_described_once_and_without_a_thread(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient(timeout=None) as http:
            first = await http.get(f"{server.address}/api/games")

            async def busy(*_: object) -> None:
                raise AssertionError("the threads are busy")

            monkeypatch.setattr(asyncio, "to_thread", busy)
            catalogue.catalogue.cache_clear()
            again = await http.get(f"{server.address}/api/games")
            monkeypatch.undo()
            assert again.status_code == 200
            assert again.content == first.content
            long = await http.get(f"{server.address}/api/tables/ZZZZZZ/records/{'1' * 5000}")
            assert long.status_code == 404

    run(test())


def test_a_request_whose_client_hung_up_is_dropped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            app: Any = server.config.app
            work: HistoryQueue = app.state.context.replays.work
            go_on, fetched = threading.Event(), list[str]()

            async def fetch(store: object, id: str, run: object) -> None:  # noqa: A002
                fetched.append(id)
                raise Refusal(replays.NOT_FOUND)

            monkeypatch.setattr(replays, "fetch", fetch)
            first = asyncio.ensure_future(work.do(Visitor(GREEDY), go_on.wait))
            host, port = server.address.removeprefix("http://").split(":")
            lines = [await asyncio.open_connection(host, int(port)) for _ in range(2)]
            for n, (_, line) in enumerate(lines):
                path = f"/api/replays/222222.{n + 1}/record"
                line.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            while len(work._waiting) < 3:
                await asyncio.sleep(0.01)
            lines[0][1].close()
            while len(server.server_state.connections) > 1:
                await asyncio.sleep(0.01)
            go_on.set()
            await first
            assert (await lines[1][0].readline()).startswith(b"HTTP/1.1 404")
            while work._waiting:
                await asyncio.sleep(0.01)
            assert fetched == ["222222.2"]
            lines[1][1].close()

    run(test())
