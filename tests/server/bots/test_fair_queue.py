"""The bots' time is shared by address: many tables of one address do not slow down another's."""

from __future__ import annotations

import asyncio
from pathlib import Path

from hexade.server.bots.fair_queue import FairQueue, Rank, Share
from tests.server.fixtures import IN_TURN, Ear, FakeTime, a_room, run

GREEDY, HONEST, THIRD = "192.0.2.1", "192.0.2.2", "192.0.2.3"


class Office:
    """A queue whose jobs take as long as the test says; it keeps the order in which they ran."""

    def __init__(self, turns: int = 1) -> None:
        self.time = FakeTime()
        self.queue = FairQueue(turns, self.time.now)
        self.served: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    def ask(self, name: str, share: Share, took_s: float = 1.0) -> asyncio.Task[None]:
        """Queue a job."""

        async def job() -> None:
            async with self.queue.turn(share):
                self.served.append(name)
                for _ in range(3):  # others arrive meanwhile
                    await asyncio.sleep(0)
                self.time.at += took_s

        self.tasks.append(asyncio.ensure_future(job()))
        return self.tasks[-1]

    async def close(self) -> list[str]:
        """Run all jobs, and return their order."""
        await asyncio.gather(*self.tasks, return_exceptions=True)
        return self.served


def test_one_table_does_not_wait_for_110_of_another_address() -> None:
    async def test() -> None:
        office = Office()
        for n in range(110):
            office.ask(f"greedy {n}", Share(GREEDY))
        await asyncio.sleep(0)
        office.ask("honest", Share(HONEST))
        assert "honest" in (await office.close())[:2]

    run(test())


def test_addresses_share_the_time_not_the_number_of_jobs() -> None:
    async def test() -> None:
        office = Office()
        for n in range(20):
            office.ask(f"long {n}", Share(GREEDY), took_s=10)
            office.ask(f"short {n}", Share(HONEST), took_s=1)
        served = await office.close()
        assert served[:22].count("long 0") == 1
        assert sum(name.startswith("short") for name in served[:22]) >= 19

    run(test())


def test_equals_take_turns() -> None:
    async def test() -> None:
        office = Office()
        for _ in range(4):
            for address in (GREEDY, HONEST, THIRD):
                office.ask(address, Share(address), took_s=0)
        served = await office.close()
        assert [set(served[n : n + 3]) for n in (0, 3, 6, 9)] == [{GREEDY, HONEST, THIRD}] * 4

    run(test())


def test_somebody_who_plays_comes_before_bots_alone_and_analyses() -> None:
    async def test() -> None:
        office = Office()
        office.ask("first", Share(THIRD))
        await asyncio.sleep(0)
        office.ask("analysis", Share(rank=Rank.BACKGROUND))
        office.ask("bots", Share(HONEST, Rank.BOTS_ALONE))
        office.ask("person", Share(GREEDY))
        assert await office.close() == ["first", "person", "bots", "analysis"]

    run(test())


def test_nobody_saves_time_up_or_has_to_catch_up() -> None:
    async def test() -> None:
        office = Office()
        for n in range(50):
            office.ask(f"greedy {n}", Share(GREEDY))
        for _ in range(200):  # the honest one comes late, and asks again and again
            await asyncio.sleep(0)
        mine = [office.ask(f"honest {n}", Share(HONEST)) for n in range(5)]
        before = len(office.served)
        await asyncio.gather(*mine)
        between = office.served[before:]
        assert sum(name.startswith("greedy") for name in between) <= 6
        await office.close()

    run(test())


def test_turns_of_those_who_gave_up_are_not_lost() -> None:
    async def test() -> None:
        office = Office(turns=2)
        tasks = [office.ask(f"job {n}", Share(GREEDY)) for n in range(6)]
        await asyncio.sleep(0)
        for task in tasks[1:5]:  # one of them computes, the others wait
            task.cancel()
        await office.close()
        assert "job 5" in office.served
        last = [office.ask(f"last {n}", Share(HONEST)) for n in range(2)]
        await asyncio.gather(*last)
        assert office.queue.idle

    run(test())


def test_a_tables_owner_pays_for_its_bots_and_watchers_only_for_bots_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], people=1, seats=2)
            watcher = Ear(address=GREEDY)
            room.tables.broadcast.enter(live, watcher)
            assert live.share() == Share(GREEDY, Rank.BOTS_ALONE)
            token = live.table.occupants[0].token
            room.tables.broadcast.enter(live, Ear(0, token, HONEST))
            assert live.share() == Share(HONEST, Rank.PEOPLE)

    run(test())
