"""The chat of a table, and who may read it: everybody, or one team (C4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from hexade.contract.game import Seat
from hexade.wire.messages import Said

TEAM_OF_ALL = -1


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of chat, and the team it is for."""

    said: Said
    team: int


class ChatLog:
    """The last lines, and who has muted whom.

    Lines for all and lines for each team are numbered separately: a gap in the numbers would tell
    others that partners have talked.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self.lines: list[ChatLine] = []
        self.muted: set[tuple[Seat, Seat]] = set()
        self.last: ChatLine | None = None
        self._count: Counter[int] = Counter()
        self._said = 0  # lines so far, in all channels
        self._begins: dict[Seat, int] = {}  # which line is the first that a seat may read

    def say(self, said: Said, team: int | None = None) -> None:
        """Give a line its number, and keep it unless it is an emote."""
        channel = TEAM_OF_ALL if team is None else team
        self._count[channel] += 1
        numbered = Said(
            n=self._count[channel], seat=said.seat, text=said.text, emote=said.emote,
            name=said.name, team=team is not None,
        )  # fmt: skip
        self.last = ChatLine(numbered, channel)
        if not said.emote:
            self._said += 1
            self.lines.append(self.last)
            del self.lines[: max(0, len(self.lines) - self._kept)]

    def heard(self, seat: Seat, team: int | None) -> list[Said]:
        """Return the lines that a seat of a team, or a spectator, may read and has not muted."""
        first = self._said - len(self.lines)
        unread = max(0, self._begins.get(seat, 0) - first)
        return [line.said for line in self.lines[unread:] if self.hears(line, seat, team)]

    def begin(self, seat: Seat) -> None:
        """Let a newcomer in mid-game read only what is said from now on."""
        self._begins[seat] = self._said

    def hears(self, line: ChatLine, seat: Seat, team: int | None) -> bool:
        """Tell whether a seat may see a line and has not muted its author."""
        return line.team in (TEAM_OF_ALL, team) and (seat, line.said.seat) not in self.muted

    def mute(self, by: Seat, seat: Seat, on: bool) -> None:
        """Mute one seat for another, or unmute it."""
        (self.muted.add if on else self.muted.discard)((by, seat))

    def forget(self, seat: Seat) -> None:
        """Drop the mutes by and of a seat that somebody else takes."""
        self._begins.pop(seat, None)
        self.muted = {pair for pair in self.muted if seat not in pair}

    def swap(self, new: Mapping[Seat, Seat]) -> None:
        """Move mutes along with people who change seats."""
        self._begins = {new.get(seat, seat): line for seat, line in self._begins.items()}
        self.muted = {(new.get(a, a), new.get(b, b)) for a, b in self.muted}
