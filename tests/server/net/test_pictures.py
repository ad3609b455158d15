"""Pictures and words of links: what they show, what they keep back, and how long they are kept."""

from __future__ import annotations

import asyncio
import json
import re
import struct
import zlib
from collections.abc import Callable
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import numpy as np
import pytest

from hexade import games
from hexade.client import create
from hexade.contract.game import WATCHER
from hexade.contract.mosaic import Stone, rows
from hexade.contract.setup import agree
from hexade.server.app import Server
from hexade.server.live.history_queue import MOST_OF_ONE, Visitor
from hexade.server.net import link_head, pictures, previews, raster, routes
from hexade.server.net.static import Pages
from hexade.server.table.seats import Occupant
from hexade.wire.messages import Agreed, Create, Sit
from tests.server.fixtures import ALL, IN_TURN, a_server, run
from tests.server.live.test_replays import played

pytestmark = pytest.mark.slow


def pixels(png: bytes) -> np.ndarray:
    """Return the pixels of a picture; it has one chunk of each kind and no filters."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = {}, 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        name, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size : at + 12 + size])[0] == zlib.crc32(
            name + body
        )
        found[name], at = body, at + 12 + size
    wide, high = struct.unpack(">II", found[b"IHDR"][:8])
    lines = np.frombuffer(zlib.decompress(found[b"IDAT"]), np.uint8).reshape(high, 1 + 3 * wide)
    assert not lines[:, 0].any()
    return lines[:, 1:].reshape(high, wide, 3)


def test_a_picture_has_the_colours_of_its_hexes_on_their_dark_ground() -> None:
    stones = [Stone(0, 0, "r"), Stone(10, 0, "g", True)]
    drawn = pixels(raster.picture(stones, [10, 8]))
    assert drawn.shape == (raster.HEIGHT, raster.WIDTH, 3)
    found = {tuple(colour) for colour in drawn.reshape(-1, 3)[::7].tolist()}
    assert {raster.GROUND, raster.LACQUER, raster.INKS["r"], raster.INKS["g"]} <= found
    assert raster.INKS["y"] not in {tuple(c) for c in drawn[:, :600].reshape(-1, 3).tolist()}
    assert raster.TEXT in {tuple(c) for c in drawn[260:400, 700:].reshape(-1, 3).tolist()}


def test_without_numbers_nothing_is_written() -> None:
    drawn = pixels(raster.picture([Stone(0, 0, "r")], []))
    assert raster.TEXT not in {tuple(c) for c in drawn.reshape(-1, 3).tolist()}


def test_many_numbers_stay_inside_the_picture() -> None:
    drawn = pixels(raster.picture([Stone(0, 0, "b")], [17, 18, 16, 15]))
    written = np.argwhere((drawn == raster.TEXT).all(axis=2))[:, 1]
    assert written.min() > 640
    assert written.max() < raster.WIDTH - 10


def test_rows_have_as_many_hexes_as_their_numbers() -> None:
    stones = rows([("r", 2), ("b", 3)])
    assert [stone.colour for stone in stones] == ["r", "r", "b", "b", "b"]
    assert len({(stone.x, stone.y) for stone in stones}) == 5


async def a_table(server: Server, game: str, start: bool = True) -> Any:
    """Make a table with a person and bots."""
    seats = games.find(game).forms[0].seats[0]
    wish = Create(
        agreed=Agreed(game=game, take_back=False),
        sit=Sit(name='Nina "<b>', avatar="fox"),
        bots=["random"] * (seats - 1) if start else [],
        start=start,
    )
    return await create(server.address, wish)


@pytest.mark.parametrize("game", ALL)
def test_a_picture_of_a_running_game_shows_what_everybody_sees(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            place = await a_table(server, game)
            async with httpx.AsyncClient(base_url=server.address) as http:
                answer = await http.get(f"/api/tables/{place.code}/picture.png")
            live = await server.config.app.state.context.tables.find(place.code)  # type: ignore[union-attr]
            table = live.table
            views = [table.game.view(table.match.state, seat) for seat in (WATCHER, 0)]
            shown = [list(table.game.mosaic(view)) for view in views]
            assert shown[0] == shown[1]  # a seat's own view adds nothing
            assert answer.content == raster.picture(shown[0], [])

    run(test())


def test_a_picture_shows_its_table_as_it_was_when_asked_for(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            place = await a_table(server, IN_TURN[0])
            here = server.config.app.state.context  # type: ignore[union-attr]
            table = (await here.tables.find(place.code)).table
            seen = table.game.mosaic(table.game.view(table.match.state, WATCHER))

            async def late(_: Visitor, draw: Callable[[], bytes]) -> bytes:
                before, table.match = table.match, None  # the table goes on
                try:
                    return draw()
                finally:
                    table.match = before

            here.pictures._replays = SimpleNamespace(work=SimpleNamespace(do=late))
            live = await here.tables.find(place.code)
            tag, shown = await here.pictures.of_table(live, Visitor())
            assert shown == raster.picture(list(seen), [])
            assert await here.pictures.of_table(live, Visitor(), tag) == (tag, None)

    run(test())


def test_a_picture_goes_with_its_table_and_no_client_keeps_it_unasked(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            id = await played(server, IN_TURN[0])  # noqa: A001
            code = id.split(".")[0]
            here = server.config.app.state.context  # type: ignore[union-attr]
            address = f"/api/replays/{id}/picture.png"
            async with httpx.AsyncClient(base_url=server.address) as http:
                first = await http.get(address)
                assert first.status_code == 200
                assert first.headers["content-type"] == "image/png"
                assert first.headers["cache-control"] == "no-cache"
                pixels(first.content)
                tag = {"if-none-match": first.headers["etag"]}
                assert (await http.get(address, headers=tag)).status_code == 304
                table = f"/api/tables/{code}/picture.png"
                over = await http.get(table)
                assert over.content == first.content
                assert here.pictures._kept._found
                assert await here.tables.erase(code)
                assert not here.pictures._kept._found
                for gone in (address, table):
                    assert (await http.get(gone, headers=tag)).status_code == 404

    run(test())


def test_one_address_cannot_have_more_pictures_drawn_than_its_share(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            places = [await a_table(server, IN_TURN[0]) for _ in range(MOST_OF_ONE + 6)]
            here = server.config.app.state.context  # type: ignore[union-attr]
            held = asyncio.Event()

            async def hold() -> None:
                async with here.replays.work.turn(Visitor("somebody else")):
                    await held.wait()

            holding = asyncio.ensure_future(hold())
            await asyncio.sleep(0)
            async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
                asked = [
                    asyncio.ensure_future(http.get(f"/api/tables/{place.code}/picture.png"))
                    for place in places
                ]
                done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
                assert {one.result().status_code for one in done} == {429}
                held.set()
                codes = [answer.status_code for answer in await asyncio.gather(*asked)]
            await holding
            assert codes.count(200) == MOST_OF_ONE
            assert set(codes) == {200, 429}

    run(test())


def head_of(text: str) -> dict[str, str]:
    """Return what a document says of itself."""
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', text)
    return {name: unescape(value) for name, value in found}


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a small page that a server serves."""
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("<html><head><title>Hexade</title></head></html>")
    pages = Pages(folder, link_head.link_head)
    others = [one for one in routes.ROUTES if one.path.startswith("/api/")]
    monkeypatch.setattr("hexade.server.app.ROUTES", [*others, *pages.routes()])
    return folder


def test_a_link_to_a_replay_says_who_won(built: Path, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            id = await played(server, IN_TURN[0])  # noqa: A001
            async with httpx.AsyncClient(base_url=server.address) as http:
                page = await http.get(f"/r/{id}")
                told = head_of(page.text)
                german = head_of(
                    (await http.get(f"/r/{id}", headers={"accept-language": "de"})).text
                )
                assert told["og:image"] == f"{server.address}/api/replays/{id}/picture.png"
                assert (await http.get(told["og:image"])).status_code == 200
                assert "Fox" in told["og:title"]
                assert " beat" in told["og:title"] or "tie" in told["og:title"]
                assert german["og:description"] != told["og:description"]
                assert told["og:image:width"] == "1200"
                assert page.headers["cache-control"] == "no-cache"
                tag = {"if-none-match": page.headers["etag"]}
                assert (await http.get(f"/r/{id}", headers=tag)).status_code == 304
                here = server.config.app.state.context  # type: ignore[union-attr]
                assert await here.tables.erase(id.split(".")[0])
                gone = await http.get(f"/r/{id}", headers=tag)
                assert gone.status_code == 200
                assert head_of(gone.text) == {}

    run(test())


def test_numbers_that_did_not_decide_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find(IN_TURN[0])
    setup = agree(game, seats=2)
    people = [Occupant(name="Nina"), Occupant(name="Jonas")]

    def title(found: list[int], ranks: list[int]) -> str:
        monkeypatch.setattr(game, "measure", lambda *_: found)
        result = {"ranks": ranks}
        told = previews.result_title(game, setup, result, people, "en")
        state = game.begin(setup)
        shown = found if ":" in told.removeprefix("A tie:") else []
        drawn = raster.picture(game.mosaic(game.view(state, WATCHER)), shown)
        assert pictures._of_position(game, setup, state, result) == drawn  # the same in the picture
        return told

    assert title([10, 8], [1, 2]) == "Nina beats Jonas 10 : 8"
    assert title([3, 3], [2, 1]) == "Jonas beats Nina"
    assert title([3, 5], [1, 2]) == "Nina beats Jonas"
    assert title([3, 3], [1, 1]) == "A tie: Nina and Jonas, 3 : 3"
    assert title([3, 5], [1, 1]) == "A tie: Nina and Jonas"


def test_bots_are_called_as_the_page_calls_them() -> None:
    page = Path(__file__).parents[3] / "web/src/bots/characters.ts"
    listed = ", ".join(f"'{name}'" for name in previews.CHARACTERS)
    assert f"const NAMES = [{listed}];" in page.read_text("utf-8")
    game = games.find(IN_TURN[0])
    names = [previews._name(game, Occupant(bot=bot), "de") for bot in ("level1", "random")]
    assert names == ["Pip", "Ein Bot"]


def test_games_are_called_as_the_page_calls_them() -> None:
    pages = Path(__file__).parents[3] / "web/src/games"
    for game in map(games.find, ALL):
        for lang in previews.WORDS:
            words = json.loads((pages / game.name / "words" / f"{lang}.json").read_text("utf-8"))
            keys = [f"{game.name}.{key}" for key in ("title", "title.base", "table")]
            assert previews._title_of(game, lang) == next(
                words[key] for key in keys if key in words
            )


def test_a_link_to_a_table_says_who_waits_and_who_plays(built: Path, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient(base_url=server.address) as http:
            waiting = await a_table(server, IN_TURN[0], start=False)
            page = await http.get(f"/t/{waiting.code}")
            assert "<b>" not in page.text  # names are escaped
            assert head_of(page.text)["og:title"].startswith('Nina "<b> waits for players: ')
            playing = await a_table(server, IN_TURN[0])
            told = head_of((await http.get(f"/t/{playing.code.lower()}")).text)
            assert told["og:title"].startswith('Nina "<b> and ')
            assert told["og:url"] == f"{server.address}/t/{playing.code}"
            for nothing in ("/", "/t/NOSUCH", "/r/NOSUCH.1", f"/r/{playing.code}.1"):
                answer = await http.get(nothing)
                assert answer.status_code == 200
                assert head_of(answer.text) == {}

    run(test())


def test_codes_cannot_be_guessed_by_links(built: Path, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, wrong_codes_per_hour=5) as server:
            place = await a_table(server, IN_TURN[0])
            async with httpx.AsyncClient(base_url=server.address) as http:
                assert head_of((await http.get(f"/t/{place.code}")).text)
                for n in range(6):  # tables of the page itself, opened again
                    for path in ("/t/LOCAL-ABCDE", "/r/LOCAL-ABCDE"):
                        await http.get(f"{path}{n + 2}")
                assert head_of((await http.get(f"/t/{place.code}")).text)
                for n in range(6):
                    await http.get(f"/t/WRANG{n + 2}")
                assert head_of((await http.get(f"/t/{place.code}")).text) == {}

    run(test())


def test_all_words_are_there_in_every_language() -> None:
    keys = {frozenset(words) for words in previews.WORDS.values()}
    assert len(keys) == 1
    assert set(previews.WORDS) == {"en", "de", "nl"}
