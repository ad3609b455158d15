"""A match: submit a move made for a version, get Accepted with what happened, or Rejected.

A match is a value. `submit` gives a new one and leaves the old as it was, so a server can write
the events down first and replace its match only then, or drop the new one to take a move back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hexade.contract import chance
from hexade.contract.chance import Dealer
from hexade.contract.game import CHANCE, AnyGame, Event, Move, Seat, Turn
from hexade.contract.reason import Reason, Refusal
from hexade.contract.record import Record, replay
from hexade.contract.setup import Setup

_WORLDS = range(1, 4)  # seeds of worlds that look the same to a viewer
_NO_CHOICE = Reason("then", "", "only the choice that ends a turn can be made with the move")
_NO_SEAT = Reason("no-seat", "", "only a seat can move")


def is_private(game: AnyGame, state: Any) -> bool:
    """Tell whether a seat has a choice now that nobody else may know of."""
    return game.to_act(state) != game.seen_to_act(state)


@dataclass(frozen=True, slots=True)
class Match:
    """One game in progress."""

    game: AnyGame
    setup: Setup
    state: Any
    version: int = 0  # how many events there have been: no gaps
    draws: int = 0  # how often chance has acted: the n of the next draw
    choices: tuple[tuple[Seat, Move], ...] = ()  # simultaneous ones, sealed until all are in
    acting: frozenset[Seat] = field(init=False, repr=False, compare=False)  # asked for many times

    def __post_init__(self) -> None:
        object.__setattr__(self, "acting", self.game.to_act(self.state))

    @property
    def sealed(self) -> dict[Seat, Move]:
        """The choices that wait for the others, by seat."""
        return dict(self.choices)

    @property
    def waiting_for(self) -> frozenset[Seat]:
        """The seats that must still move, or CHANCE alone while the table has to deal."""
        return self.acting - self.sealed.keys() if self.choices else self.acting

    @property
    def private(self) -> bool:
        """Whether a seat has a choice now that nobody else may know of."""
        return self.acting != self.game.seen_to_act(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.acting


@dataclass(frozen=True, slots=True)
class Accepted:
    """A move was taken: the match after it, and what happened, in order and in full."""

    match: Match
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """A move was refused; the match is as it was."""

    reason: Reason


def start(game: AnyGame, setup: Setup, dealer: Dealer) -> Accepted:
    """Begin a match and deal."""
    return settle(Match(game, setup, game.begin(setup)), dealer)


def submit(
    match: Match, seat: Seat, move: Move | str, version: int, dealer: Dealer | None = None,
    then: Move | str | None = None,
) -> Accepted | Rejected:  # fmt: skip
    """Make a move, given as a number or in notation, that was made for this version.

    `then` is what the seat has already decided about a private choice that the move may leave: it
    follows at once. To decline is always allowed; anything else is refused together with the move
    if it is not possible after it.

    With a dealer chance answers at once; without one the match waits for `settle`, and until then
    nothing hidden has been revealed and the move can be taken back by dropping the new match. Not
    later: the n-th draw is the same after another move. A simultaneous choice is sealed, may be
    changed until the last seat has chosen, and does not raise the version, so that nobody's choice
    is ever stale.
    """
    try:
        number = read_move(match, seat, move, version)
    except Refusal as refusal:
        return Rejected(refusal.reason)
    reason = match.game.why_not(match.state, seat, number)
    if reason:
        return Rejected(reason)
    if then is None:
        return _seal(match, {seat: number}, dealer)
    return _decided(_seal(match, {seat: number}, None), seat, then, dealer)


def _decided(
    made: Accepted, seat: Seat, then: Move | str, dealer: Dealer | None
) -> Accepted | Rejected:
    """Make the move that was decided on together with the one before it."""
    game, match = made.match.game, made.match
    try:
        move = game.parse(then) if isinstance(then, str) else then
    except Refusal as refusal:
        return Rejected(refusal.reason)
    reason = _why_not_then(match, seat, move)
    if reason:
        return Rejected(reason)
    if match.private:
        answer = _seal(match, {seat: move}, dealer)
    else:
        answer = Accepted(match) if dealer is None else settle(match, dealer)
    return Accepted(answer.match, (*made.events, *answer.events))


def _why_not_then(match: Match, seat: Seat, move: Move) -> Reason | None:
    """Return why a move cannot follow at once; to decline where nothing is offered is fine."""
    if not match.private and move == match.game.declining:
        return None
    reason = match.game.why_not(match.state, seat, move)
    return reason if match.private else reason or _NO_CHOICE


def accepted(answer: Accepted | Rejected) -> Accepted:
    """Return what was accepted; raise the reason of what was not."""
    if isinstance(answer, Rejected):
        raise Refusal(answer.reason)
    return answer


def read_move(match: Match, seat: Seat, move: Move | str, version: int) -> Move:
    """Return a move as its number; raise Refusal if it is stale, out of turn or unreadable."""
    reason = _why_not_now(match, seat, version)
    if reason:
        raise Refusal(reason)
    return match.game.parse(move) if isinstance(move, str) else move


def _why_not_now(match: Match, seat: Seat, version: int) -> Reason | None:
    """Return a reason that does not depend on the move: stale, over, not your turn."""
    game, setup = match.game, match.setup
    if seat < 0:
        return _NO_SEAT
    if version != match.version:
        text = f"the move was made for version {version}, the game is at {match.version}"
        return Reason("stale", "", text)
    if match.over:
        return Reason("over", game.rule_of(setup, "end"), "the game is over")
    if seat not in match.acting:
        return Reason("not-your-turn", game.rule_of(setup, "turn"), "it is not your turn")
    if seat in match.sealed and match.sealed[seat] == game.absent(match.state, seat):
        return Reason("too-late", game.rule_of(setup, "turn"), "you were too slow this time")
    return None


def expire(
    match: Match, seats: Iterable[Seat], dealer: Dealer | None = None
) -> Accepted | Rejected:
    """Have the table move for seats that are too slow, where the rules say what happens then."""
    made: dict[Seat, Move] = {}
    for seat in seats:
        move = match.game.absent(match.state, seat) if seat in match.waiting_for else None
        if move is None:
            return Rejected(Reason("not-absent", "", f"the table cannot move for seat {seat} now"))
        made[seat] = move
    return _seal(match, made, dealer)


def settle(match: Match, dealer: Dealer) -> Accepted:
    """Let chance act until a seat must, or the game is over."""
    happened: list[Event] = []
    for turn, after in chance.settle(match.game, match.state, dealer, match.draws):
        match, events = _step(match, turn, after)
        happened += events
    return Accepted(match, tuple(happened))


def take_up(game: AnyGame, record: Record, sealed: Mapping[Seat, Move] | None = None) -> Accepted:
    """Return the match as it stands at the end of a record; raise Fault if it is bad.

    A record may end in the middle of what belongs together. The events that the rules bring about
    and it does not have yet come with the match. Choices that not all have made are dropped from
    its end, so the version is before them; those that were kept elsewhere can be given.
    """
    match = Match(game, record.setup, game.begin(record.setup))
    produced: list[Event] = []
    for step in replay(game, record):
        produced += step.events
        draws = match.draws + (CHANCE in step.turn)
        match = replace(match, state=step.state, draws=draws, version=len(produced))
    for seat, move in sorted((sealed or {}).items()):
        reason = game.why_not(match.state, seat, move)
        if reason and move != game.absent(match.state, seat):
            raise Refusal(reason)
    choices = tuple(sorted((sealed or {}).items()))
    return Accepted(replace(match, choices=choices), tuple(produced[len(record.events) :]))


def resume(game: AnyGame, record: Record) -> Match:
    """Return the match of a record that ends where a turn ends."""
    return take_up(game, record).match


def reveals_nothing(
    match: Match, seat: Seat, move: Move, after: Match, then: Move | None = None
) -> bool:
    """Tell whether a seat that moved alone learned nothing by it, so that it may take it back.

    It has learned nothing if the state after the move looks the same to it whatever was hidden
    before: so its move is made in other worlds that it cannot tell from this one. What chance has
    still to do after the move does not count, as long as it is not done.
    """
    game = match.game
    if match.acting != {seat}:
        return False  # choices made together are a reveal
    before, seen = game.view(match.state, seat), game.view(after.state, seat)
    for seed in _WORLDS:
        world = game.apply(game.determinize(before, seed), {seat: move})
        if then is not None and is_private(game, world):
            world = game.apply(world, {seat: then})
        if game.view(world, seat) != seen:
            return False
    return True


def chance_tells_nothing(match: Match, dealt: Match, seat: Seat) -> bool:
    """Tell whether a seat learns nothing from what chance does now, but that it did it.

    `dealt` is the match afterwards. It has learned nothing if its view is the same after chance has
    acted otherwise, in other worlds that it cannot tell from this one.
    """
    game, seen = match.game, match.game.view(dealt.state, seat)
    before = game.view(match.state, seat)
    for seed in _WORLDS:
        world = game.determinize(before, seed)
        # If the world leaves a private choice, it was declined.
        if is_private(game, world) and game.declining is not None:
            world = game.apply(world, dict.fromkeys(game.to_act(world), game.declining))
        other = settle(replace(match, state=world), chance.Stream(seed)).match
        if other.acting != dealt.acting or game.view(other.state, seat) != seen:
            return False
    return True


def told(match: Match, events: Iterable[Event], seat: Seat) -> list[Event]:
    """Return events as a seat, or a spectator, may know them."""
    return [match.game.tell(event, seat) for event in events]


def _seal(match: Match, made: Turn, dealer: Dealer | None) -> Accepted:
    sealed = {**match.sealed, **made}
    if match.acting != sealed.keys():
        return Accepted(replace(match, choices=tuple(sorted(sealed.items()))))
    match, events = _step(match, sealed, match.game.apply(match.state, sealed))
    if dealer is None:
        return Accepted(match, tuple(events))
    dealt = settle(match, dealer)
    return Accepted(dealt.match, (*events, *dealt.events))


def _step(match: Match, turn: Turn, after: Any) -> tuple[Match, list[Event]]:
    events = match.game.events(match.state, turn, after)
    version = match.version + len(events)
    draws = match.draws + (CHANCE in turn)
    return Match(match.game, match.setup, after, version, draws), events
