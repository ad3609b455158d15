"""What each seat may know: the one door out, an allow-list, closed by default.

A view is a record of the same shape as the state, with only the public fields and the viewer's own
rack filled in, so that every kernel runs on it. Beside it stand the sizes of the other racks and
the tiles that the viewer has not seen: those in the bag and on other racks, together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from hexade.contract import bits
from hexade.contract.chance import GUESS, Stream
from hexade.contract.game import Event, Seat
from hexade.contract.kernel import speed_up
from hexade.contract.setup import Setup
from hexade.games.genial import board, doors, rules
from hexade.games.genial.position import Position, freeze, thaw
from hexade.games.genial.variants import NINES, table

PUBLIC = (
    "cells", "free", "tracks", "marks", "opened", "turn", "phase", "bonus", "reason",
    "ply", "draws", "drawer", "due", "bag_size", "aside",
)  # fmt: skip
_SOME = tuple(tuple((name,) * count for count in range(8)) for name in board.TILE_NAMES)
TOLD = ("event", "seat", "tile", "cells", "points", "tiles")
_decision = speed_up(doors.decision_of)
_showing = speed_up(doors.offer_shows)


def _bytes_of(names: Iterable[str]) -> np.ndarray:
    """Return a mask over the bytes of a state: ones for these fields, and for nothing else."""
    mask = np.zeros(rules.STATE.itemsize, np.uint8)
    fields = rules.STATE.fields
    assert fields is not None
    for name in names:
        kind, at = fields[name][:2]
        mask[at : at + kind.itemsize] = 0xFF
    return mask


_PUBLIC_BYTES = _bytes_of(PUBLIC)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One seat's knowledge of a position."""

    setup: Setup
    seat: Seat
    data: np.ndarray  # of one record (rules.STATE), read-only, secrets left at zero
    rack_sizes: tuple[int, ...]
    drawn_size: int  # tiles drawn so far in a draw that is still going on
    unseen: int  # a multiset of tile kinds

    def __eq__(self, other: object) -> bool:
        """Compare by value."""
        return isinstance(other, View) and self._key() == other._key()

    def __hash__(self) -> int:
        """Hash by value."""
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        sizes = (self.rack_sizes, self.drawn_size)
        return (self.setup, self.seat, self.data.tobytes(), sizes, self.unseen)

    @property
    def record(self) -> np.void:
        """The fields that the viewer knows, by name."""
        return self.data[0]  # type: ignore[no-any-return]

    @property
    def table(self) -> np.ndarray:
        """The variant's numbers and tables, as an array of one record."""
        return table(self.setup.variant, self.setup.seats)

    @property
    def ply(self) -> int:
        """The number of the decision to be made now."""
        return int(_decision(self.data))

    @property
    def rack(self) -> int:
        """The viewer's own tiles, as a multiset; none for a watcher."""
        return int(self.record["racks"][self.seat]) if self.seat >= 0 else 0


def view(position: Position, seat: Seat) -> View:
    """Return what a seat, or a watcher, may know of a position."""
    state = position.record
    data = (position.data.view(np.uint8) & _PUBLIC_BYTES).view(rules.STATE)
    known = data[0]
    racks: list[int] = state["racks"][: position.setup.seats].tolist()
    if seat >= 0:
        known["racks"][seat] = racks[seat]
        if state["drawer"] == seat:
            known["drawn"] = state["drawn"]
    data.flags.writeable = False
    return View(
        setup=position.setup,
        seat=seat,
        data=data,
        rack_sizes=tuple(map(bits.total, racks)),
        drawn_size=bits.total(int(state["drawn"])),
        unseen=int(state["bag"]) + sum(racks) - (racks[seat] if seat >= 0 else 0),
    )


def tell(event: Event, seat: Seat) -> Event:
    """Return an event as a seat may know it: of another's draw only the number of tiles (A4)."""
    if event["event"] == "draw" and event["seat"] != seat:
        return {"event": "draw", "seat": event["seat"], "count": len(event["tiles"])}
    return {key: event[key] for key in TOLD if key in event}


def determinize(known: View, seed: int) -> Position:
    """Return a position that could be behind a view, its secrets dealt from the seed."""
    data = thaw(known.data)
    state = data[0]
    chance = Stream(seed, GUESS)
    pool = chance.shuffled(bits.unpack(known.unseen))
    for seat in _by_constraint(known):
        if seat != known.seat:
            rack = _deal(known, seat, pool)
            state["racks"][seat] = bits.pack(rack)
            if seat == state["drawer"]:
                state["drawn"] = bits.pack(rack[: known.drawn_size])
    state["bag"] = bits.pack(pool)
    return freeze(known.setup, data)


def _by_constraint(known: View) -> list[Seat]:
    """Return the seats, the one in turn first: of its rack something may be known."""
    return sorted(range(known.setup.seats), key=lambda seat: seat != known.record["turn"])


def _deal(known: View, seat: Seat, pool: list[int]) -> list[int]:
    """Take a rack for a seat out of the shuffled pool."""
    size = known.rack_sizes[seat]
    chosen = list(range(size))
    if known.record["phase"] == rules.OFFERED and seat == known.record["turn"]:
        chosen = _offered_rack(known, seat, pool, size)
    rack = [pool[at] for at in chosen]
    for at in sorted(chosen, reverse=True):
        del pool[at]
    return rack


def _offered_rack(known: View, seat: Seat, pool: list[int], size: int) -> list[int]:
    """Choose tiles that fit what all can see: that this seat is being offered an exchange."""
    mask = int(_showing(known.data, known.table, seat))
    shows = [bool(mask >> 3 * kind & 7) for kind in pool]
    if known.table[0]["exchange"] != NINES:
        return [at for at, showing in enumerate(shows) if not showing][:size]  # A12
    if any(shows[:size]):
        return list(range(size))
    return [*range(size - 1), shows.index(True)]  # D3: at least one tile shows such a colour


def tile_names(multiset: int) -> list[str]:
    """Return the names of the tiles in a multiset, in order."""
    names: list[str] = []
    for some in _SOME:
        names += some[multiset & 7]
        multiset >>= 3
    return names
