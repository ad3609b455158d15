"""A table as pixels: the text picture that every game has, drawn in its inks.

A colour's letter that stands alone is a disc, and a lone dot is a free cell, so that a board
looks like one. All frames of an environment have the size of its first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from hexade.contract.picture import Picture
from hexade.contract.reason import Reason, Refusal

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT, RADIUS = 8, 28, 13  # of a character, and of a disc, in pixels
GROUND, TEXT, DIM, CELL = "#17141F", "#E9E6F2", "#8E889F", "#3A3548"
COLOURS = {
    "r": "#DC3A50", "g": "#5CD9B0", "b": "#0F7ACF", "o": "#E99128", "y": "#FFF478", "p": "#DCACFE",
}  # fmt: skip
MARGIN = 3  # columns
ROOM = (16, 4)  # sizes are rounded up to multiples of this many columns and lines
Line: TypeAlias = list[tuple[str, str]]  # characters, each with its ink


class Raster:
    """Draws one picture after the other, all in the size of the first."""

    def __init__(self) -> None:
        self._size: tuple[int, int] | None = None  # columns and lines

    def draw(self, picture: Picture) -> np.ndarray:
        """Return a picture as pixels: uint8 of shape (height, width, 3)."""
        try:
            from PIL import Image, ImageDraw, ImageFont
        except ModuleNotFoundError:
            text = 'render_mode "rgb_array" needs Pillow: pip install pillow'
            raise Refusal(Reason("missing", "", text)) from None
        lines = [[(char, span.ink) for span in line for char in span.text] for line in picture]
        columns, rows = self._size = self._size or _fitting(lines)
        image = Image.new("RGB", ((columns + 2 * MARGIN) * WIDTH, (rows + 1) * HEIGHT), GROUND)
        pen = ImageDraw.Draw(image)
        pen.font = ImageFont.load_default(15)
        for row, line in enumerate(lines[:rows]):
            _draw_line(pen, line[:columns], (row + 1) * HEIGHT)
        return np.asarray(image).copy()


def _fitting(lines: list[Line]) -> tuple[int, int]:
    columns, rows = max(map(len, lines), default=0), len(lines)
    return -(-(columns + 4) // ROOM[0]) * ROOM[0], -(-(rows + 1) // ROOM[1]) * ROOM[1]


def _draw_line(pen: ImageDraw, line: Line, y: int) -> None:
    for column, (char, ink) in enumerate(line):
        if char == " ":
            continue
        x, radius = (column + MARGIN) * WIDTH + WIDTH // 2, _radius(line, column)
        symbol = char.isalpha() and ink in COLOURS
        colour = COLOURS.get(ink, DIM if ink == "dim" else TEXT)
        if radius and (symbol or char == "."):
            pen.circle((x, y), radius, colour if symbol else CELL)
            colour = GROUND
        if symbol or not radius or char != ".":
            pen.text((x, y), char, colour, anchor="mm")


def _radius(line: Line, column: int) -> int:
    """Return how large a disc fits here without covering other characters, or 0."""
    for away in range(1, 4):
        near = [line[n] for n in (column - away, column + away) if 0 <= n < len(line)]
        if any(char != " " and (away == 1 or ink != "dim") for char, ink in near):
            return (0, 0, 7, 11)[away]
    return RADIUS
