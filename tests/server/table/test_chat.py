"""ChatLog: among all, among partners where the table allows it (C4), and not with those muted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexade import games
from hexade.contract.game import WATCHER
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, setups
from hexade.server.live.open_table import LiveTable
from hexade.server.table.chat import ChatLog
from hexade.wire import messages
from tests.server.fixtures import ALL, Ear, Room, a_room, run
from tests.server.table.test_seats import asks

TEAMS = [
    setup
    for name in ALL
    for setup in setups(games.find(name))
    if any(len(team) > 1 for team in games.find(name).sides(setup))
    and len(games.find(name).sides(setup)) > 1
]


async def a_team_table(room: Room, setup: Setup, **agreed: Any) -> tuple[LiveTable, dict[int, Ear]]:
    """Return a table where partners play, and an ear at each seat and beside the table."""
    agreed |= {"variant": setup.variant, "edition": setup.edition, "seats": setup.seats}
    live = await room.table(setup.game, **agreed)
    ears = {seat: room.ear(live, seat) for seat in (*range(setup.seats), WATCHER)}
    for ear in ears.values():
        ear.heard.clear()
    return live, ears


def lines(ear: Ear) -> list[tuple[int, str, bool]]:
    return [(n.n, n.text, n.team) for n in ear.news if isinstance(n, messages.Said)]


def test_there_is_a_game_with_partners() -> None:
    assert TEAMS


@pytest.mark.parametrize("setup", TEAMS, ids=str)
def test_C4_partners_do_not_talk_unless_the_table_allows_it(setup: Setup, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, ears = await a_team_table(room, setup)
            with pytest.raises(Refusal) as error:
                await asks(room, live, 0, messages.Chat(id="a", text="psst", team=True))
            assert error.value.reason.rule == "C4"
            assert not any(ear.heard for ear in ears.values())
            await asks(room, live, 0, messages.Chat(id="b", text="hello all"))
            assert all(lines(ear) == [(1, "hello all", False)] for ear in ears.values())

    run(test())


@pytest.mark.parametrize("setup", TEAMS, ids=str)
def test_C4_a_team_chat_is_heard_by_partners_and_noticed_by_nobody_else(
    setup: Setup, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, ears = await a_team_table(room, setup, team_talk=True)
            await asks(room, live, 0, messages.Chat(id="a", text="psst", team=True))
            await asks(room, live, 1, messages.Chat(id="b", text="hello all"))
            team = next(t for t in live.table.game.sides(setup) if 0 in t)
            for seat, ear in ears.items():
                own = [(1, "psst", True)] if seat in team else []
                assert lines(ear) == [*own, (1, "hello all", False)]
                assert len(ear.heard) == len(own) + 1  # nor is there anything else to notice
            for seat in ears:
                hello = messages.Hello()
                welcome = _welcome(room, live, seat, hello)
                assert ("psst" in str(welcome.chat)) == (seat in team)
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert list(again.table.chat.lines) == list(live.table.chat.lines)

    run(test())


def _welcome(room: Room, live: LiveTable, seat: int, hello: messages.Hello) -> messages.Welcome:
    from hexade.server.table import news

    now = room.time.now()
    return news.welcome(live.table, seat, hello, live.state(now), now)


def test_who_has_no_partner_cannot_talk_to_one(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(ALL[0])
            with pytest.raises(Refusal) as error:
                await asks(room, live, 0, messages.Chat(id="a", text="psst", team=True))
            assert error.value.reason.code == "no-team"
            with pytest.raises(Refusal, match="partners"):
                await room.table(ALL[0], team_talk=True)

    run(test())


def test_that_one_is_muted_is_noticed_by_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(ALL[0], seats=2)
            ears = [room.ear(live, seat) for seat in (0, 1, WATCHER)]
            counts = [len(ear.heard) for ear in ears]
            await asks(room, live, 0, messages.Mute(id="m", seat=1))
            assert [len(ear.heard) for ear in ears] == counts
            await asks(room, live, 1, messages.Chat(id="c", text="hello"))
            assert [len(lines(ear)) for ear in ears] == [0, 1, 1]

    run(test())


@pytest.mark.parametrize("kept", [0, 1, 3])
def test_no_more_lines_are_kept_than_agreed(kept: int) -> None:
    talk = ChatLog(kept)
    for n in range(1, 6):
        talk.say(messages.Said(n=0, seat=0, text=str(n), emote=False, name="A"))
    assert [line.said.n for line in talk.lines] == [1, 2, 3, 4, 5][5 - kept :]
