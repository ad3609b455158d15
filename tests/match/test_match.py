"""A match takes moves made for its version, seals choices, and is a value."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from hexade import bots, games
from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE_ACTS, WATCHER, AnyGame, Event
from hexade.contract.player import Player
from hexade.contract.reason import Refusal
from hexade.contract.record import Record, verify
from hexade.contract.setup import agree, setups
from hexade.match import (
    Accepted,
    Match,
    Rejected,
    expire,
    settle,
    start,
    submit,
    take_up,
    told,
)
from hexade.match.play import play
from tests.toys import TOY

ALL = [games.find(name) for name in games.names()]


def begun(game: AnyGame = TOY, seed: int = 1) -> Match:
    return start(game, agree(game), Stream(seed)).match


def accepted(answer: Accepted | Rejected) -> Accepted:
    assert isinstance(answer, Accepted), answer
    return answer


def refused(answer: Accepted | Rejected) -> str:
    assert isinstance(answer, Rejected), answer
    return answer.reason.code


def test_the_deal_is_the_first_thing_that_happens() -> None:
    opened = start(TOY, agree(TOY), Stream(1))
    assert [event["event"] for event in opened.events] == ["deal", "deal"]
    assert (opened.match.version, opened.match.draws) == (2, 2)
    assert opened.match.waiting_for == {0, 1}


def test_a_choice_is_sealed_until_all_are_in() -> None:
    first = accepted(submit(begun(), 0, "high", 2))
    assert first.events == ()
    assert first.match.waiting_for == {1}
    assert first.match.version == 2
    assert TOY.view(first.match.state, 1) == TOY.view(begun().state, 1)
    last = accepted(submit(first.match, 1, "low", 2))
    assert [event["word"] for event in last.events] == ["high", "low"]
    assert last.match.over
    assert last.match.version == 4


def test_a_choice_is_not_stale_because_another_one_chose_meanwhile() -> None:
    match = accepted(submit(begun(), 1, "low", 2)).match
    assert isinstance(submit(match, 0, "low", 2), Accepted)


def test_a_choice_can_be_changed_until_the_last_has_chosen() -> None:
    match = accepted(submit(begun(), 0, "high", 2)).match
    match = accepted(submit(match, 0, "low", 2)).match
    assert match.waiting_for == {1}
    assert accepted(submit(match, 1, "low", 2)).events[0]["word"] == "low"


def test_the_table_may_pass_for_the_slow_where_the_rules_say_so() -> None:
    match = accepted(submit(begun(), 0, "high", 2)).match
    late = accepted(expire(match, [1]))
    assert [event["word"] for event in late.events] == ["high", "pass"]
    assert refused(expire(match, [0])) == "not-absent"
    assert refused(expire(late.match, [1])) == "not-absent"
    assert refused(submit(match, 1, "pass", 2)) == "no-word"


def test_who_was_too_slow_cannot_choose_after_all() -> None:
    late = accepted(expire(begun(), [1])).match
    assert refused(submit(late, 1, "high", 2)) == "too-late"
    assert isinstance(submit(late, 0, "high", 2), Accepted)


def test_a_match_is_a_value_that_can_be_kept_with_its_sealed_choices() -> None:
    match = accepted(submit(begun(), 0, "high", 2)).match
    assert pickle.loads(pickle.dumps(match)).choices == match.choices
    assert hash(match) == hash(replace(match))
    opened = start(TOY, agree(TOY), Stream(1))
    kept = Record(agree(TOY), ("a", "b"), 1, opened.events)
    again = take_up(TOY, kept, match.sealed)
    assert again.match == match
    with pytest.raises(Refusal):
        take_up(TOY, kept, {0: 7})


@pytest.mark.parametrize(
    ("seat", "move", "version", "code"),
    [
        (0, "high", 1, "stale"),
        (0, "high", 3, "stale"),
        (0, "loud", 2, "unreadable"),
        (0, 7, 2, "no-word"),
        (5, "high", 2, "not-your-turn"),
        (5, "loud", 2, "not-your-turn"),
        (5, "high", 1, "stale"),
        (-1, 1, 2, "no-seat"),
        (WATCHER, "high", 2, "no-seat"),
    ],
)
def test_what_cannot_be_taken_is_refused_and_changes_nothing(
    seat: int, move: str | int, version: int, code: str
) -> None:
    match = begun()
    before = replace(match)
    assert refused(submit(match, seat, move, version)) == code
    assert match == before


def test_nothing_can_be_moved_after_the_end() -> None:
    match = accepted(submit(begun(), 0, "high", 2)).match
    match = accepted(submit(match, 1, "low", 2)).match
    assert refused(submit(match, 0, "low", match.version)) == "over"


@pytest.mark.parametrize("game", ALL, ids=games.names())
def test_without_a_dealer_nothing_hidden_is_revealed_and_the_old_match_can_go_on(
    game: AnyGame,
) -> None:
    dealer = Stream(3)
    match = start(game, agree(game), dealer).match
    while not match.over:
        waiting = accepted_from_all(match)
        if game.to_act(waiting.state) == CHANCE_ACTS:
            again = accepted_from_all(match)  # as if the first had been taken back
            assert again == waiting
            assert settle(again, dealer) == settle(waiting, dealer)
            return
        match = waiting
    pytest.fail("chance never acted after a move")


def accepted_from_all(match: Match) -> Match:
    for seat in sorted(match.waiting_for):
        move = match.game.legal(match.state, seat)[0]
        match = accepted(submit(match, seat, move, match.version)).match
    return match


@pytest.mark.parametrize("game", ALL, ids=games.names())
def test_a_match_resumes_from_any_part_of_its_record(game: AnyGame) -> None:
    setup = agree(game)
    players = [bots.make("random", game, 9) for _ in range(setup.seats)]
    whole = play(game, setup, players, 9)
    verify(game, whole)
    for part in (2, 3, 5, 7):
        cut = Record(setup, whole.names, 9, whole.events[: len(whole.events) // part])
        assert finished(game, cut, players) == whole.events


def finished(game: AnyGame, cut: Record, players: list[Player]) -> tuple[Event, ...]:
    taken, dealer = take_up(game, cut), Stream(9)
    match = taken.match
    # Choices that not all had made are dropped, what the rules bring about is filled in.
    events = [*cut.events[: match.version - len(taken.events)], *taken.events]
    while True:
        dealt = settle(match, dealer)
        match, events = dealt.match, [*events, *dealt.events]
        if match.over:
            break
        for seat in sorted(match.waiting_for):
            move = players[seat].choose(game.view(match.state, seat), game.legal(match.state, seat))
            answer = accepted(submit(match, seat, move, match.version))
            match, events = answer.match, [*events, *answer.events]
        assert match.version == len(events)
    return tuple(events)


@pytest.mark.parametrize("game", ALL, ids=games.names())
def test_what_seats_are_told_is_as_much_as_happened(game: AnyGame) -> None:
    for setup in setups(game):
        opened = start(game, setup, Stream(4))
        for seat in (*range(setup.seats), WATCHER):
            known = told(opened.match, opened.events, seat)
            assert [e["event"] for e in known] == [e["event"] for e in opened.events]
