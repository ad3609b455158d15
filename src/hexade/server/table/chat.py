"""The chat of a table: everybody there reads every line (C4), except those they have muted.

Settings say how many lines are kept, and for how long (`chat_kept`, `keep_chat_days`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from hexade.contract.game import Seat
from hexade.wire.messages import Said


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of chat, and its place among the changes of the chat."""

    said: Said
    n: int


class ChatState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a chat must know when its lines are gone: how many there were, and who muted whom."""

    said: int = 0
    muted: list[tuple[Seat, Seat]] = []


class ChatLog:
    """The last lines, and who has muted whom."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self.n = 0  # of the last change of the chat: they are counted apart from the table's facts
        self.lines: list[ChatLine] = []
        self.muted: set[tuple[Seat, Seat]] = set()
        self.last: Said | None = None
        self._count = 0
        self._begins: dict[Seat, int] = {}  # after which change of the chat a seat may read

    def state(self) -> ChatState:
        """Return what must be known when the lines are gone."""
        return ChatState(self._count, sorted(self.muted))

    def after(self) -> ChatState:
        """Return the state after one more line."""
        return ChatState(self._count + 1, sorted(self.muted))

    def after_mute(self, by: Seat, seat: Seat, on: bool) -> ChatState:
        """Return the state after one seat has muted another, or unmuted it."""
        muted = self.muted | {(by, seat)} if on else self.muted - {(by, seat)}
        return ChatState(self._count, sorted(muted))

    def resume(self, state: ChatState) -> None:
        """Continue from a state: what led to it may have been deleted."""
        self._count, self.muted = state.said, set(state.muted)

    def say(self, said: Said, after: ChatState | None = None) -> None:
        """Give a line its number, and keep it unless it is an emote."""
        self.resume(after or self.after())
        self.last = msgspec.structs.replace(said, n=self._count)
        if not said.emote:
            self.lines.append(ChatLine(self.last, self.n))
            del self.lines[: max(0, len(self.lines) - self._kept)]

    def drop(self, upto: int) -> None:
        """Drop the lines up to the n-th change of the chat: they were deleted."""
        self.lines = [line for line in self.lines if line.n > upto]

    def heard(self, seat: Seat) -> list[Said]:
        """Return the lines that a seat, or a spectator, may read and has not muted."""
        first = self._begins.get(seat, -1)
        return [line.said for line in self.lines if line.n > first and self.hears(line.said, seat)]

    def begin(self, seat: Seat) -> None:
        """Let a newcomer in mid-game read only what is said from now on."""
        self._begins[seat] = self.n

    def hears(self, said: Said, seat: Seat) -> bool:
        """Tell whether a seat has not muted the author of a line."""
        return (seat, said.seat) not in self.muted

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
