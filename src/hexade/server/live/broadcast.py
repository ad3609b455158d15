"""Broadcast: everybody at a table receives what happened, as far as their seat may see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from hexade.contract.game import Seat
from hexade.server.live.open_table import Listener, LiveTable
from hexade.server.live.presence import Presence
from hexade.server.services import Services
from hexade.server.table import facts, news
from hexade.server.table.state import Change
from hexade.wire import messages
from hexade.wire.messages import News

_FEW = 32  # connections up to which each one that comes or goes is told at once
_PAUSE_EACH_S = 0.001  # with more: how long that waits for others to come or go, for each of them


class Broadcast:
    """Broadcasts news to the connections of a table, and keeps track of them."""

    def __init__(
        self, services: Services, live: Mapping[str, LiveTable], after: Callable[[LiveTable], None]
    ) -> None:
        self._services, self._after = services, after
        self.presence = Presence(services, live, self.others_came)

    def change(self, live: LiveTable, change: Change) -> None:
        """Send what happened to every seat and spectator."""
        now, settings = self._services.time.now(), self._services.settings
        self._services.gc_policy.changed()
        self._reseat(live, change.fact)
        live.note_seats(change.fact, now, settings.claim_s)
        clock_changed = live.update_clock(now)
        said: dict[Seat, bytes | None] = {}
        for listener in live.listeners:
            seat = listener.seat
            if seat not in said:
                message = change.fact.news(live.table, change.made, seat, now, settings)
                said[seat] = None if message is None else messages.encode(message)
            if (told := said[seat]) is not None:
                listener.send(told)
        over = live.table.phase == "over" and change.fact.topic == "game"
        if over or clock_changed or change.fact.topic == "table":
            self.seats(live)
        self._services.metrics.count("moves", change.fact.is_move)
        self._after(live)

    def _reseat(self, live: LiveTable, fact: facts.Fact) -> None:
        """Move sockets along with people who change seats; people who leave become spectators."""
        new, now = fact.moved_people, self._services.time.now()
        moves = [(one, new[one.seat]) for one in live.listeners if one.seat in new]
        if (came := fact.newcomer) is not None:  # their socket waited as a spectator
            moves += [(one, came[1]) for one in live.listeners if one.token == came[0]]
        for listener, seat in moves:
            live.move_to(listener, seat, now)
            listener.send(messages.encode(news.placed(live.table, seat, now)))
        if isinstance(fact, facts.SeatsChanged):
            live.note_number(now)
        if moves:
            self.presence.changed(live)

    def seats(self, live: LiveTable) -> None:
        """Broadcast the state of the table: who sits where and who is connected.

        It replaces an older state that is still queued: whatever comes and goes, a reader gets one.
        """
        if live.telling is not None:
            live.telling.cancel()
            live.telling = None
        message: News = messages.Seats(table=live.state(self._services.time.now()))
        encoded = messages.encode(message)
        for listener in live.listeners:
            listener.send(encoded, replaces=True)

    def _who_is_here(self, live: LiveTable) -> None:
        """Broadcast who is connected; at a crowded table once for all who come and go meanwhile.

        A thousand who come at once would otherwise be a million messages.
        """
        crowd = len(live.listeners)
        if crowd <= _FEW:
            self.seats(live)
        elif live.telling is None:
            loop = asyncio.get_running_loop()
            live.telling = loop.call_later(_PAUSE_EACH_S * crowd, self.seats, live)

    def enter(self, live: LiveTable, listener: Listener) -> None:
        """Add a socket that has received its welcome."""
        live.enter(listener, self._services.time.now())
        self.presence.changed(live)
        self._who_is_here(live)
        self._after(live)

    def leave(self, live: LiveTable, listener: Listener) -> None:
        """Remove a socket; its owner may reconnect."""
        if listener not in live.listeners:
            return
        live.leave(listener, self._services.time.now())
        self._services.gc_policy.closed += 1
        self.presence.changed(live)
        self._who_is_here(live)
        self._after(live)

    def others_came(self, live: LiveTable) -> None:
        """Broadcast who came or went in other processes; a clock may pause or resume."""
        self._who_is_here(live)
        self._after(live)
