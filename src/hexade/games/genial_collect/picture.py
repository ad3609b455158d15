"""The table as text, and what it does in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexade.contract.game import Event
from hexade.contract.picture import Picture, Span
from hexade.games.genial_collect import outcome, preview
from hexade.games.genial_collect.json_view import shown
from hexade.games.genial_collect.state import DECIDING, OVER
from hexade.games.genial_collect.variants import COLOUR_NAMES, COLOURS, goal_of, letters
from hexade.games.genial_collect.view import CollectView

GLYPHS = dict(zip(COLOURS, "★●✶⬡☼○", strict=True))
_WIDTH = 14  # of one player's column


def symbol(colour: str, glyphs: bool) -> Span:
    """Return a colour's letter and shape: colour is never the only sign."""
    return Span(colour.upper() + (GLYPHS[colour] if glyphs else ""), colour)


def picture(view: CollectView, names: Sequence[str], glyphs: bool) -> Picture:
    """Draw everything a viewer sees."""
    drawn = [_labels(view, names)]
    drawn += [_row(view, n, glyphs) for n in range(len(COLOURS))]
    drawn += [_missing(view), []]
    drawn.append([Span("middle     ", "dim"), *_tiles(letters(view.record["middle"]), glyphs)])
    drawn.append([Span("turned up  ", "dim"), *_tiles(shown(view), glyphs)])
    drawn.append([Span("pile       ", "dim"), *_pile(view, glyphs)])
    drawn += [[], [Span(_whose(view, names), "strong"), Span(_odds(view), "dim")]]
    return drawn


def _labels(view: CollectView, names: Sequence[str]) -> list[Span]:
    each = (f"{name[: _WIDTH - 1]:<{_WIDTH}}" for name in names[: view.setup.seats])
    goal = f"goal {goal_of(view.setup)} of every colour"
    return [Span("   "), *(Span(name, "strong") for name in each), Span(goal, "dim")]


def _row(view: CollectView, n: int, glyphs: bool) -> list[Span]:
    mark = symbol(COLOURS[n], glyphs)
    line = [mark, Span(" " * (3 - len(mark.text)))]
    goal, full, empty = goal_of(view.setup), "■" if glyphs else "#", "·" if glyphs else "."
    for seat in range(view.setup.seats):
        has = int(view.record["owned"][seat, n])
        slots = full * min(has, goal) + empty * max(0, goal - has)
        line += [Span(f"{slots} {has:>2}", COLOURS[n]), Span(" " * (_WIDTH - goal - 3))]
    return line


def _missing(view: CollectView) -> list[Span]:
    each = (f"{f'{n} to go':<{_WIDTH}}" for n in outcome.missing(view))
    return [Span("   "), *(Span(text, "dim") for text in each)]


def _tiles(tiles: Iterable[str], glyphs: bool) -> list[Span]:
    return [span for tile in tiles for span in (symbol(tile, glyphs), Span(" "))]


def _pile(view: CollectView, glyphs: bool) -> list[Span]:
    line = [Span(f"{view.record['pile_size']} tiles: ")]
    for colour, count in preview.left(view).items():
        line += [symbol(colour, glyphs), Span(f" {count}  ")]
    return line


def _whose(view: CollectView, names: Sequence[str]) -> str:
    known = view.record
    return "game over" if known["phase"] == OVER else f"{names[known['turn']]} to move"


def _odds(view: CollectView) -> str:
    if view.record["phase"] != DECIDING:
        return ""
    odds = preview.next_tile(view)
    return f"   {odds['bad']} of {odds['pile']} tiles are bad ({odds['bad'] / odds['pile']:.0%})"


def say(event: Event, names: Sequence[str]) -> str | None:
    """Return an event as a sentence."""
    if event["event"] == "middle":
        return f"Turned up into the middle: {_list(event['tiles'])}."
    name = names[event["seat"]]
    if event["event"] == "stop":
        return f"{name} stops and takes {_list(event['tiles'])}."
    tile = COLOUR_NAMES[event["tile"]]
    end = "good" if event["good"] else "bad, the turn is over"
    return f"{name} turns up {tile}: {end}."


def _list(tiles: Sequence[str]) -> str:
    """Return tiles in words, such as "2 red, 1 green"."""
    return ", ".join(f"{tiles.count(c)} {COLOUR_NAMES[c]}" for c in COLOURS if c in tiles)
