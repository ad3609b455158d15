"""The table as text: the picture's name and glyph, all rows and cards won, the viewer's hand."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.contract.game import Event
from hexade.contract.picture import Picture, Span
from hexade.games.contrast import deck
from hexade.games.contrast.outcome import reached_goal
from hexade.games.contrast.rules import OVER
from hexade.games.contrast.variants import ROW
from hexade.games.contrast.view import ContrastView

_INKS = dict(zip(deck.SYMBOLS, "rybg", strict=False))  # the colours among the symbols
_CARD_WIDTH = max(len("/".join(card)) for card in deck.CARDS) + 2


def picture(view: ContrastView, names: Sequence[str], glyphs: bool) -> Picture:
    """Draw everything a viewer sees."""
    drawn: Picture = [_top(view, glyphs), []]
    width = max(map(len, names)) + 2
    size = ROW[view.setup.variant]
    drawn.append([Span(f"{'':{width}}{'row':{size * _CARD_WIDTH}}won", "dim")])
    drawn += [_seat(view, seat, f"{name:{width}}") for seat, name in enumerate(names)]
    drawn += [[], [Span(f"stack {view.stack}", "dim")]]
    if reached_goal(view):
        more = "" if view.phase == OVER else " Play on and see how far you come."
        drawn.append([Span(f"You have won together: {view.won[0]} pictures!{more}", "strong")])
    if view.seat >= 0 and view.phase != OVER:
        drawn.append([Span("hand  ", "dim"), *_hand(view)])
    return drawn


def _top(view: ContrastView, glyphs: bool) -> list[Span]:
    if view.picture is None:
        return [Span("game over" if view.phase == OVER else "no picture yet", "strong")]
    drawing = deck.drawings()[view.picture]
    glyph = f"  {drawing.char}" if glyphs else ""
    return [Span(f"{drawing.name}  ", "dim"), Span(drawing.names[0] + glyph, "strong")]


def _seat(view: ContrastView, seat: int, name: str) -> list[Span]:
    """Draw one seat's line: the card that returns to the hand next is the leftmost (F8)."""
    line = [Span(name, "strong" if seat == view.seat else "")]
    for card in view.rows[seat]:
        line += _card(card)
    unlaid = ROW[view.setup.variant] - len(view.rows[seat])
    return [*line, Span(" " * (unlaid * _CARD_WIDTH)), Span(f"{view.won[seat]:>3}")]


def _card(card: int) -> list[Span]:
    first, second = deck.CARDS[card]
    pad = " " * (_CARD_WIDTH - len(first) - len(second) - 1)
    return [_symbol(first), Span("/", "dim"), _symbol(second), Span(pad)]


def _symbol(name: str) -> Span:
    return Span(name, _INKS.get(name, ""))


def _hand(view: ContrastView) -> list[Span]:
    spans: list[Span] = []
    for number, symbol in enumerate(view.choices, 1):
        spans += [Span(f"{number} ", "dim"), _symbol(deck.SYMBOLS[symbol]), Span("  ")]
    return spans


def say(event: Event, names: Sequence[str]) -> str | None:
    """Return an event of the table as a sentence; players' events need none."""
    kind = event["event"]
    if kind == "picture":
        number = deck.picture_numbers()[event["picture"]]
        return f"The picture is turned up: {deck.drawings()[number].names[0]}."
    if kind == "row":
        row = ", ".join("/".join(card) for card in event["cards"])
        return f"{names[event['seat']]} lays {row}."
    if kind == "miss":
        return f"{names[event['seat']]} was too slow and sits this round out."
    return _said_award(event, names) if kind == "award" else None


def _said_award(event: Event, names: Sequence[str]) -> str:
    left = f"{event['stack']} pictures are left"
    if not event["symbols"]:
        return f"No symbol wins; {left}."
    takers = " and ".join(names[seat] for seat in event["seats"])
    return f"{' and '.join(event['symbols'])} won, for {takers}; {left}."
