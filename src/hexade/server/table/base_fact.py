"""What all facts share: who asked, what a fact may change, and what each seat receives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

import msgspec

from hexade.contract.game import Seat
from hexade.contract.setup import Setup
from hexade.match import Accepted
from hexade.server.settings import Settings
from hexade.server.table import news
from hexade.server.table.seats import Occupant
from hexade.server.table.state import Table
from hexade.wire import messages
from hexade.wire.request_kinds import Phase

Made: TypeAlias = Accepted | None  # the match after a fact, where it changes the match
News: TypeAlias = messages.News | None


class BaseFact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="k"):
    """Something that happened at a table, and the request that asked for it.

    `by` is the seat that asked, where the fact's own `seat` is not it; `id` the request's.
    """

    topic: ClassVar[Literal["table", "game", "chat"]] = "table"
    listed: ClassVar[bool] = False  # whether the list of open tables shows it
    starts: ClassVar[bool] = False  # whether a game begins with it
    phase: ClassVar[Phase | None] = None  # the table's phase after it, if it changes that
    is_move: ClassVar[bool] = False
    is_aside: ClassVar[bool] = True  # whether it leaves the game where it was
    is_held: ClassVar[bool] = False  # whether its events wait until it is final

    by: int | None = None
    id: str | None = None

    @property
    def asker(self) -> Seat | None:
        """The seat that asked for it."""
        return getattr(self, "seat", None) if self.by is None else self.by

    @property
    def asker_after(self) -> Seat | None:
        """The seat of the one who asked, after the change."""
        return self.asker

    @property
    def moved_people(self) -> Mapping[Seat, Seat]:
        """Who changes seats: a mapping from old seat to new seat, or to WATCHER."""
        return {}

    @property
    def newcomer(self) -> tuple[str, Seat] | None:
        """Whose token now has which seat."""
        return None

    def setup(self, table: Table) -> Setup:
        """Return the set-up of the game that it belongs to."""
        return table.match.setup if table.match else table.setup

    def play(self, table: Table) -> Made:
        """Return the match after it, if it changes the match; raise Refusal if that is illegal."""
        return None

    def reseat(self, occupants: list[Occupant]) -> None:
        """Change who sits where."""

    def apply(self, table: Table, made: Made, now: float) -> None:
        """Change the table; `made` is the match after it, None for an earlier game."""

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        """Return what a seat, or a spectator, receives besides the state of the table."""
        return None if made is None else news.moved(table, seat, made.events, self.own(seat), now)

    def own(self, seat: Seat) -> str | None:
        """Return the id of the request, for the seat that sent it."""
        return self.id if self.asker == seat else None


class ListedFact(BaseFact, frozen=True):
    """A fact that the list of open tables shows."""

    listed = True


class GameFact(BaseFact, frozen=True):
    """A fact that changes the game alone: who sits where stays the same."""

    topic = "game"
