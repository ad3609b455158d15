"""A view as text in inks, that is, styles: games name them, the terminal shows them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Span(NamedTuple):
    """A piece of text in one ink: a colour's letter ("r"), "dim", "strong", or "" for plain."""

    text: str
    ink: str = ""


Picture: TypeAlias = list[list[Span]]


def plain(picture: Picture) -> str:
    """Return a picture without its inks."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in picture)
