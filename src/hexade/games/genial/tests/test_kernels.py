"""One rules text at two speeds gives the same games to the last bit, and the bots play them too."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from hexade import bots
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.kernel import Target, batch, over_arrays, speed_up
from hexade.contract.setup import Setup, agree, setups
from hexade.games.genial import board, rules
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState
from hexade.games.genial.tests.scene import PLAIN, scaled, scene
from hexade.match.play import steps

pytestmark = pytest.mark.slow

SETUPS = [setup for setup in setups(GAME) if setup.edition == "2023"]
NAMES = [f"{setup.variant}-{setup.seats}" for setup in SETUPS]
HASHED = ("cells", "free", "tracks", "racks", "bag", "marks", "ply", "draws", "reason")
CHECKSUMS = {
    "base-2": "aede793cf2701968",
    "base-3": "85cb08edd795130b",
    "base-4": "0dd2523b3712f0ec",
    "solo-1": "7d4ba223bc3b9e00",
    "team-4": "1416e1d5dca38472",
    "duel-2": "ba2efb1bb7fdf4fa",
}
SEED = 2023
LAST = rules.PLACE + 36 * len(board.EDGES)


def seed_at(n: int) -> int:
    """Return the seed that a lane takes for game number n of SEED."""
    return seed_of(SEED, n)


def played(setup: Setup, count: int, target: Target | None = None) -> np.ndarray:
    """Return the final states of random games, one a lane."""
    states, out = np.zeros(count, rules.STATE), np.zeros((count, 2), np.uint64)
    first, table = GAME.kernels.opening(setup), GAME.kernels.table(setup)
    run = batch(GAME.kernels.lanes.play, target)
    run(count, states, first, table, np.uint64(SEED), 0, 1, out)
    return states


@pytest.mark.skipif(PLAIN, reason="Numba compiles nothing here; the checksums hold either way")
@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_the_same_seeds_give_the_same_bits_plain_and_compiled(setup: Setup) -> None:
    assert played(setup, 8, "plain").tobytes() == played(setup, 8, "cpu").tobytes()


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_random_games_have_the_checksum_that_is_written_down(setup: Setup) -> None:
    assert checksum(setup) == CHECKSUMS[f"{setup.variant}-{setup.seats}"]


def checksum(setup: Setup) -> str:
    states = played(setup, 4)
    held = [states[name].astype(states[name].dtype.newbyteorder("<")) for name in HASHED]
    return hashlib.sha256(b"".join(part.tobytes() for part in held)).hexdigest()[:16]


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_random_bots_in_a_match_play_the_game_of_the_kernel(setup: Setup) -> None:
    states = played(setup, scaled(50))
    for n in range(len(states)):
        seeds = [bot_seed(seed_at(n), seat) for seat in range(setup.seats)]
        players = [bots.make("random", GAME, seed) for seed in seeds]
        *_, last = steps(GAME, setup, players, seed_at(n))
        assert last.match.state == GenialState(setup, states[n : n + 1])


def middles(setup: Setup) -> list[GenialState]:
    """Return the positions of a random game at which a seat must decide."""
    players = [bots.make("random", GAME, 5) for _ in range(setup.seats)]
    return [step.match.state for step in steps(GAME, setup, players, 5) if not step.match.over]


def listed(position: GenialState) -> list[int]:
    out = np.empty(rules.MOST_MOVES, np.int32)
    count = speed_up(GAME.kernels.list_legal)(position.data, position.table, out)
    found: list[int] = out[:count].tolist()
    return found


def by_force(position: GenialState) -> list[int]:
    may_make = speed_up(over_arrays(rules.is_legal))
    data, table = position.data, position.table
    return [move for move in range(-40, LAST + 40) if may_make(data, table, move)]


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_list_legal_is_ascending_and_what_is_legal_says(setup: Setup) -> None:
    for position in middles(setup)[:: 16 if PLAIN else 4]:
        found = listed(position)
        assert found == by_force(position)
        assert found == sorted(set(found))
        assert found


@pytest.mark.parametrize("phase", [rules.DEALING, rules.OFFERED, rules.DRAWING, rules.OVER])
def test_list_legal_and_is_legal_agree_in_every_phase(phase: int) -> None:
    data = scene().thaw()
    data["phase"] = phase
    position = GenialState(scene().setup, data)
    expected = [rules.KEEP, rules.EXCHANGE] if phase == rules.OFFERED else []
    assert listed(position) == by_force(position) == expected


def test_no_position_has_more_moves_than_there_is_room_for() -> None:
    widest = scene(seats=4, racks=["rg rb ro ry rp gb"])
    assert len(listed(widest)) == 12 * 426 <= rules.MOST_MOVES


def test_a_kernel_leaves_the_state_before_it_alone() -> None:
    position = scene(racks=["rr gg"])
    copy = position.data.tobytes()
    GAME.apply(position, {0: listed(position)[0]})
    assert position.data.tobytes() == copy


def test_every_edition_plays_the_same_game() -> None:
    for setup in SETUPS:
        other = agree(GAME, setup.variant, "2011", setup.seats)
        assert played(setup, 2).tobytes() == played(other, 2).tobytes()
