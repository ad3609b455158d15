"""A game has room for so much chat, take-backs and changes of seats, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexade.contract.reason import Refusal
from hexade.server.live.open_table import LiveTable
from hexade.wire import messages
from tests.server.fixtures import IN_TURN, a_room, run
from tests.server.live.test_registry import play_on
from tests.server.table.test_owner import sits
from tests.server.table.test_seats import asks, waiting_room


def of(live: LiveTable, seat: int) -> int:
    """Return how many asides the person in a seat has used."""
    return live.table.asides.of(live.table.occupants[seat].token)


def test_chat_is_not_stored_for_ever(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, asides_per_game=10) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            for n in range(10):
                await asks(room, live, 0, messages.Chat(id=f"c{n}", text="la la la"))
            stored = live.table.n
            for request in (messages.Chat(id="x", text="la"), messages.Mute(id="y", seat=1)):
                with pytest.raises(Refusal, match="a person has 10 messages"):
                    await asks(room, live, 0, request)
            assert live.table.n == stored
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert of(again, 0) == of(live, 0) == 10
            await play_on(room, live)  # the game itself goes on,
            for seat in (0, 1):
                await asks(room, live, seat, messages.Rematch(id="r"))  # and so does the next one
            assert live.table.number == 2
            await asks(room, live, 0, messages.Chat(id="z", text="again"))

    run(test())


def test_nobody_uses_up_what_the_others_need(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, asides_per_game=4) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            other = room.ear(live, 0)
            for n in range(4):
                await asks(room, live, 1, messages.Chat(id=f"c{n}", text="la la la"))
            for n in range(2):
                await asks(room, live, 1, messages.StandIn(id=f"s{n}", seat=1, bot="random"))
                await asks(room, live, 1, messages.Return(id=f"r{n}"))
            with pytest.raises(Refusal, match="a person has 8"):
                await asks(room, live, 1, messages.StandIn(id="s", seat=1, bot="random"))
            await asks(room, live, 0, messages.Chat(id="c", text="help"))
            await asks(room, live, 0, messages.Mute(id="m", seat=1))
            room.time.at += room.settings.away_s
            assert other in live.listeners
            await asks(room, live, 0, messages.StandIn(id="s", seat=1))
            assert live.table.occupants[1].stand_in is not None

    run(test())


def test_a_guest_at_an_open_table_does_not_close_it_by_sitting_down_and_leaving(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with a_room(tmp_path, asides_per_game=4) as room:
            live = await waiting_room(room, seats=3, people=1)
            for n in range(4):  # whatever token they bring
                await sits(room, live, "Mal", f"token-{n}-of-mal-24-letters", "mal")
                await asks(room, live, 1, messages.Rise(id=f"r{n}"))
            with pytest.raises(Refusal, match="a person has 8"):
                await sits(room, live, "Mal", "another-token-24-letters", "mal")
            for n in range(6):
                await sits(room, live, "Eve", f"token-{n}-of-eve-24-letters", f"eve{n}")
                await asks(room, live, 0, messages.Remove(id=f"o{n}", seat=1))
            await sits(room, live, "Ann", "token-of-ann-24-letters-", "ann")
            await asks(room, live, 0, messages.SeatBot(id="b", seat=2, bot="random"))
            assert of(live, 0) >= 2 * room.settings.asides_per_game
            await asks(room, live, 0, messages.Start(id="s"))
            assert live.table.phase == "playing"

    run(test())


def test_take_backs_are_not_stored_for_ever(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, asides_per_game=3) as room:
            live = await room.table(IN_TURN[0], seats=2)
            seat = min(live.table.waiting())
            for n in range(3):
                await room.move(live, seat, id=f"m{n}")
                await asks(room, live, seat, messages.TakeBack(id=f"t{n}"))
            await room.move(live, seat, id="last")
            with pytest.raises(Refusal, match="a person has"):
                await asks(room, live, seat, messages.TakeBack(id="t"))

    run(test())


def test_votes_and_seats_are_not_stored_for_ever(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, asides_per_game=10) as room:
            live = await waiting_room(room, seats=2)
            while of(live, 1) < 20:
                await asks(room, live, 1, messages.Start(id=f"s{of(live, 1)}"))
            with pytest.raises(Refusal, match="a person has 20"):
                await asks(room, live, 1, messages.Start(id="s"))
            await asks(room, live, 1, messages.Rise(id="r"))
            with pytest.raises(Refusal, match="a person has"):
                await sits(room, live, "Again", "another-token-24-letters")
            await asks(room, live, 0, messages.Close(id="c"))

    run(test())


def test_after_too_much_chat_a_player_still_comes_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, asides_per_game=4) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            for n in range(4):
                await asks(room, live, 0, messages.Chat(id=f"c{n}", text="la la la"))
            await asks(room, live, 0, messages.StandIn(id="s", seat=0, bot="random"))
            await asks(room, live, 0, messages.Return(id="r"))
            assert live.table.occupants[0].stand_in is None

    run(test())
