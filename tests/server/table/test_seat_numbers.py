"""Seats that come and go before the first game, and games that start with whoever is there."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexade import games
from hexade.contract.game import WATCHER
from hexade.contract.reason import Refusal
from hexade.contract.setup import form_of
from hexade.server.live import replays
from hexade.server.live.open_table import LiveTable
from hexade.server.table import decide, facts, news
from hexade.wire import messages
from hexade.wire.messages import Agreed, Sit
from tests.server.fixtures import ALL, TOGETHER, TOKEN, Room, a_room, run
from tests.server.table.test_no_dead_seconds import asks

SEVERAL = [name for name in ALL if len(games.find(name).forms[0].seats) > 2]


async def waiting(room: Room, game: str, seats: int, people: int, **agreed: Any) -> LiveTable:
    """Return a table that waits, with so many people in its last seats but the owner's."""
    live = await room.tables.create(Agreed(game=game, seats=seats, **agreed))
    for n in range(people):
        at = 0 if n == 0 else seats - n
        wish, token = Sit(name=f"P{n}", seat=at), TOKEN.format(n)
        await room.tables.do(
            live, partial(decide.sit, wish=wish, token=token, settings=room.settings)
        )
    return live


def seat_of(live: LiveTable, n: int) -> int:
    """Return where the n-th person sits."""
    seat = live.table.seat_of(TOKEN.format(n))
    assert seat is not None
    return seat


@pytest.mark.parametrize("game", SEVERAL)
def test_the_owner_adds_and_removes_seats_within_what_the_variant_allows(
    game: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting(room, game, seats=2, people=1)
            table, many = live.table, form_of(games.find(game), None).seats
            for n in (many[1], many[-1], many[0]):
                await asks(room, live, 0, messages.SetSeats(id=f"s{n}", n=n))
                assert len(table.occupants) == table.setup.seats == table.agreed.seats == n
                assert len(live.state(0.0).seats) == n
            for wrong in (0, 1, many[-1] + 1):
                with pytest.raises(Refusal) as refused:
                    await asks(room, live, 0, messages.SetSeats(id="w", n=wrong))
                assert refused.value.reason.code == "seats"
            listed = news.listing(table, table.occupants, "waiting")
            assert (listed.seats, listed.free) == (many[0], many[0] - 1)

    run(test())


def test_who_sits_behind_a_seat_that_goes_moves_up_with_all_that_is_theirs(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting(room, TOGETHER[0], seats=6, people=3)
            ears = [room.ear(live, seat_of(live, n)) for n in range(3)]
            for n, ear in enumerate(ears):
                ear.token = live.table.occupants[seat_of(live, n)].token
            last = seat_of(live, 1)
            assert last == 5
            await asks(room, live, last, messages.Start(id="r", fewer=True))
            await asks(room, live, last, messages.Mute(id="m", seat=0))
            await asks(room, live, 0, messages.SeatBot(id="b", seat=2, bot="random"))
            await asks(room, live, last, messages.Start(id="r2", fewer=True))
            with pytest.raises(Refusal, match="a person sits there"):
                await asks(room, live, 0, messages.SetSeats(id="d", n=5, drop=last))
            await asks(room, live, 0, messages.SetSeats(id="d", n=5, drop=2))  # the bot
            assert [seat_of(live, n) for n in range(3)] == [0, 4, 3]
            assert [ear.seat for ear in ears] == [0, 4, 3]
            assert live.table.agreed_to_start == {4}
            assert live.table.chat.muted == {(4, 0)}
            assert live.table.knows(4, "r2")
            assert any(isinstance(one, messages.Placed) and one.seat == 4 for one in ears[1].news)
            assert live.away_s(4, room.time.now()) is None
            with pytest.raises(Refusal, match="too many people"):
                await asks(room, live, 0, messages.SetSeats(id="few", n=2))
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.occupants == live.table.occupants
            assert again.table.setup == live.table.setup
            assert again.table.agreed == live.table.agreed

    run(test())


@pytest.mark.parametrize("game", SEVERAL)
def test_a_game_starts_with_whoever_is_there(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            most = max(games.find(game).forms[0].seats)
            live = await waiting(room, game, seats=most, people=2)
            with pytest.raises(Refusal) as refused:
                await asks(room, live, 0, messages.Start(id="all"))
            assert refused.value.reason.code == "free-seats"
            await asks(room, live, 0, messages.Start(id="go", fewer=True))
            table = live.table
            assert table.phase == "playing"
            assert [seat_of(live, n) for n in range(2)] == [0, 1]
            assert table.match is not None
            assert table.match.setup.seats == 2
            again = await room.again().tables.find(table.code)
            assert again is not None
            assert again.table.match == table.match

    run(test())


def test_guests_start_with_fewer_when_all_are_ready(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting(room, TOGETHER[0], seats=6, people=3)
            live.table.creator, owner = None, seat_of(live, 0)
            await room.tables.do(live, lambda t: decide.rise(t, owner))
            assert live.table.occupants[5].owner or live.table.occupants[4].owner
            guest = next(s for s in (4, 5) if not live.table.occupants[s].owner)
            await asks(room, live, guest, messages.Start(id="a", fewer=True))
            assert live.table.phase == "waiting"
            assert live.table.agreed_to_start == {guest}
            await asks(room, live, 9 - guest, messages.Start(id="b", fewer=True))
            assert live.table.number == 1
            assert len(live.table.occupants) == 2

    run(test())


def test_one_alone_starts_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting(room, TOGETHER[0], seats=6, people=1)
            with pytest.raises(Refusal) as refused:
                await asks(room, live, 0, messages.Start(id="a", fewer=True))
            assert refused.value.reason.code == "free-seats"
            assert len(live.table.occupants) == 6

    run(test())


def test_seats_are_the_owners_business_and_stay_once_a_game_was_begun(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting(room, TOGETHER[0], seats=3, people=2)
            with pytest.raises(Refusal) as refused:
                await asks(room, live, seat_of(live, 1), messages.SetSeats(id="s", n=4))
            assert refused.value.reason.code == "not-owner"
            await asks(room, live, 0, messages.Start(id="go", fewer=True))
            with pytest.raises(Refusal) as refused:
                await asks(room, live, 0, messages.SetSeats(id="s", n=4))
            assert refused.value.reason.code == "started"

    run(test())


def test_a_game_with_fewer_seats_has_a_record_and_a_replay(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting(room, TOGETHER[0], seats=6, people=2)
            await asks(room, live, 0, messages.Start(id="go", fewer=True))
            n = 0
            while live.table.phase == "playing":
                for seat in sorted(live.table.waiting()):
                    await room.move(live, seat, nth=n, id=None)
                    n += 7
            played = await replays.fetch(room.store, f"{live.table.code}.1")
            assert played.agreed.seats == played.record.setup.seats == 2
            assert played.record.names == ("P0", "P1")
            assert played.record.result == live.table.record().result

    run(test())


def test_a_stored_change_of_seats_is_read_back_as_it_was() -> None:
    fact = facts.SeatsChanged(order=[0, 2, None], by=0, id="x")
    assert facts.decode(facts.encode(fact)) == fact
    assert fact.moved_people == {2: 1}
    assert msgspec.structs.replace(fact, by=2).asker_after == 1
    assert WATCHER not in fact.moved_people


def test_who_asks_from_a_seat_whose_number_is_gone_is_told_so(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting(room, SEVERAL[0], seats=3, people=2)
            last = seat_of(live, 1)
            token = live.table.occupants[last].token
            late = [
                decide.decision(request, decide.Asker(last, 0.0, live.away_s, room.settings, token))
                for request in (messages.Chat(id="c", text="hi"), messages.Start(id="s"))
            ]  # they wait for their turn while the owner removes a seat
            await asks(room, live, 0, messages.SetSeats(id="n", n=2))
            for decision in late:
                with pytest.raises(Refusal) as refused:
                    await room.tables.do(live, decision)
                assert refused.value.reason.code == "seats"

    run(test())
