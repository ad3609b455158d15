"""What the tests of this room share: the database server they start ends with them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server import postgres


@pytest.fixture(scope="session", autouse=True)
def _no_database_stays_behind() -> Iterator[None]:
    yield
    postgres.stop()
