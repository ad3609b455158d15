"""Which decision each request of a seat asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from hexade.contract.game import Seat
from hexade.contract.reason import Reason, Refusal
from hexade.server.settings import Settings
from hexade.server.table import decide
from hexade.server.table.state import Plan, Table
from hexade.wire import messages

WATCHING = Reason("watching", "", "those who watch only watch")
_RESEATED = Reason("seats", "", "the seats have changed meanwhile")


class Repeated(Exception):  # noqa: N818
    """The very same request was taken before."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and when."""

    seat: Seat
    now: float
    away_s: Callable[[Seat, float], float | None]
    settings: Settings
    token: str | None  # the hash of it: a seat may be another's by the time that it is its turn


def decision(request: messages.Request, asker: Asker) -> Callable[[Table], Plan]:
    """Return what has to be decided about a request, on whatever the table is by then."""

    def decided(table: Table) -> Plan:
        if asker.seat < 0 or not table.chairs[asker.seat].person:
            raise Refusal(WATCHING)
        if table.chairs[asker.seat].token != asker.token:
            raise Refusal(_RESEATED)
        if table.knows(asker.seat, getattr(request, "id", None)):
            raise Repeated
        return _signed(_DECISIONS[type(request)](table, request, asker), request, asker.seat)

    return decided


def _signed(plan: Plan, request: messages.Request, seat: Seat) -> Plan:
    """Return a plan whose fact says who asked and by which request, so that none is done twice."""
    own = getattr(plan.fact, "seat", None) == seat
    asked = {"id": getattr(request, "id", None), "by": None if own else seat}
    return replace(plan, fact=msgspec.structs.replace(plan.fact, **asked))


def _move(table: Table, request: messages.Move, asker: Asker) -> Plan:
    if table.chairs[asker.seat].stand_in:
        raise decide.refuse("stand-in", "a bot plays for you: take your seat back")
    return decide.move(table, asker.seat, request.move, request.v, request.id, asker.now)


def _stand_in(table: Table, request: messages.StandIn, asker: Asker) -> Plan:
    away = asker.away_s(request.seat, asker.now)
    return decide.stand_in(table, asker.seat, request.seat, request.bot, away, asker.settings)


def _chat(table: Table, request: messages.Chat, asker: Asker) -> Plan:
    return decide.say(table, asker.seat, request, asker.settings)


_DECISIONS: dict[type, Callable[[Table, Any, Asker], Plan]] = {
    messages.Move: _move,
    messages.TakeBack: lambda table, request, asker: decide.take_back(
        table, asker.seat, request.id, asker.now, asker.settings
    ),
    messages.CountDown: lambda table, request, asker: decide.count(table, asker.seat, request.id),
    messages.Start: lambda table, _, __: decide.begin(table),
    messages.Rise: lambda table, request, asker: decide.rise(table, asker.seat, request.bot),
    messages.Swap: lambda table, request, asker: decide.swap(table, asker.seat, request.seat),
    messages.SeatBot: lambda table, request, _: decide.seat_bot(table, request.seat, request.bot),
    messages.StandIn: _stand_in,
    messages.Return: lambda table, _, asker: decide.come_back(table, asker.seat),
    messages.Rematch: lambda table, request, asker: decide.rematch(table, asker.seat, request.yes),
    messages.Chat: _chat,
    messages.Mute: lambda table, request, asker: decide.mute(
        table, asker.seat, request.seat, request.on
    ),
}
