"""What an operator offers as `py:` and `net:` plays at tables like any other bot."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from hexade import bots, games
from hexade.client import Client, create
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.server.bots.workers import BotWorkers, programs_of, think
from hexade.server.table import decide
from hexade.wire.messages import Agreed, Create, SeatBot, SetSeats, Sit
from tests.bots.test_own import weights_that_fit
from tests.server.bots.test_workers import question
from tests.server.client import play
from tests.server.fixtures import ALL, TOKEN, a_room, a_server, run
from tests.server.table.test_no_dead_seconds import asks

pytestmark = pytest.mark.slow

LAST = "py:tests.bots.test_own:Last"
LEARNING = [game for game in games.catalogue().values() if game.kernels and game.kernels.learning]
SMALLEST = min(LEARNING, key=lambda game: game.actions(agree(game)))


def weights(folder: Path) -> str:
    """Return the name of a network for the smallest game."""
    return weights_that_fit(folder / "mine.npz", SMALLEST, agree(SMALLEST))


@pytest.fixture(autouse=True)
def _nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_offered", {})


@pytest.mark.parametrize("name", ALL)
def test_a_class_answers_with_its_own_move(name: str) -> None:
    bots.offer(programs_of(f"mine = {LAST}"))
    asked = question(games.find(name), "mine")
    assert think(asked) == asked.legal[-1]


def test_other_processes_ask_what_the_operator_offers(tmp_path: Path) -> None:
    async def test() -> None:
        offered = programs_of(f"last={LAST}; net={weights(tmp_path)}")
        workers = BotWorkers(1, limit_s=120, programs=offered)
        await workers.open()
        try:
            asked = question(SMALLEST, "last")
            assert await workers.choose(asked) == asked.legal[-1]
            asked = question(SMALLEST, "net")
            assert await workers.choose(asked) in asked.legal
        finally:
            await workers.close()

    run(test())


@pytest.mark.parametrize("kind", ["py", "net"])
def test_whole_games_are_played_against_them_at_a_table(kind: str, tmp_path: Path) -> None:
    said = LAST if kind == "py" else weights(tmp_path)

    async def test() -> None:
        async with a_server(tmp_path, bots=f"mine={said}") as server:
            agreed = Agreed(game=SMALLEST.name, seats=2)
            wish = Create(agreed=agreed, sit=Sit(name="A"), bots=["mine"], start=True)
            place = await create(server.address, wish)
            client = Client(server.address, place.code, place.token)
            await play(client)
            assert client.now
            assert client.now.result

    run(test())


def test_weights_are_offered_only_where_they_fit(tmp_path: Path) -> None:
    bots.offer(programs_of(f"mine={weights(tmp_path)}; last={LAST}"))
    for game in games.catalogue().values():
        assert ("mine" in bots.makers(game)) == (game in LEARNING)
        assert "last" in bots.makers(game)
    assert bots.fits("mine", SMALLEST, agree(SMALLEST))
    assert not bots.fits("mine", SMALLEST, agree(SMALLEST, seats=3))
    with pytest.raises(Refusal, match="no bot 'nobody'"):
        bots.refuse_bot("nobody", SMALLEST, agree(SMALLEST))

    async def test() -> None:
        async with a_server(tmp_path, bots=f"mine={weights(tmp_path)}") as server:
            wish = Create(agreed=Agreed(game=SMALLEST.name, seats=3), sit=Sit("A"), bots=["mine"])
            with pytest.raises(Refusal, match=r"^the bot mine does not play \w+ for 3: choose"):
                await create(server.address, wish)

    run(test())


@pytest.mark.parametrize(("trained", "asked"), [(2, 3), (3, 2)])
def test_weights_stay_at_tables_that_they_fit(trained: int, asked: int, tmp_path: Path) -> None:
    setup = agree(SMALLEST, seats=trained)
    mine = weights_that_fit(tmp_path / "mine.npz", SMALLEST, setup)
    bots.offer(programs_of(f"mine={mine}"))

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.tables.create(Agreed(game=SMALLEST.name, seats=trained))
            seat = partial(decide.sit, wish=Sit("A"), token=TOKEN, settings=room.settings)
            await room.tables.do(live, seat)
            await asks(room, live, 0, SeatBot(id="b", seat=1, bot="mine"))
            with pytest.raises(Refusal, match=f"mine does not play .* for {asked}: choose"):
                await asks(room, live, 0, SetSeats(id="s", n=asked))

    run(test())


@pytest.mark.parametrize("name", [LAST, "net:mine.npz"])
def test_a_client_cannot_name_them_itself(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="there is no bot"):
        think(question(SMALLEST, name))

    async def test() -> None:
        async with a_server(tmp_path, bots=f"mine={LAST}") as server:
            wish = Create(agreed=Agreed(game=SMALLEST.name), sit=Sit(name="A"), bots=[name])
            with pytest.raises(Refusal, match="no bot"):
                await create(server.address, wish)

    run(test())
