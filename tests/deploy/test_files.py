"""The files of `deploy` name what exists, and nothing in them is a setting that nobody knows."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hexade.commands.main import COMMANDS
from hexade.server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = [path for path in sorted(DEPLOY.iterdir()) if path.name != ".env"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_that_is_named_exists(path: Path) -> None:
    named = set(re.findall(r"HEXADE_([A-Z_]+)\b(?=[=: ])", path.read_text())) - {"NAME"}
    assert {name.lower() for name in named} <= set(Settings.__struct_fields__)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_command_that_is_called_exists(path: Path) -> None:
    called = set(re.findall(r"bin/hexade ([a-z]+)", path.read_text()))
    assert called <= set(COMMANDS)


def test_files_that_others_mount_or_run_are_there() -> None:
    compose, image = (DEPLOY / "compose.yaml").read_text(), (DEPLOY / "Containerfile").read_text()
    for name in re.findall(r"\./([\w.]+):/", compose) + re.findall(r"env_file: (\S+)", compose):
        assert (DEPLOY / name).is_file(), name
    assert "dockerfile: deploy/Containerfile" in compose
    assert "/src/deploy/build.sh" in image
    assert (DEPLOY / "build.sh").stat().st_mode & 0o111
    asked = set(re.findall(r"\$\{(\w+):\?", compose))
    assert asked == set(re.findall(r"^(\w+)=", (DEPLOY / ".env.example").read_text(), re.M))


def test_the_proxy_passes_on_the_longest_body_that_the_server_takes() -> None:
    (most,) = re.findall(r"client_max_body_size (\d+)k;", (DEPLOY / "nginx.conf").read_text())
    assert int(most) * 1024 >= Settings().record_bytes


@pytest.mark.parametrize("unit", ["hexade@8001.service", "hexade-backup.service"])
def test_systemd_understands_the_units(unit: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed here: apt-get install systemd")
    source = DEPLOY / re.sub(r"@\d+", "@", unit)
    shutil.copy(source, tmp_path / unit)
    text = (tmp_path / unit).read_text()
    (tmp_path / unit).write_text(text.replace("/opt/hexade/bin/hexade", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", tmp_path / unit],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert unit not in done.stderr, done.stderr
    assert done.returncode == 0, done.stderr
