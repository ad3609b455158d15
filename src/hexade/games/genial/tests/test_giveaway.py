"""What a placement opens for the next player, compared with a naive count; and nothing hidden."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from hexade import bots
from hexade.contract.record import replay
from hexade.contract.setup import agree
from hexade.games.genial import rules
from hexade.games.genial.game import GAME
from hexade.games.genial.tests.oracle import Oracle
from hexade.games.genial.tests.scene import PLAIN, scaled, scene
from hexade.games.genial.tests.test_preview import SETUPS
from hexade.match.play import play

pytestmark = pytest.mark.slow

EVERY = 9  # events from one look to the next


def giveaway(position: Any, move: str) -> dict[str, Any] | None:
    """Return what a move of the seat in turn opens."""
    return GAME.giveaway(GAME.view(position, int(position.record["turn"])), GAME.parse(move))


def naive(before: Oracle, event: dict[str, Any], unseen: set[str]) -> int:
    """Return the steps of the best placement that an event makes worth more, tried one by one."""
    after = copy.deepcopy(before)
    after.feed(event)
    after.turn = (event["seat"] + 1) % before.seats
    openings = after._openings()
    most = 0
    for here, there in after._free_pairs():
        if after.first[after.turn] and not {here, there} & openings:
            continue
        for one, two in {pair for tile in unseen for pair in (tuple(tile), tuple(tile[::-1]))}:
            now, then = (
                [at._count(here, there, one), at._count(there, here, two)] for at in (before, after)
            )
            if sum(then) > sum(now):
                most = max(most, gone(after, one + two, then))
    return most


def gone(after: Oracle, tile: str, points: list[int]) -> int:
    """Return how far the markers of the seat in turn go."""
    kept, marks = copy.deepcopy(after.tracks), dict(after.marks)
    was = dict(after._track())
    after._score(tile, points)
    now = dict(after._track())
    after.marks = marks
    for row, track in zip(kept, after.tracks, strict=True):
        track.update(row)
    return sum(now.values()) - sum(was.values())


@pytest.mark.parametrize(("variant", "seats"), [(v, n) for v, n in SETUPS if n > 1])
def test_it_is_the_best_that_a_naive_count_finds(variant: str, seats: int) -> None:
    setup = agree(GAME, variant, seats=seats)
    players = [bots.make("random" if PLAIN else "greedy", GAME, seat) for seat in range(seats)]
    referee = Oracle(variant, setup.edition or "", seats, setup.start)
    state, looked, opened = GAME.begin(setup), 0, 0
    for step in replay(GAME, play(GAME, setup, players, 11)):
        ((seat, move),) = step.turn.items()
        if seat >= 0 and move >= rules.PLACE and step.event % EVERY == 0:
            view = GAME.view(state, seat)
            found, unseen = GAME.giveaway(view, move), set(GAME.show(view)["unseen"])
            most = naive(referee, step.events[0], unseen)
            assert (found or {"steps": 0})["steps"] == most
            looked, opened = looked + 1, opened + bool(found)
            if looked == scaled(8):
                break
        state = step.state
        for event in step.events:
            referee.feed(event)
    assert looked
    assert opened or PLAIN  # there only one position is looked at


LINE = """
j     . . .
i    . . . .
h   . R R . .
g    . . . .
f     . . .
"""


def test_a_longer_line_is_a_giveaway_and_tells_where() -> None:
    found = giveaway(scene(LINE, racks=("rg",)), "rg h9 i10")
    assert found is not None
    assert (found["seat"], max(found["points"])) == (1, 3)
    assert found["tile"][found["points"].index(3)] == "r"
    assert found["steps"] == sum(found["points"])


def test_what_the_next_player_cannot_use_any_more_is_no_giveaway() -> None:
    full = "r18 g18 b18 o18 y18 p18"
    assert giveaway(scene(LINE, racks=("rg",), tracks=("", full)), "rg h9 i10") is None
    only_red = giveaway(scene(LINE, racks=("rg",), tracks=("", "r18")), "rg h9 i10")
    assert only_red is not None
    assert only_red["steps"] < 3  # green beside green, at most from both sides


def test_a_tile_that_lies_far_off_opens_nothing_old() -> None:
    """Three reds could be had before: they are not counted against a move elsewhere."""
    found = giveaway(scene(LINE, racks=("bo",)), "bo d4 e5")
    assert found is not None
    assert set(found["tile"]) & {"b", "o"}


def test_tiles_that_are_all_seen_are_not_feared() -> None:
    position = scene(LINE, racks=("rg", "bb"), bag="bb oo")
    found = giveaway(position, "rg h9 i10")
    assert found is None  # nobody can have red or green any more


def test_nobody_comes_next_alone_and_an_exchange_opens_nothing() -> None:
    alone = scene(variant="solo", racks=("rg",))
    view = GAME.view(alone, 0)
    assert GAME.giveaway(view, GAME.legal(alone, 0)[0]) is None
    assert GAME.giveaway(GAME.view(scene(LINE), 0), 0) is None


def test_a_move_that_ends_the_game_gives_nothing_away() -> None:
    """A13: nobody comes after a sixth marker on 18."""
    almost = "r17 g18 b18 o18 y18 p18"
    assert giveaway(scene(LINE, racks=("rg",), tracks=(almost,)), "rg h9 i10") is None
    five = almost.replace("p18", "p17")
    assert giveaway(scene(LINE, racks=("rg",), tracks=(five,)), "rg h9 i10") is not None


def test_it_is_the_same_whatever_is_hidden() -> None:
    position = scene(LINE, racks=("rg",))
    view = GAME.view(position, 0)
    move = GAME.parse("rg h9 i10")
    others = {str(GAME.giveaway(GAME.view(GAME.determinize(view, n), 0), move)) for n in range(5)}
    assert others == {str(GAME.giveaway(view, move))}
