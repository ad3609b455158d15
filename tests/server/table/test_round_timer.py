"""The time of a round in games in which all choose at the same time (F4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexade.contract.game import WATCHER
from hexade.contract.reason import Refusal
from hexade.server.table import decide
from hexade.server.table.state import Table
from tests.server.fixtures import TOGETHER, a_room, run


@pytest.mark.parametrize("game", TOGETHER)
def test_F4_with_a_round_timer_two_who_dawdle_hold_up_nobody(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=4, round_s=20)
            table = live.table
            await room.move(live, 0)
            await room.move(live, 1)
            with pytest.raises(Refusal, match="everyone but one"):  # the count would not help
                await room.tables.do(live, lambda t: decide.count(t, 0, "x"))
            version, rows = table.version, _rows(table)
            await room.wait(20)
            assert table.version > version
            missed = [event["seat"] for event in table.record().events if event["event"] == "miss"]
            assert missed == [2, 3]
            assert table.waiting() == {0, 1, 2, 3}  # the next round is on, for them as well
            assert _rows(table)[2:] == rows[2:]  # and their cards are where they were
            assert _rows(table)[:2] != rows[:2]

    run(test())


def _rows(table: Table) -> Any:
    assert table.match is not None
    return table.game.show(table.game.view(table.match.state, WATCHER))["rows"]
