"""Chat: everybody reads every word (C4), except of those whom they have muted."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexade import games
from hexade.contract.game import WATCHER
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, setups
from hexade.server.live.open_table import LiveTable
from hexade.server.table import chat_facts, decide, facts, names, news
from hexade.server.table.chat import ChatLog
from hexade.server.table.state import Change, Table
from hexade.wire import messages
from hexade.wire.messages import Agreed, Sit
from tests.server.fixtures import ALL, Ear, Room, a_room, run
from tests.server.table.test_owner import sits
from tests.server.table.test_seats import asks, waiting_room

TOKEN = "seat-0-token-of-24-letters"
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


def lines(ear: Ear) -> list[tuple[int, str]]:
    return [(n.n, n.text) for n in ear.news if isinstance(n, messages.Said)]


def test_there_is_a_game_with_partners() -> None:
    assert TEAMS


@pytest.mark.parametrize("setup", TEAMS, ids=str)
def test_C4_while_a_closed_team_game_is_on_there_are_emotes_but_no_chat(
    setup: Setup, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, ears = await a_team_table(room, setup)
            with pytest.raises(Refusal) as error:
                await asks(room, live, 0, messages.Chat(id="a", text="psst"))
            assert (error.value.reason.code, error.value.reason.rule) == ("talk", "C4")
            assert not any(ear.heard for ear in ears.values())
            await asks(room, live, 0, messages.Chat(id="b", text="fire", emote=True))
            assert all(lines(ear) == [(1, "fire")] for ear in ears.values())

    run(test())


@pytest.mark.parametrize("setup", TEAMS, ids=str)
@pytest.mark.parametrize("words", ["i-have-red-and-red", "", "robot"])
def test_C4_words_are_not_sent_as_emotes(words: str, setup: Setup, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, ears = await a_team_table(room, setup)
            with pytest.raises(Refusal, match="no such emote") as error:
                await asks(room, live, 0, messages.Chat(id="a", text=words, emote=True))
            assert error.value.reason.code == "chat"
            assert not any(ear.heard for ear in ears.values())

    run(test())


def test_the_emotes_are_those_that_the_page_draws() -> None:
    page = (Path(__file__).parents[3] / "web/src/kit/avatars.ts").read_text()
    (listed,) = re.findall(r"export const EMOTES = \[(.*?)\]", page, re.DOTALL)
    assert tuple(re.findall(r"'([a-z-]+)'", listed)) == names.EMOTES


@pytest.mark.parametrize("setup", TEAMS, ids=str)
def test_C4_where_the_chat_is_open_everybody_reads_every_word(setup: Setup, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, ears = await a_team_table(room, setup, talk="open")
            await asks(room, live, 0, messages.Chat(id="a", text="I take red"))
            assert all(lines(ear) == [(1, "I take red")] for ear in ears.values())
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.chat.lines == live.table.chat.lines

    run(test())


@pytest.mark.parametrize("setup", TEAMS[:1], ids=str)
def test_C4_before_and_after_a_closed_team_game_players_chat(setup: Setup, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            agreed: dict[str, Any] = {
                "variant": setup.variant,
                "edition": setup.edition,
                "seats": setup.seats,
            }
            live = await room.tables.create(Agreed(game=setup.game, **agreed))
            sit = partial(decide.sit, wish=Sit(name="A"), token=TOKEN, settings=room.settings)
            await room.tables.do(live, sit)
            ear = room.ear(live)
            await asks(room, live, 0, messages.Chat(id="a", text="hello"))
            assert lines(ear) == [(1, "hello")]

    run(test())


def test_only_a_table_with_partners_can_open_its_chat(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(ALL[0])
            await asks(room, live, 0, messages.Chat(id="a", text="hello"))
            with pytest.raises(Refusal, match="partner"):
                await room.table(ALL[0], talk="open")

    run(test())


def test_C4_old_tables_open_and_what_partners_whispered_is_shown_to_nobody(tmp_path: Path) -> None:
    setup = TEAMS[0]
    made = {
        "k": "created", "at": 0,
        "agreed": {"game": setup.game, "variant": setup.variant, "edition": setup.edition,
                   "seats": setup.seats, "team_talk": True},
    }  # fmt: skip
    said = {"k": "said", "seat": 0, "text": "psst", "team": True, "id": "x"}
    first = facts.decode(msgspec.json.encode(made))
    assert isinstance(first, facts.TableCreated)
    assert first.agreed.talk == "closed"
    table = Table("AAAAAA", first.agreed)
    assert b"team_talk" not in messages.encode(table.agreed)
    for fact in (first, facts.PersonSeated(seat=0, name="A", avatar="", token="t")):
        table.apply(Change(fact), (), 0.0)
    table.apply(Change(facts.decode(msgspec.json.encode(said))), (), 0.0)
    table.apply(Change(chat_facts.ChatSaid(seat=0, text="hello")), (), 0.0)
    for seat in range(setup.seats):
        assert [(line.n, line.text) for line in table.chat.heard(seat)] == [(1, "hello")]
    assert table.knows(0, "x")


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
    chat = ChatLog(kept)
    for n in range(1, 6):
        chat.say(messages.Said(n=0, seat=0, text=str(n), emote=False, name="A"))
    assert [line.said.n for line in chat.lines] == [1, 2, 3, 4, 5][5 - kept :]


def test_spectators_and_those_who_ask_for_a_seat_read_nothing_that_was_said_before(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(ALL[0], seats=2)
            await asks(room, live, 0, messages.Chat(id="a", text="before"))
            ear = room.ear(live, WATCHER)
            now = room.time.now()
            for seat, read in ((WATCHER, []), (0, ["before"])):
                told = news.welcome(live.table, seat, messages.Hello(), live.state(now), now)
                assert [line.text for line in told.chat] == read
            await asks(room, live, 0, messages.Chat(id="b", text="after"))
            assert lines(ear) == [(2, "after")]

    run(test())


@pytest.mark.parametrize(
    ("token", "mark", "heard"),
    [
        ("another-token-24-letters", "home", False),
        ("mals-own-token-of-24-letters", "elsewhere", False),
        ("another-token-24-letters", "elsewhere", True),
    ],
)
def test_whoever_was_muted_stays_so_after_sitting_down_again(
    token: str, mark: str, heard: bool, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await waiting_room(room, seats=3, people=1)
            await sits(room, live, "Mal", "mals-own-token-of-24-letters", "home")
            await asks(room, live, 0, messages.Mute(id="m", seat=1))
            await asks(room, live, 1, messages.Rise(id="r"))
            await sits(room, live, "Mallory", token, mark)
            ear = room.ear(live, 0)
            await asks(room, live, 1, messages.Chat(id="c", text="la la la"))
            assert ("Said" in ear.kinds()) is heard
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert ((0, 1) in again.table.chat.muted) is not heard
            if not heard:
                await asks(room, live, 0, messages.Mute(id="n", seat=1, on=False))
                await asks(room, live, 1, messages.Chat(id="d", text="sorry"))
                assert "Said" in ear.kinds()

    run(test())
