"""The chat of a table, and who may read it: everybody, or one team (C4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from hexade.contract.game import Seat
from hexade.wire.messages import Said

TEAM_OF_ALL = -1


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of chat, the team it is for, and its place among the changes of the chat."""

    said: Said
    team: int
    n: int = 0


class ChatState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a chat must know when its lines are gone: how many there were, and who muted whom."""

    said: dict[int, int] = {}
    muted: list[tuple[Seat, Seat]] = []


class ChatLog:
    """The last lines, and who has muted whom.

    Lines for all and lines for each team are numbered separately: a gap in the numbers would tell
    others that partners have talked.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self.n = 0  # of the last change of the chat: they are counted apart from the table's facts
        self.lines: list[ChatLine] = []
        self.muted: set[tuple[Seat, Seat]] = set()
        self.last: ChatLine | None = None
        self._count: Counter[int] = Counter()

    def state(self) -> ChatState:
        """Return what must be known when the lines are gone."""
        return ChatState(dict(self._count), sorted(self.muted))

    def after(self, team: int | None) -> ChatState:
        """Return the state after one more line for all, or for a team."""
        said = self._count + Counter([_channel(team)])
        return ChatState(dict(said), sorted(self.muted))

    def after_mute(self, by: Seat, seat: Seat, on: bool) -> ChatState:
        """Return the state after one seat has muted another, or unmuted it."""
        muted = self.muted | {(by, seat)} if on else self.muted - {(by, seat)}
        return ChatState(dict(self._count), sorted(muted))

    def resume(self, state: ChatState) -> None:
        """Continue from a state: what led to it may have been deleted."""
        self._count, self.muted = Counter(state.said), set(state.muted)

    def say(self, said: Said, team: int | None = None, after: ChatState | None = None) -> None:
        """Give a line its number, and keep it unless it is an emote."""
        self.resume(after or self.after(team))
        channel = _channel(team)
        numbered = Said(
            n=self._count[channel], seat=said.seat, text=said.text, emote=said.emote,
            name=said.name, team=team is not None,
        )  # fmt: skip
        self.last = ChatLine(numbered, channel, self.n)
        if not said.emote:
            self.lines.append(self.last)
            del self.lines[: max(0, len(self.lines) - self._kept)]

    def drop(self, upto: int) -> None:
        """Drop the lines up to the n-th change of the chat: they were deleted."""
        self.lines = [line for line in self.lines if line.n > upto]

    def heard(self, seat: Seat, team: int | None) -> list[Said]:
        """Return the lines that a seat of a team, or a spectator, may read and has not muted."""
        return [line.said for line in self.lines if self.hears(line, seat, team)]

    def hears(self, line: ChatLine, seat: Seat, team: int | None) -> bool:
        """Tell whether a seat may see a line and has not muted its author."""
        return line.team in (TEAM_OF_ALL, team) and (seat, line.said.seat) not in self.muted

    def mute(self, by: Seat, seat: Seat, on: bool) -> None:
        """Mute one seat for another, or unmute it."""
        (self.muted.add if on else self.muted.discard)((by, seat))

    def forget(self, seat: Seat) -> None:
        """Drop the mutes by and of a seat that somebody else takes."""
        self.muted = {pair for pair in self.muted if seat not in pair}

    def swap(self, new: Mapping[Seat, Seat]) -> None:
        """Move mutes along with people who change seats."""
        self.muted = {(new.get(a, a), new.get(b, b)) for a, b in self.muted}


def _channel(team: int | None) -> int:
    return TEAM_OF_ALL if team is None else team
