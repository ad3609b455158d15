"""One table as its facts describe it: who sits where, the current game, the clocks.

Facts change a table through `apply`, after they were stored; the live room also adjusts its clocks.
Reading a table back applies the same facts again, so nothing else has to be stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from hexade import games
from hexade.contract.chance import Dealer
from hexade.contract.game import AnyGame, Event, Result, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.contract.record import Record
from hexade.contract.setup import Setup, agree, form_of
from hexade.match import Accepted, Match, resume, settle
from hexade.server.table import clocks
from hexade.server.table.asides import Asides
from hexade.server.table.chat import ChatLog
from hexade.server.table.dealing import dealer
from hexade.server.table.seats import FREE, Applicant, Occupant, recorded_name
from hexade.wire.codes import fits, hashed
from hexade.wire.messages import Agreed, encode
from hexade.wire.request_kinds import Phase

if TYPE_CHECKING:
    from hexade.server.table import facts

_SEATINGS_KEPT = 32  # for lines of chat that come late from another process
_IDS_KEPT = 64  # a client only repeats what it sent just before it lost the connection


@dataclass(frozen=True, slots=True)
class HeldMove:
    """A move that can still be taken back, or that leaves its seat a private choice."""

    seat: Seat
    made: Accepted
    since: float
    left_ms: list[int] | None
    id: str | None
    stands: bool = False  # it leaves a private choice, and can't be taken back any more
    number: int | None = None  # of the hold, in this game; none for what nobody else knows of
    idle_s: float = 0.0  # how long whoever comes next was away meanwhile, and their clock paused
    idle_since: float | None = None  # since when they are away now


@dataclass(frozen=True, slots=True)
class SettledMove:
    """A hold that became final: its number, and the versions after the move and after chance."""

    number: int
    version: int
    after: int


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that was decided on but is not stored yet, with the match after it."""

    fact: facts.Fact
    made: Accepted | None = None

    @classmethod
    def of(cls, table: Table, fact: facts.Fact) -> Change:
        """Return the change that a fact makes at a table; raise Refusal if it is illegal."""
        return cls(fact, fact.play(table))

    @property
    def events(self) -> tuple[Event, ...]:
        """The events to store with it: those of a held move wait until it is final."""
        return () if self.made is None or self.fact.is_held else self.made.events

    @property
    def ends(self) -> bool:
        """Whether the game is over after it."""
        return self.made is not None and not self.fact.is_held and self.made.match.over


class Table:
    """The state of one table."""

    def __init__(self, code: str, agreed: Agreed, chat_kept: int = 100) -> None:
        self.code = code
        self.game: AnyGame = games.find(agreed.game)
        form_of(self.game, agreed.variant, offered=True)
        self.setup: Setup = agree(
            self.game, agreed.variant, agreed.edition, agreed.seats, options=agreed.options
        )
        if agreed.talk == "open" and self.team_of(0) is None:
            raise Refusal(Reason("talk", "", "this game has no partners: leave `talk` out"))
        settled = {
            "variant": self.setup.variant, "edition": self.setup.edition,
            "seats": self.setup.seats, "options": dict(self.setup.options),
            "take_back": agreed.take_back and form_of(self.game, self.setup.variant).takes_back,
        }  # fmt: skip
        self.agreed = Agreed(**(msgspec.structs.asdict(agreed) | settled))
        self.n = 0  # of the last fact; the chat counts its own
        self.origin: facts.StartingPosition | None = None
        self.device = False  # its only game was played on one device
        self.maker = ""  # of a public table: a mark of the address that made it
        self.occupants: list[Occupant] = [FREE] * self.setup.seats
        self._seated_before: list[tuple[int, list[Occupant]]] = []  # who sat before the n-th fact
        self.number = 0  # of the game, counted from 1
        self.match: Match | None = None
        self.seed = self.bot_seed = 0
        self.key = ""
        self.log: list[bytes] = []  # this game's events, encoded as stored: small, and rarely read
        self.held: HeldMove | None = None
        self.holds = 0  # how many there have been in this game, as everybody can see
        self.settled: SettledMove | None = None  # the last one that became final
        self._after_held: tuple[Accepted, Match] | None = None
        self.private: HeldMove | None = None  # leaves its seat a choice that nobody else knows of
        self.counting: float | None = None  # when the countdown began
        self.turn_since = 0.0
        self.paused_since: float | None = None  # when the clock was paused because people are away
        self.left_ms: list[int] | None = None
        self.thought_s: dict[Seat, float] = {}  # how long before a bot took over in this turn
        self.creator: str | None = None  # the hash of the owner's token until they sit down
        self.closed = False
        self.applicants: list[Applicant] = []
        self.applications = 0  # how many there have been
        self.refused: set[str] = set()  # hashes of tokens, and marks of addresses
        self.rematch: set[Seat] = set()
        self.agreed_to_start: set[Seat] = set()
        self.swaps: dict[Seat, Seat] = {}  # who wants to change to which seat
        self.chat = ChatLog(chat_kept)
        self.names: tuple[str, ...] = ()  # who played the game, as of its last event
        self.ids: dict[Seat, list[str]] = {}
        self.asides = Asides()

    # -- questions -------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Whether the table waits for players, plays, has played, or was closed."""
        if self.closed:
            return "closed"
        if self.match is None:
            return "waiting"
        return "over" if self.match.over else "playing"

    @property
    def over(self) -> bool:
        """Whether the current game has ended."""
        return self.match is not None and self.match.over

    @property
    def version(self) -> int:
        """The version of the current game."""
        return self.match.version if self.match else 0

    @property
    def result(self) -> Result | None:
        """How the game ended."""
        return self.game.result(self.match.state) if self.match else None

    def team_of(self, seat: Seat) -> int | None:
        """Return the number of a seat's team, if it has partners."""
        sides = self.game.sides(self.setup)
        for number, side in enumerate(sides):
            if seat in side and len(sides) > 1:  # one side alone has no separate teams
                return number if len(side) > 1 else None
        return None

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat that a token belongs to."""
        known = hashed(token)
        found = [
            seat for seat, occupant in enumerate(self.occupants) if fits(known, occupant.token)
        ]
        return found[0] if found else None

    def owns(self, token: str | None) -> bool:
        """Tell whether the hash of a token is that of the table's owner."""
        owners = [occupant.token for occupant in self.occupants if occupant.owner]
        return token is not None and any(fits(token, one) for one in (self.creator, *owners) if one)

    def expects(self, token: str | None) -> bool:
        """Tell whether the hash of a token is that of somebody with rights here, but no seat."""
        keepers = {one for occupant in self.occupants for one in occupant.keepers}
        return self.owns(token) or token in keepers | {one.token for one in self.applicants}

    def keeps(self, token: str | None, seat: Seat) -> bool:
        """Tell whether a token's person decides who takes a seat that was left in mid-game."""
        keepers = {self.creator, *self.occupants[seat].keepers}
        return token is not None and token in keepers

    def people(self) -> set[Seat]:
        """Return the seats of people, even if a bot is playing for them."""
        return {seat for seat, occupant in enumerate(self.occupants) if occupant.person}

    def waiting(self) -> frozenset[Seat]:
        """Return the seats that must move; none while a move is held."""
        if self.match is None or self.held or self.closed:
            return frozenset()
        return self.match.waiting_for

    def after_held(self) -> Match | None:
        """Return the match after the held move and what chance does then; nobody knows it yet."""
        if self.held is None:
            return None
        made = self.held.made
        if self._after_held is None or self._after_held[0] is not made:
            self._after_held = made, settle(made.match, self.dealer()).match
        return self._after_held[1]

    def next_up(self) -> frozenset[Seat]:
        """Return the seats that may go on from the held move, which then stands."""
        after = self.after_held()
        return after.waiting_for if after else frozenset()

    def plays(self, seat: Seat) -> bool:
        """Tell whether a person plays a seat, and no bot for them."""
        return self.occupants[seat].person and self.occupants[seat].stand_in is None

    def waits(self) -> bool:
        """Tell whether the held move waits for people: its player and who comes next."""
        following = self.next_up()
        people = self.held is not None and self.plays(self.held.seat)
        return people and bool(following) and all(map(self.plays, following))

    def occupants_after(self, n: int) -> list[Occupant]:
        """Return who sat where after the n-th fact, as far as that is remembered."""
        since = [seated for at, seated in self._seated_before if at > n]
        return since[0] if since else self.occupants

    def turn_s(self, now: float) -> float:
        """Return how long the turn has lasted, without the time that the clock was paused."""
        return (now if self.paused_since is None else self.paused_since) - self.turn_since

    def shown_s(self, now: float) -> float:
        """Return the same of whoever could move: over a held move the next one, from its start."""
        if (held := self.held) is None:
            return self.turn_s(now)
        return (now if held.idle_since is None else held.idle_since) - held.since - held.idle_s

    @property
    def stands(self) -> bool:
        """Whether the clock is paused: over a held move that of whoever comes next."""
        return (self.held.idle_since if self.held else self.paused_since) is not None

    def pause(self, now: float) -> None:
        """Pause the clock, because whoever could move is away."""
        if self.held:
            self.held = replace(self.held, idle_since=now)
        else:
            self.paused_since = now

    def run_on(self, now: float) -> None:
        """End all pauses of the clock."""
        if self.held and self.held.idle_since is not None:
            idle_s = self.held.idle_s + now - self.held.idle_since
            self.held = replace(self.held, idle_s=idle_s, idle_since=None)
        if self.paused_since is not None:
            self.turn_since += now - self.paused_since
            self.paused_since = None

    def restart_turn(self, now: float) -> None:
        """Begin the turn's time again, over a held move that of whoever comes next as well."""
        self.turn_since = now
        if self.paused_since is not None:
            self.paused_since = now
        if (held := self.held) is not None:
            idle_since = None if held.idle_since is None else now
            self.held = replace(held, idle_s=now - held.since, idle_since=idle_since)

    def match_of(self, seat: Seat) -> Match | None:
        """Return the match as a seat plays it: it alone knows a move that leaves it a choice."""
        kept = self.private_of(seat)
        return kept.made.match if kept else self.match

    def private_of(self, seat: Seat) -> HeldMove | None:
        """Return the move of this seat that leaves it a choice of which nobody else knows."""
        return self.private if self.private and self.private.seat == seat else None

    def told_before(self, seat: Seat) -> int:
        """Return how many events its seat received with a move that stands and leaves a choice."""
        kept = self.private_of(seat)
        return len(kept.made.events) if kept and kept.stands else 0

    def in_time(self, seat: Seat, now: float) -> bool:
        """Tell whether a seat may still act in this turn, as far as its clock is concerned."""
        if self.match is None or seat not in self.match.waiting_for:
            return not self.fallen(seat)
        most = clocks.allowance(self.agreed.clock, self.left_ms, seat)
        round_s = self.agreed.round_s
        in_round = round_s is None or now < self.turn_since + round_s
        return in_round and (most is None or self.turn_s(now) < most)

    def fallen(self, seat: Seat) -> bool:
        """Tell whether a seat has used up its time for the whole game."""
        return self.left_ms is not None and self.left_ms[seat] <= 0

    def dealer(self) -> Dealer:
        """Return who deals this game."""
        return dealer(self.seed, self.key)

    def knows(self, seat: Seat, id: str | None) -> bool:  # noqa: A002  as on the wire
        """Tell whether a request was handled before (idempotence)."""
        return id is not None and id in self.ids.get(seat, ())

    def record(self) -> Record:
        """Return the record so far, secrets included: nobody may see it before the end."""
        setup = self.match.setup if self.match else self.setup
        events: tuple[Event, ...] = tuple(msgspec.json.decode(body) for body in self.log)
        extra = record_extra(self.key, self.origin if self.number == 1 else None, self.device)
        return Record(setup, self.names, self.seed, events, self.result, extra)

    def expirable(self) -> list[Seat]:
        """Return the seats to move, if the table can make the default move for all of them."""
        if self.match is None or self.held or self.closed:
            return []
        waiting = sorted(self.match.waiting_for)
        able = [s for s in waiting if s >= 0 and self.game.absent(self.match.state, s) is not None]
        return able if len(able) == len(waiting) else []

    # -- changes ---------------------------------------------------------------------------------

    def apply(self, change: Change, log: Sequence[bytes], now: float, n: int | None = None) -> None:
        """Make a change that has been stored, with its events as they are stored.

        `n` is its number as stored; without one it is the next.
        """
        fact, was_playing = change.fact, self.phase == "playing"
        counter = self.chat if fact.topic == "chat" else self
        counter.n = counter.n + 1 if n is None else n
        before, self.occupants = self.occupants, occupants_after(self.occupants, fact)
        reseated = fact.topic == "table" and before != self.occupants
        if reseated:
            self.chat.remember(before, self.occupants)
            self._seated_before = [*self._seated_before, (self.n, before)][-_SEATINGS_KEPT:]
        fact.apply(self, change.made, now)
        if reseated:
            self.chat.recall(before, self.occupants)
        if was_playing or fact.starts:
            self.names = tuple(map(recorded_name, self.occupants))
        self.log += log
        self.asides.count(fact, before, self.occupants)
        self._remember(fact)

    def read(
        self, fact: facts.Fact, log: Sequence[bytes], now: float, n: int | None = None
    ) -> Change:
        """Make a change that was read back or came from another process."""
        try:
            change = Change.of(self, fact)
        except Refusal:  # the rules were corrected since: the log is right
            change = Change(fact)
        if not fact.is_held:
            ours = change.events
            if tuple(map(encode, ours)) != tuple(log):  # otherwise they need not be decoded
                events = tuple(msgspec.json.decode(body) for body in log)
                if msgspec.json.decode(encode(ours)) != list(events):  # the log is the truth
                    change = Change(fact, Accepted(self._resumed(fact, log), events))
        self.apply(change, log, now, n)
        return change

    def advance(self, made: Accepted | None, now: float) -> None:
        """Replace the match by the one after a fact, and begin a new turn."""
        if made is not None:
            self.match = made.match
            self.held = self.private = self.counting = self.paused_since = None
            self.turn_since = now
            self.thought_s = {}

    def set_seats(self, seats: int) -> None:
        """Give the table another number of seats."""
        self.setup = replace(self.setup, seats=seats)
        self.agreed = msgspec.structs.replace(self.agreed, seats=seats)

    def give_over(self, seat: Seat, now: float) -> None:
        """Note how long somebody has thought who leaves the turn to a bot, or to nobody."""
        if seat in self.waiting():
            self.thought_s[seat] = self.turn_s(now)

    def _resumed(self, fact: facts.Fact, log: Sequence[bytes]) -> Match:
        """Return the match that the log of a game leads to."""
        past = [] if fact.starts else self.log
        whole = tuple(msgspec.json.decode(body) for body in (*past, *log))
        return resume(self.game, Record(fact.setup(self), self.names, self.seed, whole))

    def _remember(self, fact: facts.Fact) -> None:
        """Keep the id of the request, so that it is not done twice."""
        if fact.id is not None and (seat := fact.asker_after) is not None:
            known = self.ids.setdefault(seat, [])
            known.append(fact.id)
            del known[:-_IDS_KEPT]


def occupants_after(occupants: Sequence[Occupant], fact: facts.Fact) -> list[Occupant]:
    """Return who sits where after a fact."""
    after = list(occupants)
    fact.reseat(after)
    return after


def record_extra(
    key: str, origin: facts.StartingPosition | None, device: bool = False
) -> dict[str, Any]:
    """Return what a table adds to a record, beyond the keys of every record."""
    extra: dict[str, Any] = {"key": key} if key else {}
    if device:
        extra["device"] = True
    if origin:
        extra["from"] = {"replay": origin.replay, "v": origin.v}
    return extra
