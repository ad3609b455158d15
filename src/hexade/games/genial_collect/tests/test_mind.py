"""The judge: exact where the end is in sight, and learned where it is not."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.contract.chance import Stream, seed_of
from hexade.contract.game import CHANCE
from hexade.contract.kernel import speed_up
from hexade.contract.setup import agree
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.mind import judge
from hexade.games.genial_collect.mind.turn_tree import judge_turn, scratch_for
from hexade.games.genial_collect.state import STOP, TURN_UP, CollectState
from hexade.games.genial_collect.tests.exact import Solver, choice_of, values
from hexade.games.genial_collect.tests.scene import PLAIN, scene

pytestmark = pytest.mark.slow

FIVE = "rrrrrgggggbbbbboooooyyyyyppppp"
SEVEN_BUT_RED = "rrrrrrgggggggbbbbbbboooooooyyyyyyyppppppp"
# Positions with a tile or two in the pile: what the mover turned up, the pile, what each owns.
LAST_TILES = [
    ("rrg", "r", "g", FIVE, FIVE),
    ("rrgb", "g", "b", FIVE, FIVE + "rgb"),
    ("rg", "r", "y", FIVE + "g", FIVE + "g"),
    ("rrgb", "b", "rg", FIVE + "ooyyppg", FIVE + "ooyyppr"),
    ("rrg", "g", "rb", FIVE + "bb", FIVE + "r"),
    ("rg", "rg", "by", FIVE, FIVE + "bb"),
]


def _values(position: CollectState, effort: float) -> list[float]:
    view = GAME.view(position, int(position.record["turn"]))
    return list(GAME.judge(view, [TURN_UP, STOP], effort, 0))


@pytest.mark.parametrize(("middle", "shown", "pile", "mine", "theirs"), LAST_TILES)
def test_with_the_end_in_sight_values_are_exact(
    middle: str, shown: str, pile: str, mine: str, theirs: str
) -> None:
    position = scene(middle, shown, owned=[mine, theirs], pile=pile)
    exact = choice_of(position, Solver())
    found = _values(position, effort=1.0)  # this turn and the next one
    assert found[TURN_UP] == pytest.approx(exact.going, abs=1e-6)
    if len(pile) == 1:  # with two tiles there may be a third turn after a stop
        assert found[STOP] == pytest.approx(exact.stopping, abs=1e-6)


def test_a_stop_that_wins_is_worth_everything() -> None:
    assert _values(scene("rg", "r", owned=[SEVEN_BUT_RED]), 0.0)[STOP] == 1.0


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deep", [0] if PLAIN else [0, 1])
def test_shares_add_up_to_one_whatever_the_colours_are_called(seats: int, deep: int) -> None:
    net = judge.network_for(seats)
    found = []
    for names in ("rgboyp", "ypbrgo"):
        renamed = str.maketrans("rgboyp", names)
        words = ("rrrgb", "gb", "rrgyyy", "ooop")
        middle, shown, *owned = (word.translate(renamed) for word in words)
        position = scene(middle, shown, seats=seats, turn=1, owned=owned)
        tree, inner = scratch_for(seats), scratch_for(seats)
        speed_up(judge_turn)(position.thaw(), position.table, net, tree, inner, deep)
        assert tree.moves[:, :seats].sum(axis=1) == pytest.approx([1, 1])
        found.append(tree.moves[:, 1].tolist())
    assert found[0] == pytest.approx(found[1], abs=1e-5)


def test_the_champion_goes_on_where_it_is_safe_and_stops_where_it_is_not() -> None:
    for middle, better in (("grrrrbbbbooooyyyypppp", TURN_UP), ("gggr", STOP)):
        values = _values(scene(middle, "g", owned=["bb", "oo"]), 0.0)
        assert values.index(max(values)) == better


@pytest.mark.skipif(PLAIN, reason="whole games take minutes as plain Python")
def test_near_the_end_the_champion_is_close_to_the_best_play() -> None:
    losses = []
    for deal in range(25):
        dealer, position = Stream(seed_of(3, deal)), GAME.begin(agree(GAME))
        while acting := GAME.to_act(position):
            (seat,) = acting
            if seat == CHANCE:
                move = dealer.pick(int(position.record["draws"]), GAME.chances(position))
            else:
                legal, view = GAME.legal(position, seat), GAME.view(position, seat)
                near = len(legal) > 1 and position.record["pile_size"] <= 5
                worth = values(position, seat, legal) if near else None
                if worth is not None:
                    best = int(np.argmax(GAME.judge(view, legal, 1.0, 0)))
                    losses.append((max(worth) - worth[best], max(worth) - sum(worth) / 2))
                move = legal[int(np.argmax(GAME.judge(view, legal, 0.0, 0)))]
            position = GAME.apply(position, {seat: move})
    champion, random = np.mean(losses, axis=0)
    assert len(losses) > 20
    assert champion < 0.01  # of a win, for each choice
    assert champion < random / 4


@pytest.mark.skipif(PLAIN, reason="there is nothing to compare")
def test_plain_and_compiled_judges_agree() -> None:
    position = scene("rrgb", "g", seats=3, owned=["rr", "gg", "b"])
    found = []
    for target in ("plain", "cpu"):
        tree, inner = scratch_for(3), scratch_for(3)
        run = speed_up(judge_turn, target)
        run(position.thaw(), position.table, judge.network_for(3), tree, inner, 0)
        found.append(tree.moves.copy())
    assert found[0] == pytest.approx(found[1], abs=1e-5)
