"""What a card overlooked is true: each slip is counted again, from what a page is shown."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE
from hexade.contract.setup import agree
from hexade.games.genial_cards.cards import CARD_NAMES
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.reasons import STATES
from hexade.games.genial_cards.slips import CODES, FEW, ROW, TASTE_OF, _named, forgotten, say_slip
from hexade.games.genial_cards.tastes import TASTES
from hexade.games.genial_cards.tests.test_reasons import (
    PLAIN,
    Shown,
    after,
    gain,
    open_with,
    weakest,
)

pytestmark = pytest.mark.slow


def held_with(shown: Shown, colour: str) -> list[str]:
    return [card for card in shown["hand"] if colour in card]


def still_hidden(state: Any, seat: int, colour: str) -> int:
    """Count the cards with a colour in the pile and in other hands."""
    hands = [int(hand) for n, hand in enumerate(state.record["hands"]) if n != seat]
    words = (int(state.record["pile"]), *hands)
    return sum((word >> 3 * kind) & 7 for word in words
               for kind, name in enumerate(CARD_NAMES) if colour in name)  # fmt: skip


def check(state: Any, seat: int, move: int, better: int) -> str | None:
    """Check what is said of a card; return the name of the slip."""
    view = GAME.view(state, seat)
    found = GAME.slip(view, [], move, better)
    if found is None:
        return None
    now, then, instead = GAME.show(view), after(state, seat, move), after(state, seat, better)
    assert gain(now, then, seat) >= gain(now, instead, seat)
    assert found["taste"] == TASTE_OF[found["slip"]]
    assert say_slip(found, ("Ada", "Bo", "Cy", "Di"))
    old, new, other = now["chips"][seat], then["chips"][seat], instead["chips"][seat]
    name, colour = str(found["slip"]), found.get("colour", "")
    lifted = [c for c in weakest(old) if other[c] > old[c]]
    if name in ("last", "weakest"):
        assert not [c for c in weakest(old) if new[c] > old[c]]
        assert found["from"] == min(old.values())
    if name == "weakest":
        assert found["colours"] == lifted
        assert found["to"] == min(other[c] for c in lifted)
    if name == "last":
        assert colour in lifted
        assert found["left"] == still_hidden(state, seat, colour) <= FEW
        assert not held_with(then, colour)
    if name == "gift":
        assert found["seat"] == (seat + 1) % now["seats"]
        assert colour in weakest(now["chips"][found["seat"]])
        assert found["opens"] == open_with(then, colour) > open_with(instead, colour)
        assert found["instead"] == open_with(instead, colour)
    if name == "spends":
        assert colour in weakest(new)
        assert held_with(now, colour) == [found["card"]]
        assert not held_with(then, colour)
        assert found["card"] in instead["hand"]
    return name


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_slip_is_true_over_many_positions(seats: int) -> None:
    setup, said = agree(GAME, seats=seats), set[str]()
    for seed in range(1 if PLAIN else 8):
        state, dealer, draws = GAME.begin(setup), Stream(seed), 0
        while acting := GAME.to_act(state):
            (seat,) = acting
            if seat == CHANCE:
                move = dealer.pick(draws, GAME.chances(state))
                draws += 1
            else:
                legal = list(GAME.legal(state, seat))
                worth = GAME.worth(GAME.view(state, seat), legal) or [0]
                move = legal[max(range(len(legal)), key=lambda n: worth[n])]
                if (draws + seed) % 3 == 0:
                    move = legal[draws % len(legal)]
                for one in legal:
                    for other in legal:
                        name = check(state, seat, one, other)
                        said |= {name} if name else set()
            state = GAME.apply(state, {seat: move})
    assert PLAIN or {"weakest", "gift", "spends"} <= said


def test_a_slip_belongs_to_a_taste_and_every_taste_has_one_but_half() -> None:
    # Whoever sees one half of a card takes fewer steps than the better card brings: the numbers say
    # so, and a slip is told only of a card that brings at least as many.
    assert set(TASTE_OF) == set(CODES)
    assert set(TASTE_OF.values()) == set(TASTES) - {"half"}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"slip": "weakest", "colours": ["r", "b"], "from": 3, "to": 5, "tied": 2},
         "forgot the weakest colour: red and blue could have gone from 3 to at least 5"),
        ({"slip": "last", "colour": "r", "left": 0, "from": 2, "to": 4},
         "did not count cards: no more with red can come, and red stays on 2"),
    ],
)  # fmt: skip
def test_what_the_terminal_says(found: dict[str, Any], said: str) -> None:
    assert say_slip(found, ("Ada", "Bo")) == said


@pytest.mark.parametrize(("unseen", "name"), [(False, "last"), (True, "weakest")])
def test_a_colour_of_which_few_cards_can_come_was_not_counted(unseen: bool, name: str) -> None:
    view = GAME.view(GAME.begin(agree(GAME, seats=2)), 0)
    states, out = view.thaw(STATES), np.zeros((1, ROW), np.int64)
    states["chips"][:, 0], states["hands"][:, 0] = 5, 0
    states["chips"][:, 0, 0] = 1  # the first colour is the weakest
    states["chips"][1, 0, 1], states["chips"][2, 0, 0] = 6, 3  # the better card takes it to 3
    showing = view.table[0]["showing"][0]
    with np.errstate(over="ignore"):  # words wrap round in a kernel that is not compiled
        assert forgotten(states, view.table[0], 0, showing if unseen else np.uint64(0), out)
    found = _named(out[0].tolist())
    assert (found["slip"], found["from"], found["to"]) == (name, 1, 3)


def test_a_number_that_means_nothing_is_an_error() -> None:
    with pytest.raises(IndexError):
        _named([CODES.index("gift"), 6, 0, 2, 1, 0])
    with pytest.raises(IndexError):
        _named([CODES.index("spends"), 0, len(CARD_NAMES), 1, 0, 0])
