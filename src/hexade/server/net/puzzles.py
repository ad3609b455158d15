"""How others did in a puzzle of the day: numbers of people, and nothing about who they are."""

from __future__ import annotations

import asyncio
from datetime import date
from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from hexade import games
from hexade.contract.reason import Refusal
from hexade.server.live.replays import NOT_FOUND
from hexade.server.net.answers import answer, body
from hexade.server.net.context import context
from hexade.server.store.puzzle_counts import day_of
from hexade.wire.http_bodies import PuzzleCounts, PuzzleResult

# Somewhere it is already tomorrow, and where it is still yesterday the day before is not over.
_LATEST, _EARLIEST = 1, -2


async def puzzle_counts(request: Request) -> Response:
    """Return how many people finished a puzzle in which way; with a result, count it too.

    Reading comes first, so that a request which fails there has not counted anybody. A result of
    another day, or beyond the share of an address, is answered and not counted.
    """
    services, (game, day) = context(request).services, await _puzzle(request)
    counted = False
    if request.method == "POST":
        result = await body(request, PuzzleResult)
        near = _EARLIEST <= (day - day_of(services.time.wall())).days <= _LATEST
        counted = near and services.limits.result(request.state.address, f"{game} {day}")
    people = await services.store.puzzle_counts(game, str(day))
    if counted:
        await services.store.count_result(game, str(day), result.outcome)
        people[result.outcome] = people.get(result.outcome, 0) + 1
    missed, *found = (people.get(outcome, 0) for outcome in range(4))
    return answer(PuzzleCounts(found=found, missed=missed, counted=counted))


async def _puzzle(request: Request) -> tuple[str, date]:
    """Return the game and the day that are asked for; refuse others, and games without puzzles."""
    game, text = request.path_params["game"], request.path_params["day"]
    known = _with_puzzles.cache_info().currsize
    puzzled = _with_puzzles() if known else await asyncio.to_thread(_with_puzzles)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refusal(NOT_FOUND) from None
    if game not in puzzled or str(day) != text:
        raise Refusal(NOT_FOUND)
    return game, day


@cache
def _with_puzzles() -> frozenset[str]:
    """Return the games that have puzzles; it loads all games, once."""
    return frozenset(name for name, game in games.catalogue().items() if game.puzzles is not None)
