"""The files of `deploy` name what exists, and nothing in them is a setting that nobody knows."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

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
    text, image = (DEPLOY / "compose.yaml").read_text(), (DEPLOY / "Containerfile").read_text()
    (settings,) = re.findall(r"env_file: (\S+)", text)
    for name in [*re.findall(r"\./([\w.]+):/", text), f"{settings}.example"]:
        assert (DEPLOY / name).is_file(), name
    assert "dockerfile: deploy/Containerfile" in text
    assert "/src/deploy/build.sh" in image
    assert (DEPLOY / "build.sh").stat().st_mode & 0o111
    asked = set(re.findall(r"\$\{(\w+):\?", text))
    assert asked == set(re.findall(r"^(\w+)=", (DEPLOY / ".env.example").read_text(), re.M))


# What a service may say, of all that the Compose specification knows: a mistyped key is ignored or
# refused only where containers run.
SERVICE = {
    "build", "cap_drop", "command", "depends_on", "entrypoint", "env_file", "environment",
    "healthcheck", "image", "init", "logging", "ports", "read_only", "restart", "security_opt",
    "stop_grace_period", "tmpfs", "ulimits", "volumes",
}  # fmt: skip


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def test_the_compose_file_has_only_what_compose_knows() -> None:
    said = compose()
    assert {key for key in said if not key.startswith("x-")} == {
        "name", "services", "networks", "volumes"
    }  # fmt: skip
    for name, service in said["services"].items():
        assert service.keys() <= SERVICE, name
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert source in said["volumes"] or source.startswith("./"), (name, source)
        assert set(service.get("depends_on", ())) <= said["services"].keys(), name
    used = {v.partition(":")[0] for one in said["services"].values() for v in one["volumes"]}
    assert said["volumes"].keys() <= used
    assert said["networks"]["default"] == {"enable_ipv6": True}


def test_no_log_of_a_container_fills_the_disk_and_postgres_names_no_rows() -> None:
    services = compose()["services"]
    for name, service in services.items():
        assert service["logging"]["options"].keys() == {"max-size", "max-file"}, name
    assert services["postgres"]["command"][1:] == ["-c", "log_error_verbosity=terse"]
    assert "log_error_verbosity = 'terse'" in GUIDE.read_text()


def test_the_backup_of_containers_is_made_daily_and_swept(tmp_path: Path) -> None:
    """The service's own script runs, with a program in the place of ours and without its pause."""
    service = compose()["services"]["backup"]
    assert service["volumes"][1] == "backups:/backups"
    assert "/data /backups" in (DEPLOY / "Containerfile").read_text()
    (script,) = service["command"]
    for old, new in (("$$", "$"), ("/backups", str(tmp_path)), ("sleep 3600", "exit 0")):
        assert old in script
        script = script.replace(old, new)
    hexade = tmp_path / "bin" / "hexade"
    hexade.parent.mkdir()
    hexade.write_text('#!/bin/sh\necho "$@" >> "$0.said"; [ "$1" = backup ] && echo new > "$2"\n')
    hexade.chmod(0o755)
    old_one, kept = tmp_path / "2001-01-01.backup", tmp_path / "2001-01-02.backup"
    for one in (old_one, kept):
        one.write_text("old")
    os.utime(old_one, (0, 0))
    found = {"PATH": f"{hexade.parent}:{os.environ['PATH']}"}
    for _ in range(2):  # the second time it is there
        subprocess.run([*service["entrypoint"], script], env=found, check=True, timeout=300)
    assert len(Path(f"{hexade}.said").read_text().splitlines()) in (1, 2)  # 2 about midnight
    assert not old_one.exists()
    assert kept.exists()
    assert len(list(tmp_path.glob("*.backup"))) in (2, 3)


def test_a_rolling_restart_waits_until_both_proxies_have_noticed() -> None:
    nginx, caddy = ((DEPLOY / name).read_text() for name in ("nginx.conf", "Caddyfile"))
    out = [int(seconds) for seconds in re.findall(r"fail_timeout=(\d+)s", nginx)]
    (interval,), (answer,) = (
        re.findall(rf"health_{what} (\d+)m?s", caddy) for what in ("interval", "timeout")
    )
    waits = [int(seconds) for seconds in re.findall(r"^\s*sleep (\d+) +#", GUIDE.read_text(), re.M)]
    assert len(waits) == 2  # with systemd, and with containers
    for wait in waits:
        assert wait >= 2 * max(out)
        assert wait >= 2 * (int(interval) / 1000 + int(answer))


def test_the_proxies_let_an_address_have_what_the_server_lets_it_have() -> None:
    settings, nginx = Settings(), (DEPLOY / "nginx.conf").read_text()
    (most,) = re.findall(r"limit_conn hexade_clients (\d+);", nginx)
    assert int(most) >= settings.address_sockets + settings.address_connections
    (head,) = re.findall(r"max_header_size (\d+)KB", (DEPLOY / "Caddyfile").read_text())
    assert int(head) * 1024 >= settings.head_bytes
    for found in re.findall(r"ct count over (\d+)", GUIDE.read_text()):
        assert int(found) >= int(most)


def test_an_upgrade_of_containers_leaves_no_service_with_the_old_image() -> None:
    """An old one could not back up a database that a new server has brought up to date."""
    (steps,) = re.findall(r"^docker compose build\n(.*?)^```", GUIDE.read_text(), re.M | re.S)
    last = steps.splitlines()[-1].partition("#")[0]
    assert last.strip() == "docker compose up --detach"


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
    # Without a terminal of its own, Ctrl-C would end systemd-run and leave the server running.
    assert {"--pty", "--pipe", "--wait"} <= set(body.split())


def test_the_environment_of_caddy_in_the_guide_is_the_one_of_our_file() -> None:
    (line,) = re.findall(r"^Environment=(SITE=.*)$", GUIDE.read_text(), re.M)
    given = dict(word.split("=", 1) for word in shlex.split(line))
    known = set(re.findall(r"\{\$(\w+):", (DEPLOY / "Caddyfile").read_text()))
    assert given.keys() <= known
    servers = re.findall(r"^ +server (\S+) ", (DEPLOY / "nginx.conf").read_text(), re.M)
    assert given["UPSTREAMS"].split() == servers
    assert all(f"hexade@{server.rpartition(':')[2]}" in GUIDE.read_text() for server in servers)


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
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert unit not in done.stderr, done.stderr
    assert done.returncode == 0, done.stderr
