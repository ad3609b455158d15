"""Names and events in words, the same for every game."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from hexade.contract.game import AnyGame, Event

LONGEST_ECHO = 40
_HARMLESS = "\n\u200d"  # a line feed, and the joiner that makes one emoji out of several
_PAST = {
    "choose": "chose",
    "discard": "discarded",
    "draw": "drew",
    "exchange": "exchanged",
    "miss": "missed",
    "open": "opened",
    "place": "placed",
    "play": "played",
    "renew": "renewed",
}


def printable(text: str) -> str:
    """Return a text without the characters that could control a terminal."""
    return "".join(c if c in _HARMLESS or _is_printable(c) else "?" for c in text)


def cut(text: str) -> str:
    """Return what somebody typed, short enough to repeat it."""
    return text if len(text) <= LONGEST_ECHO else f"{text[: LONGEST_ECHO - 3]}..."


def _is_printable(char: str) -> bool:
    # Emoji newer than this Python's tables are "not assigned": the terminal may know them.
    return char.isprintable() or unicodedata.category(char) == "Cn"


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names to show: `bot:x` is the x bot, equal names are numbered."""
    plain = map(printable, names)
    shown = [f"{name[4:]} bot" if name.startswith("bot:") else name for name in plain]
    often, seen = Counter(shown), Counter[str]()
    for n, name in enumerate(shown):
        seen[name] += 1
        if often[name] > 1:
            shown[n] = f"{name} {seen[name]}"
    return tuple(shown)


def counted(number: int, thing: str) -> str:
    """Return a number of things, such as "2 games"."""
    return f"{number or 'no'} {thing}" + ("" if number == 1 else "s")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence."""
    *rest, final = words
    return f"{', '.join(rest)} {last} {final}" if rest else final


def narrate(game: AnyGame, events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Return events as sentences; consecutive events of one player are one sentence."""
    sentences: list[tuple[str, list[str]]] = []
    for event in events:
        said = game.say(event, names)
        who, did = ("", said) if said else (_who(event, names), _action(event, names))
        if sentences and who and sentences[-1][0] == who:
            sentences[-1][1].append(did)
        else:
            sentences.append((who, [did]))
    return [printable(_sentence(who, listed(did))) for who, did in sentences]


def say_event(game: AnyGame, event: Event, names: Sequence[str]) -> str:
    """Return one event as a sentence."""
    return narrate(game, [event], names)[0]


def say_in_part(event: Event, names: Sequence[str]) -> str:
    """Return only the kind of an event and its player, as a sentence."""
    part: Event = {key: event[key] for key in ("event", "seat") if key in event}
    return printable(_sentence(_who(part, names), _action(part, names)))


def _sentence(who: str, did: str) -> str:
    return f"{who} {did}." if who else f"{did[:1].upper()}{did[1:].removesuffix('.')}."


def _who(event: Event, names: Sequence[str]) -> str:
    seat = event.get("seat")
    name = _seat(seat, names) if seat is not None else ""
    return name if not name or event.get("event") in _PAST else f"{name}:"


def _action(event: Event, names: Sequence[str]) -> str:
    """Return an event's details: things first, then numbers with their names in brackets."""
    kind = str(event.get("event"))
    things, numbers = [_PAST.get(kind, kind)], []
    for key, value in event.items():
        if key in ("event", "seat"):
            continue
        said = _value(key, value, names)
        if key == "count" or (key != "seats" and _is_thing(value)):
            things.append(said)
        else:
            numbers.append(f"{key} {said}")
    things = [thing for n, thing in enumerate(things) if n < 2 or thing != things[n - 1]]
    brackets = [f"({'; '.join(numbers)})"] if numbers else []
    return " ".join(filter(None, [*things, *brackets]))


def _is_thing(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_thing(item) for item in value)
    return isinstance(value, str)


def _value(key: str, value: Any, names: Sequence[str]) -> str:
    if key == "start":
        return _seat(value, names)
    if key == "seats" and isinstance(value, list):
        return ", ".join(_seat(seat, names) for seat in value) or "nobody"
    if isinstance(value, list) and all(isinstance(item, list) for item in value):
        return " ".join("/".join(map(str, item)) for item in value)
    if isinstance(value, list):
        return (" " if _is_thing(value) else ", ").join(map(str, value))
    if isinstance(value, dict):
        return " ".join(f"{name} {worth}" for name, worth in value.items())
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _seat(seat: Any, names: Sequence[str]) -> str:
    known = isinstance(seat, int) and 0 <= seat < len(names)
    return names[seat] if known else f"seat {seat}"
