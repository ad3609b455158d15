"""Analyses of finished games: idle bot workers compute what each move cost.

One game is analysed at a time, one decision after the other, so that a running game waits for one
of them at most. Addresses take turns, whoever has used least time first. Results are cached,
compressed; until one is ready, the answer is the progress, and the client polls.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial

from hexade import games
from hexade.bots.analyse import Decision, GameAnalysis, decisions, instead, summed
from hexade.bots.evaluation import JUDGE, Judgement
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import agree
from hexade.server.bots.fair_queue import FairQueue, Rank, Share
from hexade.server.bots.workers import LOOK, Bots, Question
from hexade.server.live.history_queue import NOBODY_WAITS, Visitor
from hexade.server.live.replays import FinishedGame, ReplayCache, is_of
from hexade.server.ops.metrics import fault
from hexade.wire import http_bodies, packing

KEPT = 128  # analyses in memory, compressed: some 3 kB each
MOST_WAITING, MOST_OF_ONE = 64, 4  # games in the queue, of one address; later ones poll
_NOTHING = http_bodies.Analysis(state="none")
_FAILED = Reason("analysis", "", "we couldn't analyse this game")
_TOO_OFTEN = Reason("analyses", "", "too many analyses for this address: wait a while")


@dataclass(slots=True)
class _Coming:
    """A game that is being analysed or is queued."""

    task: asyncio.Task[None]
    address: str
    done: int = 0
    of: int = 0


class Analyses:
    """A cache of analyses, and the queue of those to come."""

    def __init__(self, replays: ReplayCache, bots: Bots, kept: int = KEPT) -> None:
        self._replays, self._bots, self._kept = replays, bots, kept
        self._made: OrderedDict[str, bytes | None] = OrderedDict()  # None: it failed
        self._coming: dict[str, _Coming] = {}
        self._one = FairQueue(1, time.monotonic)
        self._erasures = 0

    async def take(
        self,
        id: str,  # noqa: A002  as on the wire
        may_begin: Callable[[], bool] = lambda: True,
        visitor: Visitor = NOBODY_WAITS,
    ) -> bytes | http_bodies.Analysis:
        """Return an analysis as compressed JSON, or how far it is.

        Refuse a game that does not exist, is not over, or at which the judge failed: no answer that
        anybody keeps. Starting a new analysis is rate limited (`may_begin`).
        """
        id = id.upper()  # noqa: A001
        if id not in self._made and id not in self._coming:
            before, played = -1, None
            while played is None or before != self._erasures:  # it may be of a table that is gone
                before = self._erasures
                played = await self._replays.game(id, visitor)
            if not _has_judge(played.game.name):
                return _NOTHING
            self._begin(id, played, may_begin, visitor.address)
        if id in self._made:
            self._made.move_to_end(id)
            if (made := self._made[id]) is None:
                raise Refusal(_FAILED)
            return made
        coming = self._coming.get(id)
        return http_bodies.Analysis(
            state="waiting", done=coming.done if coming else 0, of=coming.of if coming else 0
        )

    def forget(self, code: str) -> None:
        """Drop the analyses of a table that was erased, and those that are under way."""
        self._erasures += 1
        for id in [one for one in self._made if is_of(one, code)]:  # noqa: A001
            del self._made[id]
        for id, coming in self._coming.items():  # noqa: A001
            if is_of(id, code):
                coming.task.cancel()

    async def close(self) -> None:
        """Cancel all analyses."""
        tasks = [coming.task for coming in self._coming.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(
        self, id: str, played: FinishedGame, may_begin: Callable[[], bool], address: str  # noqa: A002
    ) -> None:  # fmt: skip
        """Queue a game, unless it is already queued or too many are."""
        own = sum(coming.address == address for coming in self._coming.values())
        full = len(self._coming) >= MOST_WAITING or own >= MOST_OF_ONE
        if id in self._made or id in self._coming or full:
            return
        if not may_begin():
            raise Refusal(_TOO_OFTEN)
        task = asyncio.ensure_future(self._look_into(id, played, address))
        self._coming[id] = _Coming(task, address)

    async def _look_into(self, id: str, played: FinishedGame, address: str) -> None:  # noqa: A002
        try:
            async with self._one.turn(Share(address, Rank.BACKGROUND)):
                self._keep(id, await self._found(id, played))
        except Exception as error:  # a missing analysis does no harm, and a retry would fail too
            fault("analysis failed", error, game=played.game.name)
            self._keep(id, None)
        finally:
            del self._coming[id]

    async def _found(self, id: str, played: FinishedGame) -> bytes:  # noqa: A002
        game, coming = played.game, self._coming[id]
        work = self._replays.work
        made = await work.run(lambda: list(decisions(game, played.record)))
        coming.of = len(made)
        weighed = []
        for decision in made:
            asked = Question(game.name, "", 0, decision.view, decision.legal)
            weighed.append((decision, await self._bots.weigh(asked)))
            coming.done += 1
        return await work.run(partial(_worked_out, played, weighed))

    def _keep(self, id: str, packed: bytes | None) -> None:  # noqa: A002
        self._made[id] = packed
        while len(self._made) > self._kept:
            self._made.popitem(last=False)


@cache
def _has_judge(name: str) -> bool:
    """Tell whether a game has a judge, by asking about no moves of its opening."""
    game = games.find(name)
    return game.judge(game.view(game.begin(agree(game)), 0), [], 0.0, 0) is not None


def _worked_out(played: FinishedGame, weighed: Sequence[tuple[Decision, Judgement]]) -> bytes:
    """Return the analysis of a game whose every decision has been judged."""
    found = summed(played.game, played.record, LOOK, weighed)
    return packing.packed(_NOTHING if found.source != JUDGE else _told(played, found, weighed))


def _told(
    played: FinishedGame, found: GameAnalysis, weighed: Sequence[tuple[Decision, Judgement]]
) -> http_bodies.Analysis:
    game = played.game
    return http_bodies.Analysis(
        state="ready",
        done=len(weighed),
        of=len(weighed),
        points=game.stake(played.record.setup),
        choices=[
            http_bodies.Choice(
                v=choice.event,
                seat=choice.seat,
                move=choice.move,
                value=choice.value,
                loss=choice.loss,
                best=choice.best[0][0],
                instead=instead(game, decision, game.parse(choice.best[0][0])),
                rank=choice.rank,
                legal=choice.legal,
                risk=http_bodies.MoveRisk(**asdict(choice.risk)) if choice.risk else None,
                slip=choice.slip,
            )
            for choice, (decision, _) in zip(found.choices, weighed, strict=True)
        ],
        players=[
            http_bodies.Precision(
                seat=one.seat, percent=one.accuracy, mistakes=one.mistakes, blunders=one.blunders
            )
            for one in found.players
        ],
    )
