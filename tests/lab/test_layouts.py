"""The page of layouts is what the code says."""

from __future__ import annotations

from pathlib import Path

from hexade import games
from hexade.contract.setup import every_form
from hexade.lab.layouts import page

PAGE = Path(__file__).parents[2] / "docs" / "layouts.md"


def test_the_page_is_made_from_this_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "python -m hexade.lab.layouts docs/layouts.md"
    )


def test_every_variant_is_there_the_tiny_ones_too() -> None:
    for section, game in zip(page().split("\n## ")[1:], games.catalogue().values(), strict=True):
        for form in every_form(game):
            for seats in form.seats:
                assert f"| {form.variant} | {seats} |" in section
