"""Coaching: hints, and warnings of what a move opens, at tables that agreed to it."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.contract.chance import bot_seed
from hexade.contract.game import Move, Seat, View
from hexade.contract.reason import Reason, Refusal
from hexade.server.bots.fair_queue import Share
from hexade.server.bots.workers import Bots, Question
from hexade.server.table import news
from hexade.server.table.decide import WATCHING
from hexade.server.table.refusals import refuse
from hexade.server.table.state import Table
from hexade.wire import messages

MOST = 5  # moves in a hint
REASONS = 3  # for each of them
_NO_MOVE = Reason("illegal", "", "this move cannot be made now")
_NO_HINT = Reason("no-hint", "", "there is no hint for this position")


async def hint(
    table: Table, seat: Seat, id: str, bots: Bots, address: str = ""  # noqa: A002
) -> messages.Hinted:  # fmt: skip
    """Return a hint for a seat that must move; refuse all others."""
    view, legal, version = _coached(table, seat)
    seed = bot_seed(table.bot_seed, seat)
    asked = Question(table.setup.game, "", seed, view, legal)
    advice = await bots.judge(asked, Share(address))
    if not advice.moves:
        raise Refusal(_NO_HINT)
    best = advice.moves[:MOST]
    why = await bots.explain(asked, [move for move, _ in best], Share(address))
    moves = [
        messages.Judged(
            move=table.game.text(move), worth=round(worth, 3), reasons=reasons[:REASONS]
        )
        for (move, worth), reasons in zip(best, why, strict=True)
    ]
    return messages.Hinted(id=id, v=version, moves=moves, source=advice.source)


def gift(table: Table, seat: Seat, request: messages.Gift) -> messages.Gifted:
    """Return what a move would open for the next player; refuse seats that need not move."""
    view, legal, version = _coached(table, seat)
    move = table.game.parse(request.move)
    if move not in legal:
        match = table.match_of(seat)
        assert match is not None  # coaching needs a game in progress
        raise Refusal(table.game.why_not(match.state, seat, move) or _NO_MOVE)
    found = table.game.giveaway(view, move)
    return messages.Gifted(id=request.id, v=version, move=request.move, gift=found)


def _coached(table: Table, seat: Seat) -> tuple[View, Sequence[Move], int]:
    """Return the view, the legal moves and the version for a seat to move; refuse all others."""
    match = table.match_of(seat)
    if seat < 0:
        raise Refusal(WATCHING)
    if table.agreed.assist < news.COACH:
        raise refuse("assist", "this table did not agree on hints")
    if match is None or seat not in table.game.to_act(match.state) or table.held:
        raise refuse("not-your-turn", "hints are for those who must move")
    view, legal = table.game.view(match.state, seat), table.game.legal(match.state, seat)
    return view, legal, match.version
