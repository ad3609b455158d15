"""Hints: what a good player thinks of one's moves, at tables that agreed to be coached."""

from __future__ import annotations

from hexade.contract.chance import bot_seed
from hexade.contract.game import Seat
from hexade.contract.reason import Reason, Refusal
from hexade.server import decide, messages, telling
from hexade.server.asked import WATCHING
from hexade.server.bot_seats import Question, Thinkers
from hexade.server.table import Table

MOST = 5  # moves in a hint
_NO_HINT = Reason("no-hint", "", "nobody has a hint to give now")


async def hint(table: Table, seat: Seat, id: str, thinkers: Thinkers) -> messages.Hinted:  # noqa: A002
    """Return a hint for a seat that must act; refuse it to all others."""
    match = table.match
    if seat < 0:
        raise Refusal(WATCHING)
    if table.agreed.assist < telling.COACH:
        raise decide.refuse("assist", "this table did not agree on hints")
    if match is None or seat not in table.game.to_act(match.state) or table.held:
        raise decide.refuse("not-your-turn", "hints are for those who must move")
    view, legal = table.game.view(match.state, seat), table.game.legal(match.state, seat)
    seed = bot_seed(table.bot_seed, seat)
    judged = await thinkers.judge(Question(table.setup.game, "", seed, view, legal))
    if not judged:
        raise Refusal(_NO_HINT)
    moves = [
        messages.Judged(move=table.game.text(move), worth=round(worth, 3))
        for move, worth in judged[:MOST]
    ]
    return messages.Hinted(id=id, v=match.version, moves=moves)
