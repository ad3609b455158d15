"""Whole games against a naive referee that shares no code with the rules."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest

from hexade.contract.game import CHANCE
from hexade.contract.record import write
from hexade.contract.setup import Setup
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.state import OFFERED, PLAYING
from hexade.games.genial_cards.tests.oracle import Oracle, referee
from hexade.games.genial_cards.tests.scene import legal, scaled, table, walk, whole_game

pytestmark = pytest.mark.slow

MANY = [
    (seats, rounds, greedy, share)
    for seats in (2, 3, 4)
    for rounds, games in ((1, 120), (3, 40))
    for greedy in (False, True)
    for share in range(0, games, 40)
]
MET_IN_ALL = {"bonus", "renew", "reshuffle", "split draw", "order matters"}


@pytest.mark.parametrize(("seats", "rounds", "greedy", "share"), MANY)
def test_the_referee_agrees_with_every_record(
    seats: int, rounds: int, greedy: bool, share: int
) -> None:
    for seed in range(share, share + scaled(40)):
        setup = table(seats, rounds, start=seed % seats)
        referee(json.loads(write(whole_game(setup, seed, greedy))))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_referee_agrees_move_for_move_whatever_happens(seats: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(45):
        _follow(table(seats, 1 + seed % 5 % 2), seed, seed % 2 > 0, met)
    assert set(+met) >= MET_IN_ALL


def _follow(setup: Setup, seed: int, greedy: bool, met: Counter[str]) -> None:
    """Play a game beside the referee, comparing all that both can say after every event."""
    oracle = Oracle(setup.seats, setup.start, setup.option("rounds"))
    steps = list(walk(setup, seed, greedy))
    for (before, seat, move), (after, _, _) in pairwise(steps):
        _compare(before, seat, move, oracle, met)
        events = GAME.events(before, {seat: move}, after)
        kinds = [event["event"] for event in events]
        met.update(kinds)
        met["split draw"] += kinds == ["draw", "reshuffle"] and before.record["due"] > 1
        for event in events:
            oracle.feed(event)
    assert GAME.result(steps[-1][0]) == oracle.result()


def _compare(before: object, seat: int, move: int, oracle: Oracle, met: Counter[str]) -> None:
    state = before.record  # type: ignore[attr-defined]
    if seat == CHANCE:
        return
    shown = GAME.show(GAME.view(before, seat))  # type: ignore[arg-type]
    assert oracle.turn == seat
    assert shown["chips"] == oracle.chips
    assert shown["open"] == oracle.open
    assert Counter(shown["hand"]) == oracle.hands[seat]
    assert (shown["pile"], shown["discard"]) == (oracle.pile_size, oracle.discard.total())
    assert (shown["round"], shown["points"]) == (oracle.round, oracle.points)
    assert shown["bonus"] == oracle.bonus
    assert oracle.offered() == (state["phase"] == OFFERED)
    if state["phase"] == PLAYING:
        plays = {(card, order) for card, order in oracle.legal()}
        assert plays == {_split(words) for words in legal(before)}  # type: ignore[arg-type]
        met["order matters"] += any(order for _, order in plays)
        met["bonus"] += shown["bonus"] > 0


def _split(words: str) -> tuple[str, str | None]:
    card, _, order = words.partition(" ")
    return card, order or None
