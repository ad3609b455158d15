"""Learning by self-play: `python -m hexade.games.genial_cards.mind.training` makes the tables.

Each lesson plays rounds with the tables of the last one, tries every move of some positions in
sampled worlds, and fits new tables to the differences between the moves (least squares, kept near
the last tables where few positions were seen). The same seed gives the same tables.
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
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.mind import prior
from hexade.games.genial_cards.mind.judge import scratch_for
from hexade.games.genial_cards.mind.prior import WINS, RoundScratch, choose, describe, estimate
from hexade.games.genial_cards.mind.search import HiddenCards, first_place, imagine, play_round
from hexade.games.genial_cards.rules import befall, decide, list_legal, random_outcome
from hexade.games.genial_cards.scoring import rank_key, weakest
from hexade.games.genial_cards.state import MOST_MOVES, OFFERED, OVER, PLAYING, STATE, opening
from hexade.games.genial_cards.variants import table_of

EVERY = 4  # one decision in this many is examined
STRAY = 8  # one in this many is random, so that unusual positions are seen too
KEPT_ROUNDS = 1024
_STRAYS, _DEAL = 5, 1  # streams


class Seen(NamedTuple):
    """What was seen in a lesson; the first three have an entry for each move that was tried."""

    rows: Record  # the indices of the position after the move (prior.describe)
    groups: Record  # the number of the position before it
    outcomes: Record  # the mean of its outcomes
    rounds: Record  # the weakest chips of all seats at the end of each round


@kernel
def unseen_by(s: Record, v: Record, seat: int) -> Word:
    """Return the cards in the pile and in the hands of the others."""
    cards = s["pile"]
    for other in range(v["seats"]):
        if other != seat:
            cards += s["hands"][other]
    return cards


@kernel
def try_moves(
    states: Record, v: Record, scratch: RoundScratch, moves: Record, tables: Record, worlds: int,
    group: int, seen: Seen, at: int, key: Word,
) -> int:  # fmt: skip
    """Try all moves of states[0] in a number of worlds; write the results from row `at` on.

    Return how many rows were written: none if there is no choice or a move ends the round.
    """
    seat, outcomes = signed(states[0]["turn"]), seen.outcomes
    count = list_legal(states[0], v, moves)
    for n in range(count):
        states[2] = states[0]
        decide(states[2], v, int(moves[n]))
        if count < 2 or estimate(states[2], v, seat, tables, scratch.traits) >= WINS:
            return 0
        describe(states[2], v, seat, seen.rows[at + n])
        seen.groups[at + n] = group
        outcomes[at + n] = 0.0
    cards = unseen_by(states[0], v, seat)
    for k in range(worlds):
        world = mix(stream(key, k))
        states[1] = states[0]
        imagine(states[1], v, seat, HiddenCards(cards, cards), world)
        for n in range(count):
            states[2] = states[1]
            decide(states[2], v, int(moves[n]))
            play_round(states[2], v, scratch, tables, stream(world, _DEAL))
            for other in range(v["seats"]):
                scratch.totals[other] = rank_key(states[2], other)
            outcomes[at + n] += first_place(v, seat, scratch.totals) / worlds
    return count


@kernel
def play_rounds(
    states: Record, opening: Record, table: Record, scratch: RoundScratch, moves: Record,
    tables: Record, worlds: int, seed: Word, seen: Seen,
) -> int:  # fmt: skip
    """Play rounds until the rows are full; return how many were written."""
    v, s = table[0], states[3]
    done = group = number = 0
    while True:
        key = nth_seed(seed, number)
        states[3] = opening[0]
        while s["phase"] != OVER:
            if s["phase"] != PLAYING and s["phase"] != OFFERED:
                befall(s, v, random_outcome(s, stream(key, _DEAL)))
                continue
            so_far = np.uint64(int(s["draws"]) + int(s["ply"]))
            strays = mix(stream(key, _STRAYS) + so_far)
            if below(strays, 0, EVERY) == 0:
                if done + moves.shape[0] > seen.rows.shape[0]:
                    return done
                states[0] = s
                found = try_moves(
                    states, v, scratch, moves, tables, worlds, group, seen, done, strays
                )
                done += found
                group += int(found > 0)
            move = choose(s, v, scratch, tables)
            if below(strays, 1, STRAY) == 0:
                move = int(moves[below(strays, 2, list_legal(s, v, moves))])
            decide(s, v, move)
        for seat in range(v["seats"]):
            seen.rounds[number % seen.rounds.shape[0], seat] = weakest(s, seat)
        number += 1


@kernel
def add_up(seen: Seen, within: float, square: Record, side: Record) -> None:
    """Add what was seen to the normal equations of least squares.

    With `within` 1 only the differences between the moves of a position count, with 0 their values.
    """
    rows, groups, outcomes = seen.rows, seen.groups, seen.outcomes
    first = 0
    while first < groups.shape[0]:
        last = first
        while last < groups.shape[0] and groups[last] == groups[first]:
            last += 1
        mean = 0.0
        for n in range(first, last):
            mean += within * outcomes[n] / (last - first)
        for n in range(first, last):
            for i in range(rows.shape[1]):
                side[rows[n, i]] += outcomes[n] - mean
                for m in range(first, last):
                    weight = (1.0 if n == m else 0.0) - within / (last - first)
                    for j in range(rows.shape[1] if weight != 0.0 else 0):
                        square[rows[n, i], rows[m, j]] += weight
        first = last


_play_rounds = speed_up(play_rounds)
_add_up = speed_up(add_up)


def practise(seats: int, tables: np.ndarray, count: int, worlds: int, seed: int) -> Seen:
    """Play rounds with these tables until enough moves have been tried in enough worlds each."""
    setup = agree(GAME, seats=seats)
    seen = Seen(
        rows=np.zeros((count, prior.traits(seats)), np.int32),
        groups=np.zeros(count, np.int64),
        outcomes=np.zeros(count),
        rounds=np.full((KEPT_ROUNDS, seats), -1, np.int8),
    )
    done = _play_rounds(
        np.zeros(4, STATE), opening(setup).data, table_of(setup), scratch_for(seats),
        np.zeros(MOST_MOVES, np.int32), tables, worlds, np.uint64(seed), seen,
    )  # fmt: skip
    played = seen.rounds[seen.rounds[:, 0] >= 0]
    return Seen(seen.rows[:done], seen.groups[:done], seen.outcomes[:done], played)


def fit(seen: Seen, tables: np.ndarray, within: float, near: float) -> tuple[np.ndarray, float]:
    """Return tables that fit what was seen, and by how much they reduce the squared error."""
    square, side = np.zeros((len(tables), len(tables))), np.zeros(len(tables))
    _add_up(seen, within, square, side)
    error = side - square @ tables.astype(float)
    change = np.linalg.solve(square + near * np.eye(len(tables)), error)
    gained = float(2 * change @ error - change @ square @ change) / len(seen.rows)
    return (tables + change).astype(np.float32), gained


@click.command(help=__doc__)
@click.option("--seats", type=click.IntRange(2, 4), required=True)
@click.option("--lessons", default=6, show_default=True)
@click.option(
    "--rows",
    type=click.IntRange(min=2000),
    default=24_000,
    show_default=True,
    help="Moves to try in each lesson.",
)
@click.option("--worlds", default=12, show_default=True, help="Worlds to try each of them in.")
@click.option("--near", default=20.0, show_default=True, help="How much the last tables count.")
@click.option("--seed", default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(
    seats: int, lessons: int, rows: int, worlds: int, near: float, seed: int, out: Path
) -> None:
    """Learn, and write the tables after every lesson."""
    tables = prior.first_tables(seats)
    for number in range(lessons):
        seen = practise(seats, tables, rows, worlds, seed_of(seed, number))
        tables, gained = fit(seen, tables, 1.0, near)
        levels, _ = fit(seen, np.zeros_like(tables), 0.0, near)
        short, low = tables.astype(np.float16), levels.astype(np.float16)
        np.savez_compressed(out, tables=short, levels=low, rounds=seen.rounds)
        click.echo(
            f"lesson {number + 1}: {len(seen.rounds)} rounds, weakest chips "
            f"{seen.rounds.mean():.2f}, squared error less by {gained:.6f}"
        )


if __name__ == "__main__":
    main()
