"""Bots at a table move one after the other, as long as somebody is connected."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from hexade.bots import is_offered
from hexade.contract.chance import bot_seed
from hexade.contract.game import Event, Move, Seat
from hexade.contract.reason import Refusal
from hexade.match import Accepted, Match, submit, told
from hexade.server.bots.workers import Question
from hexade.server.live.open_table import LiveTable
from hexade.server.ops.metrics import fault
from hexade.server.services import Services
from hexade.server.table import moves
from hexade.server.table.clocks import slow_s
from hexade.server.table.state import Change, Table

_ANSWER = 0.4  # of the pause, where a bot answers the only person: they know what they played

Do: TypeAlias = Callable[[LiveTable, Callable[[Table], Change]], Awaitable[Change]]


def _bot_to_move(table: Table) -> Seat | None:
    seats = [s for s in table.waiting() if s >= 0 and table.occupants[s].driver]
    return min(seats, default=None)


def _has_people(live: LiveTable) -> bool:
    """Tell whether somebody is connected; in a slow game they look in when they have time."""
    return bool(live.listeners) or slow_s(live.table.agreed.clock) is not None


class BotLoop:
    """Asks the bots of a table for their moves, and makes them."""

    def __init__(self, services: Services, do: Do, retry: Callable[[str], None]) -> None:
        self._services, self._do, self._retry = services, do, retry

    def wake(self, live: LiveTable) -> None:
        """Start playing if a bot must move and somebody is connected, or comes back in days."""
        if live.bots is None and _has_people(live) and _bot_to_move(live.table) is not None:
            live.bots = asyncio.ensure_future(self._play_all(live))

    async def _play_all(self, live: LiveTable) -> None:
        asked = live.table.version
        try:
            while _has_people(live) and (seat := _bot_to_move(live.table)) is not None:
                n = live.table.n
                try:
                    await self._play(live, seat, answers=live.table.version == asked)
                except Refusal:
                    if live.table.n == n:  # no other change interfered: the move is bad
                        raise
        except Exception as error:  # retry: a table must not get stuck
            fault("a bot could not move", error)
            self._retry(live.table.code)
        finally:
            live.bots = None

    async def _play(self, live: LiveTable, seat: Seat, answers: bool) -> None:
        table, match = live.table, live.table.match_of(seat)
        bot = table.occupants[seat].driver
        assert match is not None
        assert bot is not None
        began = self._services.time.now()
        move = await self._choose(live, match, seat, bot)
        then = None
        if table.game.declining is not None:  # a private choice is made in the same change
            after = submit(match, seat, move, match.version)
            if isinstance(after, Accepted) and after.match.private:
                then = await self._choose(live, after.match, seat, bot, after.events)
        pause = self._pause(table, answers) - (self._services.time.now() - began)
        if pause > 0:  # without people too: games of bots alone must not fill the server's time
            await asyncio.sleep(pause)
        if table.match_of(seat) is not match or table.occupants[seat].driver != bot:
            return  # the table has changed in the meantime: check again
        now = self._services.time.now()
        async with self._services.limits.turns.turn(live.share().address):
            await self._do(
                live, lambda t: moves.move(t, seat, move, match.version, None, now, then)
            )

    def _pause(self, table: Table, answers: bool) -> float:
        """Return how long a bot waits, with its thinking, so that what came before is seen.

        Less where it answers one person; with clocks nobody's time runs while a page catches up.
        """
        usual = self._services.settings.bot_pause_s
        if table.agreed.clock is not None:
            return usual
        known = answers and len(table.people()) == 1
        return usual * table.game.bot_pause * (_ANSWER if known else 1)

    async def _choose(
        self, live: LiveTable, match: Match, seat: Seat, bot: str, events: Sequence[Event] = ()
    ) -> Move:
        """Ask a bot for its move; `events` are those that the table has not stored yet."""
        table = live.table
        view, legal = table.game.view(match.state, seat), table.game.legal(match.state, seat)
        seed = bot_seed(table.bot_seed, seat)
        past: Sequence[Event] = ()
        if is_offered(bot):
            kept = table.private_of(seat)
            own = kept.made.events if kept else ()
            past = told(match, (*table.record().events, *own, *events), seat)
        question = Question(table.setup.game, bot, seed, view, legal, past)
        return await self._services.bots.choose(question, live.share())
