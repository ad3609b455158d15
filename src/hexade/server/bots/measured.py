"""Bots whose thinking time is measured."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.bots import Advice
from hexade.bots.evaluation import Judgement
from hexade.contract.game import Move
from hexade.server.bots.fair_queue import Share
from hexade.server.bots.workers import ANYBODY, Bots, Question, Reasons
from hexade.server.ops.metrics import Metrics


class MeasuredBots:
    """Passes everything on to the bots, and measures how long people wait for a move."""

    def __init__(self, bots: Bots, metrics: Metrics) -> None:
        self._bots, self._metrics = bots, metrics

    @property
    def ready(self) -> bool:
        """Whether a bot can move at once, without loading first."""
        return self._bots.ready

    @property
    def waiting(self) -> int:
        """How many tables wait for a bot."""
        return getattr(self._bots, "waiting", 0)

    async def open(self) -> None:
        """Warm up."""
        await self._bots.open()

    async def compile_rules(self) -> None:
        """Wait until the rules are compiled."""
        await self._bots.compile_rules()

    async def close(self) -> None:
        """Stop."""
        await self._bots.close()

    async def choose(self, question: Question, share: Share = ANYBODY) -> Move:
        """Return the bot's move."""
        with self._metrics.timed("bot"):
            return await self._bots.choose(question, share)

    async def judge(self, question: Question, share: Share = ANYBODY) -> Advice:
        """Return what the game's judge thinks of the moves."""
        return await self._bots.judge(question, share)

    async def explain(
        self, question: Question, moves: Sequence[Move], share: Share = ANYBODY
    ) -> list[Reasons]:
        """Return for each of some legal moves why it is good."""
        return await self._bots.explain(question, moves, share)

    async def weigh(self, question: Question) -> Judgement:
        """Judge the moves of a finished game."""
        return await self._bots.weigh(question)
