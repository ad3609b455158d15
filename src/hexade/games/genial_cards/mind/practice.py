"""Practice as kernels: rounds are played, and at some decisions every move is tried in worlds."""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.chance import below, mix, nth_seed, stream
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_cards.mind.look import WINS, choose, describe, look
from hexade.games.genial_cards.mind.search import first_place, imagine, play_round
from hexade.games.genial_cards.rules import befall, decide, list_legal, random_outcome
from hexade.games.genial_cards.scoring import rank_key, weakest
from hexade.games.genial_cards.state import OFFERED, OVER, PLAYING

EVERY = 4  # one decision in so many is examined
STRAY = 8  # and one in so many made by chance, so that odd positions are seen as well
_STRAYS, _DEAL = 5, 1  # streams


@kernel
def try_out(
    states: Record, v: Record, desk: Record, tables: Record, plan: Record, at: int, rows: Record,
    groups: Record, outcomes: Record, key: Word,
) -> int:  # fmt: skip
    """Try all moves of states[0] in plan[1] worlds; write what was seen from row `at` on.

    Return how many rows were written: none where there is no choice or a move ends the round.
    """
    seat, moves = signed(states[0]["turn"]), desk[5]
    count = list_legal(states[0], v, moves)
    for n in range(count):
        states[2] = states[0]
        decide(states[2], v, int(moves[n]))
        if count < 2 or look(states[2], v, seat, tables, desk[2]) >= WINS:
            return 0
        describe(states[2], v, seat, rows[at + n])
        groups[at + n] = plan[2]
        outcomes[at + n] = 0.0
    hidden = desk[6]
    hidden[1] = states[0]["pile"]
    for other in range(v["seats"]):
        if other != seat:
            hidden[1] += states[0]["hands"][other]
    hidden[0] = hidden[1]
    for k in range(plan[1]):
        world = mix(stream(key, k))
        states[1] = states[0]
        imagine(states[1], v, seat, hidden, world)
        for n in range(count):
            states[2] = states[1]
            decide(states[2], v, int(moves[n]))
            play_round(states[2], v, desk, tables, stream(world, _DEAL))
            for other in range(v["seats"]):
                desk[3][other] = rank_key(states[2], other)
            outcomes[at + n] += first_place(v, seat, desk[3]) / plan[1]
    return count


@kernel
def practise(
    states: Record, opening: Record, table: Record, desk: Record, tables: Record, plan: Record,
    seed: Word, rows: Record, groups: Record, outcomes: Record, results: Record,
) -> int:  # fmt: skip
    """Play rounds until the rows are full; return how many were written.

    `plan` is (number of the first round, worlds, number of the first position); it is moved on.
    `results` gets the weakest chips at the end of each round.
    """
    v, done = table[0], 0
    s = states[3]
    while True:
        key = nth_seed(seed, plan[0])
        states[3] = opening[0]
        while s["phase"] != OVER:
            if s["phase"] != PLAYING and s["phase"] != OFFERED:
                befall(s, v, random_outcome(s, stream(key, _DEAL)))
                continue
            so_far = np.uint64(int(s["draws"]) + int(s["ply"]))
            strays = mix(stream(key, _STRAYS) + so_far)
            if below(strays, 0, EVERY) == 0:
                if done + desk[1].shape[0] > rows.shape[0]:
                    return done
                states[0] = s
                found = try_out(states, v, desk, tables, plan, done, rows, groups, outcomes, strays)
                done += found
                plan[2] += int(found > 0)
            move = choose(s, v, desk, tables)
            if below(strays, 1, STRAY) == 0:
                move = int(desk[1][below(strays, 2, list_legal(s, v, desk[1]))])
            decide(s, v, move)
        for seat in range(v["seats"]):
            results[plan[0] % results.shape[0], seat] = weakest(s, seat)
        plan[0] += 1


@kernel
def add_up(
    rows: Record, groups: Record, outcomes: Record, within: float, square: Record, side: Record
) -> None:
    """Add what was seen to the normal equations of least squares.

    With `within` 1 only how the moves of a position differ counts, with 0 how good they are.
    """
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
