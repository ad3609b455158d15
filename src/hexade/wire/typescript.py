"""The messages as types for the page: `python -m hexade.wire.typescript` generates them.

They are made from messages.py and http_bodies.py, so the page names no field by hand. Whatever a
request may leave out is optional, and so is what the server leaves out because it is the default.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec.inspect as ms

from hexade.wire import http_bodies, messages, request_kinds

TARGET = Path(__file__).parents[3] / "web" / "src" / "wire" / "messages.ts"
_HEAD = """// Made by `python -m hexade.wire.typescript` from messages.py and http_bodies.py.
// Do not edit: change those, and run it again.
"""
_SENT = (  # bodies of requests over HTTP
    messages.Create, messages.Sit, http_bodies.Giving, http_bodies.PuzzleResult,
)  # fmt: skip
_REQUESTS = get_args(messages.Request)
_GOT = (
    messages.Seated, http_bodies.Given, http_bodies.Problem, http_bodies.Summary,
    http_bodies.Glance, http_bodies.Reach,
    http_bodies.GameInfo, http_bodies.BotsInfo, http_bodies.Replay, http_bodies.Analysis,
    http_bodies.Rules, http_bodies.Privacy, http_bodies.PuzzleCounts,
)  # fmt: skip
_UNIONS = {"Request": messages.Request, "News": messages.News}
_PLAIN: dict[type, str] = {
    ms.StrType: "string", ms.IntType: "number", ms.FloatType: "number", ms.BoolType: "boolean",
    ms.NoneType: "null", ms.AnyType: "unknown",
}  # fmt: skip


def typescript() -> str:
    """Return the whole file."""
    found = _structs(*_SENT, *_GOT, *_REQUESTS, *get_args(messages.News))
    parts = [_HEAD, *(_interface(cls, info) for cls, info in found.items())]
    for name, union in _UNIONS.items():
        members = (f"\n  | {cls.__name__}" for cls in get_args(union))
        parts.append(f"export type {name} ={''.join(members)};\n")
    return "\n".join(parts)


@cache
def _structs(*roots: type) -> dict[type, ms.StructType]:
    """Return some structs and all inside them, each after those that it is made of."""
    found: dict[type, ms.StructType] = {}

    def visit(kind: Any) -> None:
        if isinstance(kind, ms.StructType) and kind.cls not in found:
            for field in kind.fields:
                visit(field.type)
            found[kind.cls] = kind
        for name in ("types", "item_type", "key_type", "value_type"):
            inner = getattr(kind, name, ())
            for part in inner if isinstance(inner, tuple) else (inner,):
                visit(part)

    for info in ms.multi_type_info(roots):
        visit(info)
    return found


def _interface(cls: type, info: ms.StructType) -> str:
    """Return one struct as an interface, with its docstring and the comments on its fields."""
    said, received = _comments(cls), _received(cls)
    complete = received and not cls.__struct_config__.omit_defaults  # type: ignore[attr-defined]
    lines = [_comment(inspect.getdoc(cls) or "", ""), f"export interface {cls.__name__} {{"]
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    for field in info.fields:
        if field.name in said:
            lines.append(_comment(said[field.name], "  "))
        mark = "" if field.required or complete else "?"
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type, received)};")
    return "\n".join([*lines, "}", ""])


def _received(cls: type) -> bool:
    """Tell whether a struct comes from the server and never goes there."""
    return cls not in _structs(*_SENT, *_REQUESTS)


def _type(kind: Any, received: bool) -> str:
    """Return a type as TypeScript writes it; what came from the server is complete."""
    if type(kind) in _PLAIN:
        return _PLAIN[type(kind)]
    if isinstance(kind, ms.StructType):
        name = kind.cls.__name__
        return f"Required<{name}>" if received and not _received(kind.cls) else name
    if isinstance(kind, ms.LiteralType):
        return " | ".join(f'"{value}"' for value in _in_order(kind.values))
    if isinstance(kind, ms.UnionType):
        return " | ".join(_type(part, received) for part in kind.types)
    if isinstance(kind, ms.ListType):
        inner = _type(kind.item_type, received)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if isinstance(kind, ms.TupleType):
        return f"[{', '.join(_type(part, received) for part in kind.item_types)}]"
    if isinstance(kind, ms.DictType):
        return f"Record<string, {_type(kind.value_type, received)}>"
    raise TypeError(f"there is no TypeScript for {kind}")


def _in_order(values: tuple[Any, ...]) -> list[Any]:
    """Return the values of a literal in source order, as inspection sorts them."""
    written = [*get_args(request_kinds.Phase)]
    return written if set(values) == set(written) else list(values)


def _comments(cls: type) -> dict[str, str]:
    """Return the comments behind a struct's fields in its source."""
    lines = inspect.getsource(cls).splitlines()
    found = (re.match(r"    (\w+): .*?  # (.+)$", line) for line in lines)
    return {match[1]: match[2] for match in found if match}


def _comment(text: str, indent: str) -> str:
    words = " ".join(text.split())
    words = words[:1].upper() + words[1:] + ("" if words.endswith((".", "?")) else ".")
    if len(indent) + len(words) + 7 <= 100:
        return f"{indent}/** {words} */"
    lines = textwrap.wrap(words, 97 - len(indent))
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"])


def main() -> int:
    """Write the file beside the page's sources."""
    if not TARGET.parents[3].joinpath("pyproject.toml").is_file():
        sys.stderr.write("the types are written in a checkout, next to the page's sources\n")
        return 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(typescript(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
