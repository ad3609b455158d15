"""What a learner's step costs: `python -m bench.learner`; on a GPU `python -m bench.gpu learner`.

A step is a decision in every lane: read what is legal and what the seats see, choose at random,
play, and read rewards. Measured are the flat mask of actions, bits of factored actions, lists of
moves, and bits and features by `Batch.advance`, in rows and in columns, and the rows of features
after some of the moves. `python -m bench.learner seat` compares the environment of one seat with
PettingZoo's of all. Numbers go out as processor time on a CPU, which others may share.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any, get_args

import numpy as np

from bench.arguments import arguments
from bench.speed import latest
from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.kernel import Target, cuda
from hexade.contract.setup import Setup, agree
from hexade.lab.vector import Batch, Layout

LANES = {"cpu": 256, "cuda": 1 << 17}
ROUNDS = {"cpu": 8, "cuda": 64}
REPEATS = {"cpu": 3, "cuda": 8}  # a device is shared with others
MODES = ("cuda", "seat")
TRIED = 16  # moves of a lane whose rows of features are written
Way = Callable[[Batch], Callable[[], Any]]  # of a batch, what makes a step in all its lanes


def flat_masks(batch: Batch) -> Callable[[], Any]:
    """Return a step with features and the mask of all actions, into the same memory each time."""
    masks, rows = batch.masks(), batch.observations()
    return _after_reading(batch, lambda: (batch.masks(masks), batch.observations(rows)))


def factor_bits(batch: Batch) -> Callable[[], Any]:
    """Return a step with features and the bits of factors."""
    bits, rows = batch.mask_bits(), batch.observations()
    return _after_reading(batch, lambda: (batch.mask_bits(bits), batch.observations(rows)))


def move_lists(batch: Batch) -> Callable[[], Any]:
    """Return a step with features and the list of legal moves."""
    (moves, counts), rows = batch.legal_moves(), batch.observations()
    return _after_reading(
        batch, lambda: (batch.legal_moves(moves, counts), batch.observations(rows))
    )


def one_call(batch: Batch) -> Callable[[], Any]:
    """Return a step with features and the bits of factors that the call for the move writes."""
    moves = batch.random_moves()
    batch.look()
    return lambda: batch.advance(batch.random_moves(moves))


def _after_reading(batch: Batch, read: Callable[[], Any]) -> Callable[[], None]:
    moves = batch.random_moves()

    def step() -> None:
        read()
        batch.step(batch.random_moves(moves))

    return step


WAYS: dict[str, Way] = {
    "masks": flat_masks,
    "bits": factor_bits,
    "lists": move_lists,
    "advance": one_call,
}


def rate(game: AnyGame, setup: Setup, way: Way, target: Target, layout: Layout) -> float:
    """Return millions of steps a second: the best of some runs after a warm-up."""
    batch = Batch(game, setup, LANES[target], seed=1, target=target, layout=layout)
    step = way(batch)
    clock = perf_counter if target == "cuda" else process_time

    def run() -> None:
        for _ in range(ROUNDS[target]):
            step()
        if target == "cuda":
            cuda().synchronize()

    run()
    best = 0.0
    for _ in range(REPEATS[target]):
        began = clock()
        run()
        best = max(best, ROUNDS[target] * batch.lanes / (clock() - began))
    return best / 1e6


def rows_after(game: AnyGame, setup: Setup, target: Target, layout: Layout) -> float:
    """Return millions of rows of features after a legal move a second, some in every lane."""
    batch = Batch(game, setup, LANES[target] // TRIED, seed=1, target=target, layout=layout)
    tried, clock = _some_moves(batch), perf_counter if target == "cuda" else process_time
    rows, best = batch.after(tried), 0.0
    for _ in range(REPEATS[target]):
        began = clock()
        for _ in range(ROUNDS[target]):
            batch.after(tried, rows)
        if target == "cuda":
            cuda().synchronize()
        best = max(best, ROUNDS[target] * batch.lanes * TRIED / (clock() - began))
    return best / 1e6


def _some_moves(batch: Batch) -> Any:
    """Return a few legal moves of each lane some moves into the game, where the batch is."""
    for _ in range(6):
        batch.step(batch.random_moves())
    moves, counts = (batch.host(array) for array in batch.legal_moves())
    chosen = np.arange(TRIED) * counts[:, None] // TRIED
    return batch._placed(np.ascontiguousarray(np.take_along_axis(moves, chosen, axis=1)))


def equal(game: AnyGame, setup: Setup) -> bool:
    """Tell whether a device writes what the CPU writes: bits, lists, moves, features."""
    near = Batch(game, setup, 256, seed=3, target="cpu")
    far = Batch(game, setup, 256, seed=3, target="cuda", layout="columns")
    same = True
    for _ in range(40):
        own, there = near.random_moves(), far.random_moves()
        (moves, counts), (far_moves, far_counts) = near.legal_moves(), far.legal_moves()
        in_columns, _ = far.legal_moves(cuda().device_array(moves.shape, np.int32, order="F"))
        listed = np.arange(near.most_moves) < counts[:, None]
        for other in (far_moves, in_columns):
            same &= bool((moves == far.host(other))[listed].all())
        pairs = [(near.mask_bits(), far.mask_bits()), (near.observations(), far.observations())]
        pairs.append((counts, far_counts))
        tries = np.hstack([own.reshape(-1, 1), moves[:, :TRIED]])
        pairs.append((near.after(tries), far.after(cuda().to_device(tries))))
        parts = np.array([game.split_move(setup, int(move)) for move in own], np.int32)
        pairs.append((near.join(parts), far.join(cuda().to_device(parts))))
        same &= all((one == far.host(other)).all() for one, other in pairs)
        read = zip(near.advance(own), far.advance(there), strict=True)
        same &= all((one == far.host(other)).all() for one, other in read)
        same &= bool((near.states == far.host(far.states)).all())
    return same


def table(target: Target, names: list[str]) -> bool:
    """Print a row for each set-up; on a device tell whether all agree with the CPU."""
    ways = [(name, layout) for name in names for layout in get_args(Layout)]
    heads = [f"{name}, {layout}" for name, layout in ways]
    heads += [f"rows after a move, {layout}" for layout in get_args(Layout)]
    print("| millions of steps a second | " + " | ".join(heads) + " |")
    print("| --- |" + " ---: |" * len(heads))
    fine = True
    for game in games.catalogue().values():
        for setup in latest(game) if game.kernels else ():
            figures = [rate(game, setup, WAYS[name], target, layout) for name, layout in ways]
            figures += [rows_after(game, setup, target, layout) for layout in get_args(Layout)]
            said = "" if target == "cpu" else ", equal" if equal(game, setup) else ", DIFFERS"
            fine &= "DIFFERS" not in said
            label = f"{setup.game} {setup.variant} for {setup.seats}{said}"
            print(f"| {label} | " + " | ".join(f"{f:.2f}" for f in figures) + " |", flush=True)
    return fine


def seat() -> None:
    """Print processor time for each decision in a game, by all seats and by one and its bots."""
    from hexade.lab.adapters.gymnasium import SeatEnv
    from hexade.lab.adapters.pettingzoo import aec

    for game in games.catalogue().values():
        setup, costs = agree(game), [0.0, 0.0]
        one, every = SeatEnv(game, setup), aec(game, setup)
        for seed in range(30):
            plain, seated = _all_seats(every, seed), _one_seat(one, seed)
            costs = [min(c or t, t) for c, t in zip(costs, (plain, seated), strict=True)]
        text = f"{1e6 * costs[0]:.0f} µs, one seat {1e6 * costs[1]:.0f} µs"
        print(f"{game.name}: a decision of all seats {text}, ratio {costs[1] / costs[0]:.2f}")


def _all_seats(env: Any, seed: int) -> float:
    began = process_time()
    env.reset(seed=seed)
    while env.table.driver.waiting:
        seen = env.observe(env.agent_selection)
        env.step(int(seen["action_mask"].argmax()))
    spent = process_time() - began
    return spent / int(env.table.game.view(env.table.driver.state(), 0).ply)


def _one_seat(env: Any, seed: int) -> float:
    began, over = process_time(), False
    seen, _ = env.reset(seed=seed)
    while not over:
        seen, _, over, _, _ = env.step(seen["action_mask"].argmax())
    spent = process_time() - began
    return spent / int(env.game.view(env._table.driver.state(), 0).ply)


def _word(text: str) -> str:
    if text not in (*MODES, *WAYS):
        known = ", ".join((*MODES, *WAYS))
        raise argparse.ArgumentTypeError(f"there is no {text!r} to measure; choose {known}")
    return text


def main(words: list[str]) -> int:
    """Measure on one core, or with the word `cuda` on a device; names of ways leave out others."""
    asks = arguments("bench.learner", __doc__)
    text = "cuda: on a GPU; seat: the environment of one seat; ways to measure, if not all: "
    asks.add_argument("word", nargs="*", type=_word, metavar="WORD", help=text + ", ".join(WAYS))
    said = asks.parse_args(words).word
    if "seat" in said:
        seat()
        return 0
    names = [name for name in WAYS if name in said] or list(WAYS)
    return 0 if table("cuda" if "cuda" in said else "cpu", names) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
