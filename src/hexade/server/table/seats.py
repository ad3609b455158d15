"""Who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexade.contract.game import Seat


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits in one seat of a table; without a name the seat is free."""

    name: str | None = None
    avatar: str = ""
    token: str | None = None  # its hash
    bot: str | None = None
    stand_in: str | None = None
    left: str = ""  # who left this seat in mid-game
    owner: bool = False  # of the table
    keepers: tuple[str, ...] = ()  # hashes of tokens that may let somebody take this left seat
    mark: str = ""  # of the address that this person came from

    @property
    def free(self) -> bool:
        """Whether the seat is free."""
        return self.name is None

    @property
    def person(self) -> bool:
        """Whether it is a person's seat, even if a bot is playing for them."""
        return self.token is not None

    @property
    def driver(self) -> str | None:
        """The bot that moves for this seat, if one does."""
        return self.bot or self.stand_in


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody who asks for a seat that was left in mid-game."""

    n: int
    seat: Seat
    name: str
    avatar: str
    token: str  # its hash
    mark: str


FREE = Occupant()


def owned(occupants: Sequence[Occupant]) -> bool:
    """Tell whether somebody who sits here owns the table."""
    return any(occupant.owner for occupant in occupants)


def pass_on(occupants: list[Occupant], seat: Seat) -> None:
    """Make the next person after a seat the owner, if there is one."""
    order = [(seat + step) % len(occupants) for step in range(1, len(occupants))]
    for heir in [at for at in order if occupants[at].person][:1]:
        occupants[heir] = replace(occupants[heir], owner=True)


def recorded_name(occupant: Occupant) -> str:
    """Return the name in records of the current or last player in this seat."""
    bot = occupant.bot or (occupant.stand_in if occupant.free else None)
    return f"bot:{bot}" if bot else occupant.name or occupant.left
