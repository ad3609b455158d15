"""A result in sentences: who is ahead, and what decided it (A14, B3, C3, D5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexade.contract.game import Result
from hexade.contract.setup import Setup
from hexade.games.genial.variants import VARIANTS

REASONS = {
    "board-full": "No two adjacent free cells are left (rule A13).",
    "all-at-end": "All six markers stand at the end of their tracks (rule A13).",
    "all-on-one-side": "All six markers stand on one side (rule D4).",
}


def verdict(setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
    """Return the result in sentences, the best placed first."""
    form = VARIANTS[setup.variant]
    if form.tug:
        said = [_pulled(result, seat, names[seat]) for seat in range(setup.seats)]
        return [*_placed(result["ranks"], said), *_decided(result), REASONS[result["reason"]]]
    sides = form.teams or setup.seats
    who = [" and ".join(names[side::sides]) if form.teams else names[side] for side in range(sides)]
    said = [f"{who[side]}: {_tracks(result['scores'][side])}" for side in range(sides)]
    return [*_placed(result["ranks"][:sides], said), REASONS[result["reason"]]]


def _placed(ranks: Sequence[int], said: Sequence[str]) -> list[str]:
    places = sorted(zip(ranks, said, strict=True), key=lambda place: place[0])
    return [f"{rank}. {text}" for rank, text in places]


def _tracks(scores: Mapping[str, int]) -> str:
    each = " ".join(f"{colour} {at}" for colour, at in scores.items())
    return f"weakest {min(scores.values())} ({each})"


def _own(scores: Mapping[str, int], seat: int) -> dict[str, int]:
    sign = 1 if seat == 0 else -1
    return {colour: sign * at for colour, at in scores.items() if sign * at > 0}


def _pulled(result: Result, seat: int, name: str) -> str:
    own = _own(result["scores"], seat)
    each = " ".join(f"{colour} {at}" for colour, at in own.items())
    return f"{name}: {len(own)} on their side" + (f" ({each})" if own else "")


def _decided(result: Result) -> list[str]:
    mine, theirs = (sorted(_own(result["scores"], seat).values()) for seat in (0, 1))
    if len(mine) != len(theirs):
        return []
    if mine == theirs:
        return ["As many on either side, and as strong: a draw (rule D5)."]
    return ["As many on either side: the weakest of them decides (rule D5)."]
