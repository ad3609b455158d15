"""Who meets whom, and where they sit: the same deal is played from every side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from hexade.contract.game import AnyGame, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup

ROBIN, FIELD, NEAR, TABLE = "robin", "field", "near", "table"
NEIGHBOURS = 2  # how many of the next players in the list each player meets
Lineup: TypeAlias = tuple[int, ...]  # the number of the player in each seat


def pairings(
    game: AnyGame, setup: Setup, players: int, mode: str | None = None
) -> list[list[Lineup]]:
    """Return the pairings, each with all the line-ups in which it plays a deal.

    In a round robin all meet in pairs; against a field only the first meets each of the others;
    `near`: only players close to each other in the list meet. One player has one side, the other
    has all other sides. `table`: all players sit at one table.
    """
    sides = game.sides(setup)
    mode = mode or (ROBIN if len(sides) <= 2 else FIELD)
    if len(sides) == 1:
        return [[(player,) * setup.seats] for player in range(players)]
    if players < 2:
        raise _refusal(f"name at least two players for {setup.variant}")
    if mode == TABLE:
        return [_together(sides, players)]
    return [_against(sides, one, other) for one, other in _meetings(players, mode, len(sides))]


def _meetings(players: int, mode: str, sides: int) -> Iterator[tuple[int, int]]:
    if mode == FIELD:
        yield from ((0, other) for other in range(1, players))
        return
    for one, other in combinations(range(players), 2):
        if mode == NEAR and other - one > NEIGHBOURS:
            continue
        yield one, other
        if sides > 2:  # one of each against a field of the other
            yield other, one


def _against(sides: Sequence[Sequence[Seat]], one: int, other: int) -> list[Lineup]:
    return [_seated(sides, [one if n == at else other for n in range(len(sides))])
            for at in range(len(sides))]  # fmt: skip


def _together(sides: Sequence[Sequence[Seat]], players: int) -> list[Lineup]:
    if players != len(sides):
        raise _refusal(f"at one table there must be {len(sides)} players, not {players}")
    order = list(range(players))
    return [_seated(sides, order[turn:] + order[:turn]) for turn in range(players)]


def _seated(sides: Sequence[Sequence[Seat]], order: Sequence[int]) -> Lineup:
    """Return the player in each seat, given the one who plays each side."""
    seats = {seat: order[n] for n, side in enumerate(sides) for seat in side}
    return tuple(seats[seat] for seat in sorted(seats))


def _refusal(text: str) -> Refusal:
    return Refusal(Reason("players", "", text))
