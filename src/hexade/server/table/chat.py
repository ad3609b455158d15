"""What was said at a table, and who may hear it: all, or a team alone (C4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from hexade.contract.game import Seat
from hexade.wire.messages import Said

TEAM_OF_ALL = -1


@dataclass(frozen=True, slots=True)
class Line:
    """One line of chat, and the team it is for."""

    said: Said
    team: int


class Talk:
    """The last lines, and who will not hear whom.

    Lines for all and those for each team are numbered by themselves: from a gap in the numbers
    nobody learns that others have talked.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self.lines: list[Line] = []
        self.muted: set[tuple[Seat, Seat]] = set()
        self.last: Line | None = None
        self._count: Counter[int] = Counter()

    def say(self, said: Said, team: int = TEAM_OF_ALL) -> None:
        """Give a line its number, and keep it unless it is an emote."""
        self._count[team] += 1
        numbered = Said(
            n=self._count[team], seat=said.seat, text=said.text, emote=said.emote,
            name=said.name, team=team != TEAM_OF_ALL,
        )  # fmt: skip
        self.last = Line(numbered, team)
        if not said.emote:
            self.lines.append(self.last)
            del self.lines[: max(0, len(self.lines) - self._kept)]

    def heard(self, seat: Seat, team: int | None) -> list[Said]:
        """Return the lines that a seat of a team, or a watcher of none, may hear and will."""
        return [line.said for line in self.lines if self.hears(line, seat, team)]

    def hears(self, line: Line, seat: Seat, team: int | None) -> bool:
        """Tell whether a seat hears a line."""
        return line.team in (TEAM_OF_ALL, team) and (seat, line.said.seat) not in self.muted

    def mute(self, by: Seat, seat: Seat, on: bool) -> None:
        """Note that a seat will not hear another, or will again."""
        (self.muted.add if on else self.muted.discard)((by, seat))

    def forget(self, seat: Seat) -> None:
        """Forget who muted whom at a seat that somebody else takes."""
        self.muted = {pair for pair in self.muted if seat not in pair}

    def swap(self, new: dict[Seat, Seat]) -> None:
        """Follow people to their new seats."""
        self.muted = {(new.get(a, a), new.get(b, b)) for a, b in self.muted}
