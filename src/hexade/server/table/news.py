"""What each seat is told: everything goes through `view`, `told` and `legal` of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

import msgspec

from hexade.contract.game import AnyGame, Event, Move, Seat
from hexade.contract.reason import Reason
from hexade.match import Match, told
from hexade.server.settings import Settings
from hexade.server.table import facts
from hexade.server.table.seats import Chair, recorded_name
from hexade.server.table.state import Plan, Table, only_sealed
from hexade.wire import messages
from hexade.wire.codes import replay_name

POINTS, COACH = 2, 3  # levels of assist: what moves would bring, and hints
_texts: dict[str, dict[Move, str]] = {}


def _in_notation(game: AnyGame, moves: Sequence[Move]) -> list[str]:
    """Return moves in notation; there are few moves, and each is sent again and again."""
    if len(moves) < 2:  # of one thing `itemgetter` makes no tuple
        return [game.text(move) for move in moves]
    known = _texts.setdefault(game.name, {})
    try:
        return list(itemgetter(*moves)(known))
    except KeyError:
        known.update((move, game.text(move)) for move in moves if move not in known)
    return list(itemgetter(*moves)(known))


def now_for(table: Table, seat: Seat, now: float) -> messages.Now | None:
    """Return the game as a seat may know it."""
    match = table.match
    if match is None:
        return None
    waiting = table.waiting()
    acts = seat in waiting or (seat in match.sealed and not table.held)
    legal = table.game.legal(match.state, seat) if acts else None
    view = table.game.view(match.state, seat)
    return messages.Now(
        game=table.number,
        v=match.version,
        view=table.game.show(view, match.sealed),
        waiting=sorted(waiting),
        legal=None if legal is None else _in_notation(table.game, legal),
        mine=table.game.text(match.sealed[seat]) if seat in match.sealed else None,
        left_ms=table.left_ms,
        turn_ms=turn_ms(table, now),
        stands=table.stands_since is not None,
        result=table.result,
        preview=table.game.preview(view, legal) if legal and previews(table) else None,
        replay=replay_name(table.code, table.number) if match.over else None,
    )


def timed(table: Table) -> bool:
    """Tell whether what a seat is told changes as time passes."""
    return table.agreed.clock is not None or table.agreed.round_s is not None


def turn_ms(table: Table, now: float) -> int | None:
    """Return how long the turn has lasted, where that counts."""
    return int(1000 * table.turn_s(now)) if timed(table) and table.match else None


def previews(table: Table) -> bool:
    """Tell whether the table agreed to be shown beforehand what a move would bring."""
    return table.agreed.assist >= POINTS


def _shown(match: Match, seat: Seat) -> dict[str, object]:
    """Return the view as JSON; that a seat has chosen is known to the table, not to the state."""
    return match.game.show(match.game.view(match.state, seat), match.sealed)


def table_state(
    table: Table, here: Mapping[Seat, int], away: Mapping[Seat, float], watchers: int, now: float
) -> messages.TableState:
    """Return the table round the game; it is the same for everybody."""
    return messages.TableState(
        code=table.code,
        phase=table.phase,
        agreed=table.agreed,
        seats=[
            messages.SeatState(
                name=chair.name,
                avatar=chair.avatar,
                bot=chair.bot,
                stand_in=chair.stand_in,
                here=bool(here.get(seat)) or chair.bot is not None,
                away_s=int(now - away[seat]) if seat in away and chair.person else None,
                rematch=seat in table.rematch,
                swap=table.swaps.get(seat),
                team=table.team_of(seat),
            )
            for seat, chair in enumerate(table.chairs)
        ],
        game=table.number,
        watchers=watchers,
        turn_ms=turn_ms(table, now),
        stands=table.stands_since is not None,
    )


def summary(table: Table, chairs: Sequence[Chair], phase: messages.Phase) -> messages.Summary:
    """Return the table for the list of open ones."""
    return messages.Summary(
        code=table.code,
        game=table.setup.game,
        variant=table.setup.variant,
        edition=table.setup.edition,
        seats=table.setup.seats,
        free=sum(chair.free for chair in chairs),
        names=[chair.name for chair in chairs if chair.name and not chair.bot],
        bots=[chair.bot for chair in chairs if chair.bot],
        phase=phase,
    )


def welcome(
    table: Table,
    seat: Seat,
    hello: messages.Hello,
    state: messages.TableState,
    now: float,
    written_out: messages.Now | None = None,
) -> messages.Welcome:
    """Return what somebody needs who comes in, or comes back having seen a version."""
    known = hello.since if hello.game == table.number and hello.since <= len(table.log) else 0
    events = [msgspec.json.decode(body) for body in table.log[known:]]
    return messages.Welcome(
        table=state,
        since=known,
        seat=seat if seat >= 0 else None,
        events=told(table.match, events, seat) if table.match else [],
        now=written_out or now_for(table, seat, now),
        chat=table.talk.heard(seat, table.team_of(seat)),
        muted=muted(table, seat),
    )


def muted(table: Table, seat: Seat) -> list[Seat]:
    """Return the seats that a seat will not hear."""
    return sorted(other for by, other in table.talk.muted if by == seat)


def placed(table: Table, seat: Seat, now: float) -> messages.Placed:
    """Return where somebody sits now who sat elsewhere before."""
    known = now_for(table, seat, now)
    own = seat if seat >= 0 else None
    return messages.Placed(seat=own, now=known, muted=muted(table, seat))


def drawn(table: Table, seat: Seat, wish: messages.Draw) -> messages.Drawn:
    """Return the table as text, as a seat may know it; nothing before the first game."""
    if table.match is None:
        return messages.Drawn(lines=[], id=wish.id)
    match = table.held.made.match if table.held else table.match
    names = [recorded_name(chair).removeprefix("bot:") or "nobody" for chair in table.chairs]
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
    """Return the move that can still be taken back."""
    kept = table.held
    assert kept is not None
    match = kept.made.match
    again = seat == kept.seat and match.waiting_for == {seat}
    legal = table.game.legal(match.state, seat) if again else None
    return messages.Held(
        v=table.version,
        seat=kept.seat,
        events=told(match, kept.made.events, seat),
        view=_shown(match, seat),
        ms=max(0, int(1000 * (kept.since + settings.hold_s - now))),
        legal=None if legal is None else _in_notation(table.game, legal),
        id=kept.id if seat == kept.seat else None,
    )


def counting(table: Table, now: float, settings: Settings, id: str | None) -> messages.Counting:  # noqa: A002
    """Return the count, and for whom."""
    since = now if table.counting is None else table.counting
    ms = max(0, int(1000 * (since + settings.count_s - now)))
    return messages.Counting(seats=table.expirable(), ms=ms, id=id)


def refused(
    table: Table, seat: Seat, reason: Reason, id: str | None, now: float,  # noqa: A002
) -> messages.Refused:  # fmt: skip
    """Return why something was refused, and how things stand."""
    return messages.Refused(
        code=reason.code, rule=reason.rule, text=reason.text, id=id,
        now=now_for(table, seat, now),
    )  # fmt: skip


def news(table: Table, plan: Plan, seat: Seat, now: float, settings: Settings
         ) -> messages.News | None:  # fmt: skip
    """Return what a seat, or a watcher, is told of a change of the game or the talk."""
    fact = plan.fact
    asked_by = getattr(fact, "seat", None) if fact.by is None else fact.by
    own = fact.id if asked_by == seat and not isinstance(fact, facts.Started) else None
    if isinstance(fact, facts.Held):
        return held(table, seat, now, settings)
    if isinstance(fact, facts.TakenBack):
        known = now_for(table, seat, now)
        assert known is not None
        return messages.TakenBack(seat=fact.seat, now=known, id=own)
    if isinstance(fact, facts.Counted):
        return counting(table, now, settings, own)
    if isinstance(fact, facts.Said):
        return _said(table, seat, own)
    if isinstance(fact, facts.Moved) and plan.made and only_sealed(plan):
        return _chosen(plan.made.match, fact, seat, own)
    if plan.made is not None:
        return moved(table, seat, plan.made.events, own, now)
    return None


def _said(table: Table, seat: Seat, own: str | None) -> messages.Said | None:
    line = table.talk.last
    assert line is not None  # it has just been said
    if not table.talk.hears(line, seat, table.team_of(seat)):
        return None
    return msgspec.structs.replace(line.said, id=own)


def _chosen(match: Match, fact: facts.Moved, seat: Seat, own: str | None) -> messages.Chosen:
    mine = match.game.text(match.sealed[seat]) if seat in match.sealed else None
    return messages.Chosen(
        v=match.version, seat=fact.seat, waiting=sorted(match.waiting_for), mine=mine, id=own
    )
