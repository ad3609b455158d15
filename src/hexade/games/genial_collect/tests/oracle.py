"""A naive referee for genial_collect, written from the rules alone to check the real one."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

Event = Mapping[str, Any]

COLOURS = "rgboyp"
GOALS = {2: 7, 3: 6, 4: 5}
RECORD_KEYS = ("format", "game", "variant", "seats", "start", "seed", "events", "result")
RECORD_SAYS = {"format": "hexade-record/1", "game": "genial_collect"}
# The set-up to be solved, as docs/lab.md has it: which colours there are, how many tiles of each,
# and how many a player needs; of the other colours everybody has enough.
TINY_COLOURS, TINY_COPIES, TINY_GOAL = "rgb", 3, 2


class Illegal(Exception):
    """Something that the rules, or the record format ("RECORDS"), do not allow."""

    def __init__(self, rule: str, text: str) -> None:
        """Keep the number of the broken rule and what is wrong."""
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


def need(holds: bool, rule: str, text: str) -> None:
    """Raise Illegal unless the condition holds."""
    if not holds:
        raise Illegal(rule, text)


def same(found: object, wanted: object) -> bool:
    """Tell whether two values are the same JSON, so that true is not 1 and 1.0 is not 1."""
    return json.dumps(found, sort_keys=True, default=repr) == json.dumps(wanted, sort_keys=True)


def field(event: Event, key: str) -> Any:
    """Return a value that the record format demands."""
    need(key in event, "RECORDS", f"{key} is missing")
    return event[key]


def whole(event: Event, key: str) -> int:
    """Return a whole number that the record format demands."""
    value = field(event, key)
    need(type(value) is int, "RECORDS", f"{key} must be a whole number, not {value!r}")
    return int(value)


def colour(tile: object) -> str:
    """Return a tile's letter, if it is one."""
    need(isinstance(tile, str) and tile in tuple(COLOURS), "G1", f"there is no tile {tile!r}")
    return str(tile)


def tiles_of(event: Event) -> list[str]:
    """Return a list of tiles, in the order of colours."""
    tiles = field(event, "tiles")
    need(isinstance(tiles, list), "RECORDS", f"tiles must be a list, not {tiles!r}")
    return sorted(map(colour, tiles), key=COLOURS.index)


class Oracle:
    """One game, followed event by event; tiles are letters in lists."""

    def __init__(self, seats: int, start: int, variant: str = "base") -> None:
        """Lay out the pile; the first event turns up three tiles into the middle."""
        need(variant in ("base", "tiny"), "RECORDS", f"no variant {variant!r}")
        tiny = variant == "tiny"
        need(seats == 2 or not tiny, "G1", f"a tiny game is for two players, not {seats}")
        need(seats in GOALS, "G1", f"two to four players, not {seats}")
        need(0 <= start < seats, "G8", f"no seat {start} to start")
        self.seats, self.turn, self.goal = seats, start, TINY_GOAL if tiny else GOALS[seats]
        colours, copies = (TINY_COLOURS, TINY_COPIES) if tiny else (COLOURS, 21)
        self.pile = [letter for letter in colours for _ in range(copies)]
        self.middle: list[str] = []
        self.shown: list[str] = []  # turned up in this turn, the first one first
        enough = [letter for letter in COLOURS if letter not in colours for _ in range(self.goal)]
        self.owned: list[list[str]] = [list(enough) for _ in range(seats)]
        self.must_stop = self.over = False

    def filling(self) -> int:
        """Return how many tiles must be turned up into the middle now (G1, G5)."""
        return 0 if self.over or self.middle or self.shown else min(3, len(self.pile))

    def good(self, tile: str) -> bool:
        """Tell whether a tile would be good now (G2)."""
        return tile in self.middle and tile not in self.shown

    def take(self) -> list[str]:
        """Return the tiles that stopping now would bring (G3)."""
        found = self.shown + [tile for tile in self.middle if tile in self.shown]
        return sorted(found, key=COLOURS.index)

    def legal(self) -> list[str]:
        """Return what the seat in turn may do now."""
        if self.over or self.filling() or self.must_stop:
            return []
        return ["turn_up", "stop"] if self.shown else ["turn_up"]

    def counts(self) -> list[dict[str, int]]:
        """Return how many tiles of each colour each seat owns."""
        return [{letter: row.count(letter) for letter in COLOURS} for row in self.owned]

    def collected(self, seat: int) -> bool:
        """Tell whether a seat owns the goal in every colour (G6)."""
        return all(self.owned[seat].count(letter) >= self.goal for letter in COLOURS)

    def result(self) -> dict[str, Any] | None:
        """Return the record's result, or None while the game goes on (G6, G7)."""
        if not self.over:
            return None
        keys = [sorted(min(n, self.goal) for n in row.values()) for row in self.counts()]
        ended = any(self.collected(seat) for seat in range(self.seats))
        return {
            "ranks": [1 + sum(other > key for other in keys) for key in keys],
            "scores": self.counts(),
            "reason": "collected" if ended else "pile-empty",
        }

    def feed(self, event: Event) -> None:
        """Check one event of the record and carry it out, or raise Illegal and change nothing."""
        handlers: dict[str, Callable[[Event], None]] = {
            "middle": self._middle,
            "turn_up": self._turn_up,
            "stop": self._stop,
        }
        kind = str(field(event, "event"))
        need(kind in handlers, "RECORDS", f"unknown event {kind!r}")
        need(not self.over, "G6", "the game is over")
        handlers[kind](event)

    def _middle(self, event: Event) -> None:
        tiles, due = tiles_of(event), self.filling()
        need(due > 0, "G5", "the middle is not empty")
        need(len(tiles) == due, "G5", f"{due} tiles come into the middle, not {len(tiles)}")
        need(not Counter(tiles) - Counter(self.pile), "G1", "the pile does not hold these tiles")
        for tile in tiles:
            self.pile.remove(tile)
            self.middle.append(tile)
        self.over = not self.pile

    def _mover(self, event: Event) -> int:
        seat = whole(event, "seat")
        need(0 <= seat < self.seats, "G1", f"there is no seat {seat}")
        need(seat == self.turn, "G3", f"it is the turn of seat {self.turn}, not {seat}")
        need(not self.filling(), "G5", "the middle is filled first")
        return seat

    def _turn_up(self, event: Event) -> None:
        self._mover(event)
        need(not self.must_stop, "G7", "the pile is used up")
        tile, says = colour(field(event, "tile")), field(event, "good")
        need(tile in self.pile, "G1", f"the pile holds no {tile}")
        good = self.good(tile)
        need(says is good, "G2", f"good is {good}, not {says!r}")
        self.pile.remove(tile)
        self.shown.append(tile)
        if good:
            self.must_stop = not self.pile
            return
        self.middle += self.shown
        self._next_turn()

    def _stop(self, event: Event) -> None:
        seat = self._mover(event)
        need(bool(self.shown), "G2", "the first tile of a turn is compulsory")
        tiles, wanted = tiles_of(event), self.take()
        need(tiles == wanted, "G3", f"seat {seat} takes {wanted}, not {tiles}")
        self.owned[seat] += tiles
        self.middle = [tile for tile in self.middle if tile not in self.shown]
        self.over = self.collected(seat)
        if not self.over:
            self._next_turn()

    def _next_turn(self) -> None:
        self.shown = []
        self.must_stop = False
        self.turn = (self.turn + 1) % self.seats
        self.over = not self.pile


def referee(record: Mapping[str, Any]) -> Oracle:
    """Follow a whole record, compare its result, and return the final state."""
    for key in RECORD_KEYS:
        field(record, key)
    for key, wanted in RECORD_SAYS.items():
        need(record[key] == wanted, "RECORDS", f"{key} is {wanted!r}, not {record[key]!r}")
    oracle = Oracle(len(record["seats"]), whole(record, "start"), record["variant"])
    for index, event in enumerate(record["events"]):
        try:
            oracle.feed(event)
        except Illegal as error:
            raise Illegal(error.rule, f"event {index}: {error.text}") from error
    result = oracle.result()
    need(same(record["result"], result), "G6", f"the result is {result}, not {record['result']}")
    return oracle
