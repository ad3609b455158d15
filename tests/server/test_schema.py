"""The HTTP interface does what its description says, asked by a program that reads nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.server.fixtures import run
from tests.server.schema import check

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.environ.get("NUMBA_DISABLE_JIT") == "1",
        reason="the server process runs plain in either case: once is enough",
    ),
]


def test_the_interface_keeps_to_its_description(tmp_path: Path) -> None:
    well, report = run(check(5, 1, tmp_path))
    assert well, report
