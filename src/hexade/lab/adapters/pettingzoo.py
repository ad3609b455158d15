"""Any game as PettingZoo environments: `aec` (one agent after the other) and `parallel`.

An observation is {"observation": features, "action_mask": 1 for each legal action}. In `aec` an
agent may act several times in a row, as bonus turns require; where all choose at once, choices
are sealed until the last agent has acted, and no observation shows them. In `parallel` everybody
submits an action, and there is one action more, the last: to wait. It is the only legal one of an
agent who does not act now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from hexade.contract.features import DTYPE, length
from hexade.contract.game import AnyGame, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.adapters.driver import Seen
from hexade.lab.adapters.factors import Actions, FactorSpace
from hexade.lab.adapters.spaces import action_space, observation_space
from hexade.lab.adapters.table import METADATA, EnvTable, Illegal, check_wishes
from hexade.lab.arguments import whole
from hexade.lab.returns import Reward

ENDLESS = 1 << 30
AFTER_RESET = ("agent_selection", "rewards", "terminations", "truncations", "infos")


class _Seats:
    """What both kinds of environment have in common."""

    _more = 0  # values of an action that are no moves

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        max_cycles: int = ENDLESS,
        seed: int | None = None,
        illegal: Illegal = "replace",
        render_mode: str | None = None,
        reward: Reward = "final",
        actions: Actions = "flat",
    ) -> None:
        check_wishes(illegal, render_mode, reward, actions)
        self.table = EnvTable(game, setup, seed, illegal, reward, actions)
        self.max_cycles, self.render_mode = whole("max_cycles", max_cycles, 1), render_mode
        self.metadata = {
            **METADATA,
            "name": f"hexade_{setup.game}_{setup.variant}_{setup.seats}",
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self.agents = list(self.possible_agents)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        wishes = (game, setup, actions, self._more)
        self.observation_spaces = {
            agent: observation_space(*wishes) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(*wishes) for agent in self.possible_agents}
        width, bounds = setup.seats * length(game.parts(setup)), np.iinfo(DTYPE)
        self.state_space = spaces.Box(bounds.min, bounds.max, (width,), DTYPE.type)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete | FactorSpace:
        """Return the space of an agent's actions."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def state(self) -> np.ndarray:
        """Return what all seats know together: the rows of all of them, one after the other."""
        self._check_begun()
        row = self.table.driver.row
        return np.concatenate([row(seat) for seat in range(self.table.setup.seats)])

    def legal_actions(self, agent: str) -> np.ndarray:
        """Return the legal actions of an agent as a list, each as a step takes it."""
        self._check_begun()
        return self.table.legal_actions(self._seat(agent))

    def after(self, agent: str, actions: Any = None) -> np.ndarray:
        """Return what an agent would see after each legal action, or each of some actions.

        It is a row of features for each, before chance acts; zeros after what is not legal.
        """
        self._check_begun()
        return self.table.after(self._seat(agent), actions)

    def render(self) -> str | np.ndarray | None:
        """Return the table as anybody may see it, as text or pixels, if asked for."""
        return self.table.render(self.render_mode)

    def _check_begun(self) -> None:
        if not self.table.begun:
            raise Refusal(Reason("reset", "", "no game has begun: call reset() first"))

    def _seat(self, agent: Any) -> Seat:
        if not isinstance(agent, str) or agent not in self._seat_of:
            names = ", ".join(self.possible_agents)
            raise Refusal(Reason("agent", "", f"there is no agent {agent!r}, only {names}"))
        return self._seat_of[agent]

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class Aec(_Seats, AECEnv[str, Seen, int]):  # type: ignore[misc]
    """One agent after the other."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the first game of a seed or, without one, the next game."""
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self._steps = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.driver.waiting[0]]

    def __getattr__(self, name: str) -> Any:
        if name in AFTER_RESET:  # an AttributeError, as PettingZoo's own wrappers raise
            raise AttributeError(f"no game has begun: call reset() before you read {name}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def last(self, observe: bool = True) -> Any:
        """Return what the agent that is selected sees, and what has happened to it."""
        self._check_begun()
        return super().last(observe)

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterable[str]:
        """Return the agents in the order in which they are to act."""
        self._check_begun()
        found: Iterable[str] = super().agent_iter(max_iter)
        return found

    def observe(self, agent: str) -> Seen:
        """Return what an agent may know and do."""
        self._check_begun()
        return self.table.see(self._seat(agent))

    def step(self, action: int | None) -> None:
        """Act for the agent that is selected."""
        self._check_begun()
        agent, table = self.agent_selection, self.table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise _missing(agent)
        refused = table.take(self._seat_of[agent], table.move_of(action))
        if refused or self.infos[agent]:
            self.infos[agent] = {"illegal": refused} if refused else {}
        self._cumulative_rewards[agent] = 0.0
        self._steps += 1
        if table.reward == "dense" and table.driver.waiting:
            self.rewards = dict(zip(self.agents, table.pay(), strict=True))
            self._accumulate_rewards()
        if waiting := table.driver.waiting:
            self.agent_selection = self.possible_agents[waiting[0]]
            if self._steps >= self.max_cycles * len(self.possible_agents):
                self.truncations = dict.fromkeys(self.agents, True)
                self._deads_step_first()
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.agents, table.pay(), strict=True))
        self._accumulate_rewards()
        self._deads_step_first()


class Parallel(_Seats, ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """All agents at the same time."""

    _more = 1  # to wait

    def __init__(self, game: AnyGame, setup: Setup, *wishes: Any, **more: Any) -> None:
        super().__init__(game, setup, *wishes, **more)
        sizes, flat = self.table.sizes, self.table.actions == "flat"
        self._ends = np.cumsum(sizes)
        # The action of those who do not act now: the last value, in factors that of each.
        self.wait: Any = sizes[0] if flat else np.array(sizes, np.int32)

    def legal_actions(self, agent: str) -> np.ndarray:
        """Return the legal actions of an agent as a list: only to wait if it does not act now."""
        found = super().legal_actions(agent)
        return found if len(found) or not self._waits(agent) else np.array([self.wait], np.int32)

    def after(self, agent: str, actions: Any = None) -> np.ndarray:
        """Return what an agent would see after each legal action, or each of some actions.

        To wait changes nothing, so that the row after it is what the agent sees now.
        """
        rows = super().after(agent, actions)
        if not self._waits(agent):
            return rows
        wanted = [self.wait] if actions is None else actions
        waits = [bool(np.all(np.asarray(action) == self.wait)) for action in wanted]
        row = self.table.driver.row(self._seat(agent))
        return np.where(np.array(waits, np.bool_)[:, None], row, np.zeros_like(row))

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin the first game of a seed or, without one, the next game."""
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self._steps = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Act for every agent that must choose now; once the game is over there are none."""
        self._check_begun()
        self._check_names(actions)
        if not self.agents:
            return {}, {}, {}, {}, {}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        driver, agents = self.table.driver, self.agents
        chosen = self._chosen(actions)
        self.table.check(chosen)
        for seat, action in chosen.items():
            if refused := self.table.take(seat, action):
                infos[self.possible_agents[seat]]["illegal"] = refused
        self._steps += 1
        over = not driver.waiting
        cut = not over and self._steps >= self.max_cycles
        found = (
            self._seen(),
            dict(zip(agents, self.table.pay(), strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )
        if over or cut:
            self.agents = []
        return found

    def _check_names(self, actions: Any) -> None:
        if not isinstance(actions, Mapping):
            text = f"actions must be a dict with an action for each agent, not {actions!r}"
            raise Refusal(Reason("action", "", text))
        for agent in actions:
            self._seat(agent)

    def _chosen(self, actions: Mapping[str, int]) -> dict[Seat, int]:
        """Return the actions of those who are to act; refuse all of them if one is missing."""
        chosen = {}
        for seat in self.table.driver.waiting:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise _missing(agent)
            chosen[seat] = self.table.move_of(actions[agent])
        return chosen

    def _seen(self) -> dict[str, Seen]:
        return {agent: self._see(self._seat_of[agent]) for agent in self.agents}

    def _see(self, seat: Seat) -> Seen:
        seen, waits = self.table.see(seat), np.int8(seat not in self.table.driver.waiting)
        mask = seen["action_mask"]
        one = len(self._ends) == 1  # to append takes a quarter of the time
        mask = np.append(mask, waits) if one else np.insert(mask, self._ends, waits)
        return {"observation": seen["observation"], "action_mask": mask}

    def _waits(self, agent: str) -> bool:
        driver = self.table.driver
        return bool(driver.waiting) and self._seat(agent) not in driver.waiting


def _missing(agent: str) -> Refusal:
    return Refusal(Reason("action", "", f"{agent} is to act and needs an action"))


def aec(
    game: AnyGame,
    setup: Setup,
    max_cycles: int = ENDLESS,
    seed: int | None = None,
    illegal: Illegal = "replace",
    render_mode: str | None = None,
    reward: Reward = "final",
    actions: Actions = "flat",
) -> Aec:
    """Return a game in which one agent acts after the other.

    Options: max_cycles (actions of each agent before the game is truncated), seed (for games that
    are started without one), illegal ("replace" or "raise"), render_mode ("ansi" or "rgb_array"),
    reward ("final" or "dense": returns.py), actions ("flat" or "factors": factors.py).
    """
    return Aec(game, setup, max_cycles, seed, illegal, render_mode, reward, actions)


def parallel(
    game: AnyGame,
    setup: Setup,
    max_cycles: int = ENDLESS,
    seed: int | None = None,
    illegal: Illegal = "replace",
    render_mode: str | None = None,
    reward: Reward = "final",
    actions: Actions = "flat",
) -> Parallel:
    """Return a game in which all agents act at the same time, with the same options as `aec`."""
    return Parallel(game, setup, max_cycles, seed, illegal, render_mode, reward, actions)
