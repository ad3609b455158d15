"""The table as text, and what it does in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexade.contract.game import Event, Seat
from hexade.contract.picture import Picture, Span
from hexade.games.genial_cards import cards
from hexade.games.genial_cards.state import BETWEEN, NOTHING, OFFERED, OVER
from hexade.games.genial_cards.view import CardsView

GLYPHS = dict(zip(cards.COLOURS, "★●✶⬡☼○", strict=True))
_WIDTH = 18  # of one player's column


def symbol(colour: str, glyphs: bool) -> Span:
    """Return a colour's letter and shape: colour is never the only sign."""
    return Span(colour.upper() + (GLYPHS[colour] if glyphs else ""), colour)


def card(name: str, glyphs: bool) -> list[Span]:
    """Draw a card: its two symbols."""
    return [symbol(name[0], glyphs), symbol(name[1], glyphs), Span(" ")]


def picture(view: CardsView, names: Sequence[str], glyphs: bool) -> Picture:
    """Draw everything a viewer sees."""
    drawn = [_head(view), [], _labels(view, names)]
    drawn += [_row(view, n, glyphs) for n in range(6)]
    drawn += [_weakest(view), [], *_open_cards(view, names, glyphs), []]
    drawn.append([Span(_piles(view), "dim"), Span(f"   {_whose(view, names)}", "strong")])
    if view.seat >= 0:
        drawn.append([Span("hand ", "dim"), *_cards(cards.names(view.hand), glyphs)])
    return drawn


def _head(view: CardsView) -> list[Span]:
    rounds = view.setup.option("rounds")
    return [Span(f"round {max(1, view.record['round'])} of {rounds}", "dim")]


def _labels(view: CardsView, names: Sequence[str]) -> list[Span]:
    """Name each column; in a match of several rounds with the victory points so far (E10)."""
    spans = [Span("   ")]
    for seat in range(view.setup.seats):
        won = f" {view.record['points'][seat]}" if view.setup.option("rounds") > 1 else ""
        text = names[seat][: _WIDTH - 1 - len(won)] + won
        spans.append(Span(f"{text:<{_WIDTH}}", "strong"))
    return spans


def _row(view: CardsView, n: int, glyphs: bool) -> list[Span]:
    colour = cards.COLOURS[n]
    mark = symbol(colour, glyphs)
    line = [mark, Span(" " * (3 - len(mark.text)))]
    for seat in range(view.setup.seats):
        at = int(view.record["chips"][seat, n])
        track = _track(at, GLYPHS[colour] if glyphs else colour.upper(), glyphs)
        line += [Span(f"{track} {at:>2}", colour), Span(" ")]
    return line


def _track(at: int, chip: str, glyphs: bool) -> str:
    """Draw the fields 0 to 10 with the chip, and a bar before each area (E1)."""
    drawn = ""
    for field in range(cards.TOP + 1):
        drawn += "|" if field - 1 in cards.AREA_ENDS else ""
        drawn += chip if field == at else "·" if glyphs else "."
    return drawn


def _weakest(view: CardsView) -> list[Span]:
    lows = [min(map(int, row)) for row in view.record["chips"][: view.setup.seats]]
    return [Span("   ")] + [Span(f"{f'weakest {low}':<{_WIDTH}}", "dim") for low in lows]


def _open_cards(view: CardsView, names: Sequence[str], glyphs: bool) -> Picture:
    """Draw each player's face-up cards, the oldest first, and how many are in hand."""
    lines = []
    for seat in range(view.setup.seats):
        label = Span(f"{names[seat][:16]:<17}", "strong")
        held = Span(f"  ({view.hand_sizes[seat]} in hand)", "dim")
        lines.append([label, *_cards(open_cards(view, seat), glyphs), held])
    return lines


def open_cards(view: CardsView, seat: Seat) -> list[str]:
    """Return the names of a seat's face-up cards, the oldest first."""
    return [cards.CARD_NAMES[kind] for kind in view.record["open"][seat] if kind != NOTHING]


def _cards(names: Iterable[str], glyphs: bool) -> list[Span]:
    return [span for name in names for span in card(name, glyphs)]


def _piles(view: CardsView) -> str:
    return f"pile {view.record['pile_size']}, discard {view.record['discard_size']}"


def _whose(view: CardsView, names: Sequence[str]) -> str:
    known = view.record
    if known["phase"] in (OVER, BETWEEN):
        return "game over" if known["phase"] == OVER else "between rounds"
    bonus = f", bonus turn ({known['bonus']} owed)" if known["bonus"] else ""
    offer = ", a new hand is offered" if known["phase"] == OFFERED else ""
    return f"{names[known['turn']]} to move{bonus}{offer}"


def say(event: Event, names: Sequence[str]) -> str | None:
    """Return an event of the table as a sentence; players' events need none."""
    if event["event"] == "round":
        return f"Round {event['number']} begins: {names[event['start']]} plays first."
    if event["event"] == "reshuffle":
        return f"The {event['cards']} cards of the discard pile are the new draw pile."
    if event["event"] == "open":
        return f"{names[event['seat']]} has {event['card']} face up."
    return None
