"""A batch that the caller steps plays the same games as everything else."""

from __future__ import annotations

import pickle
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from hexade import games
from hexade.contract.chance import Stream, seed_of
from hexade.contract.game import CHANCE, CHANCE_ACTS, AnyGame
from hexade.contract.kernel import Target, default_target
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, setups
from hexade.lab.arguments import array_to_fill, array_to_read
from hexade.lab.returns import potentials, returns
from hexade.lab.simulate import SimulationPlan, play_one
from hexade.lab.vector import ALIGNED, Batch
from tests.lab.tables import named, newest
from tests.toys import TOY

pytestmark = pytest.mark.slow

WITH_KERNELS = [game for game in games.catalogue().values() if game.kernels]
TABLES = [(game, setup) for game in WITH_KERNELS for setup in newest(game)]
LANES, STEPS = (4, 90) if default_target() == "cpu" else (2, 6)


class Twin:
    """One lane of a batch, played through the facade."""

    def __init__(self, game: AnyGame, setup: Setup, seed: int, lane: int) -> None:
        self.game, self.setup, self.seed, self.number = game, setup, seed, lane
        self.begin()

    def begin(self) -> None:
        """Begin the next game of the lane."""
        self.state, self.draws = self.game.begin(self.setup), 0
        self.dealer = Stream(seed_of(self.seed, self.number))
        self.settle()

    def settle(self) -> None:
        """Let chance act until a seat must."""
        while self.game.to_act(self.state) == CHANCE_ACTS:
            outcome = self.dealer.pick(self.draws, self.game.chances(self.state))
            self.state, self.draws = (
                self.game.apply(self.state, {CHANCE: outcome}),
                self.draws + 1,
            )

    @property
    def seat(self) -> int:
        """Who is to act."""
        (seat,) = self.game.to_act(self.state)
        return seat

    def step(self, move: int) -> list[float]:
        """Make a move; return what is paid for it."""
        self.state = self.game.apply(self.state, {self.seat: move})
        self.settle()
        if self.game.to_act(self.state):
            return [0.0] * self.setup.seats
        paid = returns(self.game, self.setup, self.game.result(self.state))
        self.number += LANES
        self.begin()
        return paid


@pytest.mark.parametrize(("game", "setup"), TABLES, ids=named)
def test_every_lane_is_the_game_that_the_facade_plays(game: AnyGame, setup: Setup) -> None:
    batch = Batch(game, setup, LANES, seed=5)
    twins = [Twin(game, setup, 5, lane) for lane in range(LANES)]
    for step in range(STEPS):
        masks, rows, moves = batch.masks(), batch.observations(), batch.random_moves()
        for lane, twin in enumerate(twins):
            assert batch.seats[lane] == twin.seat
            assert np.flatnonzero(masks[lane]).tolist() == game.legal(twin.state, twin.seat)
            view = game.view(twin.state, twin.seat)
            assert (rows[lane] == game.features(view)).all()
            if step % 10 == 0:
                assert batch.state(lane) == twin.state
                assert hash(batch.state(lane)) == hash(twin.state)
        batch.step(moves)
        for lane, twin in enumerate(twins):
            paid = twin.step(int(moves[lane]))
            assert batch.rewards[lane].tolist() == np.array(paid, np.float32).tolist()
            assert batch.flags[lane].tolist() == [any(paid) or twin.state.record["ply"] == 0, False]


def journey(game: AnyGame, setup: Setup, threads: int, target: Target, steps: int) -> list[bytes]:
    batch = Batch(game, setup, 7, seed=9, threads=threads, target=target)
    found = []
    for _ in range(steps):
        batch.step(batch.random_moves())
        found.append(b"".join(map(bytes, (batch.states, batch.rewards, batch.flags))))
    return found


@pytest.mark.parametrize("game", WITH_KERNELS, ids=lambda game: game.name)
def test_threads_and_plain_python_step_through_the_same_states(game: AnyGame) -> None:
    for setup in newest(game):
        alone = journey(game, setup, 1, default_target(), STEPS)
        assert journey(game, setup, 3, default_target(), STEPS) == alone
        assert journey(game, setup, 1, "plain", 3) == alone[:3]


@pytest.mark.parametrize("game", WITH_KERNELS, ids=lambda game: game.name)
def test_an_illegal_move_changes_nothing_and_is_flagged(game: AnyGame) -> None:
    batch = Batch(game, next(setups(game)), 3, seed=1)
    before, masks = batch.states.tobytes(), batch.masks()
    assert not masks.all(axis=1).any()
    others = masks.argmin(axis=1)  # a move of the game that is not legal now
    for bad in (-1, others, batch.actions, 10**9):
        batch.step(np.full(3, bad, np.int32))
        assert batch.flags.tolist() == [[False, True]] * 3
        assert batch.states.tobytes() == before


def arrays(batch: Batch) -> list[np.ndarray]:
    """Return what a learner takes out of a batch."""
    made = [batch.masks(), batch.observations(), batch.random_moves()]
    return [*made, batch.seats, batch.rewards, batch.flags]


@pytest.mark.parametrize("lanes", [1, 3, 64, 1000])
def test_arrays_begin_where_other_libraries_need_no_copy(lanes: int) -> None:
    game = WITH_KERNELS[0]
    batch = Batch(game, next(setups(game)), lanes, seed=1)
    for array in (*arrays(batch), batch.states, batch.lots):
        assert array.ctypes.data % ALIGNED == 0
        assert len(array) == lanes


@pytest.mark.skipif(find_spec("jax") is None, reason="JAX is not among our dependencies")
@pytest.mark.parametrize("lanes", [1, 3, 64, 1000])
def test_jax_looks_at_the_very_memory_of_a_batch(lanes: int) -> None:
    jax = import_module("jax")
    game = WITH_KERNELS[0]
    for array in arrays(Batch(game, next(setups(game)), lanes, seed=1)):
        taken = jax.numpy.from_dlpack(array)
        assert taken.unsafe_buffer_pointer() == array.ctypes.data
        assert taken.tolist() == array.tolist()


def test_a_game_without_kernels_is_refused() -> None:
    with pytest.raises(Refusal, match="Toy has no kernels"):
        Batch(TOY, next(setups(TOY)), 2)


@pytest.mark.parametrize(("game", "setup"), TABLES, ids=named)
def test_a_batch_pays_what_the_records_of_the_same_seed_say(game: AnyGame, setup: Setup) -> None:
    batch, paid = Batch(game, setup, LANES, seed=4), dict[int, list[float]]()
    for _ in range(400):
        lots = batch.lots.copy()
        batch.step(batch.random_moves())
        for lane in np.flatnonzero(batch.flags[:, 0]):
            paid.setdefault(int(lots[lane]), batch.rewards[lane].tolist())
        if default_target() != "cpu" and len(paid) >= 1:
            break
    plan = SimulationPlan(setup, ("random",) * setup.seats, 4)
    for number in sorted(paid)[:3]:
        wanted = returns(game, setup, play_one(plan, number).result)
        assert paid[number] == np.array(wanted, np.float32).tolist()
    assert paid


@pytest.mark.parametrize(("game", "setup"), TABLES, ids=named)
def test_dense_rewards_follow_the_points_and_add_up_to_the_return(
    game: AnyGame, setup: Setup
) -> None:
    batch, plain = (Batch(game, setup, LANES, 4, reward=one) for one in ("dense", "final"))
    owed, ends = np.zeros((LANES, setup.seats)), 0
    for _ in range(STEPS):
        moves = plain.random_moves()
        plain.step(moves)
        batch.step(moves)
        owed += batch.rewards - plain.rewards
        for lane in range(LANES):
            over = bool(plain.flags[lane, 0])
            now = potentials(game, setup, batch.state(lane))
            assert owed[lane] == pytest.approx(np.zeros(setup.seats) if over else now, abs=1e-4)
            ends += over
    longest = game.longest(setup)
    assert ends or longest is None or longest > STEPS


def test_what_a_batch_paid_in_advance_is_forgotten_with_the_game() -> None:
    batch = small(reward="dense")
    for _ in range(6):
        batch.step(batch.random_moves())
    batch.reset_lanes(np.array([True, False, True, False]))
    batch.step(np.full(4, -1, np.int32))
    assert not batch.rewards.any()
    batch.step(batch.random_moves())
    for lane in (0, 2):
        now = potentials(batch.game, batch.setup, batch.state(lane))
        assert batch.rewards[lane].tolist() == pytest.approx(now, abs=1e-6)


@pytest.mark.parametrize("given", [{}, {"threads": 2, "layout": "columns", "autoreset": False}])
def test_a_pickled_batch_plays_on_identically(given: dict[str, Any]) -> None:
    batch = small(reward="dense", **given)
    for _ in range(20):
        batch.advance(batch.random_moves())
    again = pickle.loads(pickle.dumps(batch))
    assert (again.threads, again.layout, again.autoreset) == (
        batch.threads, batch.layout, batch.autoreset
    )  # fmt: skip
    for _ in range(60):
        moves = batch.random_moves()
        assert (again.random_moves() == moves).all()
        for own, other in zip(batch.advance(moves), again.advance(moves), strict=True):
            assert (own == other).all()
        for name in ("states", "seats", "lots", "rewards", "flags"):
            assert getattr(again, name).tobytes() == getattr(batch, name).tobytes()
            assert getattr(again, name).ctypes.data % ALIGNED == 0


class Foreign:
    """An array of another library: NumPy can look at its memory, kernels know nothing of it."""

    def __init__(self, held: np.ndarray) -> None:
        self.held, self.shape, self.dtype = held, held.shape, f"torch.{held.dtype}"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Show the memory."""
        return self.held


def small(**given: Any) -> Batch:
    game = WITH_KERNELS[0]
    return Batch(game, next(setups(game)), **{"lanes": 4, "seed": 1, **given})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"lanes": 0}, "lanes must be at least 1, not 0"),
        ({"lanes": 2.5}, "lanes must be a whole number, not 2.5"),
        ({"threads": 0}, "threads must be at least 1, not 0"),
        ({"seed": -1}, "seed must be at least 0, not -1"),
        ({"seed": 1 << 80}, "seed must be below"),
        ({"target": "tpu"}, "target must be plain, cpu, cuda or None, not 'tpu'"),
        ({"target": "cuda", "threads": 2}, "threads share work on a CPU"),
    ],
)
def test_a_batch_that_cannot_be_is_refused_in_words(given: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        small(**given)


@pytest.mark.parametrize(
    "moves",
    [np.zeros(3, np.int32), np.zeros((4, 1), np.int32), np.zeros(4), [0, 0, 0, 0], None, 7],
    ids=str,
)
def test_moves_of_another_shape_or_kind_are_refused_and_nothing_moves(moves: Any) -> None:
    batch = small()
    before = batch.states.tobytes()
    with pytest.raises(Refusal, match=r"moves must be whole numbers \(int32\) of shape \(4,\)"):
        batch.step(moves)
    assert batch.states.tobytes() == before


def test_arrays_to_fill_must_be_what_would_be_made() -> None:
    batch = small()
    for fill in (batch.masks, batch.observations, batch.random_moves):
        made = fill()
        narrow, frozen = made[:-1].copy(), made.copy()
        frozen.flags.writeable = False
        for bad in (narrow, made.astype(np.float32), made.tolist()):
            with pytest.raises(Refusal, match=r"out must be int.* of shape"):
                fill(out=bad)
        with pytest.raises(Refusal, match="can be written to"):
            fill(out=frozen)
        again = np.zeros_like(made)
        assert fill(out=again) is again
        assert (again == made).all()


def test_seats_that_nobody_sits_in_cannot_be_watched() -> None:
    batch = small()
    for bad in (batch.setup.seats, -1):
        with pytest.raises(Refusal, match="seats must be between 0 and"):
            batch.observations(seats=np.full(4, bad, np.int8))
    with pytest.raises(Refusal, match="seats must be whole numbers"):
        batch.observations(seats=0)
    assert (batch.observations(seats=batch.seats) == batch.observations()).all()
    with pytest.raises(Refusal, match="lane must be below 4"):
        batch.state(4)


@pytest.mark.parametrize("threads", [1, 3])
def test_arrays_of_other_libraries_are_filled_and_read_where_they_are(threads: int) -> None:
    batch, twin = small(threads=threads), small()
    moves = Foreign(np.zeros(4, np.int32))
    assert batch.random_moves(moves) is moves
    assert (moves.held == twin.random_moves()).all()
    batch.step(moves)
    twin.step(moves.held.astype(np.int64))
    assert batch.states.tobytes() == twin.states.tobytes()


def test_arrays_of_a_device_are_passed_on_as_they_are() -> None:
    placed = Foreign(np.zeros(4, np.int32))
    assert array_to_read("moves", placed, 4, "cuda") is placed
    assert array_to_fill(placed, (4,), np.int32, "cuda") is placed
    with pytest.raises(Refusal, match="out must be int8 of shape"):
        array_to_fill(placed, (4, 2), np.int8, "cuda")
