"""A naive referee for genial, written from the rules text alone, to check the fast rules with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement, permutations
from typing import Any

COLOURS = "rgboyp"
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
PRINTED = {"m8": "r", "m13": "g", "h13": "b", "c8": "o", "c3": "y", "h3": "p"}  # A2
REACH = {1: 5, 2: 5, 3: 6, 4: 7}  # A1: the farthest cell from the centre, by number of players
TABLES = {"base": (2, 3, 4), "solo": (1,), "team": (4,), "duel": (2,), "tiny": (2,)}
# The set-up to be solved, as docs/lab.md has it: what is printed, what is free, which tiles.
TINY_PRINTED = {"h8": "r", "h10": "g", "h6": "b"}
TINY_FREE = {"g7", "g8", "h7", "h9", "i8", "i9"}
TINY_BAG = {"rg": 4, "rb": 4}
FORMAT = "RECORDS"  # cited where an event is not written as the record format demands


class Illegal(Exception):
    """Something that the rules do not allow, with the number of the rule."""

    def __init__(self, rule: str, text: str) -> None:
        """Keep the rule's number and what is wrong."""
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


def require(condition: bool, rule: str, text: str) -> None:
    """Raise Illegal unless the condition holds."""
    if not condition:
        raise Illegal(rule, text)


def name(q: int, r: int) -> str:
    """Return the name of the cell at these coordinates."""
    return f"{chr(ord('h') + r)}{q + 8}"


def area(seats: int) -> dict[str, tuple[int, int]]:
    """Return the cells in use for this number of players, with their coordinates (A1)."""
    reach = REACH[seats]
    span = range(-reach, reach + 1)
    return {name(q, r): (q, r) for q in span for r in span if abs(q - r) <= reach}


def spell(tile: object) -> str:
    """Return the one spelling of a tile, its letters in the order of COLOURS."""
    good = isinstance(tile, str) and len(tile) == 2 and set(tile) <= set(COLOURS)
    require(good, FORMAT, f"{tile!r} is not a tile")
    return "".join(sorted(str(tile), key=COLOURS.index))


def pile(tiles: object) -> Counter[str]:
    """Return a list of tiles, in any order and spelling, as a multiset."""
    if not isinstance(tiles, list | tuple):
        raise Illegal(FORMAT, f"{tiles!r} is not a list of tiles")
    return Counter(spell(tile) for tile in tiles)


def full_bag() -> Counter[str]:
    """Return the 120 tiles of the game (A3)."""
    pairs = combinations_with_replacement(COLOURS, 2)
    return Counter({one + two: 5 if one == two else 6 for one, two in pairs})


def showing(tiles: Counter[str], colours: Iterable[str]) -> Counter[str]:
    """Return those of the tiles that show at least one of the colours."""
    wanted = set(colours)
    return Counter({tile: count for tile, count in tiles.items() if wanted & set(tile)})


def advance(position: int, gains: Sequence[int], stops: Sequence[int]) -> int:
    """Move a marker by one half after the other; each half halts at the next stop (A10, B2)."""
    for gain in gains:
        stop = next((stop for stop in stops if stop > position), stops[-1])
        position = min(position + gain, stop)
    return position


def places(keys: Sequence[list[int]]) -> list[int]:
    """Return the place of each key, the greatest first, equal keys sharing one (A14)."""
    return [1 + sum(other > key for other in keys) for key in keys]


class Oracle:
    """One game of genial, followed event by event."""

    def __init__(self, variant: str, edition: str, seats: int, start: int) -> None:
        """Set up an empty board and a full bag; the first draws are still to come."""
        require(variant in TABLES, FORMAT, f"no variant {variant!r}")
        # A7, D6: both editions are played alike, so the edition changes nothing below.
        require(edition in ("2011", "2023"), FORMAT, f"no edition {edition!r}")
        require(seats in TABLES[variant], "A1", f"{variant} is not for {seats} players")
        require(start in range(seats), "A5", f"no seat {start!r} to begin")
        self.variant, self.edition, self.seats = variant, edition, seats
        tiny = variant == "tiny"
        self.area = area(seats)
        self.printed = TINY_PRINTED if tiny else PRINTED
        if tiny:
            inside = TINY_FREE | TINY_PRINTED.keys()
            self.area = {cell: at for cell, at in self.area.items() if cell in inside}
        self.pairs = [
            (here, there) for here in self.area for there in self._neighbours(here) if here < there
        ]
        self.cells = dict(self.printed)
        self.bag = Counter(TINY_BAG) if tiny else full_bag()
        self.racks: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.rack_size = 1 if variant == "solo" else 2 if tiny else 6  # B1, A4
        self.stops = (18, 36) if variant in ("solo", "team") else (3,) if tiny else (18,)  # B2, C1
        owners = seats if variant in ("base", "tiny") else 2 if variant == "team" else 1
        shown = set("".join(self.bag))  # a colour without tiles begins at the end
        begin = {colour: 0 if colour in shown else self.stops[-1] for colour in COLOURS}
        self.tracks = [dict(begin) for _ in range(owners)]
        self.scores: list[dict[str, int]] | dict[str, int] = (
            self.tracks[0] if variant == "duel" else self.tracks
        )
        self.marks: dict[str, int] = {}
        self.first = [not tiny] * seats  # A7 asks for symbols that a tiny board has not
        self.turn, self.bonus = start, 0
        self.over, self.reason = False, ""
        self.due = "setup"  # then "place" and "draw" by turns
        self.aside: Counter[str] = Counter()

    def offered(self) -> bool:
        """Tell whether the seat in turn may exchange tiles right now (A12, D3)."""
        ready = self.due == "draw" and not self.over and not self.aside
        return ready and bool(self._exchangeable())

    def legal(self) -> set[frozenset[tuple[str, str]]]:
        """Return every legal placement now; none when it is not time to place."""
        if self.over or self.due != "place":
            return set()
        openings = self._openings()
        return {
            frozenset(((here, one), (there, two)))
            for here, there in self._free_pairs()
            if not self.first[self.turn] or {here, there} & openings  # A7
            for tile in self.racks[self.turn]
            for one, two in permutations(tile)
        }

    def feed(self, event: Mapping[str, Any]) -> None:
        """Take one event of a record, or raise Illegal and change nothing."""
        require(not self.over, "A13", "the game is over")
        kind, seat = event.get("event"), event.get("seat")
        require(kind in ("draw", "place", "exchange"), FORMAT, f"no event {kind!r}")
        if type(seat) is not int or seat not in range(self.seats):
            raise Illegal(FORMAT, f"no seat {seat!r}")
        require(self.due == "setup" or seat == self.turn, "A5", f"it is seat {self.turn}'s turn")
        if kind == "place":
            self._place(event.get("tile"), event.get("cells"), event.get("points"))
        elif kind == "exchange":
            self._exchange(pile(event.get("tiles")))
        elif self.due == "setup":
            self._deal(seat, pile(event.get("tiles")))
        else:
            self._refill(pile(event.get("tiles")))

    def result(self) -> dict[str, Any] | None:
        """Return the record's result object, or None while the game goes on."""
        if not self.over:
            return None
        scores = [dict(track) for track in self.tracks]
        return {
            "ranks": self._ranks(),
            "scores": scores[0] if self.variant == "duel" else scores,
            "reason": self.reason,
        }

    # Drawing and exchanging

    def _deal(self, seat: int, tiles: Counter[str]) -> None:
        require(not self.racks[seat], "A4", f"seat {seat} has drawn already")
        self._take(seat, tiles)
        if all(self.racks):
            self.due = "place"

    def _refill(self, tiles: Counter[str]) -> None:
        require(self.due == "draw", "A11" if self.bonus else "A6", "a tile must be placed first")
        self._take(self.turn, tiles)
        self.bag += self.aside  # A12, D3: only now
        self.aside = Counter()
        self.turn = (self.turn + 1) % self.seats
        self.due = "place"

    def _take(self, seat: int, tiles: Counter[str]) -> None:
        # The bag never runs out: at most 81 tiles lie, 24 are on racks and 6 are set aside.
        need = self.rack_size - self.racks[seat].total()
        require(tiles.total() == need, self._draw_rule(), f"{need} tiles are to be drawn")
        require(tiles <= self.bag, "A3", "a tile drawn is not in the bag")
        self.bag -= tiles
        self.racks[seat] += tiles

    def _draw_rule(self) -> str:
        return "B1" if self.variant == "solo" else "A4" if self.due == "setup" else "A12"

    def _exchange(self, tiles: Counter[str]) -> None:
        rule = {"solo": "B1", "duel": "D3", "team": "C3"}.get(self.variant, "A12")
        require(self.offered(), rule, "no exchange is offered")
        require(tiles == self._exchangeable(), rule, "these are not the tiles to exchange")
        self.racks[self.turn] -= tiles
        self.aside = tiles

    def _exchangeable(self) -> Counter[str]:
        if self.variant == "solo":  # B1
            return Counter()
        track, rack = self._track(), self.racks[self.turn]
        if self.variant == "duel":  # D3
            return showing(rack, [colour for colour in COLOURS if track[colour] == 9])
        weakest = [colour for colour in COLOURS if track[colour] == min(track.values())]
        return Counter() if showing(rack, weakest) else Counter(rack)  # A12, C3

    # Placing

    def _place(self, tile: object, cells: object, points: object) -> None:
        require(self.due == "place", self._draw_rule(), "tiles must be drawn first")
        spelled = spell(tile)
        require(self.racks[self.turn][spelled] > 0, "A6", f"{tile} is not on the rack")
        here, there = self._two_cells(cells)
        one, two = tuple(str(tile))
        counted = [self._count(here, there, one), self._count(there, here, two)]
        given = list(points) if isinstance(points, list | tuple) else points
        require(given == counted, "A8", f"the points are {counted}")
        self.cells |= {here: one, there: two}
        self.racks[self.turn] -= Counter([spelled])
        self.first[self.turn] = False
        self._go_on(self._score(one + two, counted))

    def _two_cells(self, cells: object) -> tuple[str, str]:
        if not isinstance(cells, list | tuple) or len(cells) != 2:
            raise Illegal(FORMAT, f"{cells!r} are not two cells")
        for cell in cells:
            known = isinstance(cell, str) and cell in self.area
            require(known and cell not in self.cells, "A6", f"{cell!r} is no free cell of the area")
        here, there = cells
        require(self._direction(here, there) in DIRECTIONS, "A6", "the cells are not adjacent")
        opens = bool({here, there} & self._openings())
        require(opens or not self.first[self.turn], "A7", "not beside an unused printed symbol")
        return here, there

    def _neighbours(self, cell: str) -> set[str]:
        q, r = self.area[cell]
        return {name(q + dq, r + dr) for dq, dr in DIRECTIONS} & self.area.keys()

    def _direction(self, here: str, there: str) -> tuple[int, int]:
        (q, r), (other_q, other_r) = self.area[here], self.area[there]
        return other_q - q, other_r - r

    def _openings(self) -> set[str]:
        """Return the cells beside printed symbols that no tile lies beside yet (A7)."""
        openings = set()
        for symbol in self.printed:
            beside = self._neighbours(symbol)
            if not beside & self.cells.keys():
                openings |= beside
        return openings

    def _free_pairs(self) -> Iterable[tuple[str, str]]:
        return (pair for pair in self.pairs if self.cells.keys().isdisjoint(pair))

    def _count(self, here: str, other_half: str, colour: str) -> int:
        """Count the matching symbols for one half, in five directions (A8)."""
        total = 0
        for dq, dr in DIRECTIONS:
            if (dq, dr) == self._direction(here, other_half):
                continue
            q, r = self.area[here]
            # Off the area nothing ever lies, so that the edge ends a row like a free cell.
            while self.cells.get(name(q + dq, r + dr)) == colour:
                total += 1
                q, r = q + dq, r + dr
        return total

    # Scoring

    def _track(self) -> dict[str, int]:
        """Return the markers as the seat in turn sees them, in the duel positive on its side."""
        if self.variant == "duel":
            side = 1 if self.turn == 0 else -1
            return {colour: side * place for colour, place in self.tracks[0].items()}
        return self.tracks[self.turn % len(self.tracks)]  # C1: seats 0 and 2 are team 0

    def _score(self, tile: str, points: list[int]) -> int:
        """Move the markers and return the bonus turns earned."""
        earned = 0
        for colour in set(tile):
            gains = [gain for half, gain in zip(tile, points, strict=True) if half == colour]
            move = self._pull if self.variant == "duel" else self._climb
            earned += move(colour, gains)
        return 0 if self.variant == "solo" else earned  # B1

    def _climb(self, colour: str, gains: list[int]) -> int:
        track, before = self._track(), self._track()[colour]
        # B2: the better of the two orders for a double; in the base game they are the same.
        after = max(advance(before, order, self.stops) for order in permutations(gains))
        track[colour] = after
        return sum(before < stop <= after for stop in self.stops)  # A11, C2

    def _pull(self, colour: str, gains: list[int]) -> int:
        side = 1 if self.turn == 0 else -1
        place = min(9, self._track()[colour] + sum(gains))  # D1
        self.tracks[0][colour] = side * place
        if place < 9 or self.marks.get(colour) == self.turn:  # D2
            return 0
        self.marks[colour] = self.turn
        return 1

    def _go_on(self, earned: int) -> None:
        self.bonus = max(0, self.bonus - 1) + earned
        self.reason = self._ending()
        self.over = bool(self.reason)
        if self.over or not self.racks[self.turn]:
            self.bonus = 0  # A11: the owed bonus turns lapse
        if not self.bonus:
            self.due = "draw"

    def _ending(self) -> str:
        """Return why the game ends now, or nothing; the immediate win comes first (A13)."""
        weakest = min(self._track().values())
        if self.variant == "duel" and weakest > 0:  # D4
            return "all-on-one-side"
        if self.variant != "duel" and weakest == self.stops[-1]:  # A13, B3, C3
            return "all-at-end"
        return "" if any(self._free_pairs()) else "board-full"

    def _ranks(self) -> list[int]:
        if self.variant == "duel":  # D5
            signed = list(self.tracks[0].values())
            sides = [[x for x in signed if x > 0], [-x for x in signed if x < 0]]
            return places([[len(side), *sorted(side)] for side in sides])
        ranks = places([sorted(track.values()) for track in self.tracks])  # A14
        return [ranks[seat % len(ranks)] for seat in range(self.seats)]


def referee(record: Mapping[str, Any]) -> Oracle:
    """Follow a whole record and check its result; an Illegal names the event's index."""
    require(record.get("format") == "hexade-record/1", FORMAT, "not a hexade-record/1")
    require(record.get("game") == "genial", FORMAT, "not a record of genial")
    missing = {"variant", "edition", "seats", "start", "events", "result"} - record.keys()
    require(not missing, FORMAT, f"missing: {sorted(missing)}")
    seats = len(record["seats"])
    oracle = Oracle(record["variant"], record["edition"], seats, record["start"])
    for index, event in enumerate(record["events"]):
        try:
            oracle.feed(event)
        except Illegal as fault:
            raise Illegal(fault.rule, f"event {index}: {fault.text}") from fault
    check_result(record["result"], oracle.result())
    return oracle


def check_result(given: Mapping[str, Any] | None, own: Mapping[str, Any] | None) -> None:
    """Raise Illegal unless the given result says what the referee's own says."""
    require((given is None) == (own is None), "A13", f"the result is {own}")
    for key, value in (own or {}).items():
        require((given or {}).get(key) == value, "A14", f"the result's {key} is {value}")
