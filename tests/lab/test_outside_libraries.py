"""The examples with outside libraries say what to install, and nothing of it becomes ours."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path

import pytest

from hexade import games
from hexade.bots import hire
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.match.play import play

ROOT = Path(__file__).parent.parent.parent
NEEDS = {"maskable_ppo": "sb3_contrib", "rllib_ppo": "ray"}
SMALLEST = min(games.catalogue().values(), key=lambda game: game.actions(agree(game)))


@pytest.mark.parametrize("example", NEEDS)
def test_an_example_says_what_to_install_and_is_documented(example: str) -> None:
    source = (ROOT / "examples" / f"{example}.py").read_text(encoding="utf-8")
    said = NEEDS[example].replace("_", "-")
    (line,) = [line for line in source.splitlines() if line.strip().startswith("pip install")]
    assert said in line
    page = (ROOT / "docs" / "libraries.md").read_text(encoding="utf-8")
    assert f"py:examples.{example}:Trained" in page
    assert line.strip() in page


def test_no_outside_library_is_a_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [name for names in (project["dependencies"], *extras) for name in names]
    assert not [name for name in wanted if "sb3" in name or "baselines" in name or "rllib" in name]


@pytest.mark.parametrize("example", NEEDS)
def test_without_the_library_its_player_is_refused_in_one_sentence(example: str) -> None:
    if importlib.util.find_spec(NEEDS[example]):
        pytest.skip("the library is installed here")
    with pytest.raises(
        Refusal, match=f"could not be loaded: No module named '({NEEDS[example]}|torch)'"
    ):
        hire(f"py:examples.{example}:Trained", SMALLEST, 1)


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("sb3_contrib") is None, reason="not one of our tools")
def test_what_was_trained_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from examples.maskable_ppo import main

    monkeypatch.chdir(tmp_path)
    main([SMALLEST.name, "--minutes", "0.01"])
    assert capsys.readouterr().out.startswith("Compiles the rules")
    setup = agree(SMALLEST, seats=2)
    players = [hire("py:examples.maskable_ppo:Trained", SMALLEST, seed) for seed in range(2)]
    assert play(SMALLEST, setup, players, seed=3).result
