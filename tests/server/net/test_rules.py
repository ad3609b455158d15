"""The rules over HTTP: in three languages, by game, a number for every paragraph."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from hexade import games
from hexade.client import get
from hexade.rulebook import FILES, book
from tests.server.fixtures import ALL, a_server, run


@pytest.mark.parametrize("lang", FILES)
def test_a_page_can_read_all_rules_or_those_of_a_game(lang: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            whole = await get(server.address, f"/api/rules?lang={lang}")
            numbers = [p["id"] for chapter in whole["chapters"] for p in chapter["paragraphs"]]
            assert numbers == list(book(lang).rules)
            assert whole["title"] == book(lang).title
            aims = {chapter["id"]: chapter["aim"] for chapter in whole["chapters"]}
            assert {letter: aim for letter, aim in aims.items() if aim} == book(lang).aims
            for name in ALL:
                part = await get(server.address, f"/api/rules/{name}?lang={lang}")
                letters = [chapter["id"] for chapter in part["chapters"]]
                assert letters == list(games.find(name).chapters)
                assert all(c in whole["chapters"] for c in part["chapters"])

    run(test())


def test_english_is_the_default_and_what_is_not_there_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as http:
            english = await http.get(f"{server.address}/api/rules")
            assert english.json()["lang"] == "en"
            assert english.headers["content-encoding"] == "gzip"
            assert (await http.get(f"{server.address}/api/rules/chess")).status_code == 404
            other = await http.get(f"{server.address}/api/rules?lang=xx")
            assert other.status_code == 409
            assert other.json()["code"] == "language"

    run(test())
