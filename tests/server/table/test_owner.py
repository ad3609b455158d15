"""A table has an owner: who made it, then who sat there longest; guests need their agreement."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pytest

from hexade.contract.game import WATCHER
from hexade.contract.reason import Refusal
from hexade.server.live import replays
from hexade.server.live.open_table import LiveTable
from hexade.server.table import decide, facts
from hexade.server.table.decide import Asker, decision
from hexade.server.table.state import Table
from hexade.wire import messages
from hexade.wire.codes import hashed
from hexade.wire.messages import Agreed, Request, Sit
from tests.server.fixtures import IN_TURN, TOKEN, Room, a_room, run
from tests.server.live.test_registry import play_on
from tests.server.table.test_seats import asks, waiting_room

MAKER = "the-one-who-made-it-24-letters"


def owners(live: LiveTable) -> list[int]:
    """Return the seats that own a table."""
    return [n for n, seat in enumerate(live.state(0).seats) if seat.owner]


async def sits(room: Room, live: LiveTable, name: str, token: str, mark: str = "") -> None:
    """Have somebody take a free seat."""
    wish = partial(decide.sit, wish=Sit(name=name), token=token, settings=room.settings, mark=mark)
    await room.tables.do(live, wish)


async def asks_unseated(room: Room, live: LiveTable, token: str, request: Request) -> None:
    """Have somebody without a seat ask for something as their socket would."""
    asker = Asker(WATCHER, room.time.now(), live.away_s, room.settings, hashed(token))
    await room.tables.do(live, decision(request, asker))


def test_the_first_to_sit_down_owns_the_table_and_the_next_one_inherits_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room, people=3)
            assert owners(live) == [0]
            await asks(room, live, 0, messages.Swap(id="a", seat=1))
            await asks(room, live, 1, messages.Swap(id="b", seat=0))
            assert owners(live) == [1]  # it goes with the person
            await asks(room, live, 1, messages.Rise(id="c"))
            assert owners(live) == [2]
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert owners(again) == [2]
            for seat in (2, 0):
                await asks(room, live, seat, messages.Rise(id="d"))
            assert owners(live) == []
            await sits(room, live, "New", "a-newcomer-with-24-letters")
            assert owners(live) == [0]

    run(test())


def test_the_maker_owns_the_table_before_and_after_sitting_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            agreed = Agreed(game=IN_TURN[0], seats=3)
            live = await room.tables.create(agreed, owner=MAKER)
            await sits(room, live, "Guest", "a-guest-here-with-24-letters")
            assert owners(live) == []
            await asks_unseated(room, live, MAKER, messages.SeatBot(id="b", seat=1, bot="random"))
            assert live.table.occupants[1].bot == "random"
            with pytest.raises(Refusal, match="spectators"):
                await asks_unseated(room, live, MAKER, messages.Chat(id="c", text="hello"))
            with pytest.raises(Refusal, match="spectators"):
                await asks_unseated(room, live, "o" * 24, messages.Start(id="s"))
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.owns(hashed(MAKER))
            await sits(room, live, "Maker", MAKER)
            assert owners(live) == [2]
            await asks(room, live, 2, messages.Rise(id="r"))
            assert owners(live) == [0]
            assert not live.table.owns(hashed(MAKER))

    run(test())


def test_a_maker_without_a_seat_starts_the_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.tables.create(Agreed(game=IN_TURN[0], seats=2), owner=MAKER)
            for name in ("A", "B"):
                await sits(room, live, name, f"{name}-guest-here-with-24-letters")
            await asks_unseated(room, live, MAKER, messages.Start(id="s"))
            assert live.table.phase == "playing"

    run(test())


def test_a_guest_neither_seats_bots_nor_sends_them_away(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room)
            with pytest.raises(Refusal, match="only the owner"):
                await asks(room, live, 1, messages.SeatBot(id="a", seat=2, bot="random"))
            await asks(room, live, 0, messages.SeatBot(id="b", seat=2, bot="random"))
            with pytest.raises(Refusal, match="only the owner"):
                await asks(room, live, 1, messages.SeatBot(id="c", seat=2))
            assert live.table.occupants[2].bot == "random"

    run(test())


def test_a_guest_does_not_change_the_bot_of_a_seat_that_was_left(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await left(room)
            with pytest.raises(Refusal, match="only the owner"):
                await asks(room, live, 2, messages.SeatBot(id="a", seat=1, bot="greedy"))
            await asks(room, live, 0, messages.SeatBot(id="b", seat=1, bot="greedy"))
            assert live.table.occupants[1].stand_in == "greedy"

    run(test())


def test_guests_start_only_when_everybody_wants_to(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room, people=3)
            await asks(room, live, 1, messages.Start(id="a"))
            assert live.table.number == 0
            assert [seat.ready for seat in live.state(0).seats] == [False, True, False]
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.agreed_to_start == {1}
            await asks(room, live, 2, messages.Start(id="b"))
            assert live.table.number == 0
            await asks(room, live, 0, messages.Start(id="c"))
            assert live.table.number == 1
            assert live.table.agreed_to_start == set()

    run(test())


def test_whoever_agreed_to_start_agrees_again_when_the_seats_change(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room, people=3)
            await asks(room, live, 1, messages.Start(id="a"))
            await asks(room, live, 2, messages.Rise(id="b"))
            await sits(room, live, "Other", "a-newcomer-with-24-letters")
            assert live.table.agreed_to_start == set()

    run(test())


def test_the_owner_removes_a_squatter_who_becomes_a_spectator(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room)
            squatter = room.ear(live, 1)
            with pytest.raises(Refusal, match="only the owner"):
                await asks(room, live, 1, messages.Remove(id="a", seat=0))
            for seat in (0, 2):  # oneself, and nobody
                with pytest.raises(Refusal, match="nobody else"):
                    await asks(room, live, 0, messages.Remove(id="b", seat=seat))
            await asks(room, live, 0, messages.Remove(id="c", seat=1))
            assert squatter.seat == WATCHER
            assert live.table.people() == {0}
            await sits(room, live, "Again", "seat-1-token-of-24-letters")
            assert live.table.people() == {0, 1}

    run(test())


def test_whom_the_owner_refuses_does_not_come_back_with_another_token(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room, people=1)
            await sits(room, live, "Squatter", "a-squatter-with-24-letters", "0a0b0c")
            await asks(room, live, 0, messages.Remove(id="a", seat=1, for_good=True))
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            for found in (live, again):
                for token in ("a-squatter-with-24-letters", "another-token-24-letters"):
                    with pytest.raises(Refusal, match="does not want you"):
                        await sits(room, found, "Back", token, "0a0b0c")
            await sits(room, live, "Friend", "a-friend-of-them-24-letters", "111111")
            assert live.table.people() == {0, 1}

    run(test())


def test_nobody_is_removed_in_mid_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2)
            with pytest.raises(Refusal, match="mid-game"):
                await asks(room, live, 0, messages.Remove(id="a", seat=1))

    run(test())


def test_a_closed_table_is_off_the_list_and_nothing_happens_there(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room, public=True)
            assert len(await room.store.listings(10, 60)) == 1
            with pytest.raises(Refusal, match="only the owner"):
                await asks(room, live, 1, messages.Close(id="a"))
            ear = room.ear(live, 1)
            await asks(room, live, 0, messages.Close(id="b"))
            last = ear.news[-1]
            assert isinstance(last, messages.Seats)
            assert last.table.phase == "closed"
            assert await room.store.listings(10, 60) == []
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            for found in (live, again):
                for request in (messages.Chat(id="c", text="hi"), messages.Start(id="d")):
                    with pytest.raises(Refusal, match="closed this table"):
                        await asks(room, found, 0, request)
                with pytest.raises(Refusal, match="closed this table"):
                    await sits(room, found, "New", "a-newcomer-with-24-letters")

    run(test())


def test_a_game_with_others_is_not_closed_away_from_them(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2, clock=messages.Clock(player_s=600))
            other = room.ear(live, 1)
            with pytest.raises(Refusal, match="when the game is over"):
                await asks(room, live, 0, messages.Close(id="a"))
            room.tables.broadcast.leave(live, other)
            room.time.at += room.settings.away_s
            await asks(room, live, 0, messages.Close(id="b"))
            assert live.table.waiting() == frozenset()
            await room.wait(3600)
            assert [occupant.stand_in for occupant in live.table.occupants] == [None, None]

    run(test())


def test_a_game_that_was_over_can_still_be_seen_when_its_table_is_closed(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            await play_on(room, live)
            await asks(room, live, 0, messages.Close(id="a"))
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            played = await replays.fetch(room.store, f"{live.table.code}.1")
            assert played.record == live.table.record()

    run(test())


async def left(room: Room, seat: int = 1, seats: int = 3) -> LiveTable:
    """Return a table where somebody has left their seat in mid-game."""
    live = await room.table(IN_TURN[0], seats=seats, take_back=False)
    await asks(room, live, seat, messages.Rise(id="l", bot="random"))
    return live


SECOND = "a-second-browser-24-letters"


def test_a_seat_left_in_mid_game_is_not_for_the_opponents_second_browser(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await left(room)
            await sits(room, live, "P2 again", SECOND)
            assert live.table.seat_of(SECOND) is None
            asking = live.state(0).asking
            assert [(one.n, one.seat, one.name) for one in asking] == [(1, 1, "P2 again")]
            with pytest.raises(Refusal, match="owner, or the one who left"):
                await asks(room, live, 2, messages.Admit(id="a", n=1))
            with pytest.raises(Refusal, match="owner, or the one who left"):
                await asks_unseated(room, live, SECOND, messages.Admit(id="a", n=1))
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.state(0).asking == asking
            await asks(room, live, 0, messages.Admit(id="b", n=1, yes=False))
            assert live.state(0).asking == []
            with pytest.raises(Refusal, match="no longer"):
                await asks(room, live, 0, messages.Admit(id="c", n=1))

    run(test())


def test_the_owner_lets_a_newcomer_in_whose_socket_gets_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await left(room)
            await sits(room, live, "New", SECOND)
            ear = room.ear(live)
            ear.token = hashed(SECOND)
            await asks(room, live, 0, messages.Admit(id="b", n=1))
            assert (live.table.seat_of(SECOND), ear.seat) == (1, 1)
            placed = [news for news in ear.news if isinstance(news, messages.Placed)]
            assert [news.seat for news in placed] == [1]
            assert placed[0].now is not None

    run(test())


def test_the_one_who_left_comes_back_or_lets_somebody_in(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mine = await left(room), TOKEN.format(1)
            await sits(room, live, "New", SECOND)
            await asks_unseated(room, live, mine, messages.Admit(id="a", n=1))
            assert live.table.seat_of(SECOND) == 1
            live = await left(room)
            await sits(room, live, "P1", mine)
            assert live.table.seat_of(mine) == 1

    run(test())


def test_nobody_keeps_the_one_who_left_away_by_their_name(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mine = await left(room, seats=3), TOKEN.format(1)
            await sits(room, live, "P1", SECOND)  # an impostor asks
            await sits(room, live, "P1", mine)
            assert live.table.seat_of(mine) == 1

    run(test())


def test_who_inherits_the_table_does_not_get_its_makers_seat_as_well(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await left(room, seat=0)
            assert owners(live) == [1]
            await sits(room, live, "P1 again", SECOND)
            with pytest.raises(Refusal, match="owner, or the one who left"):
                await asks(room, live, 1, messages.Admit(id="a", n=1))
            await asks_unseated(room, live, TOKEN.format(0), messages.Admit(id="b", n=1))
            assert live.table.seat_of(SECOND) == 0

    run(test())


def test_when_the_game_is_over_a_left_seat_is_for_whoever_comes(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await left(room, seats=2)
            await sits(room, live, "New", SECOND)
            room.ear(live, 0)
            while live.table.phase == "playing":
                if live.bots:
                    await live.bots
                await play_on(room, live, 1)
            await sits(room, live, "New", SECOND)
            assert live.table.seat_of(SECOND) == 1

    run(test())


def test_not_everybody_can_ask_for_a_seat_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await left(room)
            for n in range(8):
                await sits(room, live, f"N{n}", f"applicant-{n}-with-24-letters", f"{n}")
            await sits(room, live, "N0 again", "applicant-0-new-24-letters", "0")  # in its place
            with pytest.raises(Refusal, match="too many people"):
                await sits(room, live, "N9", "applicant-9-with-24-letters", "9")
            assert len(live.state(0).asking) == 8

    run(test())


def test_a_newcomer_does_not_read_what_was_said_before(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await left(room)
            await asks(room, live, 0, messages.Chat(id="x", text="before"))
            await sits(room, live, "New", SECOND)
            await asks(room, live, 0, messages.Admit(id="b", n=1))
            await asks(room, live, 0, messages.Chat(id="y", text="after"))
            chat = live.table.chat
            assert [said.text for said in chat.heard(1)] == ["after"]
            assert [said.text for said in chat.heard(0)] == ["before", "after"]
            await asks(room, live, 1, messages.Rise(id="z", bot="random"))
            assert chat.heard(WATCHER) == []

    run(test())


def test_nor_who_sits_down_between_games_even_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await left(room)
            await asks(room, live, 0, messages.Chat(id="x", text="before"))
            await sits(room, live, "New", SECOND)
            await asks(room, live, 0, messages.Admit(id="b", n=1))
            await play_on(room, live)
            await asks(room, live, 1, messages.Rise(id="z"))
            await asks(room, live, 0, messages.Chat(id="y", text="just us again"))
            await sits(room, live, "New", SECOND)
            assert live.table.phase == "over"
            assert live.table.occupants[1].name == "New"
            assert live.table.chat.heard(1) == []
            assert len(live.table.chat.heard(0)) == 2
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.chat.heard(1) == []

    run(test())


def test_a_table_of_an_older_server_belongs_to_whoever_sat_down_first() -> None:
    agreed = {"game": IN_TURN[0], "seats": 2}
    stored = [
        {"k": "created", "agreed": agreed, "at": 0},
        {"k": "sat", "seat": 1, "name": "A", "avatar": "", "token": "a" * 64},
        {"k": "sat", "seat": 0, "name": "B", "avatar": "", "token": "b" * 64},
    ]
    table = Table("AAAAAA", Agreed(game=IN_TURN[0], seats=2))
    for fact in stored:
        table.read(facts.decode(msgspec.json.encode(fact)), (), 0.0)
    assert [occupant.owner for occupant in table.occupants] == [False, True]
    table.read(facts.decode(b'{"k":"rose","seat":1}'), (), 0.0)
    assert [occupant.owner for occupant in table.occupants] == [True, False]
