"""Reasons for a move are exact: the odds are those of the pile, as everybody can count them."""

from __future__ import annotations

import pytest

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE
from hexade.contract.setup import agree
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.state import STOP, TURN_UP


def test_every_reason_is_true_over_a_game() -> None:
    state, dealer, draws, said = GAME.begin(agree(GAME, seats=2)), Stream(5), 0, set[str]()
    while acting := GAME.to_act(state):
        (seat,) = acting
        if seat == CHANCE:
            move = dealer.pick(draws, GAME.chances(state))
            draws += 1
        else:
            view, legal = GAME.view(state, seat), list(GAME.legal(state, seat))
            preview = GAME.preview(view, legal) or {}
            for one in legal:
                found = {reason["why"]: reason for reason in GAME.reasons(view, legal, one)}
                said |= set(found)
                if one == STOP:
                    brings = preview["stop"]
                    assert found["secures"]["tiles"] == len(brings["tiles"])
                    assert ("wins" in found) == brings["wins"]
                if one == TURN_UP:
                    assert ("must" in found) == (STOP not in legal)
                for why in {"risks", "avoids"} & set(found):
                    odds = preview["turn_up"]
                    assert found[why] == {
                        "why": why,
                        **{k: odds[k] for k in ("bad", "pile", "cost")},
                    }
                    assert odds["cost"] > 0 or STOP not in legal
            move = legal[-1] if draws % 3 == 0 else legal[0]
        state = GAME.apply(state, {seat: move})
    assert {"secures", "avoids", "risks", "must"} <= said


@pytest.mark.parametrize(
    ("slip", "bad", "pile", "said"),
    [
        ("early", 1, 12, "stopped too early: only 1 of 12 tiles was bad, with 3 to lose"),
        ("early", 2, 12, "stopped too early: only 2 of 12 tiles were bad, with 3 to lose"),
        ("early", 0, 12, "stopped too early: none of 12 tiles was bad, with 3 to lose"),
        ("early", 11, 12, "stopped too early: 11 of 12 tiles were bad, with 3 to lose"),
        ("late", 1, 1, "should have stopped: 1 of 1 tile was bad, with 3 to lose"),
    ],
)
def test_what_the_terminal_says_of_a_slip(slip: str, bad: int, pile: int, said: str) -> None:
    found = {"slip": slip, "taste": slip, "bad": bad, "pile": pile, "cost": 3}
    assert GAME.say_slip(found, ("Ada", "Bo")) == said
