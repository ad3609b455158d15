"""Take-back: every move that reveals nothing can be taken back, also where no draw follows."""

from __future__ import annotations

import asyncio
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexade import games
from hexade.client import Client
from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, WATCHER, Turn
from hexade.contract.reason import Refusal
from hexade.contract.setup import Form, agree, form_of, setups
from hexade.match import Accepted, reveals_nothing, settle, start, submit
from hexade.server.live.open_table import LiveTable
from hexade.server.net.sockets import Socket
from hexade.server.table import deadlines, decide, moves
from hexade.server.table.state import Change, Table
from hexade.wire import messages
from tests.server.client import must_move
from tests.server.fake_socket import Wire
from tests.server.fixtures import IN_TURN, TOGETHER, TOKEN, Room, a_room, a_server, run
from tests.toys import State, Toy

SETUPS = [
    s
    for name in IN_TURN
    for s in setups(games.find(name))
    if s.edition in (None, "2023") and form_of(games.find(name), s.variant).takes_back
]
FORMS = [(game.name, form) for game in games.catalogue().values() for form in game.forms]


@pytest.mark.parametrize(("game", "form"), FORMS, ids=lambda one: getattr(one, "variant", one))
def test_a_table_agrees_on_take_back_only_where_its_variant_has_it(game: str, form: Form) -> None:
    table = Table("", messages.Agreed(game=game, variant=form.variant, take_back=True))
    assert table.agreed.take_back == form.takes_back


def goes_on(table: Table) -> bool:
    """Tell whether the held move leaves its player to move again."""
    assert table.held is not None
    return table.held.made.match.waiting_for == {table.held.seat}


def chosen_to_go_on(seed: int) -> list[int] | None:
    """Return which legal moves lead to one that leaves its player to move again, if any do.

    Each is the one that looks best, because that is how bonus turns are earned (A11), among those
    that leave no private choice.
    """
    game, dealer, chosen = games.find(IN_TURN[0]), Stream(seed), []
    match = start(game, agree(game, seats=2), dealer).match
    while match.waiting_for:
        seat = min(match.waiting_for)
        legal = game.legal(match.state, seat)
        worth = game.worth(game.view(match.state, seat), legal)
        assert worth
        for n in sorted(range(len(legal)), key=worth.__getitem__, reverse=True):
            alone = submit(match, seat, legal[n], match.version)
            assert isinstance(alone, Accepted)
            if not alone.match.private:
                break
        else:
            return None
        chosen.append(n)
        if alone.match.waiting_for == {seat}:
            return chosen
        match = settle(alone.match, dealer).match
    return None


@cache
def a_game_to_go_on() -> tuple[int, list[int]]:
    """Return a seed, and the legal moves up to one that leaves its player to move again."""
    for seed in range(100):
        chosen = chosen_to_go_on(seed)
        if chosen is not None:
            return seed, chosen
    raise AssertionError("no move in a hundred games was followed by another of the same player")


async def a_table_to_go_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> LiveTable:
    """Return a table at which the held move leaves its player to move again."""
    seed, chosen = a_game_to_go_on()
    monkeypatch.setattr(decide, "new_seed", lambda: seed)
    monkeypatch.setattr(decide, "new_key", lambda: "")
    live = await room.table(IN_TURN[0], seats=2)
    for n, nth in enumerate(chosen):
        await room.wait(3)  # the move before stands
        await room.move(live, min(live.table.waiting()), nth=nth, id=f"m{n}")
    assert goes_on(live.table)
    return live


@pytest.mark.parametrize("setup", SETUPS, ids=lambda s: f"{s.game}-{s.variant}-{s.seats}")
def test_every_move_among_people_is_held_and_has_told_its_player_nothing(
    setup: Any, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(setup.game, variant=setup.variant, seats=setup.seats)
            table, n = live.table, 0
            while table.phase == "playing" and n < 60:
                seat, before = min(table.waiting()), table.match
                await room.move(live, seat, nth=n * 7919)
                kept = table.held or table.private_of(seat)
                n += 1
                if setup.seats == 1 or table.over:  # nobody comes next: it is final
                    assert kept is None or (kept.made.match.private and kept.stands)
                    continue
                assert kept is not None
                assert table.match is before  # chance has not answered
                assert kept.made.match.draws == before.draws  # type: ignore[union-attr]
                await room.wait(3)
                assert table.held is None

    run(test())


def test_a_move_that_is_followed_by_ones_own_can_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await a_table_to_go_on(room, monkeypatch)
            table = live.table
            assert table.held is not None
            seat, before = table.held.seat, table.match
            ear = room.ear(live, WATCHER)
            await room.tables.do(
                live, lambda t: moves.take_back(t, seat, "back", room.time.now(), room.settings)
            )
            assert table.held is None
            assert table.match is before
            assert ear.kinds() == ["TakenBack"]
            assert table.waiting() == {seat}

    run(test())


def test_whoever_goes_on_lets_the_held_move_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await a_table_to_go_on(room, monkeypatch)
            table = live.table
            assert table.held is not None
            seat, after = table.held.seat, table.held.made.match.version
            legal = table.game.legal(table.held.made.match.state, seat)
            follow = messages.Move(id="f", v=after, move=table.game.text(legal[0]))
            early = msgspec.structs.replace(follow, v=table.version)  # made for the move before
            assert not moves.goes_on(table, seat, early)
            assert not moves.goes_on(table, 1 - seat, follow)
            assert moves.goes_on(table, seat, follow)
            for wrong in ("", "nonsense", "zz a1 a2"):
                bad = msgspec.structs.replace(follow, move=wrong)
                with pytest.raises(Refusal):  # and the move can be taken back all the same
                    await room.tables.do(live, partial(moves.stands, seat=seat, request=bad))
                assert table.held is not None
            await room.tables.do(live, lambda t: moves.stands(t, seat, follow))
            assert table.version == after
            with pytest.raises(Refusal, match="nothing that could be taken back"):
                await room.tables.do(
                    live,
                    lambda t: moves.take_back(t, seat, "late", room.time.now(), room.settings),
                )

    run(test())


def test_over_a_socket_one_goes_on_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await a_table_to_go_on(room, monkeypatch)
            assert live.table.held is not None
            code, seat, now = live.table.code, live.table.held.seat, room.time.now()
            await room.tables.do(
                live, lambda t: moves.take_back(t, seat, "back", now, room.settings)
            )
        # No move comes to stand by itself while this test runs.
        async with (
            a_server(tmp_path, hold_s=600) as server,
            Client(server.address, code, TOKEN.format(seat)) as mover,
        ):
            await mover.next()
            assert must_move(mover)
            first = await mover.move(_nth_legal(mover, a_game_to_go_on()[1][-1]))
            assert isinstance(first, messages.Held), first
            assert must_move(mover)
            assert mover.now is not None
            assert mover.now.v != mover.version  # what was laid is still held
            second = await mover.move(_nth_legal(mover, 0))
            assert isinstance(second, messages.Held), second
            assert second.v == mover.version > first.v  # the first has come to stand

    run(test(), 120)


def _nth_legal(client: Client, n: int) -> str:
    assert client.now is not None
    assert client.now.legal
    return client.now.legal[n % len(client.now.legal)]


@pytest.mark.parametrize("game", TOGETHER)
def test_choices_made_together_are_not_held(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=2)
            for seat in (0, 1):
                await room.move(live, seat)
                assert live.table.held is None

    run(test())


class OneSpeaks(Toy):
    """Only the first seat says a word."""

    def to_act(self, state: State) -> frozenset[int]:
        """Return the first seat where the others would speak as well."""
        return super().to_act(state) & {CHANCE, 0}

    def apply(self, state: State, turn: Turn) -> State:
        """Take the word for that of all."""
        said = dict.fromkeys(range(state.setup.seats), turn[0]) if 0 in turn else turn
        return super().apply(state, said)


class Peeks(OneSpeaks):
    """Shows all cards to whoever has spoken."""

    def view(self, state: State, seat: int) -> Any:
        """Show the cards once something was said."""
        known = super().view(state, seat)
        return (known, state.cards) if state.said else known


@pytest.mark.parametrize(("game", "nothing"), [(OneSpeaks(), True), (Peeks(), False)])
def test_a_move_that_shows_something_hidden_cannot_be_taken_back(game: Any, nothing: bool) -> None:
    match = start(game, agree(game), Stream(3)).match
    tried = submit(match, 0, 1, match.version)
    assert isinstance(tried, Accepted)
    assert reveals_nothing(match, 0, 1, tried.match) is nothing


def test_only_its_player_and_the_next_one_let_a_move_stand(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=3)
            seat = min(live.table.waiting())
            await room.move(live, seat)
            held = live.table.held
            assert held
            version = held.made.match.version
            after, last = (seat + 1) % 3, (seat + 2) % 3
            wrong = (
                (seat, 0, None),
                (after, version, None),
                (after, version, 2),
                (last, version, 1),
            )
            for other, v, hold in [*wrong, (last, version, 1)]:
                request = messages.Move(id="m", v=v, move="", hold=hold)
                with pytest.raises(Refusal) as refused:
                    await room.tables.do(live, partial(moves.stands, seat=other, request=request))
                assert refused.value.reason.code == "early"
            assert live.table.held is held

    run(test())


def test_a_move_is_not_refused_because_the_one_before_came_to_stand_at_that_moment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await a_table_to_go_on(room, monkeypatch)
            table, wire = live.table, Wire()
            assert table.held
            seat, after = table.held.seat, table.held.made.match
            wire.say(messages.Hello(token=TOKEN.format(seat)))
            socket = Socket(wire, live, room.tables, room.services)  # type: ignore[arg-type]
            serving = asyncio.ensure_future(socket.serve())
            await wire.heard(messages.Welcome)
            await wire.heard(messages.Held)  # the one before
            before = decide.goes_before
            settling: list[asyncio.Future[Change]] = []

            def too_late(*given: Any) -> bool:
                """Answer as things are, and then the time is up."""
                monkeypatch.setattr(decide, "goes_before", before)
                goes = before(*given)
                room.time.at += 3
                now = room.time.now()
                overdue = room.tables.changes._do(
                    live, lambda t: deadlines.overdue(t, room.settings, now)
                )
                settling.append(asyncio.ensure_future(overdue))
                return goes

            monkeypatch.setattr(decide, "goes_before", too_late)
            legal = table.game.legal(after.state, seat)
            move = table.game.text(legal[0])
            wire.say(messages.Move(v=after.version, id="next", move=move))
            answer = await wire.heard(messages.Held, messages.Refused)
            assert isinstance(answer, messages.Held), answer
            assert answer.id == "next"
            await asyncio.gather(*settling)
            wire.hang_up()
            await serving

    run(test())


def test_a_move_is_never_taken_back_later_even_if_it_could_not_be_dealt_in_time(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0])
            seat = min(live.table.waiting())
            await room.move(live, seat)
            room.time.at += 3.0  # and the table has not come to it yet
            with pytest.raises(Refusal, match="for 3 seconds"):
                await room.tables.do(
                    live, lambda t: moves.take_back(t, seat, "b", room.time.now(), room.settings)
                )

    run(test())


def test_a_wrong_move_after_it_leaves_the_held_move_takeable_and_shows_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await a_table_to_go_on(room, monkeypatch)
            table, wire = live.table, Wire()
            assert table.held
            seat, after, before = table.held.seat, table.held.made.match, table.match
            wire.say(messages.Hello(token=TOKEN.format(seat)))
            serving = asyncio.ensure_future(Socket(wire, live, room.tables, room.services).serve())  # type: ignore[arg-type]
            await wire.heard(messages.Held)
            wire.say(messages.Move(v=after.version, id="wrong", move="zz a1 a2"))
            refused = await wire.heard(messages.Refused, messages.Moved)
            assert isinstance(refused, messages.Refused)
            assert refused.id == "wrong"
            shown = await wire.heard(messages.Held)  # it is not in the view that came with it
            assert isinstance(shown, messages.Held)
            assert shown.legal
            wire.say(messages.TakeBack(id="back"))
            assert isinstance(await wire.heard(messages.TakenBack), messages.TakenBack)
            assert table.held is None
            assert table.match is before
            wire.hang_up()
            await serving

    run(test())
