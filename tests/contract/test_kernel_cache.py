"""Compiled code is kept where it can be told stale, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hexade.contract import kernel
from hexade.contract.bits import popcount

ROOT = Path(__file__).parent.parent.parent


@kernel.kernel
def following(number: int) -> int:
    return number + 1


def test_code_is_kept_in_a_folder_named_after_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = kernel.cache_folder(popcount)
    assert folder is not None
    assert folder.is_dir()
    assert folder.name.startswith("kernels-")
    assert kernel.cache_folder(popcount) == folder


def test_where_nothing_can_be_written_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert kernel.cache_folder(popcount) is None


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)

    def no_home() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", no_home)
    assert kernel.cache_folder(popcount) is None


@pytest.mark.slow
@pytest.mark.skipif(
    kernel.default_target() == "plain", reason="its process compiles in either case: once is enough"
)
def test_a_file_that_is_cut_short_is_made_again(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-m", "tests.contract.truncated", str(tmp_path)]
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.skipif(kernel.default_target() == "plain", reason="nothing is compiled")
def test_numba_has_the_cache_that_we_make_tolerant() -> None:
    twin = kernel.speed_up(following, "cpu")
    cache = getattr(twin, "_cache", None)
    missing = [
        name
        for name in ("load_overload", "save_overload", "flush")
        if not callable(getattr(cache, name, None))
    ]
    text = "Numba's dispatchers keep machine code in another way now: change `_cached` in kernel.py"
    assert not missing, text


@pytest.mark.skipif(kernel.default_target() == "plain", reason="nothing is compiled")
def test_what_is_compiled_is_announced_and_what_is_kept_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told: list[str] = []
    monkeypatch.setattr(kernel, "about_to_compile", lambda: told.append("compiling"))
    found = []
    for _ in range(2):  # the second time from the disk
        kernel._at_speed.cache_clear()
        kernel._twin.cache_clear()
        found.append(kernel.speed_up(following, "cpu")(41))
    assert found == [42, 42]
    assert told == ["compiling"]
