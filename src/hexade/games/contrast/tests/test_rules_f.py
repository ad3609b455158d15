"""Rules F, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from hexade.contract.game import CHANCE, CHANCE_ACTS, NOBODY
from hexade.games.contrast import deck, rules, variants
from hexade.games.contrast.game import GAME
from hexade.games.contrast.state import stated
from hexade.games.contrast.tests.oracle import winners
from hexade.games.contrast.tests.scene import award, choosing, setup, turn

NAMES = deck.SYMBOLS[:8]  # all in hand at the tables that `choosing` makes

# For each number of seats: how the votes may fall, and how many symbols win. Who does not vote
# sits out, so "21" at a table of six is a round in which three seats were too slow.
RESULTS = {
    2: {"": 0, "1": 0, "2": 1, "11": 0},
    3: {"": 0, "1": 0, "2": 1, "11": 0, "3": 0, "21": 1, "111": 0},
    4: {
        "": 0, "1": 0, "2": 0, "11": 0, "3": 0, "21": 1, "111": 0,
        "4": 0, "31": 1, "22": 0, "211": 1, "1111": 0,
    },
    5: {
        "": 0, "1": 0, "2": 0, "11": 0, "3": 0, "21": 1, "111": 0,
        "4": 0, "31": 1, "22": 0, "211": 1, "1111": 0,
        "5": 0, "41": 1, "32": 1, "311": 1, "221": 2, "2111": 1, "11111": 0,
    },
    6: {
        "": 0, "1": 0, "2": 0, "11": 0, "3": 0, "21": 1, "111": 0,
        "4": 0, "31": 1, "22": 0, "211": 1, "1111": 0,
        "5": 0, "41": 1, "32": 1, "311": 1, "221": 2, "2111": 1, "11111": 0,
        "6": 0, "51": 1, "42": 1, "411": 1, "33": 0, "321": 1, "3111": 1,
        "222": 0, "2211": 2, "21111": 1, "111111": 0,
    },
}  # fmt: skip


def shapes(votes: int, most: int) -> Iterator[str]:
    if votes == 0:
        yield ""
    for first in range(min(votes, most), 0, -1):
        yield from (f"{first}{rest}" for rest in shapes(votes - first, first))


def choices(shape: str, seats: int) -> list[str | None]:
    made = [NAMES[n] for n, count in enumerate(shape) for _ in range(int(count))]
    return [*made, *[None] * (seats - len(made))]


def groupings(seats: int) -> Iterator[list[str | None]]:
    """Yield every way to choose alike or not, up to the names of the symbols."""
    made: list[list[str | None]] = [[]]
    for _ in range(seats):
        made = [
            [*before, name]
            for before in made
            for name in (None, *NAMES[: 1 + len({one for one in before if one})])
        ]
    yield from made


@pytest.mark.parametrize("seats", RESULTS)
def test_F5_F6_F10_every_distribution_of_votes_has_its_result(seats: int) -> None:
    every = {shape for votes in range(seats + 1) for shape in shapes(votes, votes)}
    assert every == RESULTS[seats].keys()
    for shape, won in RESULTS[seats].items():
        for made in (choices(shape, seats), choices(shape, seats)[::-1]):
            found = award(choosing(seats), *made)
            assert found["symbols"] == list(NAMES[:won]), (shape, made)
            assert found["seats"] == [n for n, name in enumerate(made) if name in NAMES[:won]]


@pytest.mark.parametrize("seats", RESULTS)
def test_F5_F6_every_round_up_to_names_agrees_with_the_referee(seats: int) -> None:
    state = choosing(seats)
    for made in groupings(seats):
        assert award(state, *made)["symbols"] == winners(made, seats)


def test_F1_six_cards_carry_twelve_symbols() -> None:
    assert deck.CARDS == (
        ("red", "yellow"), ("blue", "green"), ("big", "small"),
        ("heavy", "light"), ("thick", "thin"), ("round", "angular"),
    )  # fmt: skip


def test_F1_74_cards_have_a_picture_on_either_side() -> None:
    drawings = deck.drawings()
    assert [d.name for d in drawings] == [f"{n:02}{side}" for n in range(1, 75) for side in "ab"]
    for language in range(len(deck.LANGUAGES)):
        assert len({d.names[language] for d in drawings}) == 148
    assert len({d.char for d in drawings}) == len({d.noto_name for d in drawings}) == 148
    assert all(len(d.ratings) == 12 and set(d.ratings) <= set(range(101)) for d in drawings)


def test_F1_either_side_of_any_card_not_yet_shown_may_come_and_none_comes_twice() -> None:
    state = GAME.apply(choosing(3), turn("red", "red", "big"))
    left = [move for move, weight in GAME.chances(state) if weight == 1]
    assert left == list(range(2, 148))
    for move in (0, 1):
        reason = GAME.why_not(state, CHANCE, move)
        assert reason is not None
        assert reason.rule == "F1"


def test_F2_the_stack_is_smaller_for_fewer_players() -> None:
    sizes = [GAME.begin(setup(seats)).stack for seats in variants.SEATS]
    assert sizes == [44, 48, 52, 56, 60]
    assert [74 - size for size in sizes] == [30, 26, 22, 18, 14]


@pytest.mark.parametrize(("variant", "row", "hand"), [("base", 2, 8), ("expert", 3, 6)])
def test_F2_everyone_lays_a_row_and_keeps_the_rest_in_hand(
    variant: str, row: int, hand: int
) -> None:
    state = GAME.begin(setup(3, variant))
    for seat in range(3):
        for n in range(row):
            assert GAME.to_act(state) == CHANCE_ACTS
            outcomes = [move for move, _ in GAME.chances(state)]
            assert len(outcomes) == 6 - n
            assert {deck.laid(move)[0] for move in outcomes} == {seat}
            state = GAME.apply(state, {CHANCE: outcomes[-1]})
    assert state.rows == (tuple(range(5, 5 - row, -1)),) * 3
    state = GAME.apply(state, {CHANCE: 30})
    assert [len(GAME.legal(state, seat)) for seat in range(3)] == [hand] * 3


def test_F2_the_variants_are_for_two_to_six_players() -> None:
    assert [(form.variant, form.seats) for form in GAME.forms] == [
        ("base", (2, 3, 4, 5, 6)),
        ("expert", (2, 3, 4, 5, 6)),
    ]


def test_F3_all_choose_at_the_same_time_a_symbol_on_a_card_in_hand() -> None:
    state = choosing(4, row=(0, 3))
    assert GAME.to_act(state) == {0, 1, 2, 3}
    assert [deck.SYMBOLS[move] for move in GAME.legal(state, 2)] == [
        "blue", "green", "big", "small", "thick", "thin", "round", "angular",
    ]  # fmt: skip
    assert GAME.legal(state, 4) == GAME.legal(state, CHANCE) == []


def test_F4_who_is_too_slow_sits_out_and_keeps_the_cards() -> None:
    state = choosing(4)
    assert GAME.absent(state, 3) == rules.MISS
    after = GAME.apply(state, turn("red", "red", "big", None))
    assert after.rows == ((5, 0), (5, 0), (5, 2), (4, 5))
    assert after.won == (1, 1, 0, 0)


def test_F4_nobody_can_be_too_slow_before_a_picture_lies_there() -> None:
    assert GAME.absent(GAME.begin(setup(3)), 0) is None
    assert GAME.absent(choosing(3), 3) is None


def test_F5_no_winner_if_all_chose_the_same() -> None:
    assert award(choosing(5), *["red"] * 5)["symbols"] == []


def test_F6_three_players_one_sits_out_and_the_two_who_agree_win() -> None:
    for made in permutations(["big", "big", None]):
        found = award(choosing(3), *made)
        assert found["symbols"] == ["big"]
        assert found["seats"] == [n for n, name in enumerate(made) if name]


def test_F6_ruling_all_means_all_who_chose() -> None:
    assert award(choosing(4), "red", "red", "red", None)["symbols"] == []
    assert award(choosing(6), "red", "red", None, None, None, None)["symbols"] == []


def test_F6_ruling_two_pairs_and_a_single_count_by_shape_at_five_or_six_only() -> None:
    made = ["red", "red", "big", "big", "light"]
    assert award(choosing(5), *made)["symbols"] == ["red", "big"]
    assert award(choosing(6), *made, None)["symbols"] == ["red", "big"]
    assert award(choosing(6), *made, "heavy")["symbols"] == ["red", "big"]


def test_F6_ruling_pairs_alone_and_threes_alone_have_no_winner() -> None:
    assert award(choosing(5), "red", "red", "big", "big", None)["symbols"] == []
    assert award(choosing(6), *["red", "big", "light"] * 2)["symbols"] == []
    assert award(choosing(6), *["red", "big"] * 3)["symbols"] == []


def test_F6_ruling_a_lone_chooser_never_wins_and_nobody_choosing_has_no_winner() -> None:
    for seats in variants.SEATS:
        assert award(choosing(seats), "red", *[None] * (seats - 1))["symbols"] == []
        assert award(choosing(seats), *[None] * seats)["symbols"] == []


def test_F7_every_winner_takes_a_card_from_the_stack() -> None:
    state = choosing(5, stack=30)
    made = turn("red", "red", "red", "big", None)
    assert GAME.events(state, made, GAME.apply(state, made))[-1] == {
        "event": "award", "symbols": ["red"], "seats": [0, 1, 2], "stack": 27,
    }  # fmt: skip
    assert GAME.apply(state, made).won == (1, 1, 1, 0, 0)


def test_F7_without_a_winner_one_card_goes_to_the_box() -> None:
    found = award(choosing(4, stack=30), "red", "yellow", "big", "small")
    assert found == {"event": "award", "symbols": [], "seats": [], "stack": 29}


@pytest.mark.parametrize(
    ("variant", "row", "after"), [("base", (4, 5), (5, 2)), ("expert", (4, 0, 5), (0, 5, 2))]
)
def test_F8_the_card_played_goes_right_and_the_leftmost_returns(
    variant: str, row: tuple[int, ...], after: tuple[int, ...]
) -> None:
    state = choosing(3, row=row, variant=variant)
    found = GAME.apply(state, turn("big", "small", None))
    assert found.rows == (after, after, row)
    assert set(found.symbols(0)) == {*state.symbols(0), 8, 9} - {4, 5}


def test_F9_the_box_gives_what_a_small_stack_lacks() -> None:
    state = choosing(5, stack=1)
    made = turn("red", "red", "big", "big", "light")
    after = GAME.apply(state, made)
    assert GAME.events(state, made, after)[-1]["stack"] == 0
    assert after.won == (1, 1, 1, 1, 0)
    assert GAME.to_act(after) == NOBODY
    assert GAME.result(after) == {"ranks": [1, 1, 1, 1, 5], "scores": [1, 1, 1, 1, 0]}


def test_F9_the_game_ends_with_the_stack_and_not_before() -> None:
    state = GAME.apply(choosing(4, stack=4), turn("red", "red", "red", "big"))
    assert GAME.to_act(state) == CHANCE_ACTS
    assert GAME.result(state) is None
    state = GAME.apply(GAME.apply(state, {CHANCE: 9}), turn(None, None, None, None))
    assert GAME.to_act(state) == NOBODY
    assert not GAME.chances(state)
    assert not GAME.legal(state, 0)
    assert GAME.result(state) == {"ranks": [1, 1, 1, 4], "scores": [1, 1, 1, 0]}


def test_F10_two_win_a_picture_together_and_a_card_goes_every_round() -> None:
    state = choosing(2)
    for made, won in ((("big", "big"), 1), (("big", "small"), 0), (("big", None), 0)):
        found = award(state, *made)
        symbols, seats = (["big"], [0, 1]) if won else ([], [])
        assert found == {"event": "award", "symbols": symbols, "seats": seats, "stack": 43}
        assert GAME.apply(state, turn(*made)).won == (won, won)


@pytest.mark.parametrize(("before", "won"), [(20, False), (21, True), (43, True)])
def test_F10_a_team_wins_with_22_points(before: int, won: bool) -> None:
    last = choosing(2, stack=1)
    state = stated(last.setup, last.rows, (before,) * 2, 1, last.shown, face_up=True)
    result = GAME.result(GAME.apply(state, turn("red", "red")))
    assert result == {"scores": [before + 1] * 2, "won": won, "ranks": [1, 1]}


@pytest.mark.parametrize(
    ("row", "made", "won"),
    [
        ((1, 4), ["angular", "angular", "yellow", "light"], ["angular"]),
        ((1, 4), ["angular", "yellow", "light", "big"], []),
        ((0, 4), ["angular", "angular", "green", "green"], []),
        ((0, 4), ["angular"] * 4, []),
    ],
)
def test_F11_the_examples_for_four(row: tuple[int, ...], made: list[str], won: list[str]) -> None:
    assert award(choosing(4, row=row), *made)["symbols"] == won
