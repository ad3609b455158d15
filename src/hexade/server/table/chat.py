"""The chat of a table: everybody there reads every line (C4), except those they have muted.

Settings say how many lines are kept, and for how long (`chat_kept`, `keep_chat_days`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from hexade.contract.game import Seat
from hexade.server.table.seats import Occupant
from hexade.wire.messages import Said

_SHUNNED = 64  # people who left and had been muted
_RESEATED = 32  # changes of seats that are remembered for lines that come late from elsewhere


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of chat, and its place among the changes of the chat."""

    said: Said
    n: int


class ChatState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a chat must know when its lines are gone: how many there were, and who muted whom."""

    said: int = 0
    muted: list[tuple[Seat, Seat]] = []


@dataclass(frozen=True, slots=True)
class Shunned:
    """Somebody who left, and was muted: by the hashes of tokens, and the mark of an address."""

    by: str
    token: str
    mark: str

    def is_person(self, occupant: Occupant) -> bool:
        """Tell whether this is the same person again, or somebody else at the same address."""
        return occupant.token == self.token or (self.mark != "" and occupant.mark == self.mark)


class ChatLog:
    """The last lines, and who has muted whom."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self.n = 0  # of the last change of the chat: they are counted apart from the table's facts
        self.lines: list[ChatLine] = []
        self.muted: set[tuple[Seat, Seat]] = set()
        self.last: Said | None = None
        self._count = 0
        self._shunned: list[Shunned] = []
        self._begins: dict[Seat, int] = {}  # after which change of the chat a seat may read
        # The fact after which people had other seats, or none:
        self._reseated: list[tuple[int, Mapping[Seat, Seat | None]]] = []

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
        """Return the lines that a seat may read and has not muted.

        Spectators, and those who ask for a seat, read what is said while they are there.
        """
        if seat < 0:
            return []
        first = self._begins.get(seat, -1)
        return [line.said for line in self.lines if line.n > first and self.hears(line.said, seat)]

    def begin(self, seat: Seat) -> None:
        """Let a newcomer after the first start read only what is said from now on."""
        self._begins[seat] = self.n

    def hears(self, said: Said, seat: Seat) -> bool:
        """Tell whether a seat has not muted the author of a line."""
        return (seat, said.seat) not in self.muted

    def mute(self, by: Seat, seat: Seat, on: bool) -> None:
        """Mute one seat for another, or unmute it."""
        (self.muted.add if on else self.muted.discard)((by, seat))

    def reseat(self, n: int, new: Mapping[Seat, Seat | None]) -> None:
        """Move mutes along with people who change seats by the n-th fact, or leave (None)."""
        self._begins = {
            at: line for seat, line in self._begins.items()
            if (at := new.get(seat, seat)) is not None
        }  # fmt: skip
        self.muted = _moved(self.muted, new)
        self._reseated = [*self._reseated, (n, new)][-_RESEATED:]

    def remember(self, before: Sequence[Occupant], after: Sequence[Occupant]) -> None:
        """Remember who had muted people that leave: they may sit down again."""
        stay = {one.token for one in after}
        for by, seat in self.muted:
            was = before[seat]
            if was.token and was.token not in stay:
                self._shunned.append(Shunned(before[by].token or "", was.token, was.mark))
        del self._shunned[:-_SHUNNED]

    def recall(self, before: Sequence[Occupant], after: Sequence[Occupant]) -> None:
        """Mute people who sit down again for those who had muted them."""
        known = {one.token for one in before}
        for seat, new in enumerate(after):
            if not new.token or new.token in known:
                continue
            found = [one for one in self._shunned if one.is_person(new)]
            self._shunned = [one for one in self._shunned if one not in found]
            by = {one.by for one in found}
            self.muted |= {(at, seat) for at, one in enumerate(after) if one.token in by}

    def late_line(self, state: ChatState) -> ChatState:
        """Return the state after a line that comes late: who mutes whom, it does not change."""
        return ChatState(state.said, sorted(self.muted))

    def late_mute(
        self, pair: tuple[Seat, Seat], on: bool, then: Sequence[Occupant], now: Sequence[Occupant]
    ) -> set[tuple[Seat, Seat]]:
        """Return who mutes whom after a mute that comes late, by the people of then.

        Somebody who has left meanwhile is remembered, as if they had left after it.
        """
        by, muted = (then[seat] for seat in pair)
        if not by.token or not muted.token:  # bots say nothing
            return self.muted
        person, known = Shunned(by.token, muted.token, muted.mark), {one.token for one in then}
        seats = [
            seat for seat, one in enumerate(now)
            if one.token == muted.token or (one.token not in known and person.is_person(one))
        ]  # fmt: skip
        if on and not seats:
            self._shunned = [*self._shunned, person][-_SHUNNED:]
        pairs = {
            (at, seat) for at, one in enumerate(now) if one.token == by.token for seat in seats
        }
        return self.muted | pairs if on else self.muted - pairs

    def since(self, state: ChatState, after: int) -> ChatState:
        """Return a state after the n-th fact with mutes as they are by now.

        For what follows changes of the chat that were deleted before anybody here read them.
        """
        muted = set(state.muted)
        for n, new in self._reseated:
            if n > after:
                muted = _moved(muted, new)
        return ChatState(state.said, sorted(muted))


def _moved(
    muted: Iterable[tuple[Seat, Seat]], new: Mapping[Seat, Seat | None]
) -> set[tuple[Seat, Seat]]:
    """Return mutes after people have changed seats; those of people who left are dropped."""
    pairs = ((new.get(a, a), new.get(b, b)) for a, b in muted)
    return {(a, b) for a, b in pairs if a is not None and b is not None}
