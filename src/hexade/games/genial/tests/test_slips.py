"""What a mistake overlooked is true: each slip is counted again, from what a page is shown."""

from __future__ import annotations

from typing import Any

import pytest

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE
from hexade.contract.setup import Setup, agree
from hexade.games.genial import board
from hexade.games.genial.game import GAME
from hexade.games.genial.slips import CODES, FEW, TASTE_OF, _named, say_slip
from hexade.games.genial.tastes import TASTES
from hexade.games.genial.tests.scene import PLAIN, scaled
from hexade.games.genial.tests.test_reasons import (
    Shown,
    after,
    best_half,
    gain,
    others,
    places,
    track,
    weakest,
)

pytestmark = pytest.mark.slow
PEOPLE = ("Ada", "Bo", "Cy", "Di")


def lifted(now: Shown, then: Shown, seat: int) -> list[str]:
    old, new = track(now, seat), track(then, seat)
    return [colour for colour in weakest(now, seat) if new[colour] > old[colour]]


def still_hidden(state: Any, seat: int, colour: str) -> int:
    """Count the tiles with a colour in the bag and on other racks."""
    racks = [int(rack) for n, rack in enumerate(state.record["racks"]) if n != seat]
    tiles = [name for held in (int(state.record["bag"]), *racks) for name in board.tile_names(held)]
    return sum(colour in tile for tile in tiles)


def with_colour(shown: Shown, colour: str) -> list[str]:
    return [tile for tile in shown["rack"] if colour in tile]


def check(state: Any, seat: int, move: int, better: int) -> str | None:
    """Check what is said of a move; return the name of the slip."""
    view = GAME.view(state, seat)
    found = GAME.slip(view, [], move, better)
    if found is None:
        return None
    now, then, instead = GAME.show(view), after(state, seat, move), after(state, seat, better)
    assert gain(now, then, seat) >= gain(now, instead, seat)
    assert found["taste"] == TASTE_OF[found["slip"]]
    assert say_slip(found, PEOPLE)
    CHECKS[found["slip"]](found, state, seat, now, then, instead)
    if found["slip"] == "gift":
        opened = [GAME.giveaway(view, one) for one in (move, better)]
        steps = [one["steps"] if one else 0 for one in opened]
        assert [found["opens"], found["instead"]] == steps
        assert steps[0] - steps[1] >= 3
    return str(found["slip"])


def check_weakest(
    found: Shown, state: Any, seat: int, now: Shown, then: Shown, instead: Shown
) -> None:
    assert found["colours"] == lifted(now, instead, seat)
    assert not lifted(now, then, seat)
    assert found["from"] == min(track(now, seat).values())
    assert found["to"] == min(track(instead, seat)[colour] for colour in found["colours"])
    assert found["tied"] == len(weakest(now, seat))


def check_last(
    found: Shown, state: Any, seat: int, now: Shown, then: Shown, instead: Shown
) -> None:
    colour = found["colour"]
    assert colour in lifted(now, instead, seat)
    assert not lifted(now, then, seat)
    assert found["left"] == still_hidden(state, seat, colour) <= FEW
    assert not with_colour(then, colour)
    assert track(then, seat)[colour] == found["from"]
    assert track(instead, seat)[colour] == found["to"]


def check_shuts(
    found: Shown, state: Any, seat: int, now: Shown, then: Shown, instead: Shown
) -> None:
    assert found["seat"] in others(now, seat)
    assert found["colour"] in weakest(now, found["seat"])
    assert best_half(then, found["colour"]) == found["points"] > 1
    assert best_half(instead, found["colour"]) == 0


def check_denies(
    found: Shown, state: Any, seat: int, now: Shown, then: Shown, instead: Shown
) -> None:
    assert found["seat"] in others(now, seat)
    assert found["colour"] in weakest(now, found["seat"])
    assert best_half(then, found["colour"]) == found["points"]
    assert best_half(instead, found["colour"]) == found["instead"] <= found["points"] - 2


def check_gift(
    found: Shown, state: Any, seat: int, now: Shown, then: Shown, instead: Shown
) -> None:
    assert found["seat"] == (seat + 1) % now["seats"]


def check_spends(
    found: Shown, state: Any, seat: int, now: Shown, then: Shown, instead: Shown
) -> None:
    assert found["colour"] in weakest(then, seat)
    assert with_colour(now, found["colour"]) == [found["tile"]]
    assert not with_colour(then, found["colour"])
    assert found["tile"] in instead["rack"]


def check_places(
    found: Shown, state: Any, seat: int, now: Shown, then: Shown, instead: Shown
) -> None:
    assert found["colour"] in weakest(then, seat)
    assert with_colour(then, found["colour"])
    assert places(then, found["colour"]) == found["places"]
    assert places(instead, found["colour"]) == found["instead"] > found["places"]


CHECKS = {
    "last": check_last, "weakest": check_weakest, "shuts": check_shuts, "gift": check_gift,
    "denies": check_denies, "spends": check_spends, "places": check_places,
}  # fmt: skip


@pytest.mark.parametrize(
    "setup",
    [agree(GAME, "base", seats=2), agree(GAME, "base", seats=3), agree(GAME, "team"),
     agree(GAME, "solo"), agree(GAME, "duel")],
    ids=str,
)  # fmt: skip
def test_every_slip_is_true_over_many_positions(setup: Setup) -> None:
    said: set[str] = set()
    for seed in range(scaled(6)):
        state, dealer, draws = GAME.begin(setup), Stream(seed), 0
        while acting := GAME.to_act(state):
            (seat,) = acting
            if seat == CHANCE:
                move = dealer.pick(draws, GAME.chances(state))
                draws += 1
            else:
                legal = list(GAME.legal(state, seat))
                worth = GAME.worth(GAME.view(state, seat), legal)
                move = legal[max(range(len(legal)), key=lambda n: worth[n])]
                count = len(legal)
                pairs = [(legal[(13 * draws + 5 * n) % count], legal[(7 * draws + n) % count])
                         for n in range(1 if PLAIN else 6)]  # fmt: skip
                looked = draws % 3 == 0 or setup.seats == 1  # alone, slips are rare
                for one, other in [(pairs[0][0], move), *pairs] if looked else ():
                    name = check(state, seat, one, other)
                    said |= {name} if name else set()
            state = GAME.apply(state, {seat: move})
    if setup.variant == "duel":
        assert not said  # there is no weakest colour, and giving way is not a slip there
    elif setup.seats == 1:
        assert said <= {"last", "weakest", "spends", "places"}  # nobody else to forget
        assert PLAIN or "weakest" in said
    else:
        assert PLAIN or len(said) > 3


def test_a_slip_belongs_to_a_taste_and_every_taste_has_one() -> None:
    assert set(TASTE_OF) == set(CODES) == set(CHECKS)
    assert set(TASTE_OF.values()) == set(TASTES)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"slip": "weakest", "colours": ["r", "b"], "from": 3, "to": 5, "tied": 2},
         "forgot the weakest colour: red and blue could have gone from 3 to at least 5"),
        ({"slip": "gift", "seat": 1, "opens": 1, "instead": 0},
         "looked only at own points: opens 1 step for Bo, the better move 0"),
        ({"slip": "places", "colour": "r", "places": 1, "instead": 2, "tied": 1},
         "looked only at this move: leaves 1 place for red, the weakest, the better move 2"),
        ({"slip": "places", "colour": "r", "places": 0, "instead": 2, "tied": 1},
         "looked only at this move: leaves no places for red, the weakest, the better move 2"),
        ({"slip": "last", "colour": "r", "left": 0, "from": 2, "to": 4},
         "did not count tiles: no more with red can come, and red stays at 2"),
        ({"slip": "last", "colour": "r", "left": 1, "from": 2, "to": 4},
         "did not count tiles: only 1 more with red can come, and red stays at 2"),
    ],
)  # fmt: skip
def test_what_the_terminal_says(found: dict[str, Any], said: str) -> None:
    assert say_slip(found, PEOPLE) == said


def test_a_number_that_means_nothing_is_an_error() -> None:
    view = GAME.view(GAME.begin(agree(GAME, "base", seats=2)), 0)
    with pytest.raises(IndexError):
        _named([CODES.index("shuts"), 6, 0, 2, 1, 0], view)
    with pytest.raises(IndexError):
        _named([CODES.index("spends"), 0, len(board.TILE_NAMES), 1, 0, 0], view)
