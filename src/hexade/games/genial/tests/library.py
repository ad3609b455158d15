"""Records of whole games to read, respell and tamper with."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from hexade.contract import record as records
from hexade.contract.chance import Stream
from hexade.contract.game import Move
from hexade.contract.player import Thinker
from hexade.contract.reason import Fault
from hexade.contract.setup import Setup, agree, setups
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState
from hexade.games.genial.tests.duo import Policy, lopsided, random
from hexade.games.genial.view import GenialView
from hexade.match.play import play

SETUPS = [setup for setup in setups(GAME) if setup.edition == "2023"]
NAMES = [f"{setup.variant}-{setup.seats}" for setup in SETUPS]


class Player(Thinker):
    """A policy in a seat."""

    name = "müller"  # a letter of two bytes: records are UTF-8

    def __init__(self, policy: Policy, seed: int) -> None:
        """Keep the policy and the seed of its chance."""
        self.policy, self.seed = policy, seed

    def choose(self, view: GenialView, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Ask the policy, which looks at nothing but what the view shows."""
        chance = Stream(self.seed, view.seat + 1)
        return self.policy(GenialState(view.setup, view.data), list(legal), chance)


@cache
def line(setup: Setup, seed: int) -> str:
    """Return a game as one line of JSON, with even seeds random and with odd ones lopsided."""
    policy = lopsided if seed % 2 else random
    started = agree(GAME, setup.variant, setup.edition, setup.seats, seed % setup.seats)
    record = play(GAME, started, [Player(policy, seed)] * setup.seats, seed)
    return records.write(record)


def found(setup: Setup, seed: int) -> dict[str, Any]:
    """Return a game as a JSON object of one's own."""
    made: dict[str, Any] = json.loads(line(setup, seed))
    return made


def check(record: dict[str, Any]) -> None:
    """Verify a JSON object as a program does that is given its line."""
    again = records.parse(json.dumps(record))
    records.verify(GAME, records.read(GAME, again))


def fault_of(record: dict[str, Any]) -> Fault:
    """Return the fault of a JSON object, which must have one."""
    with pytest.raises(Fault) as caught:
        check(record)
    return caught.value


def changed(record: dict[str, Any], path: Sequence[str | int], value: Any) -> dict[str, Any]:
    """Return a copy of a JSON object with one value replaced."""
    copied = copy.deepcopy(record)
    at: Any = copied
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return copied


def first(record: dict[str, Any], kind: str, after: int = 0) -> int:
    """Return the number of the first event of a kind."""
    events = record["events"]
    return next(n for n in range(after, len(events)) if events[n]["event"] == kind)
