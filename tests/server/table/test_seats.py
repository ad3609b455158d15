"""Seats that change hands: swapped between games, left and taken in mid-game; and old records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexade import games
from hexade.client import Client, create, get
from hexade.contract.game import WATCHER
from hexade.contract.reason import Refusal
from hexade.contract.record import read, verify
from hexade.server.live.open_table import LiveTable
from hexade.server.table import decide
from hexade.server.table.decide import Asker, Repeated, decision
from hexade.wire import messages
from hexade.wire.messages import Agreed, Create, Request, Sit
from tests.server.client import play
from tests.server.fixtures import ALL, IN_TURN, Room, a_room, a_server, run
from tests.server.live.test_registry import play_on, snapshot


async def asks(room: Room, live: LiveTable, seat: int, request: Request) -> None:
    """Have a seat ask for something as its socket would."""
    token = live.table.occupants[seat].token if seat >= 0 else None
    asker = Asker(seat, room.time.now(), live.away_s, room.settings, token)
    await room.tables.do(live, decision(request, asker))


async def waiting_room(room: Room, seats: int = 3, people: int = 2, **agreed: Any) -> LiveTable:
    """Return a table at which some people sit and no game is on."""
    live = await room.tables.create(Agreed(game=IN_TURN[0], seats=seats, **agreed))
    for seat in range(people):
        wish = Sit(name=f"P{seat}")
        token = f"seat-{seat}-token-of-24-letters"
        await room.tables.do(
            live,
            lambda t, w=wish, k=token: decide.sit(t, w, k, room.settings),  # type: ignore[misc]
        )
    return live


def names(live: LiveTable) -> list[str | None]:
    return [occupant.name for occupant in live.table.occupants]


def test_one_changes_to_a_free_seat_at_once_and_its_socket_follows(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room)
            ear = room.ear(live, 0)
            await asks(room, live, 0, messages.Swap(id="s", seat=2))
            assert names(live) == [None, "P1", "P0"]
            assert ear.seat == 2
            told = [news.seat for news in ear.news if isinstance(news, messages.Placed)]
            assert told == [2]
            state = live.state(room.time.now())
            assert [seat.here for seat in state.seats] == [False, False, True]

    run(test())


def test_two_people_change_seats_when_both_have_asked(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room)
            await asks(room, live, 0, messages.Mute(id="m", seat=1))
            await asks(room, live, 0, messages.Swap(id="a", seat=1))
            assert names(live)[:2] == ["P0", "P1"]
            assert live.state(0).seats[0].swap == 1
            await asks(room, live, 0, messages.Swap(id="b"))  # or rather not
            await asks(room, live, 1, messages.Swap(id="c", seat=0))
            assert names(live)[:2] == ["P0", "P1"]
            await asks(room, live, 0, messages.Swap(id="d", seat=1))
            assert names(live)[:2] == ["P1", "P0"]
            assert live.table.chat.muted == {(1, 0)}  # it goes with the person
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert snapshot(again.table) == snapshot(live.table)

    run(test())


def test_seats_are_not_changed_in_mid_game_but_again_after_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2)
            with pytest.raises(Refusal, match="between games"):
                await asks(room, live, 0, messages.Swap(id="a", seat=1))
            await play_on(room, live)
            before = live.table.record()
            await asks(room, live, 0, messages.Swap(id="b", seat=1))
            await asks(room, live, 1, messages.Swap(id="c", seat=0))
            assert names(live) == ["P1", "P0"]
            assert live.table.record() == before  # the record names those who played
            await asks(room, live, 0, messages.Rematch(id="d"))
            await asks(room, live, 1, messages.Rematch(id="e"))
            assert live.table.number == 2
            await play_on(room, live)
            assert live.table.record().names == ("P1", "P0")

    run(test())


def test_a_seat_left_in_mid_game_is_played_by_a_bot_until_somebody_takes_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            ears = [room.ear(live, seat) for seat in (0, 1)]
            await play_on(room, live, 3)
            await asks(room, live, 1, messages.Rise(id="l", bot="random"))
            assert ears[1].seat == WATCHER
            occupant = live.table.occupants[1]
            assert (occupant.free, occupant.driver) == (True, "random")
            while 1 in live.table.waiting() and live.bots:
                await live.bots
            assert live.table.waiting() == {0}
            token = "a-newcomer-with-24-letters"
            wish = Sit(name="New")
            await room.tables.do(live, lambda t: decide.sit(t, wish, token, room.settings))
            assert live.table.seat_of(token) is None
            await asks(room, live, 0, messages.Admit(id="a", n=1))
            assert live.table.seat_of(token) == 1
            assert live.table.occupants[1].driver is None
            await play_on(room, live)
            assert live.table.record().names == ("P0", "New")
            verify(live.table.game, live.table.record())
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert snapshot(again.table) == snapshot(live.table)

    run(test())


def test_a_seat_left_to_nobody_waits_and_others_may_call_a_bot(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            room.ear(live, 0)
            gone = min(live.table.waiting())
            await asks(room, live, gone, messages.Rise(id="l"))
            assert live.table.waiting() == {gone}
            assert live.bots is None
            await asks(room, live, 1 - gone, messages.SeatBot(id="b", seat=gone, bot="random"))
            assert live.bots is not None
            await live.bots
            assert live.table.waiting() == {1 - gone}
            assert live.table.occupants[gone].free  # somebody may still take it
            full, wish = await room.table(IN_TURN[0], seats=2), Sit(name="Late")
            with pytest.raises(Refusal, match="you can watch"):
                await room.tables.do(full, lambda t: decide.sit(t, wish, "w" * 24, room.settings))

    run(test())


@pytest.mark.parametrize("game", ALL)
def test_records_of_earlier_games_stay(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            agreed = Agreed(game=game, seats=2, take_back=False)
            wish = Create(agreed=agreed, sit=Sit(name="A"), bots=["random"], start=True)
            place = await create(server.address, wish)
            path = f"/api/tables/{place.code}/records"
            async with Client(server.address, place.code, place.token) as client:
                for number in (1, 2):
                    await play(client, number)
                    await client.ask(messages.Rematch(id=f"r{number}"))
                    while client.game == number:
                        await client.next()
            found = [await get(server.address, f"{path}/{number}") for number in (1, 2)]
            for record in found:
                verify(games.find(game), read(games.find(game), record))
            assert found[0]["seed"] != found[1]["seed"]
            for number, code in ((0, "not-found"), (4, "not-found"), (3, "not-over")):
                with pytest.raises(Refusal) as error:
                    await get(server.address, f"{path}/{number}")
                assert error.value.reason.code == code

    run(test())


@pytest.mark.parametrize(
    "request_",
    [
        messages.Swap(id="k", seat=2),
        messages.SeatBot(id="k", seat=2, bot="random"),
        messages.Mute(id="k", seat=1),
        messages.Chat(id="k", text="hello"),
    ],
    ids=lambda request: type(request).__name__,
)
def test_a_request_that_is_repeated_is_done_once(request_: Request, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room)
            await asks(room, live, 0, request_)
            seat = live.table.seat_of("seat-0-token-of-24-letters")
            n = live.table.n
            with pytest.raises(Repeated):
                await asks(room, live, seat or 0, request_)
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            with pytest.raises(Repeated):
                await asks(room, again, seat or 0, request_)
            assert live.table.n == n

    run(test())


def test_who_asked_before_the_seats_changed_does_not_act_for_another(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room, seats=2)
            token = live.table.occupants[0].token
            asker = Asker(0, room.time.now(), live.away_s, room.settings, token)
            leave = decision(messages.Rise(id="r"), asker)  # and now it waits for the lock
            await asks(room, live, 0, messages.Swap(id="s", seat=1))
            await asks(room, live, 1, messages.Swap(id="s", seat=0))
            with pytest.raises(Refusal, match="seats have changed"):
                await room.tables.do(live, leave)
            assert [occupant.name for occupant in live.table.occupants] == ["P1", "P0"]

    run(test())
