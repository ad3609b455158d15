"""What a server does by itself, side by side, for as long as it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hexade.server.ops.metrics import fault


async def together(*works: Coroutine[Any, Any, None]) -> None:
    """Run works until they end, or are cancelled and have all ended.

    One that fails is logged, and the others go on: clocks must not stop because of a sweeper.
    """
    await asyncio.gather(*map(_guarded, works), return_exceptions=True)


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:
        fault("what the server does by itself has failed", error)
