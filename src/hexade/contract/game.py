"""Game: what every game promises, as pure functions over an immutable state.

What is marked abstract a game must write; `contract.base.BaseGame` has a default for the rest.

A turn is a mapping from seats to moves. It has one entry when one seat acts or chance does, and
several when seats choose at the same time. Moves are small numbers, the same for people, bots,
kernels and researchers; `text` and `parse` turn them into words and back.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from hexade.contract.level import Level
from hexade.contract.picture import Picture
from hexade.contract.reason import Reason
from hexade.contract.setup import Form, Setup

if TYPE_CHECKING:
    import numpy as np  # for names alone: loading it takes time

    from hexade.contract.batch_templates import Kernels
    from hexade.contract.features import Part

Seat: TypeAlias = int
Move: TypeAlias = int
Turn: TypeAlias = Mapping[Seat, Move]
Event: TypeAlias = dict[str, Any]
Result: TypeAlias = dict[str, Any]

CHANCE: Seat = -1
WATCHER: Seat = -2  # a spectator, who sees only what is public
CHANCE_ACTS = frozenset({CHANCE})
NOBODY: frozenset[Seat] = frozenset()


class View(Protocol):
    """What one seat may know of a state; each game adds what its bots and pictures need."""

    @property
    def setup(self) -> Setup:
        """What was agreed."""

    @property
    def seat(self) -> Seat:
        """Whose view it is."""

    @property
    def ply(self) -> int:
        """How many decisions have been made: the n of a bot's own chance."""


S = TypeVar("S")  # a state: immutable, compared by value, hashable
V = TypeVar("V", bound=View)


class Game(Protocol[S, V]):
    """The rules of one game. Every method is pure, and none may change its arguments."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The game's name in records, and that of its folder."""

    @property
    def title(self) -> str:
        """The game's name for people."""

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

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[Move]:
        """Return the moves of a seat that is to act, ascending; no moves for any other seat."""

    def why_not(self, state: S, seat: Seat, move: Move) -> Reason | None:
        """Return why a seat, or CHANCE, may not make a move, or None if it may."""

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

    def rule_of(self, setup: Setup, event: str, key: str = "") -> str:
        """Return the rule that decides what a kind of event says under this key.

        Beside the kinds of its events a game knows "turn" (whose turn it is), "end" (when the game
        is over) and "result".
        """

    @abstractmethod
    def show(self, view: V, chosen: Collection[Seat] = ()) -> dict[str, Any]:
        """Return a view as the JSON object of the bot protocol.

        `chosen` are the seats whose choice for this turn is sealed; only the table knows them.
        """

    def picture(self, view: V, names: Sequence[str], glyphs: bool) -> Picture:
        """Return the table as its viewer sees it, as text with inks, seats by their names."""

    def forecast(self, view: V, move: Move, names: Sequence[str] = ()) -> str:
        """Return in a few words what a legal move would bring, as far as its player can know."""

    def preview(self, view: V, legal: Sequence[Move]) -> dict[str, Any] | None:
        """Return, as data, what a page needs to show what a move would bring before it is made.

        `legal` are the moves of the viewer, who is to act. The page looks numbers up and
        adds them; the rules stay here. None where there is nothing to show beforehand.
        """

    def giveaway(self, view: V, move: Move) -> dict[str, Any] | None:
        """Return the best that a legal move of the viewer would newly open for the next player.

        As data for a page that warns of it, made from what the viewer knows and nothing else. None
        where nothing is opened, or the game does not tell.
        """

    def scores(self, view: V) -> Any:
        """Return how things stand, in the form of a result's `scores`."""

    def say(self, event: Event, names: Sequence[str]) -> str | None:
        """Return an event that a seat may know as a sentence, or None if its own words will do."""

    def verdict(self, setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
        """Return a result in sentences, the best placed first, seats by their names."""

    @property
    def kernels(self) -> Kernels | None:
        """Return its kernels, if it has them."""

    # -- for bots --------------------------------------------------------------------------------

    @property
    def players(self) -> Mapping[str, Callable[[Any, int], Any]]:
        """Bots that are made for this game alone: name -> maker(game, seed) of a Player."""

    @property
    def baselines(self) -> Mapping[str, Callable[[Any, int], Any]]:
        """Bots to measure others against, for the lab alone: as `players`, not at tables."""

    def worth(self, view: V, moves: Sequence[Move]) -> Sequence[int] | None:
        """Return how good the state after each legal move looks to a greedy player."""

    def judge(
        self, view: V, moves: Sequence[Move], effort: float, seed: int
    ) -> Sequence[float] | None:
        """Return the expected outcome of each legal move for the viewer, between 0 and 1.

        It is the share of a win: of first place where there are more sides than two, of the best
        result there is where there is but one. `effort` says how hard to think: 0 at once, 1 with
        full strength. The same arguments give the same answer. None: there is no judge, and bots
        make do with `worth`; for no moves a game with a judge answers with no numbers.
        """

    def stake(self, setup: Setup) -> float | None:
        """Return how many points of `measure` an outcome of 1 stands for where it is not a win.

        A loss can then be shown in points. None: an outcome is the share of a win.
        """

    def levels(self, setup: Setup) -> Sequence[Level]:
        """Return eight levels of play, from a first game to the champion."""

    def turns_left(self, view: V) -> int:
        """Return about how many decisions the viewer still has, this one included.

        Bots that err on purpose do so less and less in the last of them.
        """

    def sides(self, setup: Setup) -> Sequence[Sequence[Seat]]:
        """Return the seats that win or lose together; one side alone plays for its score.

        Where partners may not talk unless the table allows it, `rule_of` knows "talk".
        """

    def measure(self, setup: Setup, result: Result) -> Sequence[float]:
        """Return for each seat the number that sums up its result, such as its weakest colour."""

    # -- for learners ----------------------------------------------------------------------------

    def actions(self, setup: Setup) -> int:
        """Return how many numbers the moves of a set-up need: all of them are below it."""

    def parts(self, setup: Setup) -> tuple[Part, ...]:
        """Return what the numbers of a row of features mean, in order."""

    def features(self, view: V) -> np.ndarray:
        """Return a view as a row of small numbers, as long as `parts` says."""

    def competes(self, setup: Setup) -> bool:
        """Tell whether seats play against each other: not alone, nor all together."""

    def reached(self, setup: Setup, result: Result) -> float:
        """Return the share of what is possible that seats who do not compete have reached."""


AnyGame: TypeAlias = Game[Any, Any]
