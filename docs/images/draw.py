"""Draws docs/images/board.svg, a real position of Hex dominoes: `python docs/images/draw.py`."""

from __future__ import annotations

import io
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from hexade import bots, games
from hexade.contract.picture import Picture, Span
from hexade.contract.setup import agree
from hexade.match.play import steps

SEED, MOVES = 7, 25
COLOURS = "rgboyp"
INKS = {
    "r": "bold #DC3A50",
    "g": "bold #5CD9B0",
    "b": "bold #0F7ACF",
    "o": "bold #E99128",
    "y": "bold #FFF478",
    "p": "bold #DCACFE",
    "dim": "#8C84A0",
    "strong": "bold #F5F0E6",
}
DARK = TerminalTheme((17, 15, 24), (245, 240, 230), [(245, 240, 230)] * 8)
# Rich's own frame loads a font from the network; this one asks for nothing.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
    <style>
    .{unique_id}-matrix {{
        font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
        font-size: {char_height}px;
        line-height: {line_height}px;
    }}
    .{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
    {styles}
    </style>
    <defs>
    <clipPath id="{unique_id}-clip-terminal">
      <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
    </clipPath>
    {lines}
    </defs>
    {chrome}
    <g transform="translate({terminal_x}, {terminal_y})"
       clip-path="url(#{unique_id}-clip-terminal)">
    {backgrounds}
    <g class="{unique_id}-matrix">
    {matrix}
    </g>
    </g>
</svg>
"""


def position() -> Picture:
    """Return the table after some moves of two greedy bots, as seat 0 sees it."""
    game = games.find("genial")
    setup = agree(game, "base", seats=2)
    players = [bots.make("greedy", game, SEED) for _ in range(setup.seats)]
    *_, last = islice(steps(game, setup, players, SEED), MOVES + 1)
    return game.picture(game.view(last.match.state, 0), ["Ann", "Ben"], glyphs=True)


def parts(span: Span) -> list[tuple[str, str]]:
    """Return a span's text with its style; a letter and its glyph are drawn one by one.

    Not every font has the glyphs, and a wide one from another font must not touch the letter.
    """
    ink, text = INKS.get(span.ink, ""), span.text
    if len(text) == 2 and span.ink in COLOURS:
        return [(text[0], ink), (text[1], ink.removeprefix("bold "))]
    return [(text, ink)]


def main() -> None:
    """Write the picture beside this file."""
    console = Console(record=True, width=56, file=io.StringIO(), force_terminal=True)
    for line in position():
        console.print(Text.assemble(*(part for span in line for part in parts(span))))
    path = Path(__file__).with_name("board.svg")
    console.save_svg(
        str(path), title="hexade play", theme=DARK, code_format=FRAME, unique_id="board"
    )


if __name__ == "__main__":
    main()
