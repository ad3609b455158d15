"""Whole games that differ only in what a viewer may not know are told alike, to the last byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from hexade import games
from hexade.contract.chance import Stream
from hexade.contract.game import WATCHER, AnyGame, View
from hexade.contract.setup import Setup, setups
from hexade.match import Match, start
from hexade.server.table import news
from tests.server.fixtures import ALL, IN_TURN, TOGETHER, run
from tests.server.secrecy_pair import compare

pytestmark = pytest.mark.slow

SETUPS = [s for name in ALL for s in setups(games.find(name)) if s.edition in (None, "2023")]
CASES = [(setup, n % (setup.seats + 1)) for n, setup in enumerate(SETUPS)]


def has_secrets(setup: Setup) -> bool:
    """Tell whether a seat knows more after the deal than a spectator, besides where it sits."""
    game = games.find(setup.game)
    match = start(game, setup, Stream(0)).match
    shown = [game.show(game.view(match.state, s)) for s in (*range(setup.seats), WATCHER)]
    return any({**one, "seat": None} != {**shown[-1], "seat": None} for one in shown)


def called(case: Any) -> str:
    return str(case) if isinstance(case, int) else f"{case.game}-{case.variant}-{case.seats}"


@pytest.mark.parametrize(("setup", "nth"), CASES, ids=called)
def test_two_games_alike_to_a_viewer_are_told_alike(setup: Any, nth: int, tmp_path: Path) -> None:
    viewer = nth if nth < setup.seats else WATCHER
    pair = run(compare(setup, viewer, nth, tmp_path, limit=15))
    assert pair.steps > 5
    assert pair.differed >= pair.hidden / 2  # there was something to leak
    if setup.game in IN_TURN and setup.seats > 1 and has_secrets(setup):
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


SMALLEST = [next(s for s in SETUPS if s.game == name and s.seats > 1) for name in IN_TURN]
SECRETS = [setup for setup in SMALLEST if has_secrets(setup)]


@pytest.mark.parametrize("setup", SECRETS, ids=called)
def test_the_least_leak_would_be_noticed(
    setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = news._shown

    def leaks(game: AnyGame, view: View, match: Match) -> dict[str, Any]:
        known = shown(game, view, match)
        plain = json.loads(bytes(known)) if isinstance(known, Raw) else known
        return {**plain, "odd": hash(match.state) % 2}

    monkeypatch.setattr(news, "_shown", leaks)
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
