"""The facade: the card game as the contract asks for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from hexade.contract.features import Part
from hexade.contract.game import CHANCE, CHANCE_ACTS, NOBODY, Event, Move, Result, Seat, Turn
from hexade.contract.kernel import Kernels, speed_up
from hexade.contract.level import Level, Usual
from hexade.contract.picture import Picture
from hexade.contract.reason import Reason
from hexade.contract.setup import Setup
from hexade.games.genial_cards import (
    calls,
    cards,
    ending,
    features,
    notation,
    picture,
    preview,
    refuse,
    worlds,
)
from hexade.games.genial_cards import events as log
from hexade.games.genial_cards.lanes import LANES
from hexade.games.genial_cards.levels import LEVELS
from hexade.games.genial_cards.mind import judge
from hexade.games.genial_cards.position import (
    Position,
    befallen,
    decided,
    freeze,
    opening,
    redirect,
    table_of,
    thaw,
)
from hexade.games.genial_cards.state import (
    BETWEEN,
    LAST_MOVE,
    MOST_MOVES,
    OFFERED,
    OVER,
    PHASE_NAMES,
    PLAYING,
    ROUND,
    STATE,
)
from hexade.games.genial_cards.variants import FORMS
from hexade.games.genial_cards.view import View, tell, view

_SEATS = [frozenset({seat}) for seat in range(4)]
_list_legal = speed_up(calls.list_legal_one)
_worths = speed_up(calls.worths)


class GenialCards(Usual):
    """Rules E."""

    name = "genial_cards"
    title = "Card game"
    chapters = "E"
    moves = LAST_MOVE + 1
    chance_moves = ROUND + 1  # beside them the deal may name its seat (events.DEAL_TO)
    forms = FORMS

    kernels = Kernels(
        opening=lambda setup: opening(setup).data,
        table=table_of,
        play_lane=calls.play_lane,
        lanes=LANES,
        state=lambda setup, data: freeze(setup, thaw(data)),
        most_moves=MOST_MOVES,
    )

    def begin(self, setup: Setup) -> Position:
        """Return the position before the first round is opened."""
        return opening(setup)

    def to_act(self, state: Position) -> frozenset[Seat]:
        """Return the seat in turn, chance while cards are drawn, nobody at the end."""
        phase = state.record["phase"]
        if phase in (PLAYING, OFFERED):
            return _SEATS[int(state.record["turn"])]
        return NOBODY if phase == OVER else CHANCE_ACTS

    def legal(self, state: Position, seat: Seat) -> list[Move]:
        """Return the legal moves, ascending."""
        if seat not in self.to_act(state):
            return []
        out = np.empty(MOST_MOVES, np.int32)
        count = _list_legal(state.data, state.table, out)
        return out[:count].tolist()  # type: ignore[no-any-return]

    def why_not(self, state: Position, seat: Seat, move: Move) -> Reason | None:
        """Return why a move is refused, with the rule."""
        return refuse.why_not(state, seat, move)

    def chances(self, state: Position) -> list[tuple[Move, int]]:
        """Return the cards in the draw pile and how many there are of each, or the next round."""
        if self.to_act(state) != CHANCE_ACTS:
            return []
        if state.record["phase"] == BETWEEN:
            return [(ROUND, 1)]
        pile = int(state.record["pile"])
        counts = ((kind, pile >> 3 * kind & 7) for kind in range(len(cards.CARDS)))
        return [(kind, count) for kind, count in counts if count]

    def apply(self, state: Position, turn: Turn) -> Position:
        """Return the position after a legal move, a draw, or the opening of a round."""
        ((seat, move),) = turn.items()
        if seat != CHANCE:
            return decided(state, move)
        if move >= log.DEAL_TO:
            state = redirect(state, log.dealt_to(state, move))
        return befallen(state, move % log.DEAL_TO)

    def events(self, before: Position, turn: Turn, after: Position) -> list[Event]:
        """Return what a record says of a turn."""
        return log.events(before, turn, after)

    def result(self, state: Position) -> Result | None:
        """Return ranks, chips and victory points at the end."""
        return log.result(state) if state.record["phase"] == OVER else None

    def absent(self, state: Position, seat: Seat) -> Move | None:
        """Return nothing: a card must be played (E3), however slow."""
        return None

    def view(self, state: Position, seat: Seat) -> View:
        """Return what a seat may know."""
        return view(state, seat)

    def tell(self, event: Event, seat: Seat) -> Event:
        """Return an event as a seat may know it."""
        return tell(event, seat)

    def determinize(self, view: View, seed: int) -> Position:
        """Return a position that could be behind a view."""
        return worlds.determinize(view, seed)

    def text(self, move: Move) -> str:
        """Return a move in notation."""
        return notation.text(move)

    def parse(self, text: str) -> Move:
        """Return the move that a text means."""
        return notation.parse(text)

    def read(self, state: Position, events: Sequence[Event]) -> list[Turn]:
        """Return the turns that the first event tells of."""
        return log.read(state, events[0])

    def tidy(self, event: Event) -> Event:
        """Return an event in its one spelling."""
        return log.tidy(event)

    def rule_of(self, setup: Setup, event: str, key: str = "") -> str:
        """Return the rule behind what an event says."""
        return log.rule_of(setup, event, key)

    def show(self, view: View, chosen: Collection[Seat] = ()) -> dict[str, Any]:
        """Return a view as JSON, with the keys of the bot protocol and a few more."""
        known, setup = view.record, view.setup
        seats = range(setup.seats)
        return {
            "game": self.name,
            "variant": setup.variant,
            "seats": setup.seats,
            "start": int(known["start"]),
            "seat": view.seat if view.seat >= 0 else None,
            "ply": view.ply,
            "turn": None if known["phase"] == OVER else int(known["turn"]),
            "phase": PHASE_NAMES[known["phase"]],
            "bonus": int(known["bonus"]),
            "rounds": setup.option("rounds"),
            "round": int(known["round"]),
            "points": [int(count) for count in known["points"][: setup.seats]],
            "hand": cards.names(view.hand),
            "hands": list(view.hand_sizes),
            "open": [picture.open_cards(view, seat) for seat in seats],
            "chips": log.chips(known, setup.seats),
            "pile": int(known["pile_size"]),
            "discard": int(known["discard_size"]),
            "unseen": cards.names(view.unseen),
            "areas": [[0, 0], *([low + 1, end] for low, end in pairwise(cards.AREA_ENDS))],
            "goal": cards.GOAL,  # all six chips here or further end the round (E9)
            "limits": [preview.limits(view, seat) for seat in seats],
            "offer": picture.offer(view) if known["phase"] == OFFERED else None,
        }

    def levels(self, setup: Setup) -> Sequence[Level]:
        """Return levels as they were measured."""
        return LEVELS

    def preview(self, view: View, legal: Sequence[Move]) -> dict[str, Any] | None:
        """Return what each card would bring, for a page to show."""
        return preview.preview(view, legal)

    def scores(self, view: View) -> Any:
        """Return the chips of this round."""
        return log.chips(view.record, view.setup.seats)

    def picture(self, view: View, names: Sequence[str], glyphs: bool) -> Picture:
        """Return the table as its viewer sees it."""
        return picture.table(view, names, glyphs)

    def say(self, event: Event, names: Sequence[str]) -> str | None:
        """Return what the table does in a sentence."""
        return picture.say(event, names)

    def verdict(self, setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
        """Return a result in sentences."""
        return picture.verdict(setup, result, names)

    def forecast(self, view: View, move: Move, names: Sequence[str] = ()) -> str:
        """Return in a few words what a move would bring."""
        return picture.forecast(view, move)

    def worth(self, view: View, moves: Sequence[Move]) -> list[int]:
        """Return the sorted chips after each move, the weakest first, as one number."""
        states = np.zeros(2, STATE)
        states[0] = view.data[0]
        out = np.empty(len(moves), np.int64)
        _worths(states, view.table, np.array(moves, np.int32), view.seat, out)
        return out.tolist()

    def judge(self, view: View, moves: Sequence[Move], effort: float, seed: int) -> list[float]:
        """Return the expected share of first place in the match for each legal move."""
        return judge.judge(view, moves, effort, seed)

    def turns_left(self, view: View) -> int:
        """Return about how many cards the viewer will still play."""
        return ending.turns_left(view)

    def measure(self, setup: Setup, result: Result) -> list[float]:
        """Return each seat's weakest chip, in a longer match its victory points (E10)."""
        return ending.measure(setup, result)

    def actions(self, setup: Setup) -> int:
        """Return how many moves there are, whatever was agreed."""
        return self.moves

    def parts(self, setup: Setup) -> tuple[Part, ...]:
        """Return what the numbers of a row of features mean."""
        return features.parts(setup)

    def features(self, view: View) -> np.ndarray:
        """Return a view as a row of numbers."""
        return features.features(view)


GAME = GenialCards()
