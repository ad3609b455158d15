"""The page's types are those of the messages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from hexade.wire import messages, typescript


def test_the_committed_types_are_up_to_date() -> None:
    text = typescript.TARGET.read_text(encoding="utf-8")
    assert text == typescript.typescript(), "run python -m hexade.wire.typescript"


def test_every_message_is_in_its_union_and_has_its_tag() -> None:
    text = typescript.typescript()
    for name, union in (("Request", messages.Request), ("News", messages.News)):
        listed = re.search(rf"export type {name} =((?:\n  \| \w+)+);", text)
        assert listed
        assert re.findall(r"\w+", listed[1]) == [cls.__name__ for cls in get_args(union)]
        for cls in get_args(union):
            tag = cls.__struct_config__.tag
            assert f'export interface {cls.__name__} {{\n  t: "{tag}";' in text


def test_what_may_be_left_out_is_optional_and_what_always_comes_is_not() -> None:
    text = typescript.typescript()
    assert "  assist?: number;" in text  # a client may leave it out
    assert "  agreed: Required<Agreed>;" in text  # the server never does
    assert "  legal?: string[] | null;" in text  # left out where it is null
    assert "  from?: Origin | null;" in text  # by its name on the wire


def test_the_types_are_written_where_the_page_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "web" / "src" / "wire" / "messages.ts"
    monkeypatch.setattr(typescript, "TARGET", target)
    assert typescript.main() == 1  # no checkout
    assert "checkout" in capsys.readouterr().err
    (tmp_path / "pyproject.toml").touch()
    assert typescript.main() == 0
    assert target.read_text(encoding="utf-8") == typescript.typescript()
