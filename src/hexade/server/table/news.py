"""What each seat receives: everything goes through `view`, `told` and `legal` of the game.

What a game writes as JSON itself is passed on as it is: the encoder copies raw bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec import Raw

from hexade.contract.game import AnyGame, Event, Move, Seat, View
from hexade.contract.reason import Reason
from hexade.match import Match, told
from hexade.server.settings import Settings
from hexade.server.table import clocks
from hexade.server.table.seats import Occupant, recorded_name
from hexade.wire import messages
from hexade.wire.codes import replay_name
from hexade.wire.http_bodies import Summary
from hexade.wire.request_kinds import Phase

if TYPE_CHECKING:
    from hexade.server.table.state import HeldMove, Table

POINTS, COACH = 2, 3  # levels of assistance: what moves would score, and hints
_texts: dict[str, dict[Move, str]] = {}


def _in_notation(game: AnyGame, moves: Sequence[Move]) -> list[str]:
    """Return moves in notation; there are few moves, and each is sent again and again."""
    if len(moves) < 2:  # `itemgetter` returns no tuple for a single index
        return [game.text(move) for move in moves]
    known = _texts.setdefault(game.name, {})
    try:
        return list(itemgetter(*moves)(known))
    except KeyError:
        known.update((move, game.text(move)) for move in moves if move not in known)
    return list(itemgetter(*moves)(known))


def now_for(table: Table, seat: Seat, now: float) -> messages.Now | None:
    """Return the game as a seat may know it."""
    own = _takeable(table, seat)  # then `held` follows
    match = table.match if own else table.match_of(seat)
    if match is None:
        return None
    waiting = frozenset() if own else table.waiting()
    acts = seat in waiting or (seat in match.sealed and not table.held)
    view, points = table.game.view(match.state, seat), table.agreed.assist >= POINTS
    legal = _legal(table.game, match, seat) if acts else None
    return messages.Now(
        game=table.number,
        v=match.version,
        view=_shown(table.game, view, match),
        waiting=sorted(waiting),
        legal=legal,
        mine=table.game.text(match.sealed[seat]) if seat in match.sealed else None,
        left_ms=table.left_ms,
        turn_ms=turn_ms(table, now),
        stands=table.stands,
        result=table.result,
        preview=_preview(table.game, view, match) if acts and points else None,
        replay=replay_name(table.code, table.number) if match.over else None,
    )


def timed(table: Table) -> bool:
    """Tell whether a seat's messages depend on the time."""
    return table.agreed.clock is not None or table.agreed.round_s is not None


def turn_ms(table: Table, now: float) -> int | None:
    """Return how long the turn has lasted, if time is limited."""
    if not timed(table) or table.match is None:
        return None
    return int(1000 * table.shown_s(now))


def _shown(game: AnyGame, view: View, match: Match) -> dict[str, Any]:
    """Return a view as JSON; only the table, not the state, knows which seats have chosen."""
    sealed = match.sealed
    written = game.show_json(view, sealed)
    return game.show(view, sealed) if written is None else cast("dict[str, Any]", Raw(written))


def _legal(game: AnyGame, match: Match, seat: Seat) -> list[str]:
    """Return the legal moves of a seat in notation."""
    written = game.legal_json(match.state, seat)
    if written is None:
        return _in_notation(game, game.legal(match.state, seat))
    return cast("list[str]", Raw(written))


def _preview(game: AnyGame, view: View, match: Match) -> dict[str, Any] | None:
    """Return what the moves of the viewer would score, if they have any."""
    written = game.preview_json(view)
    if written is not None:
        return cast("dict[str, Any]", Raw(written))
    legal = game.legal(match.state, view.seat)
    return game.preview(view, legal) if legal else None


def table_state(
    table: Table, here: Mapping[Seat, int], away: Mapping[Seat, float], watchers: int, now: float
) -> messages.TableState:
    """Return the state of the table, without the game; it is the same for everybody."""
    return messages.TableState(
        code=table.code,
        phase=table.phase,
        agreed=table.agreed,
        seats=[
            messages.SeatState(
                name=occupant.name,
                avatar=occupant.avatar,
                bot=occupant.bot,
                stand_in=occupant.stand_in,
                here=bool(here.get(seat)) or occupant.bot is not None,
                away_s=int(now - away[seat]) if seat in away and occupant.person else None,
                rematch=seat in table.rematch,
                swap=table.swaps.get(seat),
                team=table.team_of(seat),
                owner=occupant.owner,
                ready=seat in table.agreed_to_start,
            )
            for seat, occupant in enumerate(table.occupants)
        ],
        game=table.number,
        watchers=watchers,
        turn_ms=turn_ms(table, now),
        stands=table.stands,
        asking=[
            messages.Asking(n=one.n, seat=one.seat, name=one.name, avatar=one.avatar)
            for one in table.applicants
        ],
        origin=origin(table),
    )


def origin(table: Table) -> messages.Origin | None:
    """Return the position that the first game starts from; later games are dealt as usual."""
    if table.origin is None or table.number > 1:
        return None
    return messages.Origin(replay=table.origin.replay, v=table.origin.v)


class Listing(Summary, frozen=True):
    """A table's entry in the list of open tables as it is stored; nobody is told who made it."""

    maker: str = ""  # empty in old listings

    def told(self) -> Summary:
        """Return what everybody is told."""
        return Summary(**{name: getattr(self, name) for name in Summary.__struct_fields__})


def listing(table: Table, occupants: Sequence[Occupant], phase: Phase) -> Listing:
    """Return the table's entry in the list of open tables."""
    return Listing(
        code=table.code,
        game=table.setup.game,
        variant=table.setup.variant,
        edition=table.setup.edition,
        seats=len(occupants),
        free=sum(occupant.free for occupant in occupants),
        names=[occupant.name for occupant in occupants if occupant.name and not occupant.bot],
        bots=[occupant.bot for occupant in occupants if occupant.bot],
        phase=phase,
        origin=origin(table),
        slow_s=clocks.slow_s(table.agreed.clock),
        maker=table.maker,
    )


def welcome(
    table: Table,
    seat: Seat,
    hello: messages.Hello,
    state: messages.TableState,
    now: float,
    serialized: messages.Now | None = None,
    token: str | None = None,
) -> messages.Welcome:
    """Return what a client needs when it connects, or reconnects after having seen a version."""
    kept = table.private_of(seat)
    own = kept.made.events[: table.told_before(seat)] if kept else ()
    most = len(table.log) + len(own)
    known = hello.since if hello.game == table.number and hello.since <= most else 0
    events = [msgspec.json.decode(body) for body in table.log[known:]]
    events += own[max(0, known - len(table.log)) :]
    return messages.Welcome(
        table=state,
        since=known,
        seat=seat if seat >= 0 else None,
        events=told(table.match, events, seat) if table.match else [],
        now=serialized or now_for(table, seat, now),
        chat=table.chat.heard(seat),
        muted=muted(table, seat),
        owner=table.owns(token),
    )


def muted(table: Table, seat: Seat) -> list[Seat]:
    """Return the seats that a seat has muted."""
    return sorted(other for by, other in table.chat.muted if by == seat)


def placed(table: Table, seat: Seat, now: float) -> messages.Placed:
    """Return the new seat of somebody who has changed seats."""
    known = now_for(table, seat, now)
    own = seat if seat >= 0 else None
    return messages.Placed(seat=own, now=known, muted=muted(table, seat))


def drawn(table: Table, seat: Seat, wish: messages.Draw) -> messages.Drawn:
    """Return the table as text, as a seat may know it; nothing before the first game."""
    if table.match is None:
        return messages.Drawn(lines=[], id=wish.id)
    match = table.held.made.match if table.held else table.match_of(seat)
    assert match is not None  # a game is being played
    names = [
        recorded_name(occupant).removeprefix("bot:") or "nobody" for occupant in table.occupants
    ]
    picture = match.game.picture(match.game.view(match.state, seat), names, wish.glyphs)
    lines = [[(span.text, span.ink) for span in line] for line in picture]
    return messages.Drawn(lines=lines, id=wish.id)


def moved(table: Table, seat: Seat, events: Sequence[Event], id: str | None, now: float  # noqa: A002
          ) -> messages.Moved:  # fmt: skip
    """Return what happened, as a seat may know it."""
    known = now_for(table, seat, now)
    assert known is not None
    assert table.match is not None
    return messages.Moved(v=known.v, events=told(table.match, events, seat), now=known, id=id)


def held(table: Table, seat: Seat, now: float, settings: Settings) -> messages.Held:
    """Return the move that can still be taken back, as a seat may know it."""
    own = _takeable(table, seat)
    kept = own or table.held
    assert kept is not None
    match, after = kept.made.match, None if own else table.after_held()
    known, view = table.told_before(seat), table.game.view(match.state, seat)
    acting = _who_goes_on(match, after, kept.seat, seat)
    points = table.agreed.assist >= POINTS
    return messages.Held(
        v=table.version + known,
        seat=kept.seat,
        events=told(match, kept.made.events[known:], seat),
        view=_shown(table.game, view, match),
        ms=max(0, int(1000 * (kept.since + settings.hold_s - now))),
        hold=kept.number,
        waiting=sorted((after or match).waiting_for),
        legal=_legal(table.game, acting, seat) if acting else None,
        preview=(
            _preview(table.game, table.game.view(acting.state, seat), acting)
            if acting and points
            else None
        ),
        left_ms=table.left_ms if own else kept.left_ms,
        turn_ms=turn_ms(table, now),
        id=kept.id if seat == kept.seat else None,
    )


def _who_goes_on(match: Match, after: Match | None, by: Seat, seat: Seat) -> Match | None:
    """Return the match in which a seat may go on from a held move: who made it knows no draw."""
    if seat == by:
        return match if match.waiting_for == {seat} else None
    return after if after and seat in after.waiting_for else None


def still_held(table: Table, seat: Seat) -> bool:
    """Tell whether a move is held that a seat knows of and that is not in its view yet."""
    return (_takeable(table, seat) or table.held) is not None


def _takeable(table: Table, seat: Seat) -> HeldMove | None:
    """Return a seat's own move that leaves it a private choice and can still be taken back."""
    kept = table.private_of(seat)
    return kept if kept and not kept.stands else None


def private(table: Table, seat: Seat, now: float, settings: Settings) -> messages.News:
    """Return to a seat its own move that leaves it a choice; nobody else receives anything."""
    kept = table.private_of(seat)
    assert kept is not None
    if not kept.stands:
        return held(table, seat, now, settings)
    return moved(table, seat, kept.made.events, kept.id, now)


def counting(table: Table, now: float, settings: Settings, id: str | None) -> messages.Counting:  # noqa: A002
    """Return the countdown, and the seats it is for."""
    since = now if table.counting is None else table.counting
    ms = max(0, int(1000 * (since + settings.count_s - now)))
    return messages.Counting(seats=table.expirable(), ms=ms, id=id)


def refused(
    table: Table, seat: Seat, reason: Reason, id: str | None, now: float,  # noqa: A002
) -> messages.Refused:  # fmt: skip
    """Return why something was refused, with the current state."""
    return messages.Refused(
        code=reason.code, rule=reason.rule, text=reason.text, id=id,
        now=now_for(table, seat, now),
    )  # fmt: skip


def taken_back(
    table: Table, by: Seat, seat: Seat, id: str | None, now: float  # noqa: A002
) -> messages.TakenBack:  # fmt: skip
    """Return the game as it is after a held move was taken back."""
    known = now_for(table, seat, now)
    assert known is not None
    return messages.TakenBack(seat=by, now=known, id=id)


def said(table: Table, seat: Seat, id: str | None) -> messages.Said | None:  # noqa: A002
    """Return the newest line of chat, if the seat may see it."""
    line = table.chat.last
    assert line is not None  # it was added a moment ago
    return msgspec.structs.replace(line, id=id) if table.chat.hears(line, seat) else None


def chosen(match: Match, by: Seat, seat: Seat, id: str | None) -> messages.Chosen:  # noqa: A002
    """Return that a seat has chosen; only the seat itself receives what."""
    mine = match.game.text(match.sealed[seat]) if seat in match.sealed else None
    return messages.Chosen(
        v=match.version, seat=by, waiting=sorted(match.waiting_for), mine=mine, id=id
    )
