"""The bots of this game: fair, repeatable, and as good as they should be."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hexade.bots.random import Random
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.kernel import default_target
from hexade.contract.player import Player
from hexade.contract.record import Record, replay
from hexade.games.contrast import variants
from hexade.games.contrast.game import GAME
from hexade.games.contrast.rules import CHOOSING
from hexade.games.contrast.tests.scene import choosing, played, setup
from hexade.match.play import play

pytestmark = pytest.mark.slow

PLAIN = default_target() == "plain"  # `crowd` looks at a thousand rounds then, one by one
GAMES = 3 if PLAIN else 30


def bot(name: str, seed: int) -> Player:
    return Random(GAME, seed) if name == "random" else GAME.players[name](GAME, seed)


def match(names: Sequence[str], variant: str, number: int) -> Record:
    seed = seed_of(2017, number)
    players = [bot(name, bot_seed(seed, seat)) for seat, name in enumerate(names)]
    return play(GAME, setup(len(names), variant), players, seed)


def team_points(name: str, variant: str) -> list[int]:
    records = [match([name, name], variant, number) for number in range(GAMES)]
    return [record.result["scores"][0] for record in records if record.result]


@pytest.mark.parametrize("name", ["reader", "crowd"])
@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("seats", variants.SEATS[:2] if PLAIN else variants.SEATS)
def test_bots_choose_legally_and_the_same_again(name: str, variant: str, seats: int) -> None:
    for step in replay(GAME, played(seats, variant, 4)):
        if step.state.phase == CHOOSING:
            for seat in range(seats):
                view, legal = GAME.view(step.state, seat), GAME.legal(step.state, seat)
                moves = {bot(name, 1).choose(view, legal) for _ in range(2)}
                assert len(moves) == 1
                assert moves < set(legal)


def test_readers_differ_by_seed_and_by_seat() -> None:
    state = choosing(6)
    by_seat = [
        [bot("reader", seed).choose(GAME.view(state, seat), []) for seed in range(40)]
        for seat in range(6)
    ]
    assert len({tuple(moves) for moves in by_seat}) == 6
    assert all(len(set(moves)) > 1 for moves in by_seat)


def test_F10_a_partner_chooses_what_both_have_in_hand() -> None:
    for name in ("reader", "crowd"):
        for step in replay(GAME, played(2, "base", 6)):
            if step.state.phase == CHOOSING:
                own, other = (step.state.symbols(seat) for seat in range(2))
                assert bot(name, 3).choose(GAME.view(step.state, 0), own) in other


@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize(("name", "points"), [("reader", 28), ("crowd", 42)])
def test_F10_two_partners_agree_far_more_often_than_chance(
    name: str, points: int, variant: str
) -> None:
    found = team_points(name, variant)
    assert min(found) >= variants.TEAM_GOAL
    assert sum(found) > points * GAMES
    assert sum(found) > 4 * sum(team_points("random", variant))


@pytest.mark.skipif(PLAIN, reason="it takes minutes as plain Python")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_crowd_wins_more_pictures_than_readers(seats: int) -> None:
    crowd = readers = 0
    for number in range(GAMES):
        names = ["reader"] * seats
        names[number % seats] = "crowd"
        record = match(names, "base", number)
        assert record.result is not None
        points = record.result["scores"].pop(number % seats)
        crowd += points
        readers += sum(record.result["scores"])
    assert crowd * (seats - 1) > 1.1 * readers


def test_readers_win_more_pictures_than_chance() -> None:
    names = ["reader", "reader", "reader", "random", "random"]
    total = [0] * len(names)
    for number in range(GAMES):
        result = match(names, "base", number).result
        assert result is not None
        total = [a + b for a, b in zip(total, result["scores"], strict=True)]
    assert min(total[:3]) > 2 * max(total[3:])
