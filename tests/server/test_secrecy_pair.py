"""Whole games that differ only in what a viewer may not know are told alike, to the last byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexade import games
from hexade.contract.game import WATCHER
from hexade.contract.setup import setups
from hexade.server.table import news
from tests.server.fixtures import ALL, IN_TURN, TOGETHER, run
from tests.server.secrecy_pair import compare

pytestmark = pytest.mark.slow

SETUPS = [s for name in ALL for s in setups(games.find(name)) if s.edition in (None, "2023")]
CASES = [(setup, n % (setup.seats + 1)) for n, setup in enumerate(SETUPS)]


def called(case: Any) -> str:
    return str(case) if isinstance(case, int) else f"{case.game}-{case.variant}-{case.seats}"


@pytest.mark.parametrize(("setup", "nth"), CASES, ids=called)
def test_two_games_alike_to_a_viewer_are_told_alike(setup: Any, nth: int, tmp_path: Path) -> None:
    viewer = nth if nth < setup.seats else WATCHER
    pair = run(compare(setup, viewer, nth, tmp_path, limit=15))
    assert pair.steps > 5
    assert pair.differed >= pair.hidden / 2  # there was something to leak
    if setup.game in IN_TURN and setup.seats > 1:
        assert pair.hidden


CHOICES = [
    next(s for s in SETUPS if s.game == name and s.seats > 1)
    for name in ALL
    if games.find(name).declining is not None
]


@pytest.mark.parametrize("take_back", [True, False], ids=["held", "not held"])
@pytest.mark.parametrize("setup", CHOICES, ids=called)
def test_A12_E6_choices_that_are_declined_in_one_world_are_told_to_nobody(
    setup: Any, take_back: bool, tmp_path: Path
) -> None:
    pair = run(compare(setup, 0, 3, tmp_path, limit=70, take_back=take_back))
    assert pair.declined
    assert pair.differed >= pair.hidden / 2


@pytest.mark.parametrize("name", IN_TURN)
def test_the_least_leak_would_be_noticed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = news._shown

    def leaks(match: Any, seat: int) -> dict[str, object]:
        return shown(match, seat) | {"odd": hash(match.state) % 2}

    monkeypatch.setattr(news, "_shown", leaks)
    setup = next(s for s in SETUPS if s.game == name and s.seats > 1)
    with pytest.raises(AssertionError, match="is not"):
        run(compare(setup, 0, 1, tmp_path, limit=15))


@pytest.mark.parametrize("name", TOGETHER)
def test_a_leak_of_a_sealed_choice_would_be_noticed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = news.chosen

    def leaks(match: Any, by: int, seat: int, own: str | None) -> Any:
        told = chosen(match, by, seat, own)
        return msgspec.structs.replace(told, mine=str(match.sealed[by]))

    monkeypatch.setattr(news, "chosen", leaks)
    setup = next(s for s in SETUPS if s.game == name and s.seats > 2)
    with pytest.raises(AssertionError, match="is not"):
        run(compare(setup, 0, 1, tmp_path, limit=15))
