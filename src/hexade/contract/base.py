"""BaseGame: what every game promises, with a default for all that it need not decide itself.

What is marked abstract a game must write; `contract.base.BaseGame` has a default for the rest.

A turn is a mapping from seats to moves. It has one entry when one seat acts or chance does, and
several when seats choose at the same time. Moves are small numbers, the same for people, bots,
kernels and researchers; `text` and `parse` turn them into words and back.
"""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from hexade.contract.game import CHANCE, Event, Move, Result, Risk, Seat, Turn, View
from hexade.contract.level import LEVELS, Level
from hexade.contract.mosaic import Stone
from hexade.contract.picture import Picture, Span
from hexade.contract.puzzle import PuzzleRules
from hexade.contract.reason import Reason
from hexade.contract.setup import Form, Setup

if TYPE_CHECKING:
    import numpy as np  # only names: NumPy stays asleep

    from hexade.contract.batch_templates import Kernels
    from hexade.contract.features import Part

S = TypeVar("S")  # a state: immutable, compared by value, hashable
V = TypeVar("V", bound=View)
Makers: TypeAlias = Mapping[str, Callable[[Any, int], Any]]
NO_PLAYERS: Makers = MappingProxyType({})
NO_TITLES: Mapping[str, str] = MappingProxyType({})
NO_END_IN_SIGHT = 1000  # turns


def _game_of(module: str) -> Any:
    """Return the game that a module holds."""
    return import_module(module).GAME


class BaseGame(ABC, Generic[S, V]):
    """The rules of one game. Every method is pure, and none may change its arguments.

    A game must write what is abstract here; everything else has a default.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a module's own game by name: its compiled functions stay where they are."""
        module = type(self).__module__
        if getattr(sys.modules.get(module), "GAME", None) is self:
            return _game_of, (module,)
        return super().__reduce__()  # type: ignore[return-value]

    kernels: Kernels | None = None  # where it has them
    titles: Mapping[str, str] = NO_TITLES  # language -> its name for people, if not the rules' own
    players: Makers = NO_PLAYERS  # bots made for this game alone: name -> maker(game, seed)
    baselines: Makers = NO_PLAYERS  # bots to measure others against: for the lab alone
    tastes: tuple[str, ...] = ()  # what its levels may overlook, each by its name
    measured_levels: Sequence[Level] = LEVELS  # of play, if they are the same for every set-up
    bot_pause: float = 1.0  # of the usual pause before a bot's move: less where a turn has many
    puzzles: PuzzleRules | None = None  # where positions of the game make good ones
    tiny_forms: tuple[Form, ...] = ()  # small enough to be solved, for research: no table has them
    declining: Move | None = None  # the move that makes no use of a choice that only its seat knows

    @property
    @abstractmethod
    def name(self) -> str:
        """The game's name in records, and that of its folder."""

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.name.replace("_", " ").capitalize()

    @property
    @abstractmethod
    def chapters(self) -> str:
        """The letters of its chapters in the rules, such as "ABCD"."""

    @property
    @abstractmethod
    def forms(self) -> tuple[Form, ...]:
        """Its variants; the first is the default."""

    @property
    @abstractmethod
    def moves(self) -> int:
        """How many moves there are: every player's move is a number below it."""

    @property
    @abstractmethod
    def chance_moves(self) -> int:
        """How many outcomes chance has: all that `chances` lists are below it."""

    # -- the rules -------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, setup: Setup) -> S:
        """Return the state before anything was dealt."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return who must move now: seats, or CHANCE alone, or nobody when the game is over."""

    def seen_to_act(self, state: S) -> frozenset[Seat]:
        """Return who must move now as everybody can see it.

        It differs from `to_act` while a seat has a choice that nobody else may know of: to all
        others such a state looks like the one after that seat has made the move `declining`.
        """
        return self.to_act(state)

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[Move]:
        """Return the moves of a seat that is to act, ascending; no moves for any other seat."""

    def why_not(self, state: S, seat: Seat, move: Move) -> Reason | None:
        """Return why a seat, or CHANCE, may not make a move, or None if it may."""
        chance = [outcome for outcome, _ in self.chances(state)]
        if move in (chance if seat == CHANCE else self.legal(state, seat)):
            return None
        if seat not in self.to_act(state):
            return Reason("not-your-turn", "", f"it is not the turn of seat {seat}")
        return Reason("illegal", "", f"move number {move} is not legal now")

    @abstractmethod
    def chances(self, state: S) -> Sequence[tuple[Move, int]]:
        """Return what chance may do, ascending, each with its weight."""

    @abstractmethod
    def apply(self, state: S, turn: Turn) -> S:
        """Return the state after a legal turn by all who are to act."""

    @abstractmethod
    def events(self, before: S, turn: Turn, after: S) -> list[Event]:
        """Return what a record says of a turn, secrets included."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return ranks and scores as a record has them, or None before the end."""

    def absent(self, state: S, seat: Seat) -> Move | None:
        """Return the move the table makes for a seat that is too slow, if the rules have one."""
        return None  # the table waits for a slow player

    # -- the secrets -----------------------------------------------------------------------------

    @abstractmethod
    def view(self, state: S, seat: Seat) -> V:
        """Return what a seat, or a spectator (WATCHER), may know."""

    @abstractmethod
    def tell(self, event: Event, seat: Seat) -> Event:
        """Return a new event with what a seat, or a spectator, may know of it, by an allow-list."""

    @abstractmethod
    def determinize(self, view: V, seed: int) -> S:
        """Return a state that could be behind a view, another one for another seed."""

    # -- the words -------------------------------------------------------------------------------

    @abstractmethod
    def text(self, move: Move) -> str:
        """Return a player's move in notation."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """Return the move that a text means; raise Refusal if it cannot be read."""

    @abstractmethod
    def read(self, state: S, events: Sequence[Event]) -> list[Turn]:
        """Return the turns that the first of these events, with those that belong to it, describes.

        Return none if the events end before all who choose together have chosen. Raise Refusal if
        the event cannot be read. Whether the turns are legal is asked afterwards, and
        what they bring about is compared with what the record says.
        """

    def tidy(self, event: Event) -> Event:
        """Return an event in its one spelling, so that two that say the same are equal."""
        return event

    def rule_of(self, setup: Setup, event: str, key: str = "") -> str:
        """Return the rule that decides what a kind of event says under this key.

        Beside the kinds of its events a game knows "turn" (whose turn it is), "end" (when the game
        is over) and "result".
        """
        return ""

    @abstractmethod
    def show(self, view: V, chosen: Collection[Seat] = ()) -> dict[str, Any]:
        """Return a view as the JSON object of the bot protocol.

        `chosen` are the seats whose choice for this turn is sealed; only the table knows them.
        """

    def show_json(self, view: V, chosen: Collection[Seat] = ()) -> bytes | None:
        """Return what `show` returns as JSON, where there is a faster way than to encode that."""
        return None  # there is none

    def legal_json(self, state: S, seat: Seat) -> bytes | None:
        """Return legal moves in notation as a JSON list, where there is a faster way to it."""
        return None  # there is none

    def preview_json(self, view: V) -> bytes | None:
        """Return what `preview` returns as JSON, where there is a faster way than to encode that.

        None also where there is nothing to show: whoever gets none asks `preview`.
        """
        return None  # there is none

    def picture(self, view: V, names: Sequence[str], glyphs: bool) -> Picture:
        """Return the table as its viewer sees it, as text with inks, seats by their names."""
        text = json.dumps(self.show(view), ensure_ascii=False, indent=2)
        return [[Span(line)] for line in text.splitlines()]

    def forecast(self, view: V, move: Move, names: Sequence[str] = ()) -> str:
        """Return in a few words what a legal move would bring, as far as its player can know."""
        return self.text(move)

    def preview(self, view: V, legal: Sequence[Move]) -> dict[str, Any] | None:
        """Return, as data, what a page needs to show what a move would bring before it is made.

        `legal` are the moves of the viewer, who is to act. The page looks numbers up and
        adds them; the rules stay here. None where there is nothing to show beforehand.
        """
        return None  # there is nothing to show before a move

    def giveaway(self, view: V, move: Move) -> dict[str, Any] | None:
        """Return the best that a legal move of the viewer would newly open for the next player.

        As data for a page that warns of it, made from what the viewer knows and nothing else. None
        where nothing is opened, or the game does not tell.
        """
        return None  # players get no warning of what a move opens for the next one

    def reasons(self, view: V, moves: Sequence[Move], move: Move) -> list[dict[str, Any]]:
        """Return why one of the viewer's legal moves is a good one, the most important first.

        Each is data from a closed list of the game, with its name in `why`: a fact that holds, from
        what the viewer knows. The page has the words for it.
        """
        return []  # the game gives no reasons

    def risk(self, view: V, move: Move) -> Risk | None:
        """Return what chance may take from the viewer after a legal move, as far as can be known.

        None where chance takes nothing away. An analysis says it with the move.
        """
        return None  # chance takes nothing that a player has already got

    def intent(self, seat: Seat, move: Move) -> Event | None:
        """Return a move as an event without what only chance decides.

        An analysis shows it where the move by itself has no event. None: it has one, or nobody may
        see it.
        """
        return None  # a move has its event at once

    def scores(self, view: V) -> Any:
        """Return how things stand, in the form of a result's `scores`."""
        return None  # there are no scores before the end

    def say(self, event: Event, names: Sequence[str]) -> str | None:
        """Return an event that a seat may know as a sentence, or None if its own words will do."""
        return None  # the event's own words will do

    def mosaic(self, view: V) -> Sequence[Stone]:
        """Return what lies open on the table as coloured hexes, for a small picture."""
        return ()  # there are no coloured hexes

    def verdict(self, setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
        """Return a result in sentences, the best placed first, seats by their names."""
        places = sorted(zip(result["ranks"], names, strict=True), key=lambda place: int(place[0]))
        return [f"{rank}. {name}" for rank, name in places]

    # -- for bots --------------------------------------------------------------------------------

    def worth(self, view: V, moves: Sequence[Move]) -> Sequence[int] | None:
        """Return how good the state after each legal move looks to a greedy player."""
        return None  # there is no greedy player

    def judge(
        self, view: V, moves: Sequence[Move], effort: float, seed: int
    ) -> Sequence[float] | None:
        """Return the expected outcome of each legal move for the viewer, between 0 and 1.

        It is the share of a win: of first place where there are more sides than two, of the best
        result there is where there is but one. `effort` says how hard to think: 0 at once, 1 with
        full strength. The same arguments give the same answer. None: there is no judge, and bots
        make do with `worth`; for no moves a game with a judge answers with no numbers.
        """
        return None  # there is no judge, and bots make do with the `worth` of moves

    def tasted(
        self, view: V, moves: Sequence[Move], tastes: Sequence[str]
    ) -> Sequence[float] | None:
        """Return how good each legal move looks to somebody with some of the game's `tastes`.

        It is a rule of thumb that asks no judge, of about the same scale. None: there is none now,
        and levels make do with the judge.
        """
        return None  # levels have no tastes, only noise

    def slip(
        self, view: V, moves: Sequence[Move], move: Move, better: Move
    ) -> dict[str, Any] | None:
        """Return what somebody overlooked who made a legal move where another one was better.

        It is data from a closed list of the game, with its name in `slip` and one of the game's
        `tastes` in `taste`: a fact that holds, from what the viewer knows. None: no fact shows it.
        """
        return None  # mistakes have no names

    def say_slip(self, slip: Mapping[str, Any], names: Sequence[str]) -> str:
        """Return a slip as the end of a sentence about the move, seats by their names."""
        return str(slip["taste"])

    def stake(self, setup: Setup) -> float | None:
        """Return how many points of `measure` an outcome of 1 stands for where it is not a win.

        A loss can then be shown in points. None: an outcome is the share of a win.
        """
        return None  # a judge expects a share of a win

    def levels(self, setup: Setup) -> Sequence[Level]:
        """Return eight levels of play, from a first game to the champion."""
        return self.measured_levels

    def turns_left(self, view: V) -> int:
        """Return about how many decisions the viewer still has, this one included.

        Bots that err on purpose do so less and less in the last of them.
        """
        return NO_END_IN_SIGHT

    def sides(self, setup: Setup) -> Sequence[Sequence[Seat]]:
        """Return the seats that win or lose together; one side alone plays for its score.

        Where partners may not consult unless the table agrees on it, `rule_of` knows "talk".
        """
        return [(seat,) for seat in range(setup.seats)]

    def measure(self, setup: Setup, result: Result) -> Sequence[float]:
        """Return for each seat the number that sums up its result, such as its weakest colour."""
        ranks = result["ranks"]
        return [float(sum(other > rank for other in ranks)) for rank in ranks]

    # -- for learners ----------------------------------------------------------------------------

    def actions(self, setup: Setup) -> int:
        """Return how many numbers the moves of a set-up need: all of them are below it."""
        return self.moves

    def factors(self, setup: Setup) -> tuple[int, ...]:
        """Return how many values each factor of an action has; most games have one, the move.

        Whatever is legal is any combination of the legal values of all factors.
        """
        return (self.actions(setup),)

    def split_move(self, setup: Setup, move: Move) -> tuple[int, ...]:
        """Return the factors of a move."""
        return (move,)

    def join_move(self, setup: Setup, parts: Sequence[int]) -> Move:
        """Return the move that consists of these factors."""
        return parts[0]

    def longest(self, setup: Setup) -> int | None:
        """Return the most decisions that a game can have, or None where no rule bounds them."""
        return None  # the rules set no bound

    def parts(self, setup: Setup) -> tuple[Part, ...]:
        """Return what the numbers of a row of features mean, in order."""
        return ()  # a row of features is empty

    def features(self, view: V) -> np.ndarray:
        """Return a view as a row of small numbers, as long as `parts` says."""
        import numpy as np

        from hexade.contract.features import DTYPE

        return np.zeros(0, DTYPE)

    def competes(self, setup: Setup) -> bool:
        """Tell whether seats play against each other: not alone, nor all together."""
        return len(self.sides(setup)) > 1

    def reached(self, setup: Setup, result: Result) -> float:
        """Return the share of what is possible that seats who do not compete have reached."""
        return 0.0  # only seats that do not compete are asked
