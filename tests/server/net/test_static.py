"""The built page: every address answers it, files are cached for ever, and no script is inside."""

from __future__ import annotations

import base64
import gzip
import hashlib
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from hexade.server.net.static import ADDRESSES, Pages
from tests.server.fixtures import a_server, run

DOCUMENT = b"""<!doctype html><html lang="en"><head><style>body{margin:0}</style>
<script type="module" src="/assets/main-4f2a.js"></script></head><body></body></html>"""
SCRIPT = b"export const answer = 42; " * 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(DOCUMENT)
    (tmp_path / "assets" / "main-4f2a.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "main-4f2a.js.br").write_bytes(b"pretend this is brotli")
    (tmp_path / "assets" / "main-4f2a.js.gz").write_bytes(gzip.compress(SCRIPT, mtime=0))
    (tmp_path / "assets" / "style-11.css").write_bytes(b"a{color:red}" * 200)
    (tmp_path / "assets" / "fig.woff2").write_bytes(b"\0" * 2000)
    (tmp_path / "sw.js").write_bytes(b"self.skipWaiting()")
    (tmp_path / "manifest.webmanifest").write_bytes(b"{}")
    (tmp_path / "icon.svg").write_bytes(b"<svg/>")
    return tmp_path


class Browser:
    """Asks the page's routes, without a network."""

    def __init__(self, folder: Path) -> None:
        self._transport = httpx.ASGITransport(Starlette(routes=list(Pages(folder).routes())))

    def ask(self, path: str, method: str = "GET", **headers: str) -> httpx.Response:
        """Return the answer to a request; in the names of headers _ stands for -."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}

        async def asked() -> httpx.Response:
            async with httpx.AsyncClient(
                transport=self._transport, base_url="http://games.test"
            ) as client:
                return await client.request(method, path, headers=sent)

        return run(asked())


@pytest.fixture
def browser(folder: Path) -> Browser:
    return Browser(folder)


PLACES = [address.format_map({"code": "K7QPXA", "id": "K7QPXA.1"})
          for address in ADDRESSES if "path" not in address]  # fmt: skip


@pytest.mark.parametrize("place", [*PLACES, "/rules/board", "/learn/1/2"])
def test_every_address_of_the_page_answers_its_document(browser: Browser, place: str) -> None:
    answer = browser.ask(place)
    assert answer.status_code == 200
    assert answer.content == DOCUMENT
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    again = browser.ask(place, if_none_match=answer.headers["etag"])
    assert again.status_code == 304
    assert not again.content


def test_no_script_inside_the_page_is_allowed_and_only_its_own_styles(browser: Browser) -> None:
    policy = browser.ask("/").headers["content-security-policy"]
    rules = {part.split()[0]: part.split()[1:] for part in policy.split("; ")}
    assert rules["script-src"] == ["'self'"]
    digest = base64.b64encode(hashlib.sha256(b"body{margin:0}").digest()).decode()
    assert rules["style-src"] == ["'self'", f"'sha256-{digest}'"]
    assert rules["connect-src"] == ["'self'", "ws://games.test", "wss://games.test"]
    assert "unsafe" not in policy


def test_a_strange_host_is_not_written_into_the_policy(browser: Browser) -> None:
    answer = browser.ask("/", host="evil.test; script-src *")
    assert "evil" not in answer.headers["content-security-policy"]


def test_assets_never_change_and_come_in_the_best_encoding(browser: Browser) -> None:
    for accepted, encoding in (
        ("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip")
    ):  # fmt: skip
        answer = browser.ask("/assets/main-4f2a.js", accept_encoding=accepted)
        assert answer.headers["content-encoding"] == encoding
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "'wasm-unsafe-eval'" in answer.headers["content-security-policy"]  # in a worker
    plain = browser.ask("/assets/main-4f2a.js", accept_encoding="identity")
    assert plain.content == SCRIPT
    assert "content-encoding" not in plain.headers


def test_texts_that_were_not_compressed_are_and_fonts_are_left_alone(browser: Browser) -> None:
    style = browser.ask("/assets/style-11.css", accept_encoding="gzip")
    assert style.headers["content-encoding"] == "gzip"
    assert style.content == b"a{color:red}" * 200
    font = browser.ask("/assets/fig.woff2", accept_encoding="gzip")
    assert "content-encoding" not in font.headers
    assert font.headers["content-type"] == "font/woff2"


def test_worker_manifest_and_icons_are_asked_for_each_time(browser: Browser) -> None:
    for name, kind in (("sw.js", "text/javascript; charset=utf-8"),
                       ("manifest.webmanifest", "application/manifest+json"),
                       ("icon.svg", "image/svg+xml")):  # fmt: skip
        answer = browser.ask(f"/{name}")
        assert answer.headers["content-type"] == kind
        assert answer.headers["cache-control"] == "no-cache"
        assert browser.ask(f"/{name}", "HEAD").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/assets/none.js", "/../pyproject.toml", "/%2e%2e/x", "/assets", "/assets/main-4f2a.js.br",
     "/assets/../../etc/passwd"],
)  # fmt: skip
def test_nothing_else_is_there(browser: Browser, path: str) -> None:
    assert browser.ask(path).status_code == 404


def test_people_at_a_wrong_address_are_told_by_the_page_itself(browser: Browser) -> None:
    for path in ("/nonsense", "/t/", "/a/b/c"):
        answer = browser.ask(path, accept="text/html,application/xhtml+xml,*/*;q=0.8")
        assert (answer.status_code, answer.content) == (404, DOCUMENT)
        assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_where_no_page_was_built_one_is_told_so_and_where_the_interface_is(tmp_path: Path) -> None:
    browser = Browser(tmp_path)
    assert "/api/openapi.json" in browser.ask("/t/K7QPXA").text
    (tmp_path / "index.html").write_bytes(DOCUMENT)
    assert browser.ask("/").content == DOCUMENT  # built meanwhile


def test_the_server_says_for_what_is_not_there_that_it_is_not(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as client:
            for path in ("/nothing", "/api/nothing"):
                answer = await client.get(server.address + path)
                assert answer.status_code == 404
                assert answer.json()["code"] == "not-found"
            home = await client.get(server.address)
            assert home.status_code == 200
            assert home.headers["x-content-type-options"] == "nosniff"

    run(scene())
