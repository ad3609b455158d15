"""One table as the facts make it: who sits, which game is on, what the clocks show.

A table changes through `apply` alone, and only after the fact was written down. Reading a table
back applies the same facts again, so nothing else has to be stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from hexade import games
from hexade.contract.chance import Dealer
from hexade.contract.game import AnyGame, Event, Result, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.contract.record import Record
from hexade.contract.setup import Setup, agree
from hexade.match import (
    Accepted,
    Match,
    Rejected,
    expire,
    resume,
    settle,
    start,
    submit,
    take_up,
)
from hexade.server.table import clocks, facts
from hexade.server.table.chat import TEAM_OF_ALL, Talk
from hexade.server.table.dealing import dealer
from hexade.server.table.seats import FREE, Chair, chairs_after, recorded_name
from hexade.wire.codes import fits, hashed
from hexade.wire.messages import Agreed, Phase, Said, encode

_IDS_KEPT = 64  # a client repeats what it sent just before the line broke, not older things


@dataclass(frozen=True, slots=True)
class Held:
    """A move that can still be taken back."""

    seat: Seat
    made: Accepted
    since: float
    left_ms: list[int] | None
    id: str | None


@dataclass(frozen=True, slots=True)
class Plan:
    """A change that was decided on and is not written down yet."""

    fact: facts.Fact
    made: Accepted | None = None  # the match after it, and the events that belong to it

    @property
    def events(self) -> tuple[Event, ...]:
        """The events to write down with it: those of a held move wait until it stands."""
        return () if self.made is None or isinstance(self.fact, facts.Held) else self.made.events


class Table:
    """The state of one table."""

    def __init__(self, code: str, agreed: Agreed, chat_kept: int = 100) -> None:
        self.code = code
        self.game: AnyGame = games.find(agreed.game)
        self.setup: Setup = agree(
            self.game, agreed.variant, agreed.edition, agreed.seats, options=agreed.options
        )
        if agreed.team_talk and self.team_of(0) is None:
            raise Refusal(Reason("team-talk", "", "nobody has partners to talk to here"))
        self.agreed = msgspec.structs.replace(
            agreed, variant=self.setup.variant, edition=self.setup.edition,
            seats=self.setup.seats, options=dict(self.setup.options),
        )  # fmt: skip
        self.n = 0
        self.origin: facts.Origin | None = None
        self.chairs: list[Chair] = [FREE] * self.setup.seats
        self.number = 0  # of the game, counted from 1
        self.match: Match | None = None
        self.seed = self.bot_seed = 0
        self.key = ""
        self.log: list[bytes] = []  # of this game, as they are stored: small, and read seldom
        self.held: Held | None = None
        self.counting: float | None = None  # since when
        self.turn_since = 0.0
        self.stands_since: float | None = None  # the clock waits for those who are away
        self.left_ms: list[int] | None = None
        self.rematch: set[Seat] = set()
        self.swaps: dict[Seat, Seat] = {}  # who would change to which seat
        self.talk = Talk(chat_kept)
        self.names: tuple[str, ...] = ()  # who played the game, as at its last event
        self.ids: dict[Seat, list[str]] = {}

    # -- questions -------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Whether the table waits for players, plays, or has played."""
        if self.match is None:
            return "waiting"
        return "over" if self.match.over else "playing"

    @property
    def version(self) -> int:
        """The version of the game that is on."""
        return self.match.version if self.match else 0

    @property
    def result(self) -> Result | None:
        """How the game ended."""
        return self.game.result(self.match.state) if self.match else None

    def team_of(self, seat: Seat) -> int | None:
        """Return the number of a seat's team, if it has partners."""
        sides = self.game.sides(self.setup)
        for number, side in enumerate(sides):
            if seat in side and len(sides) > 1:  # where all play together there is no team apart
                return number if len(side) > 1 else None
        return None

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat that a token opens."""
        known = hashed(token)
        found = [seat for seat, chair in enumerate(self.chairs) if fits(known, chair.token)]
        return found[0] if found else None

    def waiting(self) -> frozenset[Seat]:
        """Return the seats that must move; none while a move is held."""
        if self.match is None or self.held:
            return frozenset()
        return self.match.waiting_for

    def turn_s(self, now: float) -> float:
        """Return how long the turn has lasted by the clock, which stands while it waits."""
        return (now if self.stands_since is None else self.stands_since) - self.turn_since

    def dealer(self) -> Dealer:
        """Return who deals this game."""
        return dealer(self.seed, self.key)

    def knows(self, seat: Seat, id: str | None) -> bool:  # noqa: A002  as on the wire
        """Tell whether a request was taken before."""
        return id is not None and id in self.ids.get(seat, ())

    def record(self) -> Record:
        """Return the game so far, in full: for nobody's eyes before its end."""
        setup = self.match.setup if self.match else self.setup
        events: tuple[Event, ...] = tuple(msgspec.json.decode(body) for body in self.log)
        origin = self.origin if self.number == 1 else None
        extra = told_besides(self.key, origin)
        return Record(setup, self.names, self.seed, events, self.result, extra)

    def expirable(self) -> list[Seat]:
        """Return the seats that wait and for which the table could move, if it is all of them."""
        if self.match is None or self.held:
            return []
        waiting = sorted(self.match.waiting_for)
        able = [s for s in waiting if s >= 0 and self.game.absent(self.match.state, s) is not None]
        return able if len(able) == len(waiting) else []

    # -- changes ---------------------------------------------------------------------------------

    def apply(self, plan: Plan, log: Sequence[bytes], now: float) -> None:
        """Make a change that has been written down, with its events as they are stored."""
        self.n += 1
        fact = plan.fact
        playing = self.phase == "playing" or isinstance(fact, facts.Started)
        _CHANGES[type(fact)](self, fact)
        if playing:
            self.names = tuple(map(recorded_name, self.chairs))
        if isinstance(fact, facts.Held) and plan.made:
            self.held = Held(fact.seat, plan.made, now, fact.left_ms, fact.id)
        elif plan.made is not None:
            self.match = plan.made.match
            if not only_sealed(plan):
                self._new_turn(now)
        elif isinstance(fact, facts.Counted):
            self.counting = now
        self.log += log
        self._remember(fact)

    def read(self, fact: facts.Fact, log: Sequence[bytes], now: float) -> Plan:
        """Make a change that was read back or came from another process."""
        made = self._again(fact)
        if not isinstance(fact, facts.Held):
            ours = made.events if made else ()
            if tuple(map(encode, ours)) != tuple(log):  # else they need not be read at all
                events = tuple(msgspec.json.decode(body) for body in log)
                if msgspec.json.decode(encode(ours)) != list(events):
                    made = Accepted(self._resumed(log), events)  # the log is the truth
        plan = Plan(fact, made)
        self.apply(plan, log, now)
        return plan

    def _again(self, fact: facts.Fact) -> Accepted | None:
        """Return what a fact makes of the match: chance is a function of the seed."""
        if isinstance(fact, facts.Started) and fact.gone_on and self.origin:
            return gone_on(self, self.origin, dealer(fact.seed, fact.key))
        if isinstance(fact, facts.Started):
            dealing = dealer(fact.seed, fact.key)
            return start(self.game, replace(self.setup, start=fact.start), dealing)
        if self.match is None:
            return None
        answer: Accepted | Rejected | None = None
        if isinstance(fact, facts.Moved):
            answer = submit(self.match, fact.seat, fact.move, self.version, self.dealer())
        elif isinstance(fact, facts.Held):
            answer = submit(self.match, fact.seat, fact.move, self.version)
        elif isinstance(fact, facts.Settled) and self.held:
            answer = settled(self)
        elif isinstance(fact, facts.Expired):
            answer = expire(self.match, fact.seats, self.dealer())
        return answer if isinstance(answer, Accepted) else None

    def _resumed(self, log: Sequence[bytes]) -> Match:
        whole = [msgspec.json.decode(body) for body in (*self.log, *log)]
        setup = self.match.setup if self.match else self.setup
        return resume(self.game, Record(setup, self.names, self.seed, tuple(whole)))

    def _new_turn(self, now: float) -> None:
        self.held = self.counting = self.stands_since = None
        self.turn_since = now

    def _remember(self, fact: facts.Fact) -> None:
        seat = getattr(fact, "seat", None) if fact.by is None else fact.by
        if isinstance(fact, facts.Swapped):
            seat = fact.other  # where the one who asked sits now
        if fact.id is not None and seat is not None:
            known = self.ids.setdefault(seat, [])
            known.append(fact.id)
            del known[:-_IDS_KEPT]

    # -- one for each kind of fact ---------------------------------------------------------------

    def _created(self, fact: facts.Created) -> None:
        self.origin = fact.origin

    def _seated(self, fact: facts.Fact) -> None:
        self.chairs = chairs_after(self.chairs, fact)

    def _stood_in(self, fact: facts.StoodIn) -> None:
        self._seated(fact)
        if fact.clock:
            self.left_ms = fact.left_ms

    def _rose(self, fact: facts.Rose) -> None:
        self._seated(fact)
        self.ids.pop(fact.seat, None)
        self.rematch.discard(fact.seat)
        self.talk.forget(fact.seat)
        self.swaps = {a: b for a, b in self.swaps.items() if fact.seat not in (a, b)}

    def _asked_to_swap(self, fact: facts.AskedToSwap) -> None:
        if fact.other is None:
            self.swaps.pop(fact.seat, None)
        else:
            self.swaps[fact.seat] = fact.other

    def _swapped(self, fact: facts.Swapped) -> None:
        self._seated(fact)
        new = {fact.seat: fact.other, fact.other: fact.seat}
        self.ids = {new.get(seat, seat): ids for seat, ids in self.ids.items()}
        self.rematch = {new.get(seat, seat) for seat in self.rematch}
        self.swaps = {a: b for a, b in self.swaps.items() if not {a, b} & new.keys()}
        self.talk.swap(new)

    def _started(self, fact: facts.Started) -> None:
        self.number += 1
        self.log = []
        self.seed, self.key, self.bot_seed = fact.seed, fact.key, fact.bot_seed
        self.left_ms = clocks.full(self.agreed.clock, self.setup.seats)
        self.rematch, self.swaps = set(), {}

    def _moved(self, fact: facts.Moved) -> None:
        self.left_ms = fact.left_ms

    def _held(self, fact: facts.Held) -> None:
        pass

    def _settled(self, fact: facts.Settled) -> None:
        if self.held:
            self.left_ms = self.held.left_ms

    def _taken_back(self, fact: facts.TakenBack) -> None:
        self.held = None

    def _counted(self, fact: facts.Counted) -> None:
        pass

    def _expired(self, fact: facts.Expired) -> None:
        self.left_ms = fact.left_ms

    def _wanted(self, fact: facts.Wanted) -> None:
        (self.rematch.add if fact.yes else self.rematch.discard)(fact.seat)

    def _said(self, fact: facts.Said) -> None:
        team = self.team_of(fact.seat) if fact.team else None
        name = self.chairs[fact.seat].name or ""
        said = Said(n=0, seat=fact.seat, text=fact.text, emote=fact.emote, name=name)
        self.talk.say(said, TEAM_OF_ALL if team is None else team)

    def _muted(self, fact: facts.Muted) -> None:
        assert fact.by is not None
        self.talk.mute(fact.by, fact.seat, fact.on)


def only_sealed(plan: Plan) -> bool:
    """Tell whether a plan is a choice that waits for the choices of others."""
    if plan.made is None or not isinstance(plan.fact, facts.Moved):
        return False
    return plan.fact.seat in plan.made.match.sealed


def told_besides(key: str, origin: facts.Origin | None) -> dict[str, Any]:
    """Return what a record of a table's game says besides what every record does."""
    extra: dict[str, Any] = {"key": key} if key else {}
    if origin:
        extra["from"] = {"replay": origin.replay, "v": origin.v}
    return extra


def gone_on(table: Table, origin: facts.Origin, dealing: Dealer) -> Accepted:
    """Return a match that goes on from a position of another game, the rest dealt afresh."""
    setup = replace(table.setup, start=origin.start)
    taken = take_up(table.game, Record(setup, table.names, None, tuple(origin.events)))
    dealt = settle(taken.match, dealing)
    return Accepted(dealt.match, (*origin.events, *taken.events, *dealt.events))


def settled(table: Table) -> Accepted | None:
    """Return the held move together with what chance answers."""
    if table.held is None:
        return None
    dealt = settle(table.held.made.match, table.dealer())
    return Accepted(dealt.match, (*table.held.made.events, *dealt.events))


_CHANGES: dict[type, Callable[[Table, Any], None]] = {
    facts.Created: Table._created,
    facts.Sat: Table._seated,
    facts.Rose: Table._rose,
    facts.Placed: Table._seated,
    facts.AskedToSwap: Table._asked_to_swap,
    facts.Swapped: Table._swapped,
    facts.StoodIn: Table._stood_in,
    facts.Started: Table._started,
    facts.Moved: Table._moved,
    facts.Held: Table._held,
    facts.Settled: Table._settled,
    facts.TakenBack: Table._taken_back,
    facts.Counted: Table._counted,
    facts.Expired: Table._expired,
    facts.Wanted: Table._wanted,
    facts.Said: Table._said,
    facts.Muted: Table._muted,
}
