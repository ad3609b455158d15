"""Secrets, refusals and what is shown of a table."""

from __future__ import annotations

import json
import pickle
from dataclasses import fields

import pytest

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, WATCHER
from hexade.contract.picture import plain
from hexade.contract.record import replay
from hexade.contract.setup import Setup, agree, setups
from hexade.games.contrast import deck, rules, variants
from hexade.games.contrast.game import GAME
from hexade.games.contrast.rules import STATE, TURNING
from hexade.games.contrast.state import ContrastState, stated
from hexade.games.contrast.tests.scene import choosing, played, setup, taken, turn
from hexade.games.contrast.view import ContrastView
from hexade.match import Accepted, Rejected, expire, start, submit, told

TABLE = """\
59a  four-leaf clover  🍀

      row                           won
Ann   round/angular  thick/thin       0
Bob   big/small      heavy/light      0
Cleo  thick/thin     heavy/light      0
Dora  thick/thin     big/small        0

stack 52
hand  1 red  2 yellow  3 blue  4 green  5 thick  6 thin  7 round  8 angular"""
NAMES = ("Ann", "Bob", "Cleo", "Dora")


def clover(seats: int = 4) -> ContrastView:
    match = start(GAME, setup(seats), Stream(3)).match
    return GAME.view(match.state, 1)


def having_won(*won: int) -> ContrastState:
    state = choosing(len(won))
    return stated(state.setup, state.rows, won, state.stack, state.shown, face_up=True)


def test_a_view_holds_what_lies_on_the_table_and_nothing_else() -> None:
    assert {field.name for field in fields(ContrastView)} == {"setup", "data", "seat"}
    assert set(STATE.names or ()) == {
        "rows", "hands", "won", "shown", "gone", "pictures", "laid", "face_up", "stack",
    }  # fmt: skip


def test_the_ratings_of_a_picture_are_in_no_view() -> None:
    shown = json.dumps(GAME.show(clover()))
    assert "rating" not in shown
    assert "0." not in shown
    assert "rating" not in repr(clover())


@pytest.mark.parametrize("agreed", list(setups(GAME)))
def test_a_view_gives_back_its_state_for_every_seat(agreed: Setup) -> None:
    record = played(agreed.seats, agreed.variant, 5)
    for step in replay(GAME, record):
        for seat in (*range(record.setup.seats), WATCHER):
            view = GAME.view(step.state, seat)
            assert GAME.determinize(view, seat) == step.state
            assert GAME.view(GAME.determinize(view, 9), seat) == view


def test_all_see_the_same() -> None:
    state = choosing(4)
    seen = [GAME.show(GAME.view(state, seat)) for seat in (0, 1, 2, 3, WATCHER)]
    assert [shown.pop("seat") for shown in seen] == [0, 1, 2, 3, None]
    assert seen[4].pop("hand") == []
    assert len({len(shown.pop("hand")) for shown in seen[:4]}) == 1
    assert all(shown == seen[0] for shown in seen)


def test_F3_a_sealed_choice_shows_nowhere_until_all_are_in() -> None:
    dealer = Stream(8)
    match = start(GAME, setup(4), dealer).match
    before = [GAME.view(match.state, seat) for seat in range(4)]
    for seat in range(3):
        move = GAME.legal(match.state, seat)[seat]
        accepted = taken(submit(match, seat, move, match.version, dealer))
        assert accepted.events == ()
        assert accepted.match.version == match.version
        match = accepted.match
        assert [GAME.view(match.state, other) for other in range(4)] == before
        assert match.waiting_for == frozenset(range(seat + 1, 4))
    accepted = taken(expire(match, [3], dealer))
    kinds = ["choose", "choose", "choose", "miss", "award", "picture"]
    for seat in (0, 3, WATCHER):
        heard = told(match, accepted.events, seat)
        assert [event["event"] for event in heard] == kinds
        assert [event.get("seat") for event in heard[:4]] == [0, 1, 2, 3]


def test_F3_events_do_not_tell_who_chose_first() -> None:
    dealer, heard = Stream(8), []
    for order in ([0, 1, 2], [2, 0, 1]):
        accepted = start(GAME, setup(3), dealer)
        for seat in order:
            match = accepted.match
            move = GAME.legal(match.state, seat)[seat]
            accepted = taken(submit(match, seat, move, match.version, dealer))
        heard.append(accepted.events)
    assert heard[0] == heard[1]


def test_F4_a_seat_cannot_sit_out_by_itself() -> None:
    match = start(GAME, setup(3), Stream(8)).match
    assert rules.MISS not in GAME.legal(match.state, 0)
    for move in (rules.MISS, "miss"):
        answer = submit(match, 0, move, match.version)
        assert isinstance(answer, Rejected)
        assert (answer.reason.code, answer.reason.rule) == ("miss", "F4")


@pytest.mark.parametrize(
    ("seat", "move", "code", "rule"),
    [
        (0, 8, "not-in-hand", "F3"),
        (0, 12, "miss", "F4"),
        (0, 13, "no-move", "F1"),
        (0, -1, "no-move", "F1"),
        (4, 0, "no-seat", "F2"),
        (WATCHER, 0, "no-seat", "F2"),
        (CHANCE, 0, "no-chance", "F3"),
    ],
)
def test_a_refused_choice_names_the_rule(seat: int, move: int, code: str, rule: str) -> None:
    reason = GAME.why_not(choosing(4), seat, move)
    assert reason is not None
    assert (reason.code, reason.rule) == (code, rule)


def test_a_refusal_out_of_time_names_the_rule() -> None:
    laying = GAME.begin(setup(3))
    turning = GAME.apply(choosing(3), turn("red", "red", "big"))
    over = GAME.apply(choosing(3, stack=1), turn("red", "red", "big"))
    reasons = [GAME.why_not(state, 0, 0) for state in (laying, turning, over)]
    assert [reason.rule for reason in reasons if reason] == ["F2", "F3", "F9"]


@pytest.mark.parametrize(
    ("laid", "move", "rule"),
    [((), -1, "F1"), ((), 18, "F1"), ((2,), 2, "F1"), ((2,), 6, "F2"), ((2, 3), 4, "F2")],
)
def test_a_refused_card_of_a_row_names_the_rule(laid: tuple[int], move: int, rule: str) -> None:
    state = GAME.begin(setup(3))
    for card in laid:
        state = GAME.apply(state, {CHANCE: card})
    reason = GAME.why_not(state, CHANCE, move)
    assert reason is not None
    assert reason.rule == rule


@pytest.mark.parametrize("seats", variants.SEATS)
def test_what_is_listed_is_allowed_and_what_is_not_is_refused(seats: int) -> None:
    for step in replay(GAME, played(seats, "expert", 2)):
        state = step.state
        for seat in range(seats):
            allowed = [move for move in range(-1, 14) if GAME.why_not(state, seat, move) is None]
            assert allowed == list(GAME.legal(state, seat))
        listed = [move for move, _ in GAME.chances(state)]
        assert all(GAME.why_not(state, CHANCE, move) is None for move in listed)
        if state.phase == TURNING:
            assert sum(GAME.why_not(state, CHANCE, n) is None for n in range(-1, 149)) == len(
                listed
            )


def test_a_state_is_a_value() -> None:
    for step in replay(GAME, played(3, "base", 1)):
        again = pickle.loads(pickle.dumps(step.state))
        assert again == step.state
        assert hash(again) == hash(step.state)


def test_the_protocol_shows_the_table() -> None:
    shown = GAME.show(clover())
    assert shown["picture"] == "59a"
    assert shown["names"] == {"en": "four-leaf clover", "de": "Kleeblatt", "nl": "klavertjevier"}
    assert shown["hand"] == [*deck.SYMBOLS[:4], *deck.SYMBOLS[8:]]
    assert shown["rows"][1] == [["big", "small"], ["heavy", "light"]]
    assert (shown["won"], shown["stack"], shown["chosen"]) == ([0] * 4, 52, [False] * 4)
    assert json.loads(json.dumps(shown)) == shown
    over = GAME.apply(choosing(3, stack=1), turn("red", "red", "big"))
    assert GAME.show(GAME.view(over, 0))["picture"] is None


def test_the_terminal_shows_the_table() -> None:
    view = clover()
    assert plain(GAME.picture(view, NAMES, True)) == TABLE
    assert plain(GAME.picture(view, NAMES, False)).isascii()
    inks = {span.text: span.ink for line in GAME.picture(view, NAMES, False) for span in line}
    assert [inks[name] for name in deck.SYMBOLS[:5]] == ["r", "y", "b", "g", ""]


def test_the_terminal_shows_beginning_and_end() -> None:
    first = GAME.view(GAME.begin(setup(2)), 0)
    over = GAME.view(GAME.apply(choosing(2, stack=1), turn("red", "red")), WATCHER)
    assert "no picture yet" in plain(GAME.picture(first, NAMES[:2], True))
    assert "game over" in plain(GAME.picture(over, NAMES[:2], True))


def test_a_forecast_says_who_else_could_choose_a_symbol() -> None:
    view = clover()
    said = {deck.SYMBOLS[move]: GAME.forecast(view, move) for move in view.choices}
    assert said["red"] == "everybody else can choose it too"
    assert said["thick"] == "nobody else can choose it"
    assert said["round"] == "seat 2, seat 3 can choose it too"
    partner = GAME.view(choosing(2), 0)
    assert GAME.forecast(partner, 0) == "your partner has it too"
    assert GAME.forecast(partner, 8) == "your partner cannot choose it"


def test_there_is_no_measure_for_greedy_play() -> None:
    assert GAME.worth(clover(), [0, 1]) is None


def test_F10_a_team_is_told_whether_it_has_won_and_what_was_needed() -> None:
    result = {"ranks": [1, 1], "scores": [19, 19], "won": False}
    said = GAME.verdict(setup(2), result, ["Ann", "Ben"])
    assert said == ["Ann and Ben did not win: 19 pictures, 22 were needed (rule F10)."]


def test_F9_the_most_pictures_come_first() -> None:
    result = {"ranks": [3, 1, 1], "scores": [5, 9, 9]}
    said = GAME.verdict(setup(3), result, ["Ann", "Ben", "Cy"])
    assert said == ["1. Ben: 9 pictures", "1. Cy: 9 pictures", "3. Ann: 5 pictures"]


def test_F2_a_preview_names_the_seats_that_have_a_symbol_too() -> None:
    state = start(GAME, agree(GAME, seats=4), Stream(5)).match.state
    view = GAME.view(state, 1)
    legal = GAME.legal(state, 1)
    also = GAME.preview(view, legal)
    assert also
    assert list(also["also"]) == [GAME.text(move) for move in legal]
    for move in legal:
        others = [s for s in (0, 2, 3) if move in GAME.legal(state, s)]
        assert also["also"][GAME.text(move)] == others
    shown = GAME.show(view)
    everybody = [GAME.text(m) for m in legal if len(also["also"][GAME.text(m)]) == 3]
    assert shown["common"] == everybody


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_F9_a_view_says_how_many_rounds_can_still_come(seats: int) -> None:
    dealer = Stream(seats)
    match = start(GAME, agree(GAME, seats=seats), dealer).match
    told: list[list[int]] = []
    while not match.over:
        shown = GAME.show(GAME.view(match.state, 0))
        assert shown["round"] == len(told) + 1
        assert shown["goal"] == (22 if seats == 2 else None)  # F10
        assert shown["back"] == [1, 2]  # F8
        told.append(shown["left"])
        chance = Stream(seats, 7)
        for seat in range(seats):
            legal = GAME.legal(match.state, seat)
            move = legal[chance.below(10 * len(told) + seat, len(legal))]
            answer = submit(match, seat, move, match.version, dealer)
            assert isinstance(answer, Accepted)
            match = answer.match
    for n, (fewest, most) in enumerate(reversed(told), 1):
        assert fewest <= n <= most
    assert told[-1][0] == 1


def test_F10_a_pair_is_told_at_22_that_it_has_won_and_plays_on() -> None:
    for won, reached in ((21, False), (22, True), (30, True)):
        view = GAME.view(having_won(won, won), 0)
        assert GAME.show(view)["reached"] is reached
        drawn = plain(GAME.picture(view, ("Ann", "Bob"), True))
        assert ("You have won together" in drawn) is reached
        assert ("Play on and see how far you come" in drawn) is reached
    before = having_won(21, 21)
    after = GAME.apply(before, turn("red", "red"))
    assert GAME.show(GAME.view(after, WATCHER))["reached"] is True
    assert GAME.result(after) is None  # the game goes on
    many = GAME.view(having_won(22, 3, 3), 0)
    assert GAME.show(many)["reached"] is False
