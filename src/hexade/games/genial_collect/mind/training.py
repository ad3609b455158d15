"""Learning by self-play: `python -m hexade.games.genial_collect.mind.training` makes the weights.

Each lesson plays games with the network of the last one. Every position between two turns is then
valued anew: partly by the tree of its turn, partly by what came of it (TD(λ)), and the network is
moved towards these values (Adam). The same seed on the same machine gives the same weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from hexade.contract.bits import signed
from hexade.contract.chance import below, mix, nth_seed, seed_of, stream
from hexade.contract.kernel import Record, Word, kernel, speed_up
from hexade.contract.setup import agree
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.mind import network
from hexade.games.genial_collect.mind.network import AS_IT_WAS, CollectNetwork, describe_colour
from hexade.games.genial_collect.mind.turn_tree import (
    TurnScratch,
    back_up,
    learned_ends,
    scratch_for,
    shares,
    turned_up,
)
from hexade.games.genial_collect.rules import befall, decide, random_outcome
from hexade.games.genial_collect.state import DECIDING, FILLING, OVER, STATE, STOP, TURN_UP, opening
from hexade.games.genial_collect.variants import MIDDLE, TILES, table_of

LONGEST = 2 * TILES  # positions between two turns that a game can have
MEAN_LENGTH = 110  # of such positions, at most
BATCH = 512
STRAYS = 1000  # the share of random moves is counted in these
PLAYED, STRAYED, EMPTY = range(3)  # the turn after a position: as is best, or not; or no turn yet
_STRAYS, _DEAL = 5, 1  # streams


class Lessons(NamedTuple):
    """Positions between two turns, and what to think of them."""

    rows: Record  # by colours
    tops: Record  # what the second layer knows beside the colours; the last is one
    targets: Record  # by seats, the one that comes next first


class GameNotes(NamedTuple):
    """What is remembered of a game until it is over."""

    values: Record  # by positions and seats: by the tree of the turn
    firsts: Record  # the seat that comes next
    kinds: Record  # PLAYED, STRAYED or EMPTY
    came: Record  # by seats: what came of it


@kernel
def note(s: Record, v: Record, now: Record, lessons: Lessons, at: int) -> None:
    """Write the description of a position between two turns."""
    for colour in range(6):
        describe_colour(s, v, signed(s["turn"]), colour, AS_IT_WAS, lessons.rows[at, colour])
    seats, tops = int(v["seats"]), lessons.tops[at]
    shares(s, v, now)
    tops[0], tops[seats + 1] = s["pile_size"] / TILES, 1.0
    for ahead in range(seats):
        tops[1 + ahead] = now[(signed(s["turn"]) + ahead) % seats]


@kernel
def play_game(
    s: Record, v: Record, net: CollectNetwork, t: TurnScratch, notes: GameNotes, stray: int,
    key: Word, lessons: Lessons, at: int,
) -> int:  # fmt: skip
    """Play a game by the network; note its positions from row `at` on, return how many."""
    dealer, strays = stream(key, _DEAL), mix(stream(key, _STRAYS))
    n = 0
    while s["phase"] != OVER:
        if s["phase"] == DECIDING:
            move = TURN_UP
            if s["up"] == 0:
                note(s, v, notes.came, lessons, at + n)
                solve(s, v, net, t, notes, n)
                n += 1
            else:
                move = best_move(s, t)
                if below(strays, int(s["ply"]), STRAYS) < stray:
                    move = STOP + TURN_UP - move
                    notes.kinds[n - 1] = STRAYED
            decide(s, v, move)
        else:
            if s["phase"] == FILLING and s["due"] == MIDDLE:
                note(s, v, notes.came, lessons, at + n)
                notes.firsts[n], notes.kinds[n] = signed(s["turn"]), EMPTY
                n += 1
            befall(s, v, random_outcome(s, dealer))
    return n


@kernel
def solve(
    s: Record, v: Record, net: CollectNetwork, t: TurnScratch, notes: GameNotes, n: int
) -> None:
    """Solve the turn that begins, and remember what it is worth."""
    learned_ends(s, v, net, t)
    back_up(s, v, t)
    notes.firsts[n], notes.kinds[n] = signed(s["turn"]), PLAYED
    for seat in range(v["seats"]):
        notes.values[n, seat] = t.values[0, seat]


@kernel
def best_move(s: Record, t: TurnScratch) -> int:
    """Return the move that the tree of this turn has found best."""
    node, seat = turned_up(s), signed(s["turn"])
    return STOP if t.values[node, seat] == t.stops[node, seat] else TURN_UP


@kernel
def look_back(
    s: Record, v: Record, notes: GameNotes, n: int, trace: float, lessons: Lessons, at: int
) -> None:
    """Write the targets of a game's positions, from its end to its beginning."""
    seats, came = int(v["seats"]), notes.came
    shares(s, v, came)
    for k in range(n - 1, -1, -1):
        # A turn with a random move says nothing about those who play as is best; before the
        # middle is filled a position is worth what it is worth afterwards.
        weight = 1.0 if notes.kinds[k] == EMPTY else 0.0 if notes.kinds[k] == STRAYED else trace
        for seat in range(seats):
            came[seat] = weight * came[seat] + (1.0 - weight) * notes.values[k, seat]
        for ahead in range(seats):
            lessons.targets[at + k, ahead] = came[(notes.firsts[k] + ahead) % seats]


@kernel
def play_games(
    states: Record, opening: Record, table: Record, net: CollectNetwork, t: TurnScratch,
    notes: GameNotes, stray: int, trace: float, seed: Word, games: int, lessons: Lessons,
) -> int:  # fmt: skip
    """Play games; return how many positions were written."""
    at = 0
    for number in range(games):
        if at + LONGEST > lessons.tops.shape[0]:
            return at
        states[0] = opening[0]
        key = nth_seed(seed, number)
        n = play_game(states[0], table[0], net, t, notes, stray, key, lessons, at)
        look_back(states[0], table[0], notes, n, trace, lessons, at)
        at += n
    return at


_play_games = speed_up(play_games)


def first_network(seats: int, seed: int) -> CollectNetwork:
    """Return a network that knows nothing: every seat has the same chance."""
    chance = np.random.default_rng(seed)
    shapes = network.sizes(seats)
    layers = [chance.normal(0, (2 / rows) ** 0.5, (rows, columns)) for rows, columns in shapes]
    layers[-1][:] = 0
    return CollectNetwork(*(layer.astype(np.float32) for layer in layers))


def practise(
    seats: int, net: CollectNetwork, games: int, stray: float, trace: float, seed: int
) -> Lessons:
    """Play games by a network and return the positions with their targets."""
    setup, room = agree(GAME, seats=seats), games * MEAN_LENGTH + LONGEST
    lessons = Lessons(
        rows=np.zeros((room, 6, network.columns(seats)), np.float32),
        tops=np.zeros((room, seats + 2), np.float32),
        targets=np.zeros((room, seats), np.float32),
    )
    notes = GameNotes(
        values=np.zeros((LONGEST, 4)),
        firsts=np.zeros(LONGEST, np.int64),
        kinds=np.zeros(LONGEST, np.int64),
        came=np.zeros(4),
    )
    done = _play_games(
        np.zeros(1, STATE), opening(setup).data, table_of(setup), net, scratch_for(seats), notes,
        round(stray * STRAYS), trace, np.uint64(seed), games, lessons,
    )  # fmt: skip
    return Lessons(*(column[:done] for column in lessons))


class Adam:
    """The steps by which the layers are moved (Kingma and Ba, 2015), and their moving average."""

    def __init__(self, net: CollectNetwork) -> None:
        self.layers = [layer.astype(np.float32) for layer in net]
        self._mean = [np.zeros_like(layer) for layer in net]
        self._square = [np.zeros_like(layer) for layer in net]
        self._steps = 0

    def step(self, slopes: list[np.ndarray], rate: float) -> None:
        """Move all layers against their slopes."""
        self._steps += 1
        bias = (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
        for layer, slope, mean, square in zip(
            self.layers, slopes, self._mean, self._square, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            layer -= rate * bias * mean / (np.sqrt(square) + 1e-8)


def slopes(layers: list[np.ndarray], lessons: Lessons) -> tuple[list[np.ndarray], float]:
    """Return the slopes of the cross-entropy by the layers, and how far it is from the least."""
    one, two, three = layers
    count = len(lessons.tops)
    inner = np.maximum(lessons.rows @ one[:-1] + one[-1], 0)
    summed = np.concatenate([inner.sum(axis=1), lessons.tops], axis=1)
    outer = np.concatenate([np.maximum(summed @ two, 0), lessons.tops[:, -1:]], axis=1)
    logits = outer @ three
    found = np.exp(logits - logits.max(axis=1, keepdims=True))
    found /= found.sum(axis=1, keepdims=True)
    error = (found - lessons.targets) / count
    back = (error @ three[:-1].T) * (outer[:, :-1] > 0)
    wide = (back @ two[: network.FIRST].T)[:, None, :] * (inner > 0)
    first = np.concatenate([
        np.tensordot(lessons.rows, wide, axes=([0, 1], [0, 1])), wide.sum(axis=(0, 1))[None]
    ])  # fmt: skip
    gap = np.mean(np.sum((found - lessons.targets) ** 2, axis=1))
    return [first, summed.T @ back, outer.T @ error], float(gap)


def study(adam: Adam, lessons: Lessons, rate: float, epochs: int, seed: int) -> float:
    """Move the layers towards the targets; return the mean squared error of the last pass."""
    chance, count = np.random.default_rng(seed), len(lessons.tops)
    gaps: list[float] = []
    for _ in range(epochs):
        order, gaps = chance.permutation(count), []
        for at in range(0, count, BATCH):
            part = Lessons(*(column[order[at : at + BATCH]] for column in lessons))
            found, gap = slopes(adam.layers, part)
            adam.step(found, rate)
            gaps.append(gap)
    return float(np.mean(gaps))


@click.command(help=__doc__)
@click.option("--seats", type=click.IntRange(2, 4), required=True)
@click.option("--lessons", default=60, show_default=True)
@click.option("--games", default=1500, show_default=True, help="Games in each lesson.")
@click.option("--epochs", default=3, show_default=True, help="Passes over the positions of each.")
@click.option("--rate", default=0.003, show_default=True, help="Of the steps; it falls to zero.")
@click.option("--stray", default=0.04, show_default=True, help="The share of random moves.")
@click.option("--trace", default=0.7, show_default=True, help="The λ of TD(λ).")
@click.option("--seed", default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(
    seats: int, lessons: int, games: int, epochs: int, rate: float, stray: float, trace: float,
    seed: int, out: Path,
) -> None:  # fmt: skip
    """Learn, and write the weights after every lesson."""
    adam = Adam(first_network(seats, seed))
    for number in range(lessons):
        net = CollectNetwork(*adam.layers)
        seen = practise(seats, net, games, stray, trace, seed_of(seed, number))
        left = 1 - number / lessons
        gap = study(adam, seen, rate * left, epochs, number)
        kept = zip(CollectNetwork._fields, adam.layers, strict=True)
        np.savez_compressed(out, **{name: layer.astype(np.float16) for name, layer in kept})
        length = len(seen.tops) / games
        click.echo(f"lesson {number + 1}: {length:.1f} positions a game, squared error {gap:.4f}")


if __name__ == "__main__":
    main()
