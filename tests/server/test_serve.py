"""`hexade serve` and `make play` as a person meets them: an address, Ctrl-C, and clear refusals."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.environ.get("NUMBA_DISABLE_JIT") == "1",
        reason="the server process runs plain in either case: once is enough",
    ),
]
COMMAND = (sys.executable, "-m", "hexade", "serve")


def serving(folder: Path, *args: str, **settings: str) -> subprocess.Popen[str]:
    environment = os.environ | {"XDG_DATA_HOME": str(folder), "NUMBA_DISABLE_JIT": "1"}
    environment |= {"HEXADE_BOT_WORKERS": "-1"} | settings
    return subprocess.Popen(
        [*COMMAND, *args], env=environment, cwd=folder, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def refused(folder: Path, *args: str, **settings: str) -> str:
    """Return the one sentence with which a server does not start."""
    process = serving(folder, *args, **settings)
    _, said = process.communicate(timeout=300)
    assert process.returncode == 2
    assert "Traceback" not in said
    lines = [line for line in said.splitlines() if not line.startswith("{")]
    assert len(lines) == 1
    return lines[0]


def test_it_says_where_it_is_keeps_tables_in_the_data_folder_and_ends_at_ctrl_c(
    tmp_path: Path,
) -> None:
    process = serving(tmp_path, "--port", "0")
    try:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("Hexade is at ").strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        with urlopen(f"{address}health", timeout=60) as answer:
            assert answer.read() == b"ok\n"
        assert (tmp_path / "hexade" / "tables" / "hexade.sqlite").exists()
        assert "another server uses" in refused(tmp_path, "--port", "0")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=300)
        assert process.returncode == 0
        assert "Traceback" not in said
    finally:
        process.kill()


@pytest.mark.parametrize("contact", ["", "Jo Doe, jo@example.org"])
def test_who_opens_a_server_to_strangers_is_reminded_of_a_contact(
    contact: str, tmp_path: Path
) -> None:
    settings = {"HEXADE_TRUST_PROXY": "1", "HEXADE_CONTACT": contact}
    process = serving(tmp_path, "--port", "0", **settings)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Hexade is at ")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=300)
        assert ("HEXADE_CONTACT is missing" in said) == (not contact)
    finally:
        process.kill()


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert f"cannot listen at 127.0.0.1 port {port}" in refused(tmp_path, "--port", port)


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("postgresql://me:secret@127.0.0.1:9/x", "the PostgreSQL database cannot be opened"),
        ("postgresql://[nonsense", "the PostgreSQL database cannot be opened"),
        ("bad.sqlite", "file is not a database"),
        ("file/in/the/way.sqlite", "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_opened_is_said(database: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "bad.sqlite").write_text("nonsense " * 100)
    (tmp_path / "file").write_text("in the way")
    sentence = refused(tmp_path, "--port", "0", "--database", database)
    assert said in sentence
    assert "secret" not in sentence


def test_a_setting_that_cannot_be_is_said(tmp_path: Path) -> None:
    assert "HEXADE_IDLE_S" in refused(tmp_path, "--port", "0", HEXADE_IDLE_S="soon")


def test_make_play_starts_it() -> None:
    root = Path(__file__).parents[2]
    planned = subprocess.run(
        ["make", "-n", "play", "PORT=0"], cwd=root, capture_output=True, text=True, check=True
    )
    assert "hexade serve --host 127.0.0.1 --port 0" in planned.stdout
