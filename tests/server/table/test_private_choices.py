"""A choice that only its owner may know of: A12, D3 and E6, at a table.

Every test takes a position of a random game in which a move of the seat to act leaves it such a
choice, and another world, alike to everybody else, in which the same move leaves none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from hexade import games
from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE_ACTS, WATCHER, Move, Seat
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree
from hexade.match import Match, is_private, start, submit
from hexade.server.live.open_table import LiveTable
from hexade.server.table import game_facts, moves, news
from hexade.wire import messages
from hexade.wire.messages import Clock, Hello
from tests.server.fixtures import ALL, Ear, Room, a_room, run
from tests.server.table.test_seats import asks

pytestmark = pytest.mark.slow

FORMS = [
    (name, form.variant, form.seats[0])
    for name in ALL
    if games.find(name).declining is not None
    for form in games.find(name).forms
    if form.seats[0] > 1
]
GAMES = [form for form in FORMS if form[1] == "base"]


@dataclass(frozen=True)
class Twins:
    """A position in which a move leaves its seat a choice, and for each viewer one in which not."""

    setup: Setup
    seat: Seat
    move: Move
    chooses: Match
    draws: dict[Seat, Match]


@cache
def twins(name: str, variant: str, seats: int) -> Twins:
    """Return such a pair, found by playing at random."""
    game, setup = games.find(name), agree(games.find(name), variant, seats=seats)
    for seed in range(200):
        dealer, dice = Stream(seed), Stream(seed, 9)
        match = start(game, setup, dealer).match
        while not match.over:
            (seat,) = match.waiting_for
            legal = game.legal(match.state, seat)
            move = legal[dice.below(match.version, len(legal))]
            found = None if match.private else _pair(match, seat, move)
            if found:
                return found
            answer: Any = submit(match, seat, move, match.version, dealer)
            match = answer.match
    raise AssertionError("no such position was found")


def _pair(match: Match, seat: Seat, move: Move) -> Twins | None:
    game = match.game
    if not is_private(game, game.apply(match.state, {seat: move})):
        return None
    viewers = [other for other in (*range(match.setup.seats), WATCHER) if other != seat]
    draws = {viewer: _like(match, viewer, seat, move) for viewer in viewers}
    if not all(draws.values()):
        return None
    alike = {viewer: found for viewer, found in draws.items() if found}
    return Twins(match.setup, seat, move, match, alike)


def _like(match: Match, viewer: Seat, seat: Seat, move: Move) -> Match | None:
    """Return a match that a viewer cannot tell from this one, and in which a draw comes next."""
    game = match.game
    for seed in range(1, 200):
        other = game.determinize(game.view(match.state, viewer), seed)
        may = game.why_not(other, seat, move) is None
        if may and game.to_act(game.apply(other, {seat: move})) == CHANCE_ACTS:
            return replace(match, state=other)
    return None


async def at(room: Room, pair: Twins, match: Match, **agreed: Any) -> LiveTable:
    """Return a table at one of two positions."""
    setup = pair.setup
    with patch("hexade.server.live.registry.new_code", lambda: "AAAAAA"):
        live = await room.table(setup.game, variant=setup.variant, seats=setup.seats, **agreed)
    live.table.match, live.table.log = match, []
    return live


def others(room: Room, live: LiveTable, pair: Twins) -> dict[Seat, Ear]:
    """Return ears at all seats but one, and beside the table."""
    ears = {s: room.ear(live, s) for s in (*range(pair.setup.seats), WATCHER) if s != pair.seat}
    for ear in ears.values():
        ear.heard.clear()
    return ears


class Nothing:
    """A dealer who always gives the last that there is: in both worlds as many."""

    def pick(self, n: int, chances: Any) -> Move:
        """Return the last outcome."""
        picked: Move = chances[-1][0]
        return picked


async def move(room: Room, live: LiveTable, pair: Twins, text: str = "", then: str | None = None
               ) -> None:  # fmt: skip
    """Move over the wire, in the latest version that the seat knows."""
    table = live.table
    match = table.match_of(pair.seat)
    assert match is not None
    text = text or table.game.text(pair.move)
    request = messages.Move(v=match.version, id=f"{text} {then} {table.n}", move=text, then=then)
    table.dealer = Nothing  # type: ignore[method-assign]
    await asks(room, live, pair.seat, request)


def declining(pair: Twins) -> str:
    """Return the move that makes no use of the choice, in words."""
    game = games.find(pair.setup.game)
    assert game.declining is not None
    return game.text(game.declining)


def using(pair: Twins) -> str:
    """Return the move that makes use of the choice, in words."""
    game = games.find(pair.setup.game)
    after = game.apply(pair.chooses.state, {pair.seat: pair.move})
    return game.text(game.legal(after, pair.seat)[-1])


@pytest.mark.parametrize("then", [True, False], ids=["at once", "afterwards"])
@pytest.mark.parametrize("take_back", [True, False], ids=["held", "not held"])
@pytest.mark.parametrize("clock", [None, Clock(player_s=600, increment_s=5)], ids=["", "clock"])
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_A12_D3_E6_a_choice_that_is_declined_is_noticed_by_nobody(
    form: Any, clock: Any, take_back: bool, then: bool, tmp_path: Path
) -> None:
    pair = twins(*form)

    async def heard(match: Match, viewer: Seat, chooses: bool) -> list[bytes]:
        async with a_room(tmp_path / f"{viewer} {chooses}") as room:
            live = await at(room, pair, match, take_back=take_back, clock=clock)
            ear = others(room, live, pair)[viewer]
            room.time.at += 2
            await move(room, live, pair, then=declining(pair) if then else None)
            if chooses and not then:
                await move(room, live, pair, declining(pair))
            await room.wait(3)
            assert not live.table.held
            assert not live.table.private
            return [*ear.heard, messages.encode(live.glance(room.time.now()))]

    async def test() -> None:
        for viewer, like in pair.draws.items():
            told = await heard(pair.chooses, viewer, True)
            assert told == await heard(like, viewer, False)
            assert any(b'"moved"' in said for said in told)

    run(test())


@pytest.mark.parametrize("take_back", [True, False], ids=["held", "not held"])
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_while_a_seat_thinks_about_it_the_others_see_a_seat_that_thinks(
    form: Any, take_back: bool, tmp_path: Path
) -> None:
    pair = twins(*form)

    def everything(room: Room, live: LiveTable, seat: Seat) -> list[bytes]:
        table, now = live.table, room.time.now()
        told: list[Any] = [
            news.welcome(table, seat, Hello(), live.state(now), now),
            news.drawn(table, seat, messages.Draw(id="d")),
            live.glance(now),
        ]
        assert not news.still_held(table, seat)
        return [messages.encode(message) for message in told]

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await at(room, pair, pair.chooses, take_back=take_back)
            ears = others(room, live, pair)
            own = room.ear(live, pair.seat)
            for ear in ears.values():
                ear.heard.clear()
            before = {seat: everything(room, live, seat) for seat in ears}
            await move(room, live, pair)
            assert live.table.private
            await room.wait(60)  # however long it takes
            assert live.table.private
            assert {seat: everything(room, live, seat) for seat in ears} == before
            assert not any(ear.heard for ear in ears.values())
            assert own.kinds() == (["Held", "Moved"] if take_back else ["Moved"])
            offers = [told.legal for told in own.news if isinstance(told, messages.Held)]
            offers += [told.now.legal for told in own.news if isinstance(told, messages.Moved)]
            assert all(set(legal or ()) == {declining(pair), using(pair)} for legal in offers)
            await move(room, live, pair, declining(pair))
            await room.wait(3)
            assert {tuple(ear.kinds()) for ear in ears.values()} == {
                ("Held", "Moved") if take_back else ("Moved",)
            }

    run(test())


@pytest.mark.parametrize("take_back", [True, False], ids=["held", "not held"])
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_its_owner_is_told_every_event_once(form: Any, take_back: bool, tmp_path: Path) -> None:
    pair = twins(*form)

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await at(room, pair, pair.chooses, take_back=take_back)
            own, other = room.ear(live, pair.seat), others(room, live, pair)[WATCHER]
            await move(room, live, pair)
            await move(room, live, pair, using(pair))
            await room.wait(3)
            for ear in (own, other):
                moved = [n for n in ear.news if isinstance(n, messages.Moved)]
                version = pair.chooses.version
                kinds = []
                for one in moved:
                    assert one.v - len(one.events) == version
                    version = one.v
                    kinds += [event["event"] for event in one.events]
                assert version == live.table.version
                assert kinds[-1] != using(pair) == kinds[1 if len(kinds) == 3 else 2]

    run(test())


@pytest.mark.parametrize("answer", [using, declining], ids=["used", "declined"])
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_an_answer_after_the_move_stands_repeats_nothing(
    form: Any, answer: Any, tmp_path: Path
) -> None:
    pair = twins(*form)

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await at(room, pair, pair.chooses, take_back=True)
            own, other = room.ear(live, pair.seat), others(room, live, pair)[WATCHER]
            await move(room, live, pair)
            await room.wait(3)
            await move(room, live, pair, answer(pair))
            await asks(room, live, pair.seat, messages.TakeBack(id="back"))
            await move(room, live, pair, answer(pair))
            welcome = news.welcome(
                live.table, pair.seat, Hello(), live.state(room.time.now()), room.time.now()
            )
            await room.wait(3)
            _every_version_fits(own, pair)
            _every_version_fits(other, pair)
            again = ["Held", "TakenBack", "Held", "Moved"]
            assert own.kinds() == ["Held", "Moved", *again]
            assert other.kinds() == again
            assert welcome.now is not None
            assert welcome.now.v == len(welcome.events) + pair.chooses.version
            (back,) = [one for one in own.news if isinstance(one, messages.TakenBack)]
            assert set(back.now.legal or ()) == {declining(pair), using(pair)}

    run(test())


def _every_version_fits(ear: Ear, pair: Twins) -> None:
    """Demand that somebody who counts the events they received is never told another number."""
    version = pair.chooses.version
    for one in ear.news:
        if isinstance(one, messages.Moved):
            assert one.v - len(one.events) == version
            version = one.v
        elif isinstance(one, messages.Held):
            assert one.v == version
        elif isinstance(one, messages.TakenBack):
            assert one.now.v == version


@pytest.mark.parametrize("form", GAMES, ids=str)
def test_an_exchange_that_is_not_possible_is_refused_before_the_move(
    form: Any, tmp_path: Path
) -> None:
    pair = twins(*form)

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await at(room, pair, pair.draws[WATCHER])
            ears, before = others(room, live, pair), live.table.match
            for answer in (using(pair), "nonsense"):
                with pytest.raises(Refusal) as refused:
                    await move(room, live, pair, then=answer)
                assert live.table.match is before
                assert live.table.held is None
                if answer != "nonsense":
                    assert refused.value.reason.rule in ("A12", "D3", "E6")
            assert not any(ear.heard for ear in ears.values())

    run(test())


@pytest.mark.parametrize("form", GAMES, ids=str)
def test_a_move_and_its_exchange_are_one_change(form: Any, tmp_path: Path) -> None:
    pair = twins(*form)

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await at(room, pair, pair.chooses, take_back=False)
            ears, n = others(room, live, pair), live.table.n
            await move(room, live, pair, then=using(pair))
            assert live.table.n == n + 1
            (moved,) = ears[WATCHER].news
            assert isinstance(moved, messages.Moved)
            assert using(pair) in [event["event"] for event in moved.events]

    run(test())


@pytest.mark.parametrize("form", GAMES, ids=str)
def test_who_thinks_about_it_may_take_the_move_back_unseen(form: Any, tmp_path: Path) -> None:
    pair = twins(*form)

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await at(room, pair, pair.chooses)
            own, ears = room.ear(live, pair.seat), others(room, live, pair)
            await move(room, live, pair)
            await asks(room, live, pair.seat, messages.TakeBack(id="back"))
            assert own.kinds() == ["Held", "TakenBack"]
            await move(room, live, pair, then=None)
            await room.wait(3)
            with pytest.raises(Refusal, match="nothing that could be taken back"):
                await asks(room, live, pair.seat, messages.TakeBack(id="late"))
            assert live.table.private
            assert live.table.private.stands
            assert not any(ear.heard for ear in ears.values())
            assert live.table.match is pair.chooses

    run(test())


@pytest.mark.parametrize("form", GAMES, ids=str)
def test_a_bot_that_takes_the_seat_answers_for_it(form: Any, tmp_path: Path) -> None:
    pair = twins(*form)

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await at(room, pair, pair.chooses)
            ear = room.ear(live)
            await move(room, live, pair)
            ear.heard.clear()
            wish = messages.StandIn(id="s", seat=pair.seat, bot="random")
            await asks(room, live, pair.seat, wish)
            assert live.bots is not None
            await live.bots
            assert live.table.private is None
            assert ear.kinds() == ["Moved"]

    run(test())


async def a_choice(room: Room, name: str, **agreed: Any) -> LiveTable:
    """Return a table at which a seat has a choice of its own, reached by moves that are stored."""
    for seed in range(50):
        seeds = patch("hexade.server.table.decide.new_seed", lambda: seed)  # noqa: B023
        with seeds, patch("hexade.server.table.decide.new_key", lambda: ""):
            live = await room.table(name, **agreed)
        for n in range(500):
            if live.table.held:
                await room.wait(3)
            if live.table.private or live.table.phase != "playing":
                break
            await room.move(live, min(live.table.waiting()), nth=n * 7919)
        if live.table.private:
            return live
    raise AssertionError("no choice came up")


@pytest.mark.parametrize("take_back", [True, False], ids=["held", "not held"])
@pytest.mark.parametrize("form", GAMES, ids=str)
def test_a_restart_in_the_middle_of_a_choice_changes_nothing(
    form: Any, take_back: bool, tmp_path: Path
) -> None:
    name, variant, seats = form

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await a_choice(room, name, variant=variant, seats=seats, take_back=take_back)
            assert live.table.private is not None
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.private is not None
            assert again.table.private.made == live.table.private.made
            now = room.time.now()
            for seat in (*range(seats), WATCHER):
                told = [news.now_for(table, seat, now) for table in (live.table, again.table)]
                assert told[0] == told[1]

    run(test())


def test_moves_of_old_tables_that_left_a_choice_are_read_back(tmp_path: Path) -> None:
    """Before choices were private, a move that leaves one was settled and then answered."""
    from hexade.server.table.state import Change

    pair = twins(*GAMES[0])
    decline = games.find(pair.setup.game).declining
    assert decline is not None

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await at(room, pair, pair.chooses)
            table, now = live.table, room.time.now()
            for fact in (
                game_facts.MoveHeld(seat=pair.seat, move=pair.move),
                game_facts.MoveSettled(),
                game_facts.MoveHeld(seat=pair.seat, move=decline),
                game_facts.MoveSettled(),
            ):
                change = Change.of(table, fact)
                table.apply(change, tuple(map(messages.encode, change.events)), now)
            assert table.match is not None
            assert not table.match.private
            assert table.private is None
            assert table.version == pair.chooses.version + len(table.log)
            assert len(table.log) > 1

    run(test())


def test_hints_and_moves_are_for_the_choice_while_it_is_pending(tmp_path: Path) -> None:
    pair = twins(*GAMES[0])

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await at(room, pair, pair.chooses, assist=3)
            await move(room, live, pair)
            now, version = room.time.now(), live.table.version
            with pytest.raises(Refusal, match="not your turn"):
                moves.move(live.table, 1 - pair.seat, 0, version, None, now)
            with pytest.raises(Refusal) as stale:
                moves.move(live.table, pair.seat, pair.move, version, None, now)
            assert stale.value.reason.code == "stale"

    run(test())
