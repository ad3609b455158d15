"""Hidden information never changes what a viewer receives, down to the last byte."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexade.contract.game import WATCHER
from hexade.contract.reason import Refusal
from hexade.match import is_private
from hexade.server.table import moves, news
from hexade.server.table.state import HeldMove, Table
from hexade.wire import messages
from hexade.wire.messages import Hello
from tests.server.fixtures import ALL, IN_TURN, TOGETHER, Room, a_room, run

pytestmark = pytest.mark.slow

WORLDS = (1, 2, 3)


def told(table: Table, seat: int, room: Room, state: messages.TableState) -> list[bytes]:
    """Return everything that a viewer could be told of a table as it stands."""
    now = room.time.now()
    told: list[messages.News] = [news.welcome(table, seat, Hello(since=10**6), state, now)]
    told[0] = messages.Welcome(table=state, since=0, now=news.now_for(table, seat, now))
    if news.still_held(table, seat):
        told.append(news.held(table, seat, now, room.settings))
    told += refusals(table, seat, now)
    return [messages.encode(message) for message in told]


def refusals(table: Table, seat: int, now: float) -> list[messages.News]:
    """Return the answers to moves that the viewer may not make now."""
    match = table.match
    assert match is not None
    actor = next(iter(match.game.to_act(match.state)), None)
    if seat == actor or actor is None or actor < 0:
        return []
    told: list[messages.News] = []
    for move in (0, 1, 40, 500, "nonsense"):
        try:
            moves.move(table, seat, move, match.version, "x", now)
        except Refusal as refusal:
            told.append(news.refused(table, seat, refusal.reason, "x", now))
    return told


def elsewhere(table: Table, seat: int, seed: int) -> None:
    """Put a table into another world that its viewer cannot tell from this one."""
    match = table.match
    assert match is not None
    table.match = replace(
        match, state=match.game.determinize(match.game.view(match.state, seat), seed)
    )
    table.held = elsewhere_held(table.held, seat, seed)
    table.private = elsewhere_held(table.private, seat, seed)


def elsewhere_held(kept: HeldMove | None, seat: int, seed: int) -> HeldMove | None:
    """Return a move that is not settled yet, in another world."""
    if kept is None:
        return None
    match = kept.made.match
    game = match.game
    state = game.determinize(game.view(match.state, seat), seed)
    decline = game.declining
    if decline is not None and is_private(game, state) and not match.private:
        # What everybody knows of was decided.
        state = game.apply(state, dict.fromkeys(game.to_act(state), decline))
    return replace(kept, made=replace(kept.made, match=replace(match, state=state)))


@pytest.mark.parametrize("game", ALL)
def test_other_worlds_give_the_same_bytes(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game)
            table, moves = live.table, 0
            while table.phase == "playing" and moves < 60:
                for seat in (*range(len(table.occupants)), WATCHER):
                    state = live.state(room.time.now())
                    here = told(table, seat, room, state)
                    before = table.match, table.held, table.private
                    for seed in WORLDS:
                        elsewhere(table, seat, seed)
                        assert told(table, seat, room, state) == here
                        table.match, table.held, table.private = before
                if table.held:
                    await room.wait(3)
                else:
                    for seat in sorted(table.waiting()):
                        await room.move(live, seat, nth=moves * 31)
                        moves += 1

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_what_another_has_chosen_changes_nothing(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        heard = []
        for nth in (0, 1):
            async with a_room(tmp_path / str(nth)) as room:
                live = await room.table(game, seats=3)
                table = live.table
                table.seed = table.bot_seed = 0
                begun = await _dealt_alike(live.table)
                assert begun
                ears = [room.ear(live, seat) for seat in (1, WATCHER)]
                await room.move(live, 0, nth)
                heard.append([ear.heard[-1] for ear in ears])
        assert heard[0] == heard[1]

    run(test())


async def _dealt_alike(table: Table) -> bool:
    from hexade.contract.chance import Stream
    from hexade.match import start

    table.match = start(table.game, table.setup, Stream(5)).match
    return True


@pytest.mark.parametrize("game", IN_TURN)
def test_the_moves_one_may_make_are_told_to_nobody_else(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game)
            actor = min(live.table.waiting())
            now = room.time.now()
            for seat in (*range(len(live.table.occupants)), WATCHER):
                known = news.now_for(live.table, seat, now)
                assert known is not None
                assert (known.legal is not None) == (seat == actor)

    run(test())


@pytest.mark.parametrize("game", ALL)
def test_seeds_and_tokens_are_in_no_message(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, people=1, seats=2)
            ears = [room.ear(live, seat) for seat in (0, WATCHER)]
            for _ in range(20):
                if live.table.held:
                    await room.wait(3)
                elif 0 in live.table.waiting():
                    await room.move(live, 0)
                elif live.bots:
                    await live.bots
            token = live.table.occupants[0].token
            assert token
            secrets = [str(live.table.seed), str(live.table.bot_seed), live.table.key, token]
            for message in (text for ear in ears for text in ear.heard):
                assert not [secret for secret in secrets if secret.encode() in message]

    run(test())
