"""After a move nobody waits: the next action settles a held move, and bots answer at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hexade.client import Client
from hexade.contract.game import WATCHER
from hexade.contract.reason import Refusal
from hexade.server.live.open_table import LiveTable
from hexade.server.net.sockets import Socket
from hexade.server.table import decide, moves
from hexade.server.table.decide import Asker, Repeated
from hexade.wire import messages
from hexade.wire.messages import Clock, Request
from tests.server.client import must_move
from tests.server.fake_socket import Wire
from tests.server.fixtures import TAKE_BACK, TOKEN, Ear, Room, a_room, a_server, run


async def asks(room: Room, live: LiveTable, seat: int, request: Request) -> None:
    """Have a seat ask for something, as its socket does."""
    token = live.table.occupants[seat].token

    def asker() -> Asker:
        at = [one.token for one in live.table.occupants].index(token)
        return Asker(at, room.time.now(), live.away_s, room.settings, token)

    if decide.goes_before(live.table, request, asker()):
        await room.tables.do(live, decide.beforehand(request, asker()))
    await room.tables.do(live, decide.decision(request, asker()))


async def held(room: Room, game: str = TAKE_BACK[0], **agreed: Any) -> tuple[LiveTable, int, int]:
    """Return a table of people at which a move is held, who made it, and who comes next."""
    live = await room.table(game, **({"seats": 2} | agreed))
    seat = min(live.table.waiting())
    await room.move(live, seat, id="first")
    (following,) = live.table.next_up()
    assert live.table.held
    assert following != seat
    return live, seat, following


def told(ear: Ear) -> messages.Held:
    """Return the last held move that somebody was told of."""
    found = [one for one in ear.news if isinstance(one, messages.Held)][-1]
    assert isinstance(found, messages.Held)
    return found


def over(known: messages.Held, nth: int = 0, id: str = "next") -> messages.Move:  # noqa: A002
    """Return a legal move over a held one, as somebody makes it who was told of it."""
    assert known.legal
    version = known.v + len(known.events)
    return messages.Move(id=id, v=version, move=known.legal[nth], hold=known.hold)


@pytest.mark.parametrize("game", TAKE_BACK)
def test_the_next_player_moves_at_once_and_the_held_move_stands(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=2)
            ears = [room.ear(live, seat) for seat in (0, 1)]
            for n in range(20):
                seat = min(live.table.next_up() or live.table.waiting())
                if live.table.held:
                    await asks(room, live, seat, over(told(ears[seat]), id=f"m{n}"))
                else:
                    await room.move(live, seat, id=f"m{n}")
                if live.table.private:
                    await room.move(live, seat, id=f"n{n}")
                if live.table.phase != "playing":
                    break
            assert n > 8
            assert live.table.version > 15  # and no time has passed

    run(test())


def test_what_the_next_player_may_do_is_what_they_may_do_when_it_stands(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(TAKE_BACK[0], seats=3)
            ears = {seat: room.ear(live, seat) for seat in (0, 1, 2, WATCHER)}
            for n in range(8):
                seat = min(live.table.waiting())
                await room.move(live, seat, nth=n)
                following = live.table.next_up()
                heard = {at: told(ear) for at, ear in ears.items()}
                assert {tuple(one.waiting) for one in heard.values()} == {tuple(following)}
                assert {at for at, one in heard.items() if one.legal} == following
                await room.wait(3)
                (at,) = following
                stood = ears[at].news[-1]
                assert isinstance(stood, messages.Moved)
                assert (stood.now.legal, stood.now.preview) == (heard[at].legal, heard[at].preview)

    run(test())


def test_a_move_for_a_hold_that_was_taken_back_lands_on_no_other_board(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, seat, following = await held(room)
            ear = room.ear(live, following)
            now, settings = room.time.now(), room.settings
            await asks(room, live, seat, messages.TakeBack(id="b", hold=1))
            await room.move(live, seat, nth=5, id="second")
            again = told(ear)
            assert again.hold == 2
            late = messages.Move(
                id="late", v=again.v + len(again.events), move=(again.legal or [""])[0], hold=1
            )
            for _ in range(2):
                with pytest.raises(Refusal) as refused:
                    await asks(room, live, following, late)
                assert refused.value.reason.code in ("stale", "held")
                assert live.table.held is not None
                assert live.table.held.number == 2
            with pytest.raises(Refusal, match="nothing that could be taken back"):
                moves.take_back(live.table, seat, "x", now, settings, hold=1)
            await room.wait(3)  # the second one stands: the first is stale all the same
            with pytest.raises(Refusal) as refused:
                await asks(room, live, following, late)
            assert refused.value.reason.code == "stale"

    run(test())


def test_a_move_over_a_hold_counts_although_that_came_to_stand_meanwhile(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, _, following = await held(room)
            ear = room.ear(live, following)
            known = news_of(room, live, following)
            await room.wait(3)
            assert live.table.held is None
            await asks(room, live, following, over(known))
            assert ear.kinds()[-1] in ("Held", "Moved")
            with pytest.raises(Refusal) as refused:
                await asks(room, live, following, over(known, id="twice"))
            assert refused.value.reason.code in ("stale", "held")

    run(test())


def news_of(room: Room, live: LiveTable, seat: int) -> messages.Held:
    """Return the held move as a seat is told of it."""
    from hexade.server.table import news

    found = news.held(live.table, seat, room.time.now(), room.settings)
    read = messages.decode_news(messages.encode(found))
    assert isinstance(read, messages.Held)
    return read


@pytest.mark.parametrize("who", ["its player", "the next one"])
def test_settling_draws_at_once_and_cannot_be_undone(who: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, seat, following = await held(room)
            ear = room.ear(live, following)
            asker = seat if who == "its player" else following
            with pytest.raises(Refusal) as refused:
                await asks(room, live, asker, messages.Settle(id="s", hold=2))
            assert refused.value.reason.code == "stale"
            await asks(room, live, asker, messages.Settle(id="s", hold=1))
            assert live.table.held is None
            assert live.table.waiting() == {following}
            moved = ear.news[-1]
            assert isinstance(moved, messages.Moved)
            assert moved.id == ("s" if asker == following else None)
            with pytest.raises(Repeated):
                await asks(room, live, following, messages.Settle(id="again", hold=1))
            with pytest.raises(Refusal, match="nothing that could be taken back"):
                await asks(room, live, seat, messages.TakeBack(id="b"))

    run(test())


def test_a_move_that_was_taken_back_is_not_settled_when_another_one_stands(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, seat, _ = await held(room)
            await asks(room, live, seat, messages.TakeBack(id="b", hold=1))
            await room.move(live, seat, nth=5, id="second")
            await asks(room, live, seat, messages.Settle(id="s", hold=2))
            assert live.table.held is None
            with pytest.raises(Refusal) as refused:
                await asks(room, live, seat, messages.Settle(id="old", hold=1))
            assert refused.value.reason.code == "stale"
            with pytest.raises(Repeated):
                await asks(room, live, seat, messages.Settle(id="again", hold=2))

    run(test())


def test_others_do_not_settle_a_move(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, seat, following = await held(room, seats=3)
            third = 3 - seat - following
            with pytest.raises(Refusal) as refused:
                await asks(room, live, third, messages.Settle(id="s", hold=1))
            assert refused.value.reason.code == "not-your-turn"
            await asks(room, live, third, messages.Chat(id="c", text="hurry"))
            await asks(room, live, following, messages.Chat(id="c", text="yes"))
            assert live.table.held is not None  # chat does not end it

    run(test())


@pytest.mark.parametrize("game", TAKE_BACK)
def test_against_bots_and_alone_nothing_is_held(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, people=1, seats=2)
            ear, moved = room.ear(live, 0), 0
            while live.table.phase == "playing" and moved < 12:
                if 0 in live.table.waiting():
                    await room.move(live, 0, nth=moved * 31)
                    if live.table.private:
                        assert live.table.private.stands
                        await room.move(live, 0)
                    moved += 1
                elif live.bots:
                    await live.bots
            assert "Held" not in ear.kinds()
            assert live.table.holds == 0

    run(test())


def test_with_bots_and_people_a_move_waits_only_for_a_person(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(TAKE_BACK[0], people=2, seats=3)
            table = live.table
            await room.move(live, 0)
            assert table.held is not None  # seat 1 is a person's
            await room.wait(3)
            await room.move(live, 1)
            assert table.held is None  # seat 2 is a bot's

    run(test())


def test_a_bot_that_is_called_makes_the_move_stand(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, bot_pause_s=3600) as room:
            live, seat, following = await held(room)
            room.ear(live, seat)
            await asks(room, live, following, messages.StandIn(id="s", seat=following))
            assert live.table.held is None
            assert live.table.waiting() == {following}
            live, seat, following = await held(room)
            await room.tables.do(  # somebody else gives the seat away
                live,
                lambda t: decide.stand_in(t, seat, following, None, 1e9, room.settings),
            )
            with pytest.raises(Refusal, match="a bot plays on"):
                await asks(room, live, seat, messages.TakeBack(id="b"))
            await room.wait(0)
            assert live.table.held is None

    run(test())


def test_whoever_leaves_lets_their_move_stand(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, seat, following = await held(room)
            await asks(room, live, seat, messages.Rise(id="r"))
            assert live.table.held is None
            assert live.table.occupants[seat].free
            assert live.table.waiting() == {following}

    run(test())


def test_the_clock_of_the_next_player_runs_from_the_first_moment(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(TAKE_BACK[0], seats=2, clock=Clock(player_s=60))
            ears = [room.ear(live, seat) for seat in (0, 1)]
            seat = min(live.table.waiting())
            room.time.at += 10
            await room.move(live, seat)
            assert told(ears[1 - seat]).left_ms == [
                50_000 if at == seat else 60_000 for at in (0, 1)
            ]
            room.time.at += 2
            assert news_of(room, live, 1 - seat).turn_ms == 2000
            await asks(room, live, seat, messages.TakeBack(id="b"))
            back = ears[1 - seat].news[-1]
            assert isinstance(back, messages.TakenBack)
            assert (back.now.left_ms, back.now.turn_ms) == ([60_000, 60_000], 12_000)
            await room.move(live, seat, id="again")  # the two seconds were its player's
            room.time.at += 2
            await asks(room, live, 1 - seat, over(told(ears[1 - seat])))
            assert live.table.held is not None
            charged = live.table.held.left_ms
            assert charged is not None
            assert (charged[seat], charged[1 - seat]) == (48_000, 58_000)

    run(test())


def test_a_flag_may_fall_while_the_move_before_is_held(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, bot_pause_s=3600) as room:
            live = await room.table(TAKE_BACK[0], seats=2, clock=Clock(player_s=60))
            seat = min(live.table.waiting())
            live.table.left_ms = [60_000 if at == seat else 1000 for at in (0, 1)]
            ear = room.ear(live, 1 - seat)
            room.ear(live, seat)
            await room.move(live, seat)
            room.time.at += 1.5
            with pytest.raises(Refusal, match="your time is up"):
                await asks(room, live, 1 - seat, over(told(ear)))
            await room.wait(0)
            assert live.table.occupants[1 - seat].stand_in is not None

    run(test())


def test_a_hint_is_for_the_next_player_from_the_first_moment(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, _, following = await held(room, assist=3)
            wire = Wire()
            wire.say(messages.Hello(token=TOKEN.format(following)))
            serving = asyncio.ensure_future(Socket(wire, live, room.tables, room.services).serve())  # type: ignore[arg-type]
            await wire.heard(messages.Held)
            wire.say(messages.Hint(id="h"))
            hinted = await wire.heard(messages.Hinted, messages.Refused)
            assert isinstance(hinted, messages.Hinted), hinted
            assert live.table.held is None
            wire.hang_up()
            await serving

    run(test())


def test_holds_are_counted_the_same_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, seat, following = await held(room)
            await asks(room, live, seat, messages.TakeBack(id="b"))
            await room.move(live, seat, nth=3, id="second")
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.held is not None
            assert again.table.held.number == live.table.holds == 2
            assert again.table.next_up() == {following}

    run(test())


def test_two_people_over_sockets_wait_for_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            code = (await room.table(TAKE_BACK[0], seats=2)).table.code
        async with (
            a_server(tmp_path, hold_s=600) as server,
            Client(server.address, code, TOKEN.format(0)) as one,
            Client(server.address, code, TOKEN.format(1)) as other,
        ):
            for client in (one, other):
                await client.next()
            for _ in range(10):
                mover = one if must_move(one) else other
                while not must_move(mover):
                    await mover.next()
                assert mover.now is not None
                legal = mover.now.legal or []
                answer = await mover.move(legal[0])
                assert isinstance(answer, messages.Held | messages.Moved), answer
                rest = other if mover is one else one
                while not (must_move(rest) or must_move(mover)):
                    await rest.next()

    run(test(), 120)
