"""Any game as PettingZoo environments: `aec` (one agent after the other) and `parallel`.

An observation is {"observation": features, "action_mask": 1 for each legal action}. In `aec` an
agent may act several times in a row, as bonus turns require; where all choose at once, choices
are sealed until the last agent has acted, and no observation shows them. In `parallel` everybody
submits an action; the actions of agents whose mask is empty are ignored.
"""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup
from hexade.lab.adapters.driver import Seen
from hexade.lab.adapters.spaces import action_space, observation_space
from hexade.lab.adapters.table import EnvTable, Illegal

ENDLESS = 1 << 30


class _Seats:
    """What both kinds of environment have in common."""

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        max_cycles: int = ENDLESS,
        seed: int | None = None,
        illegal: Illegal = "replace",
        render_mode: str | None = None,
    ) -> None:
        self.table = EnvTable(game, setup, seed, illegal)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.metadata = {
            "name": f"hexade_{setup.game}_{setup.variant}_{setup.seats}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self.agents = list(self.possible_agents)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(game, setup) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(game, setup) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Return the table as text that anybody may see, if asked for."""
        return self.table.picture() if self.render_mode == "ansi" else None

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

    def observe(self, agent: str) -> Seen:
        """Return what an agent may know and do."""
        return self.table.driver.see(self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Act for the agent that is selected."""
        agent, table = self.agent_selection, self.table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is in the game and needs an action")
        refused = table.take(self._seat_of[agent], int(action))
        if refused or self.infos[agent]:
            self.infos[agent] = {"illegal": refused} if refused else {}
        self._cumulative_rewards[agent] = 0.0
        self._steps += 1
        if waiting := table.driver.waiting:
            self.agent_selection = self.possible_agents[waiting[0]]
            if self._steps >= self.max_cycles * len(self.possible_agents):
                self.truncations = dict.fromkeys(self.agents, True)
                self._deads_step_first()
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.agents, table.driver.rewards, strict=True))
        self._accumulate_rewards()
        self._deads_step_first()


class Parallel(_Seats, ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """All agents at the same time."""

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
        if not self.agents:
            return {}, {}, {}, {}, {}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        driver, agents = self.table.driver, self.agents
        for seat in driver.waiting:
            agent = self.possible_agents[seat]
            if refused := self.table.take(seat, int(actions[agent])):
                infos[agent]["illegal"] = refused
        self._steps += 1
        over = not driver.waiting
        cut = not over and self._steps >= self.max_cycles
        found = (
            self._seen(),
            dict(zip(agents, driver.rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )
        if over or cut:
            self.agents = []
        return found

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.table.driver.see(self._seat_of[agent]) for agent in self.agents}


def aec(game: AnyGame, setup: Setup, **wishes: Any) -> Aec:
    """Return a game in which one agent acts after the other.

    Options: max_cycles (actions of each agent before the game is truncated), seed (for games that
    are started without one), illegal ("replace" or "raise"), render_mode ("ansi").
    """
    return Aec(game, setup, **wishes)


def parallel(game: AnyGame, setup: Setup, **wishes: Any) -> Parallel:
    """Return a game in which all agents act at the same time, with the same options as `aec`."""
    return Parallel(game, setup, **wishes)
