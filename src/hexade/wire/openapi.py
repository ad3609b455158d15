"""The HTTP interface described for programs; its schemas are those of the messages."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from hexade.rulebook import FILES
from hexade.wire import http_bodies, messages

_BODIES = (messages.Create, messages.Sit, messages.Seated, messages.Request, messages.News,
           http_bodies.Problem, http_bodies.Summary, http_bodies.Glance, http_bodies.Reach,
           http_bodies.Giving, http_bodies.Given,
           http_bodies.GameInfo, http_bodies.BotsInfo, http_bodies.Replay, http_bodies.Analysis,
           http_bodies.Rules, http_bodies.Privacy, http_bodies.PuzzleResult,
           http_bodies.PuzzleCounts)  # fmt: skip

_LANG = {"name": "lang", "in": "query", "required": False,
         "schema": {"type": "string", "enum": list(FILES), "default": "en"}}  # fmt: skip


@cache
def openapi() -> dict[str, Any]:
    """Return the description."""
    _, schemas = msgspec.json.schema_components(_BODIES, ref_template="#/components/schemas/{name}")
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hexade", "version": "1"},
        "paths": _paths(),
        "components": {"schemas": schemas},
    }


def _paths() -> dict[str, Any]:
    code, replay = _named("code"), _named("id")
    number = _named("number") | {"schema": {"type": "integer", "minimum": 1}}
    found, made = (404, 409, 429), (400, 404, 409, 429)  # how either can be refused
    return {
        "/api/games": {"get": _does("What can be played", {"200": _list(_ref("GameInfo"))})},
        "/api/bots": {"get": _does("Whether the bots are ready", {"200": _ref("BotsInfo")})},
        "/api/reach": {"get": _does("Who can open a link", {"200": _ref("Reach")})},
        "/api/privacy": {"get": _does("What is kept, and how long", {"200": _ref("Privacy")})},
        "/api/tables": {
            "get": _does("Public tables that wait for players", {"200": _list(_ref("Summary"))}),
            "post": _does("Make a table", {"201": _ref("Seated")}, made, "Create"),
        },
        "/api/tables/{code}": _get("A table", "Glance", (404, 429), code),
        "/api/tables/{code}/seats": {
            "parameters": [code],
            "post": _does("Sit down", {"201": _ref("Seated"), "202": _ref("Seated")}, made, "Sit"),
        },
        "/api/tables/{code}/record": _get("The record of the last game", None, found, code),
        "/api/replays": {
            "post": _does("Keep a finished game that was played on one device",
                          {"201": _ref("Given")}, made, "Giving"),
        },
        "/api/replays/{id}": _get("A finished game, move by move", "Replay", found, replay),
        "/api/replays/{id}/record": _get("The record of a finished game", None, found, replay),
        "/api/replays/{id}/analysis": {
            "parameters": [replay],
            "get": _does("What each move of a finished game lost; 202 while it is being found out",
                         {"200": _ref("Analysis"), "202": _ref("Analysis")}, found),
        },
        "/api/replays/{id}/picture.png": _picture("A picture of a finished game", found, replay),
        "/api/tables/{code}/picture.png": _picture(
            "A picture of what everybody sees of a table", (404, 429), code
        ),
        "/api/rules": _get("All rules in a language", "Rules", (409, 429), _LANG),
        "/api/rules/{game}": _get("The rules of a game", "Rules", found, _LANG, _named("game")),
        "/api/tables/{code}/records/{number}": _get(
            "The record of one of its games, counted from 1", None, found, code, number
        ),
        "/api/puzzles/{game}/{day}": {
            "parameters": [_named("game"), _named("day")],
            "get": _does("How others did in a puzzle", {"200": _ref("PuzzleCounts")}, (404, 429)),
            "post": _does("Count a result of a puzzle, and tell how others did",
                          {"200": _ref("PuzzleCounts")}, (400, 404, 429), "PuzzleResult"),
        },
        "/health": _health("Whether the server can store and read"),
        "/health/ready": _health("The same"),
        "/health/live": {"get": {"summary": "Whether the server is up",
                                 "responses": {"200": {"description": "ok"}}}},
        "/metrics": {"get": {"summary": "Figures for Prometheus",
                             "responses": {"200": {"description": "text"},
                                           "403": _json("refused", _ref("Problem"))}}},
    }  # fmt: skip


def _health(summary: str) -> dict[str, Any]:
    bad = _json("the database is away", _ref("Problem"))
    return {"get": {"summary": summary, "responses": {"200": {"description": "ok"}, "503": bad}}}


def _named(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _get(
    summary: str, body: str | None, problems: tuple[int, ...], *parameters: dict[str, Any]
) -> dict[str, Any]:
    answer = _ref(body) if body else {"type": "object"}
    return {"parameters": [*parameters], "get": _does(summary, {"200": answer}, problems)}


def _picture(
    summary: str, problems: tuple[int, ...], *parameters: dict[str, Any]
) -> dict[str, Any]:
    done = _does(summary, {}, problems)
    png = {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
    done["responses"]["200"] = {"description": "a picture", **png}
    done["responses"]["304"] = {"description": "the client's picture is still the one"}
    return {"parameters": [*parameters], "get": done}


def _does(
    summary: str,
    answers: dict[str, Any],
    problems: tuple[int, ...] = (429,),
    body: str | None = None,
) -> dict[str, Any]:
    responses = {status: _json("an answer", schema) for status, schema in answers.items()}
    refusals = {str(status): "refused" for status in problems} | {"503": "the database is away"}
    responses |= {status: _json(why, _ref("Problem")) for status, why in refusals.items()}
    done: dict[str, Any] = {"summary": summary, "responses": responses}
    if body:
        done["requestBody"] = {"required": True, **_content(_ref(body))}
    return done


def _json(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, **_content(schema)}


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _list(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": schema}
