"""The deal at a table depends on a secret of 128 bits, and on nothing that is sent to anybody."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

from hexade.contract.chance import Dealer, Stream
from hexade.contract.record import read, verify, write
from hexade.match import start
from hexade.server.live import replays
from hexade.server.table import facts, game_facts
from hexade.server.table.dealing import Sealed, dealer, new_key
from hexade.server.table.state import Change, Table
from hexade.wire.messages import Agreed, encode
from tests.server.fixtures import ALL, IN_TURN, a_room, run
from tests.server.live.test_replays import bots_play

KEY = "000102030405060708090a0b0c0d0e0f"


def test_a_draw_is_a_function_of_key_seed_and_number() -> None:
    draws = [Sealed(7, KEY).below(n, 1000) for n in range(50)]
    assert draws == [Sealed(7, KEY).below(n, 1000) for n in range(50)]
    assert draws != [Sealed(8, KEY).below(n, 1000) for n in range(50)]
    assert draws != [Sealed(7, KEY.replace("0f", "1f")).below(n, 1000) for n in range(50)]
    assert draws != [Stream(7).below(n, 1000) for n in range(50)]


def test_all_numbers_come_equally_often_and_weights_count() -> None:
    drawn = Counter(Sealed(1, KEY).below(n, 6) for n in range(6_000))
    assert set(drawn) == set(range(6))
    assert all(850 < often < 1150 for often in drawn.values())
    picked = Counter(Sealed(1, KEY).pick(n, [(10, 3), (20, 1), (30, 0)]) for n in range(4_000))
    assert picked.keys() == {10, 20}
    assert 2_800 < picked[10] < 3_200


def test_every_key_is_another_one_of_128_bits() -> None:
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(len(bytes.fromhex(key)) == 16 for key in keys)


def test_two_games_of_one_seed_are_dealt_differently(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            for name in ALL:
                tables = [(await room.table(name)).table for _ in range(8)]
                assert all(table.key for table in tables)
                assert len({table.key for table in tables}) == len(tables)
                dealt = [table.match.state for table in tables if table.match]
                sealed = [dealer(table.seed, table.key) for table in tables]
                assert dealt == [_opening(*pair) for pair in zip(tables, sealed, strict=True)]
                # The seed alone says nothing. Two deals may be alike by chance, eight are not.
                seeds = [Stream(table.seed) for table in tables]
                assert dealt != [_opening(*pair) for pair in zip(tables, seeds, strict=True)]

    run(test())


def _opening(table: Table, dealing: Dealer) -> object:
    return start(table.game, table.setup, dealing).match.state


def test_a_game_that_began_without_a_key_goes_on_as_it_was_dealt() -> None:
    table = Table("AAAAAA", Agreed(game=ALL[0]))
    table.apply(Change(facts.TableCreated(agreed=facts.stored(table.agreed), at=0)), (), 0.0)
    dealt = start(table.game, table.setup, Stream(5))
    log = [encode(event) for event in dealt.events]
    made = table.read(game_facts.GameStarted(seed=5, bot_seed=6, start=0), log, 0.0).made
    assert made == dealt
    assert table.record().extra == {}


def test_the_log_decides_how_a_second_game_was_dealt() -> None:
    table = Table("AAAAAA", Agreed(game=IN_TURN[0], seats=2))
    for seed, first in ((5, 0), (6, 1)):
        setup = replace(table.setup, start=first)
        dealt = start(table.game, setup, Stream(seed))
        log = [encode(event) for event in dealt.events]
        # The fact has another seed than the log: so do games of rules that were corrected since.
        table.read(game_facts.GameStarted(seed=99, bot_seed=6, start=first), log, 0.0)
        assert table.match is not None
        assert (table.match.setup, table.match.state) == (setup, dealt.match.state)
        assert table.record().events == dealt.events


def test_the_record_of_a_finished_game_has_the_key(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            id = await bots_play(room, IN_TURN[0], seats=2)  # noqa: A001
            played = await replays.fetch(room.store, id)
            assert played is not None
            live = room.tables.live[id.partition(".")[0]]
            assert played.record.extra == {"key": live.table.key} == live.table.record().extra
            again = read(played.game, json.loads(write(played.record)))
            verify(played.game, again)
            assert again.extra == played.record.extra

    run(test())
