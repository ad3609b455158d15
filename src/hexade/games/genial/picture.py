"""The table as text: the board, the score tracks, the rack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexade.contract.picture import Picture, Span
from hexade.games.genial import board, notation, rules
from hexade.games.genial.variants import SIDE, VARIANTS, Variant
from hexade.games.genial.view import GenialView

GLYPHS = dict(zip(board.COLOURS, "★●✶⬡☼○", strict=True))
COLOUR_NAMES = dict(
    zip(board.COLOURS, ("red", "green", "blue", "orange", "yellow", "purple"), strict=True)
)


def symbol(colour: str, glyphs: bool) -> Span:
    """Return a colour's letter and shape: colour is never the only sign."""
    return Span(colour.upper() + (GLYPHS[colour] if glyphs else " "), colour)


def draw_board(cells: Mapping[str, str], side: int, glyphs: bool = False) -> Picture:
    """Draw the hexagon of this side, with row letters and, at their lower ends, diagonals."""
    reach = side - 1
    lines = []
    for r in range(reach, -reach - 2, -1):
        line = [Span(f"{board.ROWS[8 + r]} " if r >= -reach else "  ", "dim")]
        column = -2 * reach - 1
        for q in range(-reach, reach + 1):
            if max(abs(r), abs(q - r)) <= reach:
                span = _cell(cells.get(f"{board.ROWS[8 + r]}{8 + q}"), glyphs)
            elif r + 1 == max(-reach, q - reach):
                span = Span(f"{8 + q:<2}", "dim")
            else:
                continue
            line += [Span(" " * (2 * (2 * q - r - column - 1)) if column < 2 * q - r else ""), span]
            column = 2 * q - r
        lines.append(line)
    return lines


def _cell(colour: str | None, glyphs: bool) -> Span:
    return symbol(colour, glyphs) if colour else Span("· " if glyphs else ". ", "dim")


def picture(view: GenialView, names: Sequence[str], glyphs: bool) -> Picture:
    """Draw everything a viewer sees."""
    known = view.record
    drawn = draw_board(notation.colours_on(known["cells"]), SIDE[view.setup.seats], glyphs)
    drawn += [[], *_tracks(view, names, glyphs), []]
    drawn.append([Span(f"bag {known['bag_size']}", "dim"), *_others(view, names)])
    if view.seat >= 0:
        drawn.append([Span("rack ", "dim"), *_tiles(board.tile_names(view.rack), glyphs)])
    return drawn


def _others(view: GenialView, names: Sequence[str]) -> list[Span]:
    known = view.record
    if known["phase"] == rules.OVER:
        return [Span("   game over", "strong")]
    bonus = f", bonus turn ({known['bonus']} owed)" if known["bonus"] else ""
    return [Span(f"   {names[known['turn']]} to move{bonus}", "strong")]


def _tiles(tiles: list[str], glyphs: bool) -> list[Span]:
    spans: list[Span] = []
    for tile in tiles:
        spans += [symbol(tile[0], glyphs), symbol(tile[1], glyphs), Span("  ")]
    return spans


def _tracks(view: GenialView, names: Sequence[str], glyphs: bool) -> Picture:
    form = VARIANTS[view.setup.variant]
    if form.tug:
        return _tug(view, names, glyphs)
    sides = form.teams or view.setup.seats
    width = 18 if sides <= 2 else 9
    labels = [" + ".join(names[side::sides]) for side in range(sides)]
    lines = [
        [Span("   ")] + [Span(f"{name[: width + 3]:<{width + 5}}", "strong") for name in labels]
    ]
    for n, colour in enumerate(board.COLOURS):
        line = [symbol(colour, glyphs), Span(" ")]
        for side in range(sides):
            at = int(view.record["tracks"][side, n])
            line += [Span(_bar(at, form, width, glyphs), colour), Span(f" {at:>2}  ")]
        lines.append(line)
    weakest = [f"weakest {min(map(int, view.record['tracks'][side]))}" for side in range(sides)]
    lines.append([Span("   ")] + [Span(f"{text:<{width + 5}}", "dim") for text in weakest])
    return lines


def _bar(at: int, form: Variant, width: int, glyphs: bool) -> str:
    """Draw a track as a bar; a second lap (B2, C1) overwrites the first."""
    inks = "·■█" if glyphs else ".#@"
    lap, here = (0, at) if at <= form.stop else (1, at - form.stop)
    filled = -(-here * width // form.stop)
    return inks[lap + 1] * filled + inks[lap] * (width - filled)


def _tug(view: GenialView, names: Sequence[str], glyphs: bool) -> Picture:
    """Draw the duel's tracks: seat 0 pulls to the left, seat 1 to the right (D1)."""
    lines = [[Span("   "), Span(f"{names[0][:12]:<13}{names[1][:12]:>13}", "strong")]]
    for n, colour in enumerate(board.COLOURS):
        at = int(view.record["tracks"][0, n])
        rail = ["·" if glyphs else "."] * 19
        rail[9] = "0"
        rail[9 - at] = GLYPHS[colour] if glyphs else colour.upper()
        holder = int(view.record["marks"][n])
        left, right = ("<" if holder == 0 else " "), (">" if holder == 1 else " ")
        bar = Span(f" {left} 9 {''.join(rail)} 9 {right}", colour)
        lines.append([symbol(colour, glyphs), bar])
    return lines
