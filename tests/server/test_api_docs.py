"""docs/api.md and docs/server.md say what the code does: fields, defaults, codes, settings."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from hexade import games
from hexade.server.net import sockets, ws_protocol
from hexade.server.net.routes import ROUTES
from hexade.server.settings import Settings
from hexade.wire import http_bodies, messages
from hexade.wire.request_kinds import SilentRequest
from tests.server.test_refusal_words import codes

DOCS = Path(__file__).parents[2] / "docs"
API, SERVER = ((DOCS / name).read_text(encoding="utf-8") for name in ("api.md", "server.md"))
# Said to an operator when a server starts, or about files.
_AT_START = {"address", "database", "locked", "setting", "program", "rule"}


def rows(text: str, heading: str) -> list[list[str]]:
    """Return the cells of the tables under a heading, without their first lines."""
    _, found, rest = text.partition(f"\n{heading}\n")
    assert found, f"there is no heading {heading}"
    part = re.split(r"\n#+ ", rest, maxsplit=1)[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    rules = [n for n, line in enumerate(cells) if set(line[0]) == {"-"}]
    return [line for n, line in enumerate(cells) if n not in rules and n + 1 not in rules]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


BODIES: list[tuple[str, Any]] = [
    ("#### `POST /api/tables`", messages.Create),
    ("#### `agreed`", messages.Agreed),
    ("#### `agreed.clock`", messages.Clock),
    ("#### `POST /api/tables/CODE/seats`", messages.Sit),
    ("#### `POST /api/replays`", http_bodies.Giving),
    ("#### `POST /api/puzzles/GAME/DAY`", http_bodies.PuzzleResult),
]


@pytest.mark.parametrize(("heading", "body"), BODIES)
def test_every_field_of_a_body_has_its_default(heading: str, body: Any) -> None:
    table = [row for row in rows(API, heading) if len(row) == 3]
    written = {quoted(name)[0]: default for name, default, _ in table}
    real = {}
    for field in msgspec.structs.fields(body):
        if field.required:
            real[field.encode_name] = "required"
        else:
            made = field.default_factory is not msgspec.NODEFAULT
            value = field.default_factory() if made else field.default
            real[field.encode_name] = json.dumps(value)
    assert written == real


def test_every_address_is_there() -> None:
    written = [quoted(request) for request, _, _ in rows(API, "## HTTP")]
    asked = {text.split("?")[0] for texts in written for text in texts}
    asked = {re.sub(r"CODE|ID|GAME|DAY|(?<=records/)2", "{}", text) for text in asked}
    real = {
        f"{method} {re.sub('{[^}]*}', '{}', route.path)}"
        for route in ROUTES
        if route.path.startswith(("/api/", "/health", "/metrics"))
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert asked == real - {"GET /api/openapi.json"}


def requests() -> Iterator[tuple[str, Any]]:
    for row in rows(API, "### Requests"):
        text = quoted(row[0])[0].replace(":…", ':"x"')
        yield text, messages.decode_request(text)


def test_every_request_is_shown_with_all_its_fields() -> None:
    shown = {type(request) for _, request in requests()}
    assert shown == set(get_args(messages.Request)) - {messages.Hello}
    for text, request in requests():
        assert set(json.loads(text)) == {"t", *request.__struct_fields__}, text
    hello = re.search(r'\{"t": "hello".*\}', API)
    assert hello is not None
    assert set(json.loads(hello[0])) == {"t", *messages.Hello.__struct_fields__}


def test_every_answer_and_news_is_there() -> None:
    shown = {quoted(row[0])[0].split('"')[3] for row in rows(API, "### News")}
    real = {kind.__struct_config__.tag for kind in get_args(messages.News)}
    assert shown == real - {"welcome"}
    assert '{"t": "welcome"' in API
    answers = {name for row in rows(API, "### Requests") for name in quoted(row[2])}
    assert answers <= real


def test_every_repeated_request_has_its_answer() -> None:
    listed = {name for row in rows(API, "#### Repeated ids") for name in quoted(row[0])}
    silent = {
        kind.__struct_config__.tag
        for kind in get_args(messages.Request)
        if issubclass(kind, SilentRequest)
    }
    every = {kind.__struct_config__.tag for kind in get_args(messages.Request)}
    assert (listed - {"done"}) | silent == every - {"hello"}


def test_every_refusal_code_is_there() -> None:
    written = rows(API, "## Refusal codes")
    of_games = {row[0]: set(quoted(row[1])) for row in written if row[0] in games.names()}
    general = {code for row in written if row[0] not in games.names() for code in quoted(row[0])}
    real = codes()
    assert general == real.pop("") - _AT_START
    assert of_games == real


def test_every_close_code_is_there() -> None:
    written = {int(row[0]) for row in rows(API, "### Close codes")}
    tree = ast.parse(Path(sockets.__file__).read_text(encoding="utf-8"))
    tree.body += ast.parse(Path(ws_protocol.__file__).read_text(encoding="utf-8")).body
    numbers = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)}
    ours = {n for n in numbers if isinstance(n, int) and 4000 <= n < 5000}
    assert ours <= written
    assert written - ours == {1006, 1011, 1012, 1013}
    assert {1002, 1007, 1009} <= {int(n) for n in re.findall(r"\b10\d\d\b", API)}


def test_every_setting_is_there_with_its_default() -> None:
    written: dict[str, str] = {}
    for row in rows(SERVER, "## Settings"):
        names = quoted(row[0])
        defaults = row[1].split(", ") if row[1] else [""] * len(names)
        written |= dict(zip(names, defaults, strict=True))
    real = {}
    for field in msgspec.structs.fields(Settings):
        value = field.default
        shown = "" if value == () else json.dumps(value) if isinstance(value, bool) else value
        real[field.name] = f"{shown:g}" if isinstance(shown, float) else str(shown)
        if shown and isinstance(shown, float) and shown >= 1e5:
            real[field.name] = f"{shown:.0f}"
    assert written == real


@pytest.mark.parametrize(
    ("what", "names"),
    [
        ("size of a message", ["message_bytes"]),
        ("size of a body", ["body_bytes"]),
        ("body of `POST /api/replays`", ["record_bytes"]),
        ("messages on a socket", ["socket_rate", "socket_burst"]),
        ("frames on a socket", ["frame_rate", "frame_burst"]),
        ("bytes on a socket", ["traffic_rate", "traffic_burst"]),
        ("messages from an address", ["message_rate", "message_burst"]),
        ("of these, `draw`", ["help_rate", "help_burst"]),
        ("requests from an address", ["address_rate", "address_burst"]),
        ("files of the page", ["page_rate", "page_burst"]),
        ("spectators of a table", ["address_spectators"]),
        ("sockets from an address", ["address_sockets"]),
        ("connections of plain HTTP", ["address_connections"]),
        ("head of a request", ["head_bytes", "head_lines", "head_s"]),
        ("seats of an address", ["public_seats"]),
        ("public tables", ["public_tables"]),
        ("tables that do not exist", ["wrong_codes_per_hour"]),
        ("new tables", ["tables_per_hour"]),
        ("new analyses", ["analyses_per_hour"]),
        ("results of a puzzle", ["results_per_hour"]),
        ("a name", ["name_length"]),
        ("a chat message", ["chat_length"]),
    ],
)
def test_the_limits_are_the_defaults(what: str, names: list[str]) -> None:
    (row,) = [row for row in rows(API, "## Limits") if row[0].startswith(what)]
    said = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d|\d", row[1])]
    assert said == [int(getattr(Settings(), name)) for name in names]
