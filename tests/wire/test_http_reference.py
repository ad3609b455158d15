"""The page of the HTTP interface shows what its description says: parameters, bodies, answers."""

from __future__ import annotations

import re

from hexade.wire.http_reference import http_reference
from hexade.wire.openapi import openapi

PAGE = http_reference(openapi())


def part(title: str) -> str:
    """Return what the page says under a heading."""
    return PAGE.split(f"{title}\n", 1)[1].split("\n#", 1)[0]


def test_every_request_has_its_parameters_its_body_and_its_answers() -> None:
    for path, item in openapi()["paths"].items():
        for verb, does in item.items():
            if verb == "parameters":
                continue
            said = part(f"## `{verb.upper()} {path}`")
            for given in item.get("parameters", ()):
                assert f"| `{given['name']}` | {given['in']} |" in said
            assert ("Body: [" in said) == ("requestBody" in does)
            for status, answer in does["responses"].items():
                assert f"| {status} | {answer['description']} |" in said


def test_a_body_has_its_fields_with_what_they_may_be() -> None:
    said = part("### Sit")
    assert "| `name` | string, at most 1000 characters | required |" in said
    assert '| `avatar` | string, at most 40 characters | `""` if left out |' in said
    assert "| `seat` | integer from 0 to 64 or null | `null` if left out |" in said
    assert "`closed`, `open`" in part("### Agreed")
    assert '| `lang` | query | `en`, `de`, `nl` | `"en"` if left out |' in part(
        "## `GET /api/rules`"
    )


def test_every_link_leads_to_a_body_on_the_page() -> None:
    heads = {name.lower() for name in re.findall(r"^### (\w+)$", PAGE, re.MULTILINE)}
    links = set(re.findall(r"\(#(\w+)\)", PAGE))
    assert links == heads
