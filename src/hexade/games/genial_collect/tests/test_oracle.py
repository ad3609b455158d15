"""Whole games against a naive referee that shares no code with the rules."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest

from hexade.contract.game import CHANCE
from hexade.contract.record import write
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.state import CollectState
from hexade.games.genial_collect.tests.oracle import COLOURS, Oracle, referee
from hexade.games.genial_collect.tests.scene import legal, scaled, table, walk, whole_game

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_referee_agrees_with_every_record(seats: int, greedy: bool) -> None:
    for seed in range(scaled(30)):
        setup = table(seats, start=seed % seats)
        referee(json.loads(write(whole_game(setup, seed, greedy))))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_referee_agrees_move_for_move_whatever_happens(seats: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(scaled(16, 8)):
        oracle = Oracle(seats, 0)
        steps = list(walk(table(seats), seed, greedy=seed % 2 > 0))
        for (before, seat, move), (after, _, _) in pairwise(steps):
            _compare(before, oracle)
            for event in GAME.events(before, {seat: move}, after):
                oracle.feed(event)
                met.update([event["event"], f"good {event.get('good')}"])
        assert GAME.result(steps[-1][0]) == oracle.result()
        met.update([oracle.result()["reason"]])  # type: ignore[index]
    assert met.keys() >= {"middle", "stop", "good True", "good False", "collected", "pile-empty"}


def _compare(before: CollectState, oracle: Oracle) -> None:
    if CHANCE in GAME.to_act(before):
        return
    shown = GAME.show(GAME.view(before, oracle.turn))
    assert shown["turn"] == oracle.turn
    assert shown["owned"] == oracle.counts()
    assert shown["middle"] == sorted(oracle.middle, key=COLOURS.index)
    assert shown["shown"] == oracle.shown
    assert shown["pile"] == len(oracle.pile)
    assert shown["left"] == {letter: oracle.pile.count(letter) for letter in COLOURS}
    assert legal(before) == oracle.legal()
    assert shown["odds"]["bad"] == sum(not oracle.good(tile) for tile in oracle.pile)
    if oracle.shown:
        assert shown["stop"]["tiles"] == oracle.take()
        assert shown["odds"]["cost"] == len(oracle.take())
