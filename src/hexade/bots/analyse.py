"""The analysis of a game: the best moves, the loss of each move, and the turning points.

Moves are judged by what their player could know at the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hexade.bots.evaluation import JUDGE, Judgement, judged
from hexade.contract.chance import seed_of
from hexade.contract.game import AnyGame, Event, Move, Risk, Seat, View
from hexade.contract.reason import Reason, Refusal
from hexade.contract.record import Record, replay

FORMAT = "hexade-analysis/1"
SHOWN = 3  # best moves listed for each decision
MISTAKE, BLUNDER = 0.05, 0.15  # thresholds of the loss
TURNS = 5  # turning points listed
_SEED = 20_241  # for the judge: the same game always gets the same analysis


@dataclass(frozen=True)
class Decision:
    """A position in which a seat had to choose, and its move."""

    event: int  # the number of the move's event
    seat: Seat
    move: Move
    state: Any
    turn: Mapping[Seat, Move]  # including the moves of others at the same time
    view: View  # what the seat could know
    legal: Sequence[Move]


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game with its value."""

    event: int  # the number of the move's event
    seat: Seat
    move: str
    value: float  # the expected outcome of the move, from 0 to 1
    best: list[tuple[str, float]]  # the best moves with their values
    loss: float  # compared with the best move
    chance_loss: float  # the mean loss of a random move
    rank: int  # the move's rank among all legal ones, from 1
    legal: int  # how many there were
    risk: Risk | None  # what chance could take after it
    slip: dict[str, Any] | None = None  # what a mistake overlooked, where facts show it

    @property
    def forced(self) -> bool:
        """Whether there was only one legal move."""
        return self.legal == 1


@dataclass(frozen=True)
class SeatSummary:
    """How well one seat played."""

    seat: Seat
    name: str
    choices: int  # decisions that were not forced
    accuracy: float | None  # 100: always the best move; 0: lost as much as random play
    loss: float  # the mean over all choices
    best: int  # how often it found one of the best moves
    mistakes: int
    blunders: int


@dataclass(frozen=True)
class TurningPoint:
    """A point at which a seat's expected outcome changed a lot."""

    event: int
    seat: Seat
    before: float
    after: float
    own: bool  # by the seat's own move; otherwise by chance or other players


@dataclass(frozen=True)
class GameAnalysis:
    """The analysis of a whole game, or of its beginning."""

    record: Record
    source: str  # "judge": values are expected outcomes; "worth": only ranks among the moves
    effort: float
    choices: list[JudgedMove]
    players: list[SeatSummary]
    turns: list[TurningPoint]

    def as_json(self) -> dict[str, Any]:
        """Return everything as a JSON object."""
        setup = self.record.setup
        return {
            "format": FORMAT,
            "game": setup.game,
            "variant": setup.variant,
            "seats": list(self.record.names),
            "source": self.source,
            "effort": self.effort,
            "result": self.record.result,
            "players": [asdict(player) for player in self.players],
            "moves": [asdict(choice) for choice in self.choices],
            "turning_points": [asdict(turn) for turn in self.turns],
        }


def analyse(
    game: AnyGame,
    record: Record,
    effort: float = 1.0,
    advance: Callable[[int], None] = lambda _: None,
) -> GameAnalysis:
    """Judge every decision of a record."""
    weighed = []
    for decision in decisions(game, record):
        weighed.append((decision, weigh(game, decision.view, decision.legal, effort)))
        advance(1)
    return summed(game, record, effort, weighed)


def summed(
    game: AnyGame, record: Record, effort: float, weighed: Sequence[tuple[Decision, Judgement]]
) -> GameAnalysis:
    """Return the analysis of a record whose every decision has been judged."""
    source = weighed[-1][1].source if weighed else ""
    choices = [_choice(game, decision, judgement) for decision, judgement in weighed]
    players = [_summary(choices, seat, name) for seat, name in enumerate(record.names)]
    turns = (
        _turns(choices, len(players)) if source == JUDGE else []
    )  # ranks cannot be compared between positions
    return GameAnalysis(record, source, effort, choices, players, turns)


def position(
    game: AnyGame, record: Record, event: int, effort: float = 1.0
) -> list[tuple[Seat, Judgement]]:
    """Return the values of every move after an event, for all seats that are to move."""
    state = game.begin(record.setup)
    for step in replay(game, record):
        if step.event > event:
            break
        state = step.state
    acting = sorted(seat for seat in game.to_act(state) if seat >= 0)
    return [
        (seat, weigh(game, game.view(state, seat), game.legal(state, seat), effort))
        for seat in acting
    ]


def decisions(game: AnyGame, record: Record) -> Iterator[Decision]:
    """Yield every decision of a seat in a record."""
    state = game.begin(record.setup)
    for step in replay(game, record):
        for seat, move in sorted(step.turn.items()):
            legal = game.legal(state, seat) if seat >= 0 else ()
            if move in legal:  # not a default move after a timeout
                view = game.view(state, seat)
                yield Decision(step.event, seat, move, state, step.turn, view, legal)
        state = step.state


def instead(game: AnyGame, decision: Decision, move: Move) -> Event | None:
    """Return the event that another move would have produced, or as much of it as is certain.

    None if there is none.
    """
    turn = {**decision.turn, decision.seat: move}
    events = game.events(decision.state, turn, game.apply(decision.state, turn))
    own = next((event for event in events if event.get("seat") == decision.seat), None)
    return own or game.intent(decision.seat, move)


def weigh(game: AnyGame, view: View, legal: Sequence[Move], effort: float) -> Judgement:
    """Return the values of the legal moves, by what the viewer could know."""
    found = judged(game, view, legal, effort, seed_of(_SEED, view.ply))
    if found is None:
        raise Refusal(Reason("no-judge", "", f"{game.title} cannot be analysed: it has no judge"))
    return found


def _choice(game: AnyGame, decision: Decision, found: Judgement) -> JudgedMove:
    value = float(found.values[list(found.moves).index(decision.move)])
    ranked = found.ranked()
    loss = round(found.best - value, 4)
    return JudgedMove(
        event=decision.event,
        seat=decision.seat,
        move=game.text(decision.move),
        value=round(value, 4),
        best=[(game.text(m), round(v, 4)) for m, v in ranked[:SHOWN]],
        loss=loss,
        chance_loss=round(found.best - float(found.values.mean()), 4),
        rank=1 + int((found.values > value).sum()),
        legal=len(found.moves),
        risk=game.risk(decision.view, decision.move),
        slip=_slip(game, decision, ranked[0][0]) if loss >= MISTAKE else None,
    )


def _slip(game: AnyGame, decision: Decision, better: Move) -> dict[str, Any] | None:
    return game.slip(decision.view, decision.legal, decision.move, better)


def _summary(choices: Sequence[JudgedMove], seat: Seat, name: str) -> SeatSummary:
    own = [choice for choice in choices if choice.seat == seat and not choice.forced]
    lost, chance = sum(c.loss for c in own), sum(c.chance_loss for c in own)
    return SeatSummary(
        seat=seat,
        name=name,
        choices=len(own),
        accuracy=round(100 * max(0.0, 1 - lost / chance), 1) if chance > 0 else None,
        loss=round(lost / len(own), 4) if own else 0.0,
        best=sum(c.rank == 1 for c in own),
        mistakes=sum(MISTAKE <= c.loss < BLUNDER for c in own),
        blunders=sum(c.loss >= BLUNDER for c in own),
    )


def _turns(choices: Sequence[JudgedMove], seats: int) -> list[TurningPoint]:
    """Return the largest changes of a seat's expected outcome, in the order of the game."""
    found = []
    for seat in range(seats):
        own = [choice for choice in choices if choice.seat == seat]
        for n, choice in enumerate(own):
            best = choice.best[0][1]
            found.append(TurningPoint(choice.event, seat, best, choice.value, own=True))
            if n:
                before = own[n - 1].value
                found.append(TurningPoint(choice.event, seat, before, best, own=False))
    largest = sorted(found, key=lambda turn: -abs(turn.after - turn.before))[:TURNS]
    return sorted((t for t in largest if t.after != t.before), key=lambda turn: turn.event)
