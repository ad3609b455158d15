"""What tables do by themselves: deadlines by a timer, and bots that move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from hexade.contract.reason import Refusal
from hexade.server.live.bot_loop import BotLoop, Do
from hexade.server.live.open_table import LiveTable
from hexade.server.live.timers import Timers
from hexade.server.ops.metrics import fault
from hexade.server.services import Services
from hexade.server.table import deadlines

_RETRY_S = 1.0  # before something that failed is retried


class Automatic:
    """Schedules what a table does without being asked."""

    def __init__(
        self,
        services: Services,
        live: Mapping[str, LiveTable],
        do: Do,
        clock_changed: Callable[[LiveTable], None],
    ) -> None:
        self._services, self._live, self._do = services, live, do
        self._clock_changed = clock_changed
        self._timers = Timers(services.time, self._overdue)
        self._bots = BotLoop(services, do, self._retry)

    def schedule(self, live: LiveTable) -> None:
        """Set the timer of a table that has changed, and wake its bots."""
        claims = [until for until, _ in live.unclaimed.values()]
        times = (deadlines.due(live.table, self._services.settings), live.pause_ends, *claims)
        due = min((when for when in times if when is not None), default=None)
        if due is not None and due != live.due:
            self._timers.at(due, live.table.code)
        live.due = due
        self._bots.wake(live)

    def forget(self, code: str) -> None:
        """Drop the timer of a table that is not in memory any more."""
        self._timers.forget(code)

    def _retry(self, code: str) -> None:
        self._timers.at(self._services.time.now() + _RETRY_S, code)

    async def tick(self) -> None:
        """Do what is due now, and wait until it is done."""
        await asyncio.gather(*self._timers.tick())

    async def _overdue(self, code: str, now: float) -> None:
        live = self._live.get(code)
        if live is None:
            return
        if live.update_clock(now):  # somebody has been away for too long: the clock runs on
            self._clock_changed(live)
            self.schedule(live)
        unclaimed = live.take_unclaimed(now)
        if not unclaimed and (live.due is None or live.due > now):
            self._look_again(live)
            return
        try:
            for seat, token in unclaimed:
                await self._do(live, partial(deadlines.vacate, seat=seat, token=token))
            await self._do(
                live, lambda table: deadlines.overdue(table, self._services.settings, now)
            )
        except Refusal:  # something else did it first
            self._look_again(live)
        except Exception as error:  # one failing table must not stop the timers of all the others
            fault("a table could not do what is due", error)
            self._retry(code)

    def _look_again(self, live: LiveTable) -> None:
        """Set the timer for the next deadline; a bot may have to try again."""
        self.schedule(live)
        if live.due is not None:
            self._timers.at(live.due, live.table.code)

    async def run(self) -> None:
        """Handle deadlines forever."""
        await self._timers.run()

    async def close(self) -> None:
        """Stop the bots, and wait for running tasks."""
        tasks = [live.bots for live in self._live.values() if live.bots]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._timers.close()
