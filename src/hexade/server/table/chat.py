"""The chat of a table: everybody there reads every line (C4), except those they have muted."""

from __future__ import annotations

from collections.abc import Mapping

from hexade.contract.game import Seat
from hexade.wire.messages import Said


class ChatLog:
    """The last lines, and who has muted whom."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self.lines: list[Said] = []
        self.muted: set[tuple[Seat, Seat]] = set()
        self.last: Said | None = None
        self._count = 0
        self._said = 0  # lines so far, emotes aside
        self._begins: dict[Seat, int] = {}  # which line is the first that a seat may read

    def say(self, said: Said) -> None:
        """Give a line its number, and keep it unless it is an emote."""
        self._count += 1
        self.last = Said(
            n=self._count, seat=said.seat, text=said.text, emote=said.emote, name=said.name
        )
        if not said.emote:
            self._said += 1
            self.lines.append(self.last)
            del self.lines[: max(0, len(self.lines) - self._kept)]

    def heard(self, seat: Seat) -> list[Said]:
        """Return the lines that a seat, or a spectator, may read and has not muted."""
        first = self._said - len(self.lines)
        unread = max(0, self._begins.get(seat, 0) - first)
        return [line for line in self.lines[unread:] if self.hears(line, seat)]

    def begin(self, seat: Seat) -> None:
        """Let a newcomer in mid-game read only what is said from now on."""
        self._begins[seat] = self._said

    def hears(self, line: Said, seat: Seat) -> bool:
        """Tell whether a seat has not muted the author of a line."""
        return (seat, line.seat) not in self.muted

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
