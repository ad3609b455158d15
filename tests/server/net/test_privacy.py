"""The page on privacy says what this server does: it follows the settings."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexade.client import get
from hexade.server.net.privacy import privacy
from hexade.server.settings import Settings, from_environment
from hexade.wire.http_bodies import Privacy
from tests.server.fixtures import a_server, run


def test_the_operators_contact_and_periods_are_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, contact="Jo, jo@example.org", keep_chat_days=7) as server:
            told = msgspec.convert(await get(server.address, "/api/privacy"), Privacy)
            assert (told.contact, told.talk_days) == ("Jo, jo@example.org", 7)
            assert told.unfinished_days == Settings().keep_unfinished_days

    run(test())


def test_every_period_of_the_settings_is_told_and_the_contact_is_a_setting() -> None:
    periods = {name for name in Settings.__struct_fields__ if name.startswith("keep_")}
    changed = msgspec.structs.replace(Settings(), **dict.fromkeys(periods, 600.0))
    told = msgspec.structs.asdict(privacy(changed))
    assert sum(value in (600.0, 10.0) for value in told.values()) == len(periods - {"keep_alive_s"})
    assert from_environment({"HEXADE_CONTACT": "me"}).contact == "me"
