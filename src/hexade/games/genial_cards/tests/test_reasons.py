"""Reasons for a move are true: each is counted again, the slow way, from what a page is shown."""

from __future__ import annotations

from typing import Any

import pytest

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE
from hexade.contract.kernel import default_target
from hexade.contract.setup import agree
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.reasons import CODES

Shown = dict[str, Any]
PLAIN = default_target() == "plain"


def weakest(chips: dict[str, int]) -> list[str]:
    return [colour for colour, at in chips.items() if at == min(chips.values())]


def open_with(shown: Shown, colour: str) -> int:
    return sum(colour in card for cards in shown["open"] for card in cards)


def after(state: Any, seat: int, move: int) -> Shown:
    return GAME.show(GAME.view(GAME.apply(state, {seat: move}), seat))


def gain(now: Shown, then: Shown, seat: int) -> int:
    return int(sum(then["chips"][seat].values()) - sum(now["chips"][seat].values()))


def can_finish(shown: Shown, seat: int, colour: str) -> bool:
    at = shown["chips"][seat][colour]
    fits = at + open_with(shown, colour) >= 10 and shown["limits"][seat][colour] == 10
    return at < 10 and fits and any(colour in card for card in shown["hand"])


def check(state: Any, seat: int, move: int, legal: list[int]) -> set[str]:
    """Check all reasons for a move; return their names."""
    view = GAME.view(state, seat)
    found = {reason["why"]: reason for reason in GAME.reasons(view, legal, move)}
    now, then = GAME.show(view), after(state, seat, move)
    if move < 2:
        assert set(found) == ({"renews"} if move == 1 else set())
        if found:
            assert not any(c in card for c in found["renews"]["colours"] for card in now["hand"])
        return set(found)
    gains = [gain(now, after(state, seat, one), seat) for one in legal]
    lured = after(state, seat, legal[gains.index(max(gains))])
    old, new = now["chips"][seat], then["chips"][seat]
    over = then["phase"] in ("over", "between")
    assert bool({"wins", "ends"} & set(found)) == over == (min(new.values()) >= 7)
    lifted = [c for c in weakest(old) if new[c] > old[c]]
    assert ("lifts" in found) == bool(lifted)
    if lifted:
        said = found["lifts"]
        assert said["colours"] == lifted
        assert (said["from"], said["tied"]) == (min(old.values()), len(weakest(old)))
        assert (said["to"], said["weakest"]) == (min(new[c] for c in lifted), min(new.values()))
    assert ("points" in found) == (gain(now, then, seat) == max(gains) > 0)
    if "bonus" in found:
        assert found["bonus"]["colours"] == [c for c in old if old[c] < 10 == new[c]]
        assert then["turn"] == seat
    if "opens" in found:
        limits = now["limits"][seat], then["limits"][seat]
        for colour in found["opens"]["colours"]:
            assert limits[0][colour] < limits[1][colour] == found["opens"]["to"]
    check_denied(found, now, then, lured, seat)
    check_order(found, state, seat, move)
    check_left_open(found, now, then, lured, seat)
    return set(found)


def check_denied(found: Shown, now: Shown, then: Shown, lured: Shown, seat: int) -> None:
    """Check what a move takes from the next player, or does not give."""
    other = (seat + 1) % now["seats"]
    for why in {"shuts", "denies", "gift"} & set(found):
        said = found[why]
        assert said["seat"] == other
        assert said["colour"] in weakest(now["chips"][other])
        assert said["tied"] == len(weakest(now["chips"][other]))
        before, later = open_with(now, said["colour"]), open_with(then, said["colour"])
        if why == "gift":
            assert said["opens"] == later < said["instead"] == open_with(lured, said["colour"])
        else:
            told = (said["cards"], 0) if why == "shuts" else (said["from"], said["to"])
            assert (before, later) == told
            assert later < before


def check_order(found: Shown, state: Any, seat: int, move: int) -> None:
    """Check that the other order of scoring brings less (E5)."""
    if "order" in found:
        now = GAME.show(GAME.view(state, seat))
        card, order = GAME.text(move).split()
        turned = GAME.parse(f"{card} {order[::-1]}")
        assert found["order"]["colour"] == order[0]
        assert found["order"]["steps"] == gain(now, after(state, seat, move), seat)
        assert found["order"]["instead"] == gain(now, after(state, seat, turned), seat)
        assert found["order"]["instead"] < found["order"]["steps"]


def check_left_open(found: Shown, now: Shown, then: Shown, lured: Shown, seat: int) -> None:
    """Check what a move leaves open: the end of a row, the only card."""
    new = then["chips"][seat]
    if "prepares" in found:
        colour = found["prepares"]["colour"]
        assert can_finish(then, seat, colour)
        assert not can_finish(now, seat, colour)
        assert found["prepares"]["at"] == new[colour]
    if "saves" in found:
        said = found["saves"]
        assert said["colour"] in weakest(new)
        assert [card for card in now["hand"] if said["colour"] in card] == [said["card"]]
        assert said["card"] in then["hand"]
        assert said["card"] not in lured["hand"]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rounds", [1, 2])
def test_every_reason_is_true_over_many_positions(seats: int, rounds: int) -> None:
    setup, said = agree(GAME, seats=seats, options={"rounds": rounds}), set[str]()
    for seed in range(1 if PLAIN else 6):
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
                if (draws + seed) % 5 == 0:
                    move = legal[draws % len(legal)]
                for one in legal:
                    said |= check(state, seat, one, legal)
            state = GAME.apply(state, {seat: move})
    assert len(said) > 6
    assert said <= set(CODES)
