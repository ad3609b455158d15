"""The judge: what it may know, what it must find, and how its parts fit together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hexade.contract import bits
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.mind import judge, match, value_features, worlds
from hexade.games.genial_cards.mind.champion1 import prior
from hexade.games.genial_cards.mind.champion1.judge import learned_for
from hexade.games.genial_cards.mind.champion1.player import Champion1
from hexade.games.genial_cards.state import OFFERED, PLAYING, CardsState
from hexade.games.genial_cards.tests.scene import PLAIN, scaled, scene, table, walk

pytestmark = pytest.mark.slow

LITTLE = 1 / judge.BUDGET if PLAIN else 0.05  # effort: one position is the least
MUCH = LITTLE if PLAIN else 1.0


@pytest.fixture(autouse=True)
def _think_less_where_thinking_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "ROUNDS", 1 if PLAIN else judge.ROUNDS)


def _judged(position: CardsState, effort: float = LITTLE, seed: int = 1) -> dict[str, float]:
    seat = int(position.record["turn"])
    moves = GAME.legal(position, seat)
    values = GAME.judge(GAME.view(position, seat), moves, effort, seed)
    return dict(zip(map(GAME.text, moves), values, strict=True))


def _best(position: CardsState, effort: float = MUCH) -> str:
    found = _judged(position, effort)
    return max(found, key=lambda move: found[move])


def _decisions(seats: int, rounds: int = 1, seed: int = 3) -> Iterator[CardsState]:
    steps = walk(table(seats, rounds), seed, greedy=True)
    found = [p for p, _, _ in steps if p.record["phase"] in (PLAYING, OFFERED)]
    yield from found[:: max(1, len(found) // scaled(16))]


@pytest.mark.parametrize("effort", [0.0, LITTLE])
@pytest.mark.parametrize(("seats", "rounds"), [(2, 1), (3, 1), (4, 1), (2, 3)])
def test_judgements_lie_between_0_and_1_and_are_the_same_again(
    seats: int, rounds: int, effort: float
) -> None:
    for position in _decisions(seats, rounds):
        found = _judged(position, effort)
        assert all(0.0 <= value <= 1.0 for value in found.values())
        assert found == _judged(position, effort)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_judge_knows_nothing_but_its_view(seats: int) -> None:
    differed = 0
    for n, position in enumerate(_decisions(seats)):
        seat = int(position.record["turn"])
        other = GAME.determinize(GAME.view(position, seat), n)
        differed += other != position  # at times nothing else could be
        for effort in (0.0, LITTLE):
            assert _judged(other, effort) == _judged(position, effort)
    assert differed > 1


def test_another_seed_thinks_of_other_worlds() -> None:
    position = next(_decisions(2))
    assert _judged(position, seed=1) != _judged(position, seed=2)
    assert _judged(position, 0.0, seed=1) == _judged(position, 0.0, seed=2)  # only looks


def test_it_wins_where_it_can() -> None:
    position = scene(
        seats=2,
        hands=["ry gb gb gb go go"],
        open=["rp ro", "rb yp"],
        chips=["r5 g9 b8 o8 y6 p7", "r6 g6 b6 o6 y6 p6"],
    )
    found = _judged(position)
    assert _best(position) == "ry"
    assert found["ry"] > 0.95
    assert _best(position, 0.0) == "ry"


def test_it_frees_the_chip_that_holds_all_others_back() -> None:
    position = scene(
        seats=2,
        hands=["ry gb gb go bo op"],
        open=["rp ro", "rb yp"],
        chips=["r0 g3 b3 o3 y3 p3", "r3 g3 b3 o3 y3 p3"],
    )
    assert _best(position) in ("ry", "ry ry", "ry yr")
    assert _best(position, 0.0) in ("ry", "ry ry", "ry yr")


def test_it_scores_first_what_opens_the_next_area() -> None:
    position = scene(
        seats=2,
        hands=["rg oy oy by by yp"],
        open=["rg rp", "go bp"],
        chips=["r0 g3 b3 o3 y3 p3", "r3 g3 b3 o3 y3 p3"],
    )
    found = _judged(position, MUCH)
    assert found["rg rg"] > found["rg gr"]  # E5: green may enter only when red has left 0


def test_it_wins_the_match_and_not_the_round() -> None:
    ahead = scene(seats=2, rounds=2, number=2, points=[9, 0], hands=["ry gb gb gb go go"])
    behind = scene(seats=2, rounds=2, number=2, points=[0, 9], hands=["ry gb gb gb go go"])
    for effort in (0.0, LITTLE):
        assert max(_judged(ahead, effort).values()) > 0.7
        assert max(_judged(behind, effort).values()) < 0.3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_imagined_world_has_all_cards_and_keeps_what_is_known(seats: int) -> None:
    for n, position in enumerate(_decisions(seats)):
        seat = int(position.record["turn"])
        view = GAME.view(position, seat)
        hidden = judge.hidden_from(view)
        data = view.thaw()
        with np.errstate(over="ignore"):
            worlds.imagine(data[0], view.table[0], seat, hidden, np.uint64(n))
        world = CardsState(view.setup, data).record
        assert world["hands"][seat] == position.record["hands"][seat]
        sizes = [bits.total(int(hand)) for hand in world["hands"][:seats]]
        assert sizes == list(view.hand_sizes)
        assert bits.total(int(world["pile"])) == world["pile_size"]
        assert int(world["pile"]) + sum(map(int, world["hands"])) == view.unseen + view.hand
        most = {kind: view.left_over >> 3 * kind & 7 for kind in range(15)}
        assert all(bits.unpack(world["pile"]).count(kind) <= most[kind] for kind in most)


def test_imagined_worlds_differ() -> None:
    position = next(_decisions(3))
    view = GAME.view(position, int(position.record["turn"]))
    hidden = judge.hidden_from(view)
    seen = set()
    for n in range(8):
        data = view.thaw()
        with np.errstate(over="ignore"):
            worlds.imagine(data[0], view.table[0], view.seat, hidden, np.uint64(1000 * n))
        seen.add(tuple(map(int, data[0]["hands"])))
    assert len(seen) == 8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_description_stays_inside_the_layers(seats: int) -> None:
    row = np.full(value_features.most_features(seats), -1, np.int32)
    for seed in range(scaled(6)):
        for position, _, _ in walk(table(seats), seed, greedy=seed % 2 == 0):
            if position.record["phase"] in (PLAYING, OFFERED):
                for seat in range(seats):
                    with np.errstate(over="ignore"):
                        s, v = position.data[0], position.table[0]
                        count = value_features.describe(s, v, seat, row)
                    found = row[:count]
                    others = found[found >= value_features.THEIRS]
                    assert (found >= 0).all()
                    assert (found < value_features.columns(seats)).all()
                    assert len(others) == 12 * (seats - 1)
                    first, end = value_features.BONUS, value_features.CARDS
                    assert ((found >= first) & (found < end)).sum() == 1
                    assert (found < value_features.BONUS).sum() == 6


def _features(position: CardsState) -> list[int]:
    row = np.full(value_features.most_features(2), -1, np.int32)
    with np.errstate(over="ignore"):
        count = value_features.describe(position.data[0], position.table[0], 0, row)
    return sorted(row[:count].tolist())


def test_colours_are_described_alike_whatever_they_are_called() -> None:
    found = []
    for names in ("rgboyp", "ypbrgo"):
        renamed = str.maketrans("rgboyp", names)
        hands = ["ry gb gb go bo op".translate(renamed), "rg rb ro yp yp gp".translate(renamed)]
        up = ["rp ro".translate(renamed), "rb yp".translate(renamed)]
        chips = ["r0 g3 b3 o2 y3 p3".translate(renamed), "r3 g3 b1 o3 y3 p3".translate(renamed)]
        found.append(_features(scene(seats=2, hands=hands, open=up, chips=chips)))
    assert found[0] == found[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_was_learned_fits_the_features(seats: int) -> None:
    net = judge.network(seats)
    assert net.weights_1.shape == (value_features.columns(seats), len(net.bias_1))
    assert net.weights_2.shape == (len(net.bias_1), len(net.bias_2))
    assert net.weights_3.shape == (len(net.bias_2) + 1,)
    assert all(np.isfinite(layer).all() for layer in net)


def test_points_count_more_the_fewer_rounds_are_left() -> None:
    shares = []
    for number in (1, 2, 3):
        s = scene(seats=2, rounds=3, number=number, points=[7, 5])
        shares.append(match.in_match(s.data[0], s.table[0], 0, 0.5))
    assert 0.5 < shares[0] < shares[1] < shares[2] < 1.0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_shares_of_a_match_add_up_to_one(seats: int) -> None:
    s = scene(seats=seats, rounds=3, number=2, points=[7, 5, 4, 7][:seats])
    found = [match.in_match(s.data[0], s.table[0], seat, 1 / seats) for seat in range(seats)]
    assert sum(found) == pytest.approx(1.0)


@pytest.mark.skipif(PLAIN, reason="a search takes minutes as plain Python")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_champion_still_plays(seats: int) -> None:
    assert learned_for(seats).tables.shape == (prior.columns(seats),)
    position = next(_decisions(seats))
    seat = int(position.record["turn"])
    moves = GAME.legal(position, seat)
    player = GAME.baselines["champion1"](GAME, 1)
    assert isinstance(player, Champion1)
    assert player.choose(GAME.view(position, seat), moves) in moves
