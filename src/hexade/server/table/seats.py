"""Who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexade.server.table import facts


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat of a table; without name and bot it is free."""

    name: str | None = None
    avatar: str = ""
    token: str | None = None  # the hash of it
    bot: str | None = None
    stand_in: str | None = None
    left: str = ""  # who sat here before, in mid-game

    @property
    def free(self) -> bool:
        """Whether anybody may sit here."""
        return self.name is None

    @property
    def person(self) -> bool:
        """Whether it is a person's seat, whoever plays for them now."""
        return self.token is not None

    @property
    def driver(self) -> str | None:
        """The bot that moves for this seat, if one does."""
        return self.bot or self.stand_in


FREE = Chair()


def chairs_after(chairs: Sequence[Chair], fact: facts.Fact) -> list[Chair]:
    """Return who sits where after a fact."""
    after = list(chairs)
    if isinstance(fact, facts.Sat):
        after[fact.seat] = Chair(fact.name, fact.avatar, fact.token)
    elif isinstance(fact, facts.Rose):
        after[fact.seat] = Chair(stand_in=fact.bot, left=recorded_name(after[fact.seat]))
    elif isinstance(fact, facts.Placed):
        after[fact.seat] = Chair(fact.bot, bot=fact.bot)
    elif isinstance(fact, facts.StoodIn):
        after[fact.seat] = replace(after[fact.seat], stand_in=fact.bot)
    elif isinstance(fact, facts.Swapped):
        one, other = after[fact.seat], after[fact.other]
        after[fact.seat], after[fact.other] = other, one
    return after


def recorded_name(chair: Chair) -> str:
    """Return how a record names whoever plays here, or was the last to do so."""
    bot = chair.bot or (chair.stand_in if chair.free else None)
    return f"bot:{bot}" if bot else chair.name or chair.left
