"""BaseGame: a default for everything that a game need not decide itself; games override it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from hexade.contract.game import CHANCE, Event, Game, Move, Result, S, Seat, V
from hexade.contract.level import LEVELS, Level
from hexade.contract.picture import Picture, Span
from hexade.contract.reason import Reason
from hexade.contract.setup import Setup

if TYPE_CHECKING:
    import numpy as np

    from hexade.contract.batch_templates import Kernels
    from hexade.contract.features import Part

Makers: TypeAlias = Mapping[str, Callable[[Any, int], Any]]
NO_PLAYERS: Makers = MappingProxyType({})
NO_END_IN_SIGHT = 1000  # turns


class BaseGame(Game[S, V]):
    """The rules of one game: what is still abstract here is what a game must write."""

    players: Makers = NO_PLAYERS
    baselines: Makers = NO_PLAYERS
    kernels: Kernels | None = None

    @property
    def title(self) -> str:
        """Return the game's name, spelled as a title."""
        return self.name.replace("_", " ").capitalize()

    # -- the rules -------------------------------------------------------------------------------

    def why_not(self, state: S, seat: Seat, move: Move) -> Reason | None:
        """Return that a move is not among the legal ones, without naming a rule."""
        chance = [outcome for outcome, _ in self.chances(state)]
        if move in (chance if seat == CHANCE else self.legal(state, seat)):
            return None
        if seat not in self.to_act(state):
            return Reason("not-your-turn", "", f"it is not the turn of seat {seat}")
        return Reason("illegal", "", f"move number {move} is not legal now")

    def absent(self, state: S, seat: Seat) -> Move | None:
        """Return nothing: the table waits for a slow player."""
        return None

    # -- the words -------------------------------------------------------------------------------

    def tidy(self, event: Event) -> Event:
        """Return the event as it is: it can be spelled in one way only."""
        return event

    def rule_of(self, setup: Setup, event: str, key: str = "") -> str:
        """Return no number: the rules are not numbered."""
        return ""

    def picture(self, view: V, names: Sequence[str], glyphs: bool) -> Picture:
        """Return the view's JSON object, line by line."""
        text = json.dumps(self.show(view), ensure_ascii=False, indent=2)
        return [[Span(line)] for line in text.splitlines()]

    def forecast(self, view: V, move: Move, names: Sequence[str] = ()) -> str:
        """Return the move itself: what it brings is not known beforehand."""
        return self.text(move)

    def preview(self, view: V, legal: Sequence[Move]) -> dict[str, Any] | None:
        """Return nothing: there is nothing to show before a move."""
        return None

    def giveaway(self, view: V, move: Move) -> dict[str, Any] | None:
        """Return nothing: players get no warning of what a move opens for the next one."""
        return None

    def scores(self, view: V) -> Any:
        """Return nothing: there are no scores before the end."""
        return None

    def say(self, event: Event, names: Sequence[str]) -> str | None:
        """Return nothing: the event's own words will do."""
        return None

    def verdict(self, setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
        """Return everybody's rank, the best first."""
        places = sorted(zip(result["ranks"], names, strict=True), key=lambda place: int(place[0]))
        return [f"{rank}. {name}" for rank, name in places]

    # -- for bots --------------------------------------------------------------------------------

    def worth(self, view: V, moves: Sequence[Move]) -> Sequence[int] | None:
        """Return nothing: there is no greedy player."""
        return None

    def judge(
        self, view: V, moves: Sequence[Move], effort: float, seed: int
    ) -> Sequence[float] | None:
        """Return nothing: there is no judge, and bots make do with the `worth` of moves."""
        return None

    def stake(self, setup: Setup) -> float | None:
        """Return nothing: a judge expects a share of a win."""
        return None

    def levels(self, setup: Setup) -> Sequence[Level]:
        """Return levels that work for any game."""
        return LEVELS

    def turns_left(self, view: V) -> int:
        """Return many turns: the end is not in sight, so levels of play err to the last."""
        return NO_END_IN_SIGHT

    def sides(self, setup: Setup) -> Sequence[Sequence[Seat]]:
        """Return every seat as a side of its own."""
        return [(seat,) for seat in range(setup.seats)]

    def measure(self, setup: Setup, result: Result) -> Sequence[float]:
        """Return for each seat how many others it leaves behind."""
        ranks = result["ranks"]
        return [float(sum(other > rank for other in ranks)) for rank in ranks]

    # -- for learners ----------------------------------------------------------------------------

    def actions(self, setup: Setup) -> int:
        """Return the number of all moves, whatever was agreed."""
        return self.moves

    def parts(self, setup: Setup) -> tuple[Part, ...]:
        """Return nothing: a row of features is empty."""
        return ()

    def features(self, view: V) -> np.ndarray:
        """Return an empty row."""
        import numpy as np

        from hexade.contract.features import DTYPE

        return np.zeros(0, DTYPE)

    def competes(self, setup: Setup) -> bool:
        """Tell whether there is more than one side."""
        return len(self.sides(setup)) > 1

    def reached(self, setup: Setup, result: Result) -> float:
        """Return nothing: only seats that do not compete are asked."""
        return 0.0
