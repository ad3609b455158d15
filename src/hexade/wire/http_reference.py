"""The HTTP interface as a page of Markdown: paths, parameters, bodies and answers.

It is made from the OpenAPI description, for the site of the documents (docs/site_pages.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
VERBS = ("get", "post", "put", "delete", "patch")
_LEAST, _MOST = ("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")


def http_reference(described: Schema) -> str:
    """Return the page for an OpenAPI description."""
    lines = [
        "# Reference: HTTP",
        "",
        "Made from `/api/openapi.json`; in words: [the API](../api.md).",
    ]
    for path, item in sorted(described["paths"].items()):
        for verb in VERBS:
            if verb in item:
                lines += _request(f"{verb.upper()} {path}", item[verb], item.get("parameters", ()))
    lines += ["", "## Bodies", "", "What requests and answers hold, as JSON objects."]
    for name in _named(described):
        lines += _body(name, described["components"]["schemas"][name])
    return "\n".join(lines) + "\n"


def _request(title: str, does: Schema, shared: Any) -> Iterator[str]:
    yield from ("", f"## `{title}`", "", f"{does.get('summary', '')}.")
    if given := (*shared, *does.get("parameters", ())):
        yield from ("", "| parameter | in | value | |", "| --- | --- | --- | --- |")
        for one in given:
            yield _row(f"`{one['name']}`", one["in"], *_value(one["schema"], one.get("required")))
    if "requestBody" in does:
        yield from ("", f"Body: {_content(does['requestBody'])}.")
    yield from ("", "| status | answer | body |", "| --- | --- | --- |")
    for status, answer in does["responses"].items():
        yield _row(status, str(answer.get("description", "")), _content(answer))


def _body(name: str, schema: Schema) -> Iterator[str]:
    yield from ("", f"### {name}", "", str(schema.get("description", "")).replace("\n", " "))
    if "properties" not in schema:
        yield from ("", f"{_type(schema)}.")
        return
    yield from ("", "| field | value | |", "| --- | --- | --- |")
    for field, value in schema["properties"].items():
        yield _row(f"`{field}`", *_value(value, field in schema.get("required", ())))


def _value(schema: Schema, required: Any) -> tuple[str, str]:
    """Return what a value may be, and whether it may be left out."""
    if required:
        return _type(schema), "required"
    default = "" if "default" not in schema else f"`{json.dumps(schema['default'])}` if left out"
    return _type(schema), default


def _content(answer: Schema) -> str:
    """Return the kinds of a body, and for JSON what it holds."""
    found = []
    for kind, body in answer.get("content", {}).items():
        typed = _type(body["schema"]) if body.get("schema") else ""
        found.append(typed if kind == "application/json" and typed else f"`{kind}`")
    return " or ".join(found)


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{one}`" for one in schema.get("enum", [schema.get("const")]))
    return {"array": _list, "object": _map, "string": _string}.get(schema.get("type", ""), _plain)(
        schema
    )


def _list(schema: Schema) -> str:
    most = f", at most {schema['maxItems']}" if "maxItems" in schema else ""
    return f"list of {_type(schema.get('items', {}))}{most}"


def _map(schema: Schema) -> str:
    of = schema.get("additionalProperties")
    return f"object of {_type(of)}" if isinstance(of, Mapping) and of else "object"


def _string(schema: Schema) -> str:
    most = f", at most {schema['maxLength']} characters" if "maxLength" in schema else ""
    return f"string{most}" + (f", `{schema['pattern']}`" if "pattern" in schema else "")


def _plain(schema: Schema) -> str:
    """Return a number with its bounds, `null`, or that anything goes."""
    name = str(schema.get("type", "any JSON"))
    least = [
        f"{'above' if 'ex' in key else 'from'} {schema[key]}" for key in _LEAST if key in schema
    ]
    most = [f"{'below' if 'ex' in key else 'to'} {schema[key]}" for key in _MOST if key in schema]
    bounds = " ".join((*least, *most))
    return f"{name} {bounds}".strip()


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _named(described: Schema) -> list[str]:
    """Return the schemas that requests and answers need, those that they name included."""
    schemas, waiting, found = described["components"]["schemas"], [described["paths"]], set[str]()
    while waiting:
        for name in _refs(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(schemas[name])
    return sorted(found)


def _refs(part: Any) -> Iterator[str]:
    if isinstance(part, Mapping):
        if isinstance(named := part.get("$ref"), str):
            yield named.rsplit("/", 1)[1]
        for value in part.values():
            yield from _refs(value)
    elif isinstance(part, list):
        for value in part:
            yield from _refs(value)
