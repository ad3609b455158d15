"""Play a whole match between players who sit in the same process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, CHANCE_ACTS, AnyGame, Event, Move, Result, Seat
from hexade.contract.player import Player, listens
from hexade.contract.reason import Reason, Refusal
from hexade.contract.record import Record
from hexade.contract.setup import Setup
from hexade.match import Accepted, Match, accepted, expire, start, submit, told


def play(
    game: AnyGame,
    setup: Setup,
    players: Sequence[Player],
    seed: int,
    time_ms: int | None = None,
) -> Record:
    """Play a match to its end and return its record; `time_ms` is what players have for a move."""
    events: list[Event] = []
    match = None
    for step in steps(game, setup, players, seed, time_ms):
        match = step.match
        events += step.events
    assert match is not None  # `steps` yields at least the match after the deal
    names = tuple(player.name for player in players)
    return Record(setup, names, seed, tuple(events), game.result(match.state))


def steps(
    game: AnyGame,
    setup: Setup,
    players: Sequence[Player],
    seed: int,
    time_ms: int | None = None,
) -> Iterator[Accepted]:
    """Yield the match after the deal and after each move, as the players make them."""
    dealer = Stream(seed)
    for seat, player in enumerate(players):
        player.sit(setup, seat)
    step = start(game, setup, dealer)
    _tell(step, players)
    yield step
    while not step.match.over:
        step = _next(step.match, players, dealer, time_ms)
        _tell(step, players)
        yield step
    result = game.result(step.match.state)
    for player in players:
        player.rise(result or {})


def finish(
    game: AnyGame,
    setup: Setup,
    players: Sequence[Player],
    seed: int,
    time_ms: int | None = None,
) -> Result:
    """Play a match to its end and return its result alone: the same game as `play`, but faster.

    Nothing is recorded, and events are created only if a player listens.
    """
    state, draws, dealer = game.begin(setup), 0, Stream(seed)
    ears = [(seat, player) for seat, player in enumerate(players) if listens(player)]
    for seat, player in enumerate(players):
        player.sit(setup, seat)
    while acting := game.to_act(state):
        if acting == CHANCE_ACTS:
            turn = {CHANCE: dealer.pick(draws, game.chances(state))}
            draws += 1
        else:
            turn = {seat: _chosen(game, state, seat, players, time_ms) for seat in sorted(acting)}
        after = game.apply(state, turn)
        for event in game.events(state, turn, after) if ears else ():
            for seat, player in ears:
                player.hear(game.tell(event, seat))
        state = after
    result = game.result(state) or {}
    for player in players:
        player.rise(result)
    return result


def _chosen(
    game: AnyGame, state: Any, seat: Seat, players: Sequence[Player], time_ms: int | None
) -> Move:
    legal = game.legal(state, seat)
    move = players[seat].choose(game.view(state, seat), legal, time_ms)
    if move not in legal and move != game.absent(state, seat):
        said = f"{players[seat].name} chose move {move!r}, which is not legal"
        raise Refusal(game.why_not(state, seat, move) or Reason("illegal", "", said))
    return move


def _next(match: Match, players: Sequence[Player], dealer: Stream, time_ms: int | None) -> Accepted:
    seat = min(match.waiting_for)
    view, legal = match.game.view(match.state, seat), match.game.legal(match.state, seat)
    move = players[seat].choose(view, legal, time_ms)
    if move not in legal and move == match.game.absent(match.state, seat):
        return accepted(expire(match, [seat], dealer))  # too slow
    return accepted(submit(match, seat, move, match.version, dealer))


def _tell(step: Accepted, players: Sequence[Player]) -> None:
    for seat, player in enumerate(players):
        if listens(player):
            for event in told(step.match, step.events, seat):
                player.hear(event)
