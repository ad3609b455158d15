"""Facts about the chat, which are stored apart from the others, and not for ever."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from hexade.contract.game import Seat
from hexade.server.settings import Settings
from hexade.server.table import news
from hexade.server.table.base_fact import BaseFact, Made, News
from hexade.server.table.chat import ChatState
from hexade.server.table.state import Table
from hexade.wire import messages


class ChatFact(BaseFact, frozen=True, kw_only=True):
    """A fact that changes the chat alone; it is stored apart from the others, and not for ever."""

    topic = "chat"

    after: ChatState | None = None  # the chat after it; facts of format 1 have none

    @property
    def is_line(self) -> bool:
        """Whether it is shown again to those who come later."""
        return False

    def apply(self, table: Table, made: Made, now: float) -> None:
        """Continue from the chat after it."""
        if self.after is not None:
            table.chat.resume(self.after)


class ChatSaid(ChatFact, tag="said", frozen=True):
    """Somebody wrote a line of chat, or showed an emote."""

    seat: int
    text: str
    emote: bool = False
    name: str | None = None  # of its writer if somebody else sits there by now; never stored
    team: bool = False  # in old tables: for partners alone, and shown to nobody any more (C4)

    @property
    def is_line(self) -> bool:
        return not self.emote and not self.team

    def apply(self, table: Table, made: Made, now: float) -> None:
        if self.team:
            super().apply(table, made, now)
            return
        name = table.occupants[self.seat].name or "" if self.name is None else self.name
        said = messages.Said(n=0, seat=self.seat, text=self.text, emote=self.emote, name=name)
        table.chat.say(said, self.after)

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        return news.said(table, seat, self.own(seat))


class SeatMuted(ChatFact, tag="muted", frozen=True):
    """A seat (`by`) hides what another writes, or shows it again."""

    seat: int
    on: bool

    def apply(self, table: Table, made: Made, now: float) -> None:
        assert self.by is not None
        table.chat.mute(self.by, self.seat, self.on)


class ChatCleared(ChatFact, tag="cleared", frozen=True):
    """What was said before was deleted; the numbers of lines and who muted whom stay."""


AnyChatFact: TypeAlias = ChatSaid | SeatMuted | ChatCleared


def caught_up(fact: AnyChatFact, table: Table, after: int, n: int) -> AnyChatFact:
    """Return a fact for a table that knows newer facts than the one after which it happened.

    `n` is its number among the changes of the chat.
    """
    if fact.after is None:
        return fact
    then, chat = table.occupants_after(after), table.chat
    follows = n == chat.n + 1
    if isinstance(fact, ChatSaid):
        state = chat.late_line(fact.after) if follows else chat.since(fact.after, after)
        return msgspec.structs.replace(fact, after=state, name=then[fact.seat].name or "")
    if isinstance(fact, SeatMuted) and fact.by is not None and follows:
        muted = chat.late_mute((fact.by, fact.seat), fact.on, then, table.occupants)
        state = ChatState(fact.after.said, sorted(muted))
    else:
        state = chat.since(fact.after, after)
    return ChatCleared(by=fact.by, id=fact.id, after=state)


def with_state(fact: ChatFact, state: ChatState) -> ChatFact:
    """Return a change of the chat with the chat after it, which facts of format 1 lack."""
    return msgspec.structs.replace(fact, after=state)
