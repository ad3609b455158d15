"""Play a whole match between players who sit in the same process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hexade.contract.chance import Stream, settle
from hexade.contract.game import CHANCE, AnyGame, Event, Move, Result, Seat, Turn
from hexade.contract.player import Player, listens
from hexade.contract.reason import Reason, Refusal
from hexade.contract.record import Record
from hexade.contract.setup import Setup
from hexade.match import Accepted, Match, accepted, expire, is_private, start, submit


class Listeners:
    """The players that want to hear what happens.

    Of a move that leaves its seat a private choice the others hear only when the choice is made.
    """

    def __init__(self, game: AnyGame, players: Mapping[Seat, Player]) -> None:
        self._game = game
        self._players = {seat: one for seat, one in players.items() if listens(one)}
        self._kept: tuple[Event, ...] = ()  # what only one seat has heard
        self._owner = CHANCE

    def tell_turn(self, state: Any, turn: Turn, after: Any) -> None:
        """Tell what happened in a turn, whose events are computed only if somebody listens."""
        if self._players:
            self.tell(after, self._game.events(state, turn, after))

    def tell(self, state: Any, events: Iterable[Event]) -> None:
        """Tell every listener, as far as its seat may know, what led to a state."""
        new = tuple(events)
        if is_private(self._game, state):
            (self._owner,) = self._game.to_act(state)
            self._kept += new
            self._say(self._owner, new)
            return
        for seat in self._players:
            self._say(seat, new if seat == self._owner else (*self._kept, *new))
        self._kept, self._owner = (), CHANCE

    def _say(self, seat: Seat, events: Iterable[Event]) -> None:
        for event in events if seat in self._players else ():
            self._players[seat].hear(self._game.tell(event, seat))


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
    step, listeners = start(game, setup, dealer), Listeners(game, dict(enumerate(players)))
    listeners.tell(step.match.state, step.events)
    yield step
    while not step.match.over:
        step = _next(step.match, players, dealer, time_ms)
        listeners.tell(step.match.state, step.events)
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
    listeners = Listeners(game, dict(enumerate(players)))
    for seat, player in enumerate(players):
        player.sit(setup, seat)
    while True:
        for turn, after in settle(game, state, dealer, draws):
            listeners.tell_turn(state, turn, after)
            state, draws = after, draws + 1
        if not (acting := game.to_act(state)):
            break
        turn = {seat: _chosen(game, state, seat, players, time_ms) for seat in sorted(acting)}
        after = game.apply(state, turn)
        listeners.tell_turn(state, turn, after)
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
    if move not in legal and not _is_missed(game, state, seat, move):
        said = f"{players[seat].name} chose move {move!r}, which is not legal"
        raise Refusal(game.why_not(state, seat, move) or Reason("illegal", "", said))
    return move


def _is_missed(game: AnyGame, state: Any, seat: Seat, move: Move) -> bool:
    """Tell whether a move stands for none in time; most games have nothing that does (None)."""
    return move is not None and move == game.absent(state, seat)


def _next(match: Match, players: Sequence[Player], dealer: Stream, time_ms: int | None) -> Accepted:
    seat = min(match.waiting_for)
    view, legal = match.game.view(match.state, seat), match.game.legal(match.state, seat)
    move = players[seat].choose(view, legal, time_ms)
    if move not in legal and _is_missed(match.game, match.state, seat, move):
        return accepted(expire(match, [seat], dealer))  # too slow
    return accepted(submit(match, seat, move, match.version, dealer))
