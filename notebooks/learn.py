"""A small agent, trained end to end on one core in about a minute: `python -m notebooks.learn`.

A network of one hidden layer in plain NumPy plays both seats of thousands of games at once and
learns from who won (REINFORCE with Adam). It sees features and masks, and knows no rules.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: more threads only wait
import numpy as np

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup, agree
from hexade.lab.vector import Batch

LANES, HIDDEN, RATE = 512, 128, 0.003
Report = Callable[[int, float, float], None]  # round, seconds so far, share of wins


@dataclass
class Net:
    """A policy: features in, a score for each action out."""

    weights: list[np.ndarray]
    moments: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    steps: int = 0

    @classmethod
    def new(cls, width: int, actions: int, seed: int = 0) -> Net:
        """Return an untrained net."""
        rng = np.random.default_rng(seed)
        first = rng.normal(0, width**-0.5, (width, HIDDEN)).astype(np.float32)
        shapes = [first, np.zeros(HIDDEN, np.float32), np.zeros((HIDDEN, actions), np.float32)]
        return cls(shapes, [(np.zeros_like(w), np.zeros_like(w)) for w in shapes])

    def odds(self, rows: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the probability of each action, and the hidden layer."""
        first, bias, last = self.weights
        hidden = np.tanh(rows @ first + bias)
        scores = np.where(masks, hidden @ last, np.float32(-1e9))
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True), hidden

    def learn(
        self, rows: np.ndarray, masks: np.ndarray, actions: np.ndarray, gains: np.ndarray
    ) -> None:
        """Make actions likelier that gained, and less likely that lost."""
        odds, hidden = self.odds(rows, masks)
        odds[np.arange(len(actions)), actions] -= 1
        slope = odds * (gains / len(gains))[:, None]
        inner = (slope @ self.weights[2].T) * (1 - hidden**2)
        self.steps += 1
        for n, slopes in enumerate((rows.T @ inner, inner.sum(axis=0), hidden.T @ slope)):
            mean, spread = self.moments[n]
            mean += 0.1 * (slopes - mean)
            spread += 0.01 * (slopes**2 - spread)
            scale = np.sqrt(spread / (1 - 0.99**self.steps)) + 1e-8
            self.weights[n] -= RATE * mean / (1 - 0.9**self.steps) / scale


def as_numbers(rows: np.ndarray) -> np.ndarray:
    """Return features as small floating numbers."""
    return rows.astype(np.float32) / 8


def choose(net: Net, batch: Batch, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Return what the seats to act see, may do, and do."""
    rows, masks = as_numbers(batch.observations()), batch.masks().astype(bool)
    odds, _ = net.odds(rows, masks)
    drawn = (odds.cumsum(axis=1) > rng.random((len(rows), 1), np.float32)).argmax(axis=1)
    legal = masks[np.arange(len(rows)), drawn]
    return rows, masks, np.where(legal, drawn, masks.argmax(axis=1)).astype(np.int32)


def play(net: Net, batch: Batch, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Play one game in each lane; return all that was seen, done and gained by it."""
    seen: list[tuple[np.ndarray, ...]] = []
    alive, gains = np.ones(batch.lanes, bool), np.zeros(batch.rewards.shape, np.float32)
    while alive.any():
        rows, masks, actions = choose(net, batch, rng)
        lanes = np.flatnonzero(alive)
        seen.append((rows[lanes], masks[lanes], actions[lanes], lanes, batch.seats[lanes].copy()))
        batch.step(actions)
        over = alive & batch.flags[:, 0]
        gains[over], alive = batch.rewards[over], alive & ~over
    rows, masks, actions, lanes, seats = (np.concatenate(part) for part in zip(*seen, strict=True))
    return rows, masks, actions, gains[lanes, seats]


def against_random(net: Net, game: AnyGame, setup: Setup, seed: int, lanes: int = 1000) -> float:
    """Return the share of wins of seat 0 against random players, a shared rank being half."""
    batch, rng = Batch(game, setup, lanes, seed), np.random.default_rng(seed)
    alive, wins = np.ones(lanes, bool), 0.0
    while alive.any():
        own = batch.seats == 0
        batch.step(np.where(own, choose(net, batch, rng)[2], batch.random_moves()))
        over = alive & batch.flags[:, 0]
        wins, alive = wins + float((batch.rewards[over, 0] + 1).sum()) / 2, alive & ~over
    return wins / lanes


def train(game: AnyGame, setup: Setup, seconds: float, report: Report, every: int = 20) -> Net:
    """Train for so long, and report now and then."""
    batch, rng = Batch(game, setup, LANES), np.random.default_rng(1)
    net = Net.new(batch.width, batch.actions)
    batch.step(batch.random_moves())
    choose(net, batch, np.random.default_rng(0))  # by now all is compiled, and the clock may run
    begun, round_number = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds:
        if round_number % every == 0:
            report(round_number, spent, against_random(net, game, setup, 99))
        batch.reset(round_number)
        net.learn(*play(net, batch, rng))
        round_number += 1
    report(round_number, spent, against_random(net, game, setup, 99))
    return net


def smallest() -> tuple[AnyGame, Setup]:
    """Return the game with kernels that has the fewest moves, yet more than a yes and a no."""
    known = [game for game in games.catalogue().values() if game.kernels and game.moves > 2]
    game = min(known, key=lambda game: game.moves)
    return game, agree(game)


def main() -> None:
    """Train, and say how it goes."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    game, setup = smallest()

    def report(number: int, spent: float, wins: float) -> None:
        sys.stdout.write(f"{spent:5.1f} s, {number * LANES:6} games: {wins:.1%} against random\n")
        sys.stdout.flush()

    train(game, setup, seconds, report)


if __name__ == "__main__":
    main()
