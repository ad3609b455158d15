"""Simulated games are the same however many processes share the work, and all of them verify."""

from __future__ import annotations

import pytest

from hexade import bots, games
from hexade.contract.game import AnyGame
from hexade.contract.kernel import default_target
from hexade.contract.record import parse, read, verify
from hexade.contract.setup import setups
from hexade.lab import simulate as room
from hexade.lab.simulate import SimulationPlan, simulate
from tests.lab.kill import killer

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", games.catalogue().values(), ids=games.names())
def test_every_set_up_and_bot_gives_records_that_verify(game: AnyGame) -> None:
    for setup in setups(game):
        quick = dict.fromkeys(bots.steady(game), 2)
        known = {**quick, "level1": 1}  # it thinks; the frame is the same for all levels
        for bot, count in known.items() if default_target() == "cpu" else (("random", 2),):
            plan = SimulationPlan(setup, (bot,) * setup.seats, 3)
            for line in simulate(plan, count, workers=1):
                verify(game, read(game, parse(line)))


def test_the_number_of_processes_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "ALONE_BELOW", 0)
    monkeypatch.setattr(room, "CHUNK", 3)
    setup = next(setups(games.default()))
    plan = SimulationPlan(setup, ("random",) * setup.seats, 8)
    alone = list(simulate(plan, 8, workers=1))
    assert list(simulate(plan, 8, workers=2)) == alone
    assert len(set(alone)) == 8


def test_no_record_is_missing_when_a_worker_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "ALONE_BELOW", 0)
    monkeypatch.setattr(room, "CHUNK", 2)
    setup = next(setups(games.default()))
    plan = SimulationPlan(setup, ("random",) * setup.seats, 8)
    found: list[str] = []
    kill = killer()
    for line in simulate(plan, 40, workers=2):
        if not found:
            kill()
        found.append(line)
    assert found == list(simulate(plan, 40, workers=1))
