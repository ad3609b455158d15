"""Lanes for learning: many games side by side, every candidate of every game described at once."""

from __future__ import annotations

from hexade.contract.bits import nth, signed
from hexade.contract.chance import DEALER, below, nth_seed, stream
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial.board import CELLS
from hexade.games.genial.mind.glance import glance_at
from hexade.games.genial.mind.inputs import look, survey_unseen
from hexade.games.genial.mind.offers import survey_cell, survey_colour
from hexade.games.genial.rules import (
    DEALING,
    DRAWING,
    OVER,
    decide,
    draw,
    rank_key,
    weakest,
)


@kernel
def deal(s: Record, v: Record, seed: Word) -> None:
    """Let chance draw until somebody must decide."""
    dealer = stream(seed, DEALER)
    while s["phase"] == DEALING or s["phase"] == DRAWING:
        draw(s, v, nth(s["bag"], below(dealer, int(s["draws"]), int(s["bag_size"]))))


@kernel
def begin_lane(
    i: int, states: Record, opening: Record, table: Record, seed: Word, first: int
) -> None:
    """Deal game number first + i."""
    states[i] = opening[0]
    deal(states[i], table[0], nth_seed(seed, first + i))


@kernel
def cell_lane(i: int, states: Record, table: Record, grounds: Record) -> None:
    """Survey one cell of one game, and glance at it."""
    game, cell = i // CELLS, i % CELLS
    survey_cell(states[game], grounds[game], cell)
    if grounds[game]["alive"][cell]:
        glance_at(states[game], table[0], grounds[game], cell)


@kernel
def colour_lane(i: int, states: Record, table: Record, grounds: Record) -> None:
    """Survey one colour of one game."""
    survey_colour(grounds[i // 6], i % 6)
    survey_unseen(states[i // 6], table[0], grounds[i // 6], i % 6)


@kernel
def look_lane(
    i: int,
    lanes: int,
    states: Record,
    table: Record,
    grounds: Record,
    sketches: Record,
    games: Record,
    moves: Record,
    rows: Record,
    ends: Record,
    worths: Record,
) -> None:
    """Describe candidates i, i + lanes, …: `games` says whose, `moves` which.

    `ends` gets how a move ends its game, `worths` what a greedy player sees in it.
    """
    for n in range(i, games.shape[0], lanes):
        game = games[n]
        ends[n] = look(states[game], table[0], grounds[game], sketches[i], int(moves[n]), rows[n])
        low, total = signed(sketches[i]["mine"][0]), 0
        for colour in range(6):
            at = signed(sketches[i]["mine"][colour])
            low = min(low, at)
            total += at
        worths[n] = 1024 * low + total


@kernel
def decide_lane(
    i: int,
    states: Record,
    table: Record,
    chosen: Record,
    seed: Word,
    first: int,
) -> None:
    """Make the chosen move of a game (-1: none), and let chance answer."""
    if chosen[i] >= 0:
        decide(states[i], table[0], int(chosen[i]))
        deal(states[i], table[0], nth_seed(seed, first + i))


@kernel
def share(s: Record, v: Record, seat: int) -> float:
    """Return what a seat has won: its share of the first place; alone, its weakest marker."""
    if v["seats"] == 1:
        return float(weakest(s, v, seat)) / float(v["end"])
    own = rank_key(s, v, seat)
    level = 1.0
    for other in range(v["seats"]):
        if v["track"][other] == v["track"][seat] and not v["tug"]:
            continue
        if other == seat:
            continue
        key = rank_key(s, v, other)
        if key > own:
            return 0.0
        if key == own and (v["tug"] or first_of_track(v, other)):
            level += 1.0
    return 1.0 / level


@kernel
def first_of_track(v: Record, seat: int) -> bool:
    """Tell whether this seat is the first of those that share its track."""
    for other in range(seat):
        if v["track"][other] == v["track"][seat]:
            return False
    return True


@kernel
def share_lane(i: int, states: Record, table: Record, out: Record) -> None:
    """Write what each seat of a finished game has won."""
    for seat in range(table[0]["seats"]):
        out[i, seat] = share(states[i], table[0], seat)


@kernel
def turn_lane(i: int, states: Record, turns: Record) -> None:
    """Write whose turn it is, -1 once a game is over."""
    turns[i] = -1 if states[i]["phase"] == OVER else signed(states[i]["turn"])
