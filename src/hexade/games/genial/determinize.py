"""States that could be behind a view: the tiles that its viewer has not seen are dealt anew."""

from __future__ import annotations

from hexade.contract import bits
from hexade.contract.chance import GUESS, Stream
from hexade.contract.game import Seat
from hexade.contract.kernel import over_arrays, speed_up
from hexade.games.genial import rules, scoring
from hexade.games.genial.state import GenialState
from hexade.games.genial.variants import NINES
from hexade.games.genial.view import GenialView

_showing = speed_up(over_arrays(scoring.offer_shows))


def determinize(view: GenialView, seed: int) -> GenialState:
    """Return a state that could be behind a view, its secrets dealt from the seed."""
    data = view.thaw()
    state = data[0]
    chance = Stream(seed, GUESS)
    pool = chance.shuffled(bits.unpack(view.unseen))
    for seat in _by_constraint(view):
        if seat != view.seat:
            rack = _deal(view, seat, pool)
            state["racks"][seat] = bits.pack(rack)
            if seat == state["drawer"]:
                state["drawn"] = bits.pack(rack[: view.drawn_size])
    state["bag"] = bits.pack(pool)
    return GenialState(view.setup, data)


def _by_constraint(view: GenialView) -> list[Seat]:
    """Return the seats, the one to move first: something may be known about its rack."""
    return sorted(range(view.setup.seats), key=lambda seat: seat != view.record["turn"])


def _deal(view: GenialView, seat: Seat, pool: list[int]) -> list[int]:
    """Take a rack for a seat out of the shuffled pool."""
    size = view.rack_sizes[seat]
    chosen = list(range(size))
    if view.record["phase"] == rules.OFFERED and seat == view.record["turn"]:
        chosen = _offered_rack(view, seat, pool, size)
    rack = [pool[at] for at in chosen]
    for at in sorted(chosen, reverse=True):
        del pool[at]
    return rack


def _offered_rack(view: GenialView, seat: Seat, pool: list[int], size: int) -> list[int]:
    """Choose tiles that fit the public fact that this seat is being offered an exchange."""
    mask = int(_showing(view.data, view.table, seat))
    shows = [bool(mask >> 3 * kind & 7) for kind in pool]
    if view.table[0]["exchange"] != NINES:
        return [at for at, showing in enumerate(shows) if not showing][:size]  # A12
    if any(shows[:size]):
        return list(range(size))
    return [*range(size - 1), shows.index(True)]  # D3: at least one tile shows such a colour
