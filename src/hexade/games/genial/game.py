"""The facade: the board game as the contract asks for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from hexade.contract.features import Part
from hexade.contract.game import CHANCE, CHANCE_ACTS, NOBODY, Event, Move, Result, Seat, Turn
from hexade.contract.kernel import Kernels, default_target, speed_up
from hexade.contract.level import Level, Usual
from hexade.contract.picture import Picture
from hexade.contract.reason import Reason
from hexade.contract.setup import Form, Setup
from hexade.games.genial import (
    board,
    doors,
    features,
    gift,
    notation,
    picture,
    preview,
    refuse,
    rules,
    shown,
    sides,
    verdict,
)
from hexade.games.genial.lanes import LANES
from hexade.games.genial.levels import LEVELS
from hexade.games.genial.mind.judge import judge
from hexade.games.genial.mind.oneply import OnePly
from hexade.games.genial.mind.training import LEARNING
from hexade.games.genial.position import Position, decided, drew, freeze, opening, redirect, thaw
from hexade.games.genial.variants import EDITIONS, SIDE, VARIANTS, table
from hexade.games.genial.view import View, determinize, tell, view

_PLAIN_MOVES = 8  # that a judge without a compiler looks at
_CHANCE_PHASES = (rules.DEALING, rules.DRAWING)
_RULES = {"base": "A1", "solo": "B1", "team": "C1", "duel": "D1"}
_SEATS = [frozenset({seat}) for seat in range(4)]
_ACTIONS = {seats: rules.PLACE + 36 * board.edge_count(side) for seats, side in SIDE.items()}
_list_legal = speed_up(doors.legal_moves)
_worths = speed_up(doors.worths)


class Genial(Usual):
    """Rules A to D."""

    name = "genial"
    title = "Hex dominoes"
    chapters = "ABCD"
    moves = rules.PLACE + 36 * len(board.EDGES)
    chance_moves = len(board.TILES)  # beside them the deal may name its seat (notation.DEAL_TO)
    forms = tuple(
        Form(name, variant.seats, _RULES[name], EDITIONS, start_rule="A5", edition_rule="A7")
        for name, variant in VARIANTS.items()
    )

    baselines = MappingProxyType({OnePly.name: OnePly})

    kernels = Kernels(
        opening=lambda setup: opening(setup).data,
        table=lambda setup: table(setup.variant, setup.seats),
        play_lane=doors.play_lane,
        lanes=LANES,
        state=lambda setup, data: freeze(setup, thaw(data)),
        most_moves=rules.MOST_MOVES,
        learning=LEARNING,
    )

    def begin(self, setup: Setup) -> Position:
        """Return the position before the first tile is drawn."""
        return opening(setup)

    def to_act(self, state: Position) -> frozenset[Seat]:
        """Return the seat in turn, chance while tiles are drawn, nobody at the end."""
        phase = state.record["phase"]
        if phase in _CHANCE_PHASES:
            return CHANCE_ACTS
        return NOBODY if phase == rules.OVER else _SEATS[state.record["turn"]]

    def legal(self, state: Position, seat: Seat) -> list[Move]:
        """Return the legal moves, ascending."""
        if seat not in self.to_act(state):
            return []
        out = np.empty(rules.MOST_MOVES, np.int32)
        count = _list_legal(state.data, state.table, out)
        return out[:count].tolist()  # type: ignore[no-any-return]

    def why_not(self, state: Position, seat: Seat, move: Move) -> Reason | None:
        """Return why a move is refused, with the rule."""
        return refuse.why_not(state, seat, move)

    def chances(self, state: Position) -> list[tuple[Move, int]]:
        """Return the kinds of tiles in the bag and how many there are of each (A3)."""
        if state.record["phase"] not in _CHANCE_PHASES:
            return []
        bag = int(state.record["bag"])
        counts = ((kind, bag >> 3 * kind & 7) for kind in range(len(board.TILES)))
        return [(kind, count) for kind, count in counts if count]

    def apply(self, state: Position, turn: Turn) -> Position:
        """Return the position after a legal move or a draw."""
        ((seat, move),) = turn.items()
        if seat != CHANCE:
            return decided(state, move)
        if move >= notation.DEAL_TO:
            state = redirect(state, notation.dealt_to(state, move))
        return drew(state, move % notation.DEAL_TO)

    def events(self, before: Position, turn: Turn, after: Position) -> list[Event]:
        """Return what a record says of a turn."""
        return notation.events(before, turn, after)

    def result(self, state: Position) -> Result | None:
        """Return ranks, scores and reason at the end."""
        return notation.result(state) if state.record["phase"] == rules.OVER else None

    def absent(self, state: Position, seat: Seat) -> Move | None:
        """Return nothing: placing is compulsory (A6), however slow."""
        return None

    def view(self, state: Position, seat: Seat) -> View:
        """Return what a seat may know."""
        return view(state, seat)

    def tell(self, event: Event, seat: Seat) -> Event:
        """Return an event as a seat may know it."""
        return tell(event, seat)

    def determinize(self, view: View, seed: int) -> Position:
        """Return a position that could be behind a view."""
        return determinize(view, seed)

    def text(self, move: Move) -> str:
        """Return a move in notation."""
        return notation.text(move)

    def parse(self, text: str) -> Move:
        """Return the move that a text means."""
        return notation.parse(text)

    def read(self, state: Position, events: Sequence[Event]) -> list[Turn]:
        """Return the turns that the first event tells of."""
        return notation.read(state, events[0])

    def tidy(self, event: Event) -> Event:
        """Return an event in its one spelling."""
        return notation.tidy(event)

    def rule_of(self, setup: Setup, event: str, key: str = "") -> str:
        """Return the rule behind what an event says."""
        return notation.rule_of(setup, event, key)

    def show(self, view: View, chosen: Collection[Seat] = ()) -> dict[str, Any]:
        """Return a view as JSON, with the keys of the bot protocol and a few more."""
        return shown.shown(view)

    def levels(self, setup: Setup) -> Sequence[Level]:
        """Return levels as they were measured."""
        return LEVELS

    def preview(self, view: View, legal: Sequence[Move]) -> dict[str, Any] | None:
        """Return lines and tracks, for a page to show what a placement would bring."""
        return preview.preview(view, legal)

    def gift(self, view: View, move: Move) -> dict[str, Any] | None:
        """Return the best placement that a move opens for the next player."""
        return gift.gift(view, move)

    def scores(self, view: View) -> Any:
        """Return the markers."""
        return notation.scores(view.record, view.setup.variant, view.setup.seats)

    def picture(self, view: View, names: Sequence[str], glyphs: bool) -> Picture:
        """Return the table as its viewer sees it."""
        return picture.table(view, names, glyphs)

    def say(self, event: Event, names: Sequence[str]) -> str | None:
        """Return nothing: to draw, place and exchange need no other words."""
        return None

    def verdict(self, setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
        """Return a result in sentences."""
        return verdict.verdict(setup, result, names)

    def forecast(self, view: View, move: Move, names: Sequence[str] = ()) -> str:
        """Return in a few words what a move would bring."""
        return picture.forecast(view, move)

    def judge(
        self, view: View, moves: Sequence[Move], effort: float, seed: int
    ) -> Sequence[float] | None:
        """Return what moves are worth, by a value network and, with effort, by search."""
        if default_target() == "plain" and (effort > 0 or len(moves) > _PLAIN_MOVES):
            return None  # as plain Python it would think for minutes
        return judge(view, moves, effort, seed)

    def worth(self, view: View, moves: Sequence[Move]) -> list[int]:
        """Return the weakest marker, then the sum, after each move."""
        states = np.zeros(2, rules.STATE)
        states[0] = view.data[0]
        out = np.empty(len(moves), np.int64)
        _worths(states, view.table, np.array(moves, np.int32), view.seat, out)
        return out.tolist()

    def turns_left(self, view: View) -> int:
        """Return about how many tiles the viewer will still place."""
        return sides.turns_left(view)

    def sides(self, setup: Setup) -> tuple[tuple[Seat, ...], ...]:
        """Return the teams (C1), or every seat alone."""
        return sides.sides(setup)

    def measure(self, setup: Setup, result: Result) -> list[float]:
        """Return the weakest colour of each seat; in the duel how many it has on its side."""
        return sides.measure(setup, result)

    def actions(self, setup: Setup) -> int:
        """Return how many numbers the moves on this area need (A1)."""
        return _ACTIONS[setup.seats]

    def parts(self, setup: Setup) -> tuple[Part, ...]:
        """Return what the numbers of a row of features mean."""
        return features.parts(setup)

    def features(self, view: View) -> np.ndarray:
        """Return a view as a row of numbers."""
        return features.features(view)

    def stake(self, setup: Setup) -> float | None:
        """Return the end of the track for a lone player, who cannot win (B3)."""
        return None if self.competes(setup) else float(VARIANTS[setup.variant].end)

    def reached(self, setup: Setup, result: Result) -> float:
        """Return how far the weakest marker of a lone player has come (B3)."""
        return float(min(result["scores"][0].values())) / VARIANTS[setup.variant].end


GAME = Genial()
