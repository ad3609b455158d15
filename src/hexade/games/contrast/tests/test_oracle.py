"""Many games at random, some seats too slow, before a referee who shares no code; and the laws."""

from __future__ import annotations

import pytest

from hexade.contract.game import CHANCE
from hexade.contract.laws import check
from hexade.contract.record import replay, verify
from hexade.games.contrast import deck, variants
from hexade.games.contrast.game import GAME
from hexade.games.contrast.tests.oracle import Oracle, referee
from hexade.games.contrast.tests.scene import as_json, played


@pytest.mark.parametrize("slow", [0, 15, 60])
@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("seats", variants.SEATS)
def test_the_referee_agrees_with_every_event_and_result(
    seats: int, variant: str, slow: int
) -> None:
    for seed in range(6):
        record = played(seats, variant, seed, slow)
        verify(GAME, record)
        oracle = referee(as_json(record))
        assert record.result is not None
        assert record.result["scores"] == oracle.won


@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("seats", variants.SEATS)
def test_the_referee_agrees_on_rows_hands_and_stack_after_every_turn(
    seats: int, variant: str
) -> None:
    record, oracle, fed = played(seats, variant, 99), Oracle(variant, seats), 0
    steps = list(replay(GAME, record))
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        until = following.event if following else len(record.events)
        for event in record.events[fed:until]:
            oracle.feed(event)
        fed = max(fed, until)
        if CHANCE in step.turn and not step.state.face_up:
            continue  # a row is fed as a whole
        rows = [[tuple(deck.CARDS[card]) for card in row] for row in step.state.rows]
        assert rows == oracle.rows
        assert list(step.state.won) == oracle.won
        assert step.state.stack == oracle.stack
        for seat in range(seats):
            legal = {deck.SYMBOLS[move] for move in GAME.legal(step.state, seat)}
            assert legal == oracle.legal(seat)


def test_the_game_keeps_the_laws() -> None:
    check(GAME)
