"""At a server's table from a terminal: real processes, the other player at a socket."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hexade import games
from hexade.client import Client, create
from hexade.contract.record import read, verify
from hexade.wire import messages
from hexade.wire.messages import Agreed, Create, Seated, Sit
from tests.server.client import must_move
from tests.server.fixtures import ALL, IN_TURN, run
from tests.server.process import Process
from tests.terminal.pseudo_terminal import Person

pytestmark = pytest.mark.slow

TURN = "Your move:"
OVER = "The game is over."


class Far:
    """Somebody else at the table, who plays whatever comes to mind in a thread of their own."""

    def __init__(self, address: str, place: Seated) -> None:
        self._address, self._place = address, place
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()), daemon=True)
        self.wishes: list[messages.Request] = []
        self.chat: list[str] = []
        self.stop = False
        self.failed: BaseException | None = None

    def begin(self) -> None:
        """Sit down and play."""
        self._thread.start()

    def end(self) -> None:
        """Go away."""
        self.stop = True
        self._thread.join(10)
        assert self.failed is None, self.failed

    async def _play(self) -> None:
        try:
            async with Client(self._address, self._place.code, self._place.token) as client:
                while not self.stop:
                    await self._step(client)
        except BaseException as error:
            self.failed = error

    async def _step(self, client: Client) -> None:
        while self.wishes:
            await client.ask(self.wishes.pop())
        if must_move(client) and client.now and client.now.v == client.version:
            assert client.now.legal
            await client.move(client.now.legal[-1])
        self.chat = [said.text for said in client.chat]
        try:
            await asyncio.wait_for(client.next(), 0.05)
        except TimeoutError:
            return


@contextmanager
def a_table(folder: Path, game: str, hold_s: float = 0.05) -> Iterator[tuple[str, Far]]:
    """Give the link of a table at which somebody waits who is not at this terminal."""
    process = Process(str(folder / "tables.sqlite"), more={"HEXADE_HOLD_S": str(hold_s)})

    async def begin() -> Seated:
        await process.start()
        wish = Create(agreed=Agreed(game=game, seats=2), sit=Sit(name="Far"))
        return await create(process.address, wish)

    loop = asyncio.new_event_loop()
    place = loop.run_until_complete(begin())
    far = Far(process.address, place)
    try:
        yield f"{process.address}{place.link}", far
    finally:
        far.end() if far._thread.is_alive() else None
        loop.run_until_complete(process.kill())
        loop.close()


def play_on(person: Person, limit: int = 400) -> int:
    """Take the first move of every list until the game ends; return how many there were."""
    for count in range(limit):
        if person.read_until(TURN, OVER) == OVER:
            return count
        person.type("1")
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", ALL)
def test_a_whole_game_with_somebody_elsewhere_and_a_rematch(game: str, tmp_path: Path) -> None:
    with a_table(tmp_path, game) as (link, far):
        far.begin()
        with Person(tmp_path, "play", "--join", link, "--player", "Ann") as person:
            person.read_until("All seats are taken: type start to begin.")
            person.type("say good luck")
            person.read_until("Ann: good luck")
            for command in ("remove 0", "close"):
                person.type(command)
                person.read_until("Refused: only the owner of the table can do this.")
            person.type("start")
            person.read_until("1  Ann (wants to start, you)")
            far.wishes.append(messages.Start(id="go"))
            assert play_on(person) > 2
            person.read_until("Type rematch to play again.")
            far.wishes.append(messages.Rematch(id="again"))
            person.type("rematch")
            person.read_until(TURN, OVER)
            person.type("quit")
            assert person.leave() == 0
            assert f"play --join {link}" in person.seen
        assert far.chat == ["good luck"]
        _verified(link, game)


def _verified(link: str, game: str) -> None:
    from hexade.client import get, parse_link

    server, code = parse_link(link)
    record = run(get(server, f"/api/tables/{code}/records/1"))
    verify(games.find(game), read(games.find(game), record))
    assert record["seats"] == ["Far", "Ann"]


def test_one_comes_back_to_the_same_seat(tmp_path: Path) -> None:
    with a_table(tmp_path, IN_TURN[0]) as (link, far):
        far.begin()
        for _ in range(2):
            with Person(tmp_path, "play", "--join", link, "--player", "Ann") as person:
                person.read_until("1  Ann (you)")
                assert person.stop(signal.SIGINT) == 130
        kept = list((tmp_path / "hexade" / "seats").iterdir())
        assert len(kept) == 1
        assert kept[0].stat().st_mode & 0o077 == 0  # nobody else can read it
        (tmp_path / "other").mkdir()
        with Person(tmp_path / "other", "play", "--join", link, "--player", "Ben") as person:
            person.read_until("All seats are taken: you are a spectator.")


def test_a_move_is_taken_back_at_a_table_far_away(tmp_path: Path) -> None:
    with a_table(tmp_path, IN_TURN[0], hold_s=600) as (link, far):
        far.begin()
        with Person(tmp_path, "play", "--join", link, "--player", "Ann") as person:
            person.read_until("type start to begin.")
            far.wishes.append(messages.Start(id="go"))
            person.answer(TURN, "1")
            person.answer("You can undo this move within 600", "undo")
            person.read_until("Ann took the move back.")
            person.answer(TURN, "nonsense, this")
            person.read_until("Refused:")
            person.type("team psst")  # there is no channel between partners (C4)
            person.read_until("Refused: cannot read the move 'team psst'")


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("nonsense", "is not a link to a table"),
        ("http://127.0.0.1:9/t/ABCDEF", "no server answers at 127.0.0.1:9"),
    ],
)
def test_what_is_no_table_is_said_in_one_sentence(link: str, said: str, tmp_path: Path) -> None:
    with Person(tmp_path, "play", "--join", link) as person:
        assert person.leave() == 2
        assert said in person.seen
        assert "Traceback" not in person.seen
