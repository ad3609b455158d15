"""Tables to test at: states made by hand, and matches played by chance with some seats too slow."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hexade.contract.chance import Stream
from hexade.contract.game import Event, Move, Seat
from hexade.contract.record import Record, write
from hexade.contract.setup import Setup, agree
from hexade.games.contrast import deck, rules, variants
from hexade.games.contrast.game import GAME
from hexade.games.contrast.state import ContrastState, stated
from hexade.match import Accepted, Match, Rejected, expire, start, submit

THICK_ROUND = (4, 5)  # a row that leaves red to light in hand


def setup(seats: int, variant: str = "base") -> Setup:
    """Return what a table of this size agrees on."""
    return agree(GAME, variant, None, seats)


def choosing(
    seats: int, stack: int | None = None, row: Sequence[int] = THICK_ROUND, variant: str = "base"
) -> ContrastState:
    """Return a state with a picture face up and the same row before every seat."""
    left = variants.STACK[seats] if stack is None else stack
    return stated(setup(seats, variant), (tuple(row),) * seats, (0,) * seats, left, (0,), True)


def turn(*names: str | None) -> dict[Seat, Move]:
    """Return a turn from the symbols chosen, None for a seat that sits out."""
    moves = [rules.MISS if name is None else deck.SYMBOL_OF[name] for name in names]
    return dict(enumerate(moves))


def award(state: ContrastState, *names: str | None) -> Event:
    """Return the award of a round."""
    made = turn(*names)
    *choices, found = GAME.events(state, made, GAME.apply(state, made))
    assert [event["seat"] for event in choices] == list(range(state.setup.seats))
    return found


def taken(answer: Accepted | Rejected) -> Accepted:
    """Return an answer that must not be a refusal."""
    assert isinstance(answer, Accepted)
    return answer


def played(seats: int, variant: str, seed: int, slow: int = 15) -> Record:
    """Play a match at random; in so many of a hundred choices a seat is too slow (F4)."""
    agreed, dealer, chance = setup(seats, variant), Stream(seed), Stream(seed, 1)
    accepted = start(GAME, agreed, dealer)
    events, n = list(accepted.events), 0
    while not accepted.match.over:
        match, late = accepted.match, []
        for seat in chance_order(chance, n, seats):
            n += 3
            if chance.below(n + 1, 100) < slow:
                late.append(seat)
                continue
            legal = GAME.legal(match.state, seat)
            move = legal[chance.below(n + 2, 1 + chance.below(n, len(legal)))]
            accepted = taken(submit(match, seat, move, match.version, dealer))
            match = accepted.match
        if late:
            accepted = taken(expire(match, late, dealer))
        events += accepted.events
    return Record(agreed, tuple("abcdef"[:seats]), seed, tuple(events), result(accepted.match))


def chance_order(chance: Stream, n: int, seats: int) -> list[Seat]:
    """Return the seats, beginning with any of them."""
    first = chance.below(n, seats)
    return [(first + k) % seats for k in range(seats)]


def result(match: Match) -> dict[str, Any] | None:
    """Return the result of a match."""
    return GAME.result(match.state)


def as_json(record: Record) -> dict[str, Any]:
    """Return a record as other programs read it."""
    found: dict[str, Any] = json.loads(write(record))
    return found
