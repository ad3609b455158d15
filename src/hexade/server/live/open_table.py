"""A table in memory, and who is connected to it, here and in other processes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol, cast

import msgspec

from hexade.contract.game import WATCHER, Seat
from hexade.server.bots.fair_queue import Rank, Share
from hexade.server.live.absence import Absence
from hexade.server.table import news
from hexade.server.table.clocks import slow_s
from hexade.server.table.facts import Fact
from hexade.server.table.state import Table
from hexade.wire import messages
from hexade.wire.http_bodies import Glance


class Listener(Protocol):
    """A connection at a table, with the seat it plays for."""

    seat: Seat
    token: str | None  # the hash of what it said hello with
    address: str

    @property
    def customer(self) -> str:
        """Whose share it uses: of IPv6 the customer's, who may have thousands of households."""

    def send(self, message: bytes, replaces: bool = False) -> None:
        """Send a message, perhaps instead of the last such one; must not wait."""

    def close(self, code: int) -> None:
        """Close the connection after the queued messages have been sent."""


class LiveTable:
    """A table in memory, with its connections."""

    def __init__(self, table: Table, now: float, away_limit_s: float = 120.0) -> None:
        self.table = table
        self.absence = Absence(away_limit_s)
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.here: Counter[Seat] = Counter()
        self.elsewhere: Counter[Seat] = Counter()  # connections to other processes
        self.away: dict[Seat, float] = dict.fromkeys(range(len(table.occupants)), now)
        self.due: float | None = None
        self.pause_ends: float | None = None  # when a paused clock runs on although they are away
        self.erased = False  # it, or one of its games, was deleted: nothing can happen here
        self.gone = False  # there is no such table any more
        self.bots: asyncio.Task[None] | None = None
        self.telling: asyncio.TimerHandle | None = None  # until when news of who is here waits
        self.seen = now  # when somebody last asked for it
        self.unclaimed: dict[Seat, tuple[float, str]] = {}  # until when, and whose, if nobody comes
        self.listed = float("-inf")  # when the list of open tables was last refreshed
        self._drawn: tuple[int, dict[tuple[Seat, bool], msgspec.Raw]] = (-1, {})  # for one fact
        self._serialized: dict[Seat, tuple[int, messages.Now]] = {}  # with the last fact's number

    def serialize_ahead(self, now: float) -> None:
        """Serialize what each person will receive in their welcome, before they reconnect."""
        if self.table.match is None or news.timed(self.table):
            return
        for seat, occupant in enumerate(self.table.occupants):
            if occupant.person:
                known = msgspec.Raw(messages.encode(news.now_for(self.table, seat, now)))
                # The encoder copies raw bytes as they are into the message around them.
                self._serialized[seat] = self.table.n, cast("messages.Now", known)

    def serialized(self, seat: Seat) -> messages.Now | None:
        """Return what was serialized for a seat, once, if it is still current."""
        n, known = self._serialized.pop(seat, (0, None))
        return known if n == self.table.n else None

    def drawn(self, seat: Seat, wish: messages.Draw) -> messages.Drawn:
        """Return the table as text, drawn once for each seat until something happens."""
        if self._drawn[0] != self.table.n:
            self._drawn = self.table.n, {}
        known, key = self._drawn[1], (seat, wish.glyphs)
        if key not in known:
            lines = news.drawn(self.table, seat, wish).lines
            known[key] = msgspec.Raw(messages.encode(lines))
        return messages.Drawn(lines=cast("list[list[tuple[str, str]]]", known[key]), id=wish.id)

    def drop_serialized(self) -> None:
        """Drop what was serialized for people who have not come back."""
        self._serialized.clear()

    def begin(self, now: float) -> None:
        """Begin with everybody away, and with clocks that were paused until now, but slow ones."""
        table, self.seen = self.table, now
        if slow_s(table.agreed.clock) is None:
            table.turn_since = now
        table.paused_since = None
        if table.counting is not None:
            table.counting = now
        if table.held is not None:
            table.held = replace(table.held, since=now, idle_s=0.0, idle_since=None)
        if table.private is not None:
            table.private = replace(table.private, since=now)
        self.away = dict.fromkeys(range(len(self.table.occupants)), now)
        self.absence.forget()
        self.update_clock(now)

    def away_s(self, seat: Seat, now: float) -> float | None:
        """Return how long a seat's player has been away; None if they are connected.

        That is this time, or all times in this game while it was their turn, if those were longer.
        In a slow game nobody is missed: 0, and the clock alone counts.
        """
        if seat not in self.away:
            return None
        if slow_s(self.table.agreed.clock) is not None:
            return 0.0
        return max(now - self.away[seat], self.absence.used(seat, now))

    def enter(self, listener: Listener, now: float) -> None:
        """Add a connection."""
        self.listeners.add(listener)
        self.here[listener.seat] += 1
        self.seen = now
        self._note_away(now)

    def leave(self, listener: Listener, now: float) -> None:
        """Remove a connection."""
        self.listeners.discard(listener)
        self.here[listener.seat] -= 1
        self.seen = now
        self._note_away(now)

    def move_to(self, listener: Listener, seat: Seat, now: float) -> None:
        """Move a connection to another seat, or to none."""
        self.here[listener.seat] -= 1
        self.here[seat] += 1
        listener.seat = seat
        self._note_away(now)

    def watching(self, customer: str) -> list[str]:
        """Return the addresses of a customer from which somebody watches without a token."""
        return [
            one.address for one in self.listeners
            if one.seat < 0 and one.token is None and one.customer == customer
        ]  # fmt: skip

    def others(self, counts: Mapping[Seat, int], left: Mapping[Seat, float], now: float) -> bool:
        """Update who is in other processes, and when people left; return whether it changed."""
        before = +self.elsewhere, dict(self.away)
        self.elsewhere = Counter(counts)
        self._note_away(now)
        for seat, when in left.items():
            if seat in self.away:
                self.away[seat] = when
        return before != (+self.elsewhere, self.away)

    def note_number(self, now: float) -> None:
        """Note that the table has another number of seats."""
        seats = range(len(self.table.occupants))
        self.away = {seat: since for seat, since in self.away.items() if seat in seats}
        self._note_away(now)

    def _note_away(self, now: float) -> None:
        for seat in range(len(self.table.occupants)):
            if self.here[seat] + self.elsewhere[seat] > 0:
                self.away.pop(seat, None)
                self.unclaimed.pop(seat, None)
            else:
                self.away.setdefault(seat, now)
        self.update_clock(now)

    def note_seats(self, fact: Fact, now: float, claim_s: float) -> None:
        """Note that a guest who sat down at a public table has to connect within a time."""
        new = fact.moved_people
        claims = {new.get(seat, seat): claim for seat, claim in self.unclaimed.items()}
        self.unclaimed = {seat: claim for seat, claim in claims.items() if seat >= 0}
        table, came = self.table, fact.newcomer
        if came is None or not table.agreed.public or table.phase != "waiting":
            return
        token, seat = came
        if self.here[seat] + self.elsewhere[seat] == 0 and not table.owns(token):
            self.unclaimed[seat] = now + claim_s, token

    def take_unclaimed(self, now: float) -> list[tuple[Seat, str]]:
        """Return the seats to which nobody has connected in time, each once."""
        late = [(seat, whose) for seat, (until, whose) in self.unclaimed.items() if until <= now]
        for seat, _ in late:
            del self.unclaimed[seat]
        return late

    def update_clock(self, now: float) -> bool:
        """Pause the clock while all people who must move are away; return whether that changed.

        It runs on when one of them has been away for too long in this game, all times together.
        In a slow game everybody is away most of the time: its clock never pauses.
        """
        table, ended = self.table, self.pause_ends
        could = table.next_up() if table.held else table.waiting()
        people = {seat for seat in could if seat >= 0 and not table.occupants[seat].driver}
        self.absence.note(table, people & self.away.keys(), now)
        agreed = table.agreed
        pauses = agreed.clock is not None and slow_s(agreed.clock) is None
        clock = pauses and agreed.round_s is None  # rounds never pause
        left_s = self.absence.left_s(people) if people else 0.0
        stands = clock and people <= self.away.keys() and left_s > 0
        self.pause_ends = now + left_s if stands else None
        if stands == table.stands:
            return False
        if stands:
            table.pause(now)
        else:
            table.run_on(min(now, ended or now))
        return True

    def share(self) -> Share:
        """Return whose share of the bots' time this table uses: the owner's, if they are here."""
        people = [one for one in self.listeners if one.seat >= 0]
        owners = [one for one in self.listeners if self.table.owns(one.token)]
        payers = [one.customer for one in owners or people or self.listeners]
        rank = Rank.PEOPLE if people else Rank.BOTS_ALONE
        return Share(min(payers, default=""), rank)

    def waits(self) -> bool:
        """Tell whether somebody is waiting here for others to join a public table."""
        table = self.table
        open_ = table.agreed.public and table.phase == "waiting"
        return open_ and any(self.here[seat] > 0 for seat in range(len(table.occupants)))

    def state(self, now: float) -> messages.TableState:
        """Return the public state of the table."""
        here = +(self.here + self.elsewhere)
        away = {seat: now - (self.away_s(seat, now) or 0.0) for seat in self.away}
        return news.table_state(self.table, here, away, here[WATCHER], now)

    def glance(self, now: float) -> Glance:
        """Return the public state of the table, and who must move."""
        state, match = self.state(now), self.table.match
        due = self.table.next_up() or self.table.waiting()
        waiting = sorted(due) if match and not match.over else []
        return Glance(**msgspec.structs.asdict(state), waiting=waiting)
