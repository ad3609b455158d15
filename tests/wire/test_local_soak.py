"""Games played at the page's own tables verify; `tests.wire.local_soak` plays hundreds of them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from hexade import games
from hexade.contract.kernel import default_target
from hexade.contract.record import verify
from hexade.contract.setup import setups
from hexade.terminal import record_files
from hexade.wire import modules
from tests.wire.local_soak import play, wishes

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(default_target() == "plain", reason="Node plays the same games"),
]
EACH_SETUP = sum(1 for name in modules.with_modules() for _ in setups(games.find(name)))


def test_every_set_up_is_played_in_the_page_and_its_record_verifies(tmp_path: Path) -> None:
    tables = list(islice(wishes(("random", "greedy", "reader")), EACH_SETUP))
    play(tables, 1, tmp_path / "records.jsonl")
    found = []
    for _, line in record_files.lines(tmp_path / "records.jsonl"):
        game, record = record_files.load(line)
        verify(game, record)
        assert record.result is not None
        setup = record.setup
        found.append((setup.game, setup.variant, setup.edition, setup.seats))
        assert record.names[1:] == tuple(f"bot:{bot}" for bot in tables[len(found) - 1]["bots"])
    keys = ("game", "variant", "edition", "seats")
    assert found == [tuple(table[key] for key in keys) for table in tables]
