"""What a table agrees on is checked before the game, in one sentence with its rule."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hexade import games
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree, form_of, setups
from tests.toys import TOY


def test_defaults_are_the_first_variant_its_fewest_seats_and_the_latest_edition() -> None:
    setup = agree(TOY)
    assert (setup.variant, setup.seats, setup.edition, setup.start) == ("base", 2, None, 0)
    assert setup.option("bank") == 0
    assert agree(TOY, "other").edition == "2"


def test_every_variant_edition_and_number_of_seats_is_listed() -> None:
    assert [(s.variant, s.edition, s.seats) for s in setups(TOY)] == [
        ("base", None, 2), ("base", None, 3), ("other", "1", 2), ("other", "2", 2),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"seats": 5}, "base is for 2 or 3 players, not 5 (rule T1)"),
        ({"variant": "third"}, "toy has no variant 'third'; choose base or other"),
        ({"edition": "2"}, "there is no edition 2 of toy base; leave it out (rule T1)"),
        (
            {"variant": "other", "edition": "3"},
            "there is no edition 3 of toy other; choose 1 or 2 (rule T1)",
        ),
        ({"start": 2}, "seat 2 cannot begin: seats are 0 to 1 (rule T1)"),
        ({"options": {"bank": 10}}, "bank must be a whole number from 0 to 9, not 10 (rule T2)"),
        (
            {"options": {"bank": True}},
            "bank must be a whole number from 0 to 9, not True (rule T2)",
        ),
        ({"options": {"bunk": 1}}, "base has no option 'bunk'; choose bank (rule T1)"),
        ({"seats": "2"}, "seats must be a whole number, not '2' (rule T1)"),
        ({"seats": 2.0}, "seats must be a whole number, not 2.0 (rule T1)"),
        ({"start": 0.5}, "start must be a whole number, not 0.5 (rule T1)"),
        ({"start": None}, "start must be a whole number, not None (rule T1)"),
        (
            {"options": "bank=1"},
            "options must be a dict of names and whole numbers, not 'bank=1' (rule T1)",
        ),
        ({"options": ()}, "options must be a dict of names and whole numbers, not () (rule T1)"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(wishes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal) as refusal:
        agree(TOY, **wishes)
    assert str(refusal.value) == sentence


def test_a_name_in_place_of_a_game_is_refused() -> None:
    with pytest.raises(Refusal, match=r"hexade\.games\.find\(NAME\) returns, not 'toy'"):
        agree("toy")  # type: ignore[arg-type]


def test_the_tiny_variant_is_named_to_whoever_may_choose_it() -> None:
    for game in games.catalogue().values():
        with pytest.raises(Refusal, match="or tiny"):
            agree(game, "nope")
        with pytest.raises(Refusal) as refusal:
            form_of(game, "tiny", offered=True)
        assert str(refusal.value).count("tiny") == 1


def test_numbers_of_other_libraries_become_plain_ones() -> None:
    wishes: dict[str, Any] = {"seats": np.int64(3), "start": np.int8(1)}
    agreed = agree(TOY, **wishes, options={"bank": np.int32(2)})  # type: ignore[dict-item]
    assert agreed == agree(TOY, seats=3, start=1, options={"bank": 2})
    assert {type(n) for n in (agreed.seats, agreed.start, agreed.option("bank"))} == {int}
