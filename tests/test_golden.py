"""Golden games come out the same to the last byte; none is missing and none is left over."""

from __future__ import annotations

import pytest

from hexade import games
from hexade.contract import record as records
from hexade.contract.kernel import default_target
from tests.golden import COUNT, Golden, folder, goldens

ALL = [golden for name in games.names() for golden in goldens(name)]
NAMES = [f"{golden.setup.game}-{golden.path.stem}" for golden in ALL]
# A bot that tries every move takes minutes a game where kernels are interpreted.
PLAYED = [
    pytest.param(golden, id=name)
    for golden, name in zip(ALL, NAMES, strict=True)
    if golden.bot == "random" or default_target() != "plain"
]


@pytest.mark.parametrize("golden", PLAYED)
def test_a_golden_game_is_played_again_to_the_last_byte(golden: Golden) -> None:
    assert golden.play().encode() == golden.path.read_bytes()


@pytest.mark.parametrize("golden", ALL, ids=NAMES)
def test_a_golden_game_verifies_and_is_written_as_it_was_read(golden: Golden) -> None:
    game = games.find(golden.setup.game)
    kept = golden.path.read_text(encoding="utf-8").splitlines()
    assert len(kept) == COUNT
    for line in kept:
        record = records.read(game, records.parse(line))
        records.verify(game, record)
        assert (record.setup, records.write(record)) == (golden.setup, line)
        assert record.result is not None


@pytest.mark.parametrize("name", games.names())
def test_no_golden_file_is_missing_or_left_over(name: str) -> None:
    expected = {golden.path.name for golden in goldens(name)}
    assert {path.name for path in folder(name).glob("*")} == expected


@pytest.mark.parametrize("name", games.names())
def test_golden_games_are_small(name: str) -> None:
    assert sum(path.stat().st_size for path in folder(name).glob("*")) < 1_000_000
