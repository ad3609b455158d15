"""What the tests of all rooms share: nobody gives up on a server because the machine is busy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session", autouse=True)
def _clients_wait_as_long_as_it_takes() -> Iterator[None]:
    """Let clients wait for what comes, in place of five or ten seconds; tests end in time anyway.

    Those that name a time for themselves keep it.
    """
    import httpx
    from websockets.asyncio.client import connect

    web: Any = httpx.AsyncClient.__init__
    socket: Any = connect.__init__
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(web.__kwdefaults__, "timeout", None)
        patch.setitem(socket.__kwdefaults__, "open_timeout", None)
        patch.setattr("hexade.client.TIMEOUT_S", 300.0)
        yield
