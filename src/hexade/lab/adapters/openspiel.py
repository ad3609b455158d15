"""Every game as a Python game of OpenSpiel: `load("hexade_NAME(variant=...,players=...)")`.

Chance is explicit, one tile or card at a time. Observations are views, as features and as JSON;
information states add everything that was told since the beginning (observer.py), so that both the
string and the tensor have perfect recall. Where all choose at once, nodes are simultaneous.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pyspiel

from hexade import games
from hexade.contract.chance import Stream, settled
from hexade.contract.game import CHANCE, CHANCE_ACTS, WATCHER, AnyGame, Seat, Turn
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup, agree, every_form
from hexade.lab.adapters.observer import MEMORY, Observer, dumped, shown
from hexade.lab.arguments import whole
from hexade.lab.returns import returns

PREFIX = "hexade_"
UNBOUNDED = 100_000  # decisions, where no rule bounds them: OpenSpiel wants a number
NEWEST, USUAL = "newest", 0  # values of parameters that were not given
_KINDS = pyspiel.GameType


@dataclass(frozen=True)
class SpielMoment:
    """A state of the game and what has been told: never changed, so never copied."""

    state: Any
    told: tuple[tuple[str, ...], ...]  # to each seat, and last to spectators

    def __deepcopy__(self, memo: object) -> SpielMoment:
        """Return itself."""
        return self


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game with what was agreed for it."""

    def __init__(self, game: AnyGame, params: dict[str, Any]) -> None:
        self.game, self.setup = game, _agreed(game, params)
        self.memory = max(1, whole("memory", params.get("memory", MEMORY), 0))
        competing = game.competes(self.setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions(self.setup),
            max_chance_outcomes=game.chance_moves,
            num_players=self.setup.seats,
            min_utility=-1.0 if competing else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if competing else None,
            max_game_length=game.longest(self.setup) or UNBOUNDED,
        )
        super().__init__(_type(game, self.setup), info, params)

    def new_initial_state(self) -> SpielState:
        """Return the state before anything was dealt."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Return something that turns states into tensors and strings, or None.

        A view holds what is public, and what one seat or nobody else knows: there is no observer
        of what all seats know, nor one that remembers private things alone.
        """
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        if not wanted.public_info and (wanted.perfect_recall or not private):
            return None
        return Observer(self.game, self.setup, self.memory, wanted, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel around one immutable moment of the game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = SpielMoment(game.game.begin(game.setup), ((),) * (game.setup.seats + 1))

    @property
    def hexade(self) -> tuple[AnyGame, Any]:
        """The rules and the state that they understand."""
        return self.get_game().game, self.moment.state

    def told(self, seat: Seat) -> tuple[str, ...]:
        """Return the events that a seat, or a spectator, has received since the beginning."""
        return self.moment.told[-1 if seat == WATCHER else seat]

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for chance, several seats or the end."""
        game, state = self.hexade
        acting = game.to_act(state)
        if acting == CHANCE_ACTS:
            return int(pyspiel.PlayerId.CHANCE)
        if len(acting) == 1:
            return min(acting)
        return int(pyspiel.PlayerId.SIMULTANEOUS if acting else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        game, state = self.hexade
        return not game.to_act(state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do, with probabilities."""
        game, state = self.hexade
        outcomes = game.chances(state)
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def returns(self) -> list[float]:
        """Return what the game was worth to each seat; zeros before the end."""
        game, state = self.hexade
        return returns(game, self.get_game().setup, game.result(state))

    def resample_from_infostate(self, player: Seat, sampler: Any) -> SpielState:
        """Return a state that this seat cannot tell from the real one.

        It has no history: the real one would give away what is hidden. What the other
        seats were told in secret is replaced by what they would see now.
        """
        game, state = self.hexade
        guess = game.determinize(game.view(state, player), int(sampler() * 2**53))
        public = self.told(WATCHER)
        seats = range(self.get_game().setup.seats)
        told = [(*public, shown(game, guess, seat)) for seat in seats]
        told[player] = self.told(player)
        found = self.get_game().new_initial_state()
        found.moment = SpielMoment(guess, (*told, public))
        return found  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """Return the full state as text."""
        game, state = self.hexade
        seats = range(self.get_game().setup.seats)
        return "\n".join(shown(game, state, seat) for seat in seats)

    def _legal_actions(self, player: int) -> list[int]:
        game, state = self.hexade
        return list(game.legal(state, player))

    def _apply_action(self, action: int) -> None:
        game, state = self.hexade
        (seat,) = game.to_act(state)
        self._play({seat: action})

    def _apply_actions(self, actions: list[int]) -> None:
        game, state = self.hexade
        self._play({seat: actions[seat] for seat in game.to_act(state)})

    def _play(self, turn: Turn) -> None:
        game, state = self.hexade
        after = game.apply(state, turn)
        events = game.events(state, turn, after)
        told = tuple(
            (*self.told(seat), *(dumped(game.tell(event, seat)) for event in events))
            for seat in (*range(self.get_game().setup.seats), WATCHER)
        )
        self.moment = replace(self.moment, state=after, told=told)

    def _action_to_string(self, player: int, action: int) -> str:
        game, _ = self.hexade
        return f"chance {action}" if player == CHANCE else game.text(action)


def load(text: str) -> SpielGame:
    """Return a game by OpenSpiel's own notation for games and parameters."""
    name = text.partition("(")[0] if isinstance(text, str) else text
    if name not in pyspiel.registered_names():
        known = ", ".join(PREFIX + name for name in games.names())
        raise Refusal(Reason("game", "", f"there is no game {name!r}; choose {known}"))
    found: SpielGame = pyspiel.load_game(text)
    return found


def _creator(game: AnyGame) -> type:
    """Return a game's factory: a class, as other objects would be freed after Python has exited."""

    class Creator:
        def __new__(cls, params: dict[str, Any]) -> SpielGame:
            return SpielGame(game, params)

    return Creator


def _type(game: AnyGame, setup: Setup) -> Any:
    seats = [seats for form in every_form(game) for seats in form.seats]
    options = {option.name: option.default for form in every_form(game) for option in form.options}
    numbered = all(edition.isdecimal() for form in every_form(game) for edition in form.editions)
    usual = {
        "variant": game.forms[0].variant,
        "edition": USUAL if numbered else NEWEST,  # OpenSpiel reads `2011` as a number
        "players": USUAL,
        "start": 0,
        "memory": MEMORY,
    }
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=f"Hexade: {game.title}",
        dynamics=_dynamics(game, setup),
        chance_mode=_KINDS.ChanceMode.EXPLICIT_STOCHASTIC,
        information=_KINDS.Information.IMPERFECT_INFORMATION,
        utility=_utility(game, setup),
        reward_model=_KINDS.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=usual | options,
    )


def _utility(game: AnyGame, setup: Setup) -> Any:
    if game.competes(setup):
        return _KINDS.Utility.ZERO_SUM
    return _KINDS.Utility.IDENTICAL if setup.seats > 1 else _KINDS.Utility.GENERAL_SUM


def _dynamics(game: AnyGame, setup: Setup) -> Any:
    """Find out whether seats choose simultaneously, from the first choice in a game."""
    state, _ = settled(game, game.begin(setup), Stream(0), 0)
    together = len(game.to_act(state)) > 1
    return _KINDS.Dynamics.SIMULTANEOUS if together else _KINDS.Dynamics.SEQUENTIAL


def _agreed(game: AnyGame, params: dict[str, Any]) -> Setup:
    variant = params.get("variant", game.forms[0].variant)
    form = next((form for form in every_form(game) if form.variant == variant), game.forms[0])
    edition = str(params.get("edition", NEWEST))
    options = {option.name: params[option.name] for option in form.options if option.name in params}
    return agree(
        game,
        variant,
        None if edition in (NEWEST, str(USUAL)) else edition,
        params.get("players", USUAL) or None,
        params.get("start", 0),
        options,
    )


# On import, so that games are registered before one is unpickled.
for _game in games.catalogue().values():
    pyspiel.register_game(_type(_game, agree(_game)), _creator(_game))
