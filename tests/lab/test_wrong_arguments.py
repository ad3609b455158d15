"""Whatever somebody passes to the lab by mistake is answered in one sentence, never by a crash."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from hexade import games
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree, setups
from hexade.envs import ids, register_pettingzoo
from hexade.lab import players
from hexade.lab.adapters.batch_env import BatchEnv
from hexade.lab.adapters.gymnasium import SeatEnv
from hexade.lab.adapters.openspiel import load
from hexade.lab.adapters.pettingzoo import AFTER_RESET, aec, parallel
from hexade.lab.batch import play_random
from hexade.lab.perft import perft
from hexade.lab.solve import tree_of
from hexade.lab.vector import Batch

pytestmark = pytest.mark.slow
# Another test may have loaded the environments before PettingZoo was there.
register_pettingzoo(pettingzoo)

PLAYED = sorted(games.catalogue().values(), key=lambda game: game.actions(agree(game)))
GAME, *_, LARGE = (game for game in PLAYED if game.kernels)
OTHER = next(game for game in PLAYED if not game.kernels)
ALIEN = f"the set-up is of {GAME.name}, not of"
TWO, THREE = agree(GAME), agree(GAME, seats=3)
HERE = next(name for name, game, _ in ids() if game == GAME.name)
WRONG = ["2", 1.5, -1, 99, None, [1], (), {}, b"a", 1 << 80, float("nan"), np.zeros(3), object]
SEAT = (
    "variant",
    "edition",
    "seat",
    "opponents",
    "illegal",
    "render_mode",
    "reward",
    "actions",
    "seats",
    "start",
    "options",
    "game",
)
ZOO = ("max_cycles", "seed", "illegal", "render_mode", "reward", "actions")
MANY = ("seat", "opponent", "opponents", "threads", "reward", "actions")
BATCH = ("seed", "target", "autoreset", "layout", "reward")
READS = ("step", "reset_lanes", "join", "after", "masks", "legal_moves", "state", "reset")


def begun(env: Any) -> Any:
    env.reset(seed=1)
    return env


def one_seat(**wishes: Any) -> Any:
    return gymnasium.make(HERE, **wishes)


def many(**wishes: Any) -> Any:
    wishes = {"vectorization_mode": "vector_entry_point", **wishes}
    return begun(gymnasium.make_vec(HERE, 2, **wishes))


def lanes(**wishes: Any) -> Batch:
    return Batch(GAME, TWO, **{"lanes": 4, **wishes})


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: one_seat(seat=5), "seat must be a whole number from 0 to 1, not 5"),
    (lambda: one_seat(seat=-1), "seat must be a whole number from 0 to 1, not -1"),
    (lambda: one_seat(seat=True), "seat must be a whole number from 0 to 1, not True"),
    (lambda: one_seat(seats=True), "seats must be a whole number, not True"),
    (lambda: lanes(lanes=True), "lanes must be a whole number, not True"),
    (lambda: lanes(seed=True), "seed must be a whole number, not True"),
    (lambda: begun(aec(GAME, TWO)).step(True), "an action is a whole number, not True"),
    (lambda: many(seat=5), "seat must be a whole number from 0 to 1, not 5"),
    (lambda: one_seat(opponents=()), "opponents names 0 for 1 other seat"),
    (lambda: one_seat(seats=3, opponents=["random"]), "names 1 for 2 other seats: name one for"),
    (lambda: one_seat(opponents=[7]), "an opponent is a name, a player or .*, not 7"),
    (
        lambda: one_seat(opponents=7),
        "opponents must be a name, a player, a function or a list, not 7",
    ),
    (lambda: one_seat(opponents=lambda *_: 3), "a player needs sit, hear, choose, rise"),
    (lambda: one_seat(variant="nope"), "has no variant 'nope'; choose base or tiny"),
    (lambda: one_seat(seats="2"), "seats must be a whole number, not '2'"),
    (lambda: many(opponent="greedy"), "opponent must be a function .*; opponents takes names"),
    (lambda: many(opponents="genius"), "there is no player 'genius'"),
    (lambda: many(reward="much"), "reward must be 'final' or 'dense', not 'much'"),
    (lambda: many(actions="both"), "actions must be 'flat' or 'factors', not 'both'"),
    (lambda: one_seat(actions="both"), "actions must be 'flat' or 'factors', not 'both'"),
    (lambda: aec(GAME, TWO, actions="both"), "actions must be 'flat' or 'factors'"),  # type: ignore[arg-type]
    (lambda: begun(aec(GAME, TWO, actions="factors")).step(1), "one for each factor, not 1"),
    (lambda: begun(SeatEnv(GAME, TWO)).after(7), "after takes a list of actions, not 7"),
    (lambda: aec(GAME, TWO).legal_actions("seat_0"), "no game has begun: call reset"),
    (lambda: begun(aec(GAME, TWO)).after("seat_9"), "no agent 'seat_9', only seat_0"),
    (lambda: lanes(reward="much"), "reward must be 'final' or 'dense', not 'much'"),
    (lambda: BatchEnv(GAME, TWO, 2).action_masks(), "no game has begun"),
    (lambda: aec(GAME, TWO).last(), "no game has begun: call reset"),
    (lambda: list(aec(GAME, TWO).agent_iter()), "no game has begun: call reset"),
    (lambda: begun(aec(GAME, TWO)).action_space("seat_9"), "no agent 'seat_9', only seat_0"),
    (lambda: begun(aec(GAME, TWO)).step(1 << 80), "a whole number of at most 64 bits"),
    (lambda: begun(parallel(GAME, TWO)).step(3), "actions must be a dict .*, not 3"),
    (lambda: lanes(autoreset="no"), "autoreset must be True or False, not 'no'"),
    (lambda: lanes(layout=np.zeros(2)), "layout must be 'rows' or 'columns'"),
    (lambda: SeatEnv(GAME.name, TWO), r"a game is what hexade\.games\.find"),  # type: ignore[arg-type]
    (lambda: SeatEnv(GAME, "base"), r"a set-up is what .*agree\(game\) returns"),  # type: ignore[arg-type]
    (lambda: SeatEnv(OTHER, TWO), ALIEN),
    (lambda: aec(OTHER, TWO), ALIEN),
    (lambda: Batch(LARGE, TWO, 4), ALIEN),
    (lambda: play_random(LARGE, TWO, 1, 1), ALIEN),
    (lambda: tree_of(OTHER, TWO), ALIEN),
    (lambda: Batch(GAME, Setup(GAME.name, "base", None, 9), 4), "is for 2, 3 or 4 players, not 9"),
    (lambda: tree_of(GAME, TWO, most=9), "more than 9 nodes: take a tiny set-up"),
    (lambda: perft(GAME, agree(GAME, "tiny"), 1, 99, 1), "plies must be at most"),
    (lambda: load("hexade_nope(players=2)"), "no game 'hexade_nope'; choose hexade_"),
    (lambda: load(f"hexade_{GAME.name}(memory=-1)"), "memory must be at least 0, not -1"),
    (
        lambda: players.make("noise:0.1:0.1:0.1", GAME, 1),
        "write noise:NOISE, noise:NOISE:EFFORT or noise:",
    ),
    (lambda: players.make(7, GAME, 1), "a player's name is a string, not 7"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "said"), REFUSED)
def test_it_is_refused_in_one_sentence(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(Refusal, match=said) as refusal:
        call()
    assert "\n" not in str(refusal.value)


def test_one_opponent_that_is_in_no_list_sits_in_all_other_seats() -> None:
    assert SeatEnv(GAME, THREE, opponents="greedy").opponents == ("greedy", "greedy")
    assert SeatEnv(GAME, THREE).opponents == ("random", "random")
    begun(SeatEnv(GAME, THREE, opponents=lambda game, seed: players.make("greedy", game, seed)))
    alone = next(setup for setup in setups(LARGE) if setup.seats == 1)
    assert SeatEnv(LARGE, alone, opponents=()).opponents == ()


def test_an_opponent_that_makes_no_move_is_named() -> None:
    class Lost(players.Timed):
        def choose(self, view: Any, legal: Any, time_ms: int | None = None) -> Any:
            return "stop"

    env = SeatEnv(GAME, TWO, seat=1, opponents=lambda *own: Lost(players.make("random", *own)))
    with pytest.raises(Refusal, match="<lambda>: choose returned 'stop', which is not one"):
        env.reset(seed=1)


def said(moves: Any, batch: Batch) -> Any:
    return moves


def test_an_opponent_of_a_batch_gives_a_move_for_every_lane() -> None:
    for moves in (np.zeros(3, np.int32), np.zeros(2), None):
        env = BatchEnv(GAME, TWO, 2, seat=1, opponent=partial(said, moves))
        with pytest.raises(Refusal, match=r"the opponent's moves must be .* of shape \(2,\)"):
            env.reset(seed=1)


@pytest.mark.parametrize("name", AFTER_RESET)
def test_what_there_is_only_in_a_game_says_so_before(name: str) -> None:
    env = aec(GAME, TWO)
    assert not hasattr(env, name)
    with pytest.raises(AttributeError, match=rf"call reset\(\) before you read {name}"):
        getattr(env, name)
    assert hasattr(begun(env), name)


def test_an_unknown_agent_is_refused_and_nobody_has_acted() -> None:
    env = parallel(OTHER, agree(OTHER), illegal="raise")
    seen, _ = env.reset(seed=1)
    actions = {agent: int(row["action_mask"].argmax()) for agent, row in seen.items()}
    wrongs: list[Any] = [
        {**actions, "seat_9": 0},
        {"seat_0": actions["seat_0"]},
        {**actions, "seat_1": "x"},
    ]
    for wrong in wrongs:
        with pytest.raises(Refusal, match=r"no agent 'seat_9'|needs an action|whole number"):
            env.step(wrong)
    env.step(actions)  # nothing was kept of what had been refused


def test_an_illegal_move_of_the_second_seat_is_refused_and_nobody_has_acted() -> None:
    env, same = (parallel(OTHER, agree(OTHER), illegal="raise") for _ in range(2))
    seen, _ = env.reset(seed=1)
    same.reset(seed=1)
    first, second = env.table.driver.waiting
    actions = {agent: int(row["action_mask"].argmax()) for agent, row in seen.items()}
    illegal = int(seen["seat_1"]["action_mask"].argmin())
    with pytest.raises(Refusal):
        env.step({**actions, "seat_1": illegal})
    assert env.table.driver.waiting == (first, second)
    other = int(seen["seat_0"]["action_mask"].nonzero()[0][1])  # nothing is sealed: choose anew
    corrected = {**actions, "seat_0": other}
    mended, wanted = env.step(corrected)[0], same.step(corrected)[0]
    assert env.table.render("ansi") == same.table.render("ansi")
    for agent, row in wanted.items():
        assert (mended[agent]["observation"] == row["observation"]).all()


def test_an_unknown_option_is_pythons_own_error() -> None:
    for made in (aec, parallel):
        with pytest.raises(TypeError, match=rf"{made.__name__}\(\) got an unexpected keyword"):
            made(GAME, TWO, nonsense=1)  # type: ignore[call-arg]


@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_no_wrong_value_crashes_inside(value: Any) -> None:
    calls: list[Callable[[], Any]] = [
        *(lambda name=name: one_seat(**{name: value}) for name in SEAT),
        *(lambda name=name: many(**{name: value}) for name in MANY),
        *(lambda name=name: aec(GAME, TWO, **{name: value}) for name in ZOO),
        *(lambda name=name: lanes(**{name: value}) for name in BATCH),
        *(lambda name=name: getattr(lanes(), name)(value) for name in READS),
        lambda: pettingzoo.make("parallel", HERE, seats=value),
        lambda: begun(parallel(GAME, TWO)).step(value),
        lambda: begun(aec(GAME, TWO)).observe(value),
        lambda: begun(SeatEnv(GAME, TWO)).step(value),
        lambda: begun(SeatEnv(GAME, TWO, actions="factors")).step(value),
        lambda: begun(SeatEnv(GAME, TWO)).after(value),
        lambda: begun(BatchEnv(GAME, TWO, 2, actions="factors")).step(value),
        lambda: begun(BatchEnv(GAME, TWO, 2)).step(value),
        lambda: play_random(GAME, TWO, 1, value),
        lambda: agree(value),
        lambda: aec(GAME, value),
        lambda: players.make(value, GAME, 1),
        lambda: games.find(value),
    ]
    sentences: list[str] = []
    for call in calls:
        try:
            call()
        except (Refusal, gymnasium.error.Error) as refusal:
            sentences.append(str(refusal))
    assert not [text for text in sentences if "\n" in text]
