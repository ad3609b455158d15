"""The page of layouts is what the code says."""

from __future__ import annotations

from pathlib import Path

from hexade.lab.layouts import page

PAGE = Path(__file__).parents[2] / "docs" / "layouts.md"


def test_the_page_is_made_from_this_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "python -m hexade.lab.layouts docs/layouts.md"
    )
