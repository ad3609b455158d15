"""The files of `deploy` name what exists, and nothing in them is a setting that nobody knows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hexade.commands.main import COMMANDS
from hexade.server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
GUIDE = DEPLOY.parent / "docs" / "host.md"
OWN = (".env", ".env.server")  # of an operator: not part of the repository
FILES = [path for path in sorted(DEPLOY.iterdir()) if path.name not in OWN]


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
    (settings,) = re.findall(r"env_file: (\S+)", compose)
    for name in [*re.findall(r"\./([\w.]+):/", compose), f"{settings}.example"]:
        assert (DEPLOY / name).is_file(), name
    assert "dockerfile: deploy/Containerfile" in compose
    assert "/src/deploy/build.sh" in image
    assert (DEPLOY / "build.sh").stat().st_mode & 0o111
    asked = set(re.findall(r"\$\{(\w+):\?", compose))
    assert asked == set(re.findall(r"^(\w+)=", (DEPLOY / ".env.example").read_text(), re.M))


@pytest.mark.parametrize("ignored", [".gitignore", ".containerignore", ".dockerignore"])
def test_files_with_secrets_are_in_no_commit_and_no_image(ignored: str) -> None:
    lines = (DEPLOY.parent / ignored).read_text().split()
    assert {f"deploy/{name}" for name in OWN} <= set(lines)


def test_commands_of_the_guide_have_the_settings_of_the_unit() -> None:
    """Only systemd reads its file as systemd does: a shell takes `&` for the end of a command."""
    unit = (DEPLOY / "hexade@.service").read_text()
    (body,) = re.findall(r"^hexade\(\) \{\n(.*?)^\}", GUIDE.read_text(), re.M | re.S)
    (database,) = re.findall(r"Environment=(HEXADE_DATABASE=\S+)", unit)
    (settings,) = re.findall(r"EnvironmentFile=-(\S+)", unit)
    assert body.split()[:2] == ["sudo", "systemd-run"]
    assert f"--setenv={database}" in body
    assert f"--property=EnvironmentFile={settings}" in body  # without -: it must be there
    assert "--uid=hexade" in body


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can try")
def test_an_installation_that_only_root_can_run_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    done = subprocess.run(
        [DEPLOY / "build.sh", tmp_path / "hexade"], capture_output=True, text=True, timeout=300,
        env={**os.environ, "PYTHON": sys.executable},
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("build.sh: only root can run ")
    assert "PYTHON=" in done.stderr


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
