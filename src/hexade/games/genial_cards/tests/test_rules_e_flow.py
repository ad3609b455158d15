"""Rules E6 to E10: new hands, bonus turns, reshuffling, the end of a round and of a match."""

from __future__ import annotations

import pytest

from hexade.contract.game import CHANCE, NOBODY
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.state import BETWEEN, DRAWING, OFFERED, OVER, PLAYING, ROUND
from hexade.games.genial_cards.tests.scene import (
    befall,
    chips,
    deal,
    hand,
    legal,
    opened,
    phase,
    play,
    refusal,
    scene,
    told,
)

LOW_RED = "g1 b1 o1 y1 p1"
NINES = "r9 g4 b9 o4 y4 p4"


def test_E6_a_new_hand_is_offered_when_no_card_shows_the_weakest_colour() -> None:
    before = scene(hands=["gb gy by oy op yp"], open=["bo", "bp", "yp"], chips=[LOW_RED])
    after = play(before, "gb")
    assert phase(after) == OFFERED
    assert legal(after) == ["draw", "renew"]
    assert told(after, "renew") == [
        {"event": "renew", "seat": 0, "cards": ["gy", "by", "oy", "op", "yp"]}
    ]
    renewed = play(after, "renew")
    assert hand(renewed) == ""
    assert renewed.record["due"] == 6
    assert renewed.record["discard_size"] == after.record["discard_size"] + 5
    kept = play(after, "draw")
    assert told(after, "draw") == []
    assert kept.record["due"] == 1
    assert phase(kept) == DRAWING


def test_E6_no_new_hand_while_one_card_shows_the_weakest_colour() -> None:
    before = scene(hands=["gb gy by oy op rp"], open=["bo", "bp", "yp"], chips=[LOW_RED])
    assert phase(play(before, "gb")) == DRAWING


def test_E6_of_several_weakest_colours_none_may_be_shown() -> None:
    tied = "b1 o1 y1 p1"
    offered = scene(hands=["by bo oy"], open=["go", "rp", "yp"], chips=[tied])
    assert phase(play(offered, "by")) == OFFERED
    refused = scene(hands=["by bo gy"], open=["go", "rp", "yp"], chips=[tied])
    assert phase(play(refused, "by")) == DRAWING


def test_E6_weakest_is_asked_after_scoring() -> None:
    before = scene(hands=["rb gy"], open=["ro", "yp", "yp"], chips=["g3 b3 o3 y3 p3"])
    assert phase(play(before, "rb")) == OFFERED
    before = scene(hands=["rb ry"], open=["ro", "yp", "yp"], chips=["g3 b3 o3 y3 p3"])
    assert phase(play(before, "rb")) == DRAWING


def test_E6_an_empty_hand_just_draws_six() -> None:
    after = play(scene(hands=["gb"], open=["oy", "oy", "oy"], chips=[LOW_RED]), "gb")
    assert phase(after) == DRAWING
    assert after.record["due"] == 6


def test_E6_once_per_turn_the_new_hand_is_kept_whatever_it_shows() -> None:
    before = scene(hands=["gb gy"], open=["bo", "bp", "yp"], chips=[LOW_RED])
    after, events = befall(play(before, "gb", "renew"), "gy gy by by yp yp")
    assert [event["event"] for event in events] == ["draw"]
    assert phase(after) == PLAYING
    assert after.record["turn"] == 1


def test_E6_the_offer_waits_for_all_bonus_turns() -> None:
    before = scene(hands=["rb bp bp"], open=["rp", "by", "ry"], chips=["r9 g4 b5 o5 y5 p5"])
    bonus = play(before, "rb")
    assert (phase(bonus), bonus.record["bonus"]) == (PLAYING, 1)
    assert refusal(bonus, "renew").rule == "E7"
    assert phase(play(bonus, "bp")) == OFFERED


def test_E7_each_chip_that_reaches_10_earns_a_bonus_turn_without_drawing() -> None:
    before = scene(hands=["rb go go gy"], open=["rb", "yp", "yp"], chips=[NINES])
    after = play(before, "rb")
    assert after.record["bonus"] == 2
    assert after.record["turn"] == 0
    assert hand(after) == "go go gy"
    assert opened(after) == "rb"
    assert after.record["discard_size"] == 1
    second = play(after, "go")
    assert second.record["bonus"] == 1
    assert opened(second) == "go"
    assert second.record["discard_size"] == 2
    assert phase(play(second, "go")) in (DRAWING, OFFERED)


def test_E7_more_can_follow() -> None:
    before = scene(hands=["rb by go"], open=["rp", "by", "bp"], chips=["r9 g4 b6 o4 y4 p4"])
    after = play(before, "rb")
    assert (chips(after), after.record["bonus"]) == ("r10 g4 b8 o4 y4 p4", 1)
    more = play(after, "by")
    assert (chips(more)[:9], more.record["bonus"]) == ("r10 g4 b1", 1)


def test_E7_a_chip_on_10_earns_nothing_again() -> None:
    before = scene(hands=["rg ro"], open=["rp", "by", "bp"], chips=["r10 g4 b6 o4 y4 p4"])
    after = play(before, "rg")
    assert after.record["bonus"] == 0
    assert phase(after) != PLAYING


def test_E7_an_empty_hand_ends_the_bonus_turns() -> None:
    before = scene(hands=["rb go"], open=["rb", "yp", "yp"], chips=[NINES])
    after = play(before, "rb", "go")
    assert (phase(after), after.record["bonus"], after.record["due"]) == (DRAWING, 0, 6)


def test_E8_the_last_card_taken_brings_the_reshuffle_at_once() -> None:
    before = scene(hands=["rb ro ry go gy bo"], open=["rb", "yp", "yp"], pile="op")
    played = play(before, "rb")
    gone = int(played.record["discard_size"])
    after, events = befall(played, "op")
    assert events == [
        {"event": "draw", "seat": 0, "cards": ["op"]},
        {"event": "reshuffle", "cards": gone},
    ]
    assert (after.record["pile_size"], after.record["discard_size"]) == (gone, 0)
    assert (phase(after), after.record["turn"]) == (PLAYING, 1)


def test_E8_a_draw_that_empties_the_pile_is_split_and_the_old_hand_is_reshuffled() -> None:
    before = scene(hands=["gb gb gb"], open=["bo", "bp", "yp"], chips=[LOW_RED], pile="op yp")
    shown = play(before, "gb", "renew")
    gone = int(shown.record["discard_size"])
    after, events = befall(shown, "yp op gb gb rg rg")
    assert events == [
        {"event": "draw", "seat": 0, "cards": ["op", "yp"]},
        {"event": "reshuffle", "cards": gone},
        {"event": "draw", "seat": 0, "cards": ["rg", "rg", "gb", "gb"]},
    ]
    assert hand(after) == "rg rg gb gb op yp"
    assert after.record["pile_size"] == gone - 4
    assert after.record["turn"] == 1


def test_E9_the_round_ends_at_once_when_all_six_stand_on_7_or_more() -> None:
    before = scene(
        hands=["rb go"],
        open=["rb", "by", "yp"],
        chips=["r6 g7 b8 o7 y7 p7", "r6 b2", "r6 b2 g1"],
    )
    after = play(before, "rb")
    assert chips(after) == "r7 g7 b10 o7 y7 p7"  # both symbols, though the first was enough
    assert (phase(after), after.record["bonus"]) == (OVER, 0)
    assert opened(after) == "rb rb"  # nothing is discarded
    assert [event["event"] for event in told(before, "rb")] == ["play"]
    assert GAME.to_act(after) == NOBODY
    result = GAME.result(after)
    assert result is not None
    assert result["ranks"] == [1, 3, 2]
    assert result["points"] == [7, 0, 0]


def test_E9_equal_chips_share_a_place() -> None:
    before = scene(
        hands=["rb"], open=["rb", "yp", "yp"], chips=["r6 g7 b8 o7 y7 p7", "r6 b2", "b6 r2"]
    )
    result = GAME.result(play(before, "rb"))
    assert result is not None
    assert result["ranks"] == [1, 2, 2]


def test_E10_victory_points_are_the_weakest_chips_and_the_start_moves_one_seat_on() -> None:
    before = scene(
        rounds=3,
        number=2,
        hands=["rb"],
        open=["rb", "yp", "yp"],
        chips=["r6 g7 b8 o7 y7 p7", LOW_RED + " r2", ""],
        points=[1, 9, 7],
    )
    after = play(before, "rb")
    assert phase(after) == BETWEEN
    assert GAME.result(after) is None
    assert after.record["points"].tolist() == [8, 10, 7, 0]
    assert GAME.chances(after) == [(ROUND, 1)]
    opened_round = GAME.apply(after, {CHANCE: ROUND})
    assert GAME.events(after, {CHANCE: ROUND}, opened_round) == [
        {"event": "round", "number": 3, "start": 2}
    ]
    state, _ = deal(opened_round)
    assert state.record["turn"] == 2
    assert not state.record["chips"].any()
    assert state.record["pile_size"] == 60 - 3 * 7


def test_E10_after_the_last_round_totals_rank_and_equal_totals_share() -> None:
    before = scene(
        rounds=3,
        number=3,
        hands=["rb"],
        open=["rb", "yp", "yp"],
        chips=["r6 g7 b8 o7 y7 p7", LOW_RED + " r1", ""],
        points=[1, 9, 10],
    )
    result = GAME.result(play(before, "rb"))
    assert result is not None
    assert result["points"] == [8, 10, 10]
    assert result["ranks"] == [3, 1, 1]


@pytest.mark.parametrize("rounds", [0, 13, True, 1.0])
def test_E10_one_to_twelve_rounds_can_be_agreed(rounds: int) -> None:
    with pytest.raises(Refusal, match="E10"):
        agree(GAME, options={"rounds": rounds})
