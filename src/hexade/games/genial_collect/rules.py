"""THE RULES of the collecting game, once: the kernels that change a state (state.py).

Rule numbers are given where a rule is applied. `s` is a state (dtype STATE), `v` what was agreed
(dtype TABLE, see variants.py).
"""

from __future__ import annotations

from hexade.contract.bits import signed
from hexade.contract.chance import below, mix, seat_seed
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_collect.state import DECIDING, FILLING, OVER, STOP, TURN_UP, TURNING
from hexade.games.genial_collect.variants import MIDDLE


@kernel
def is_match(lying: int, shown: int) -> bool:
    """Tell whether a tile is good: its colour lies in the middle, not before the player (G2)."""
    return bool(lying > 0 and shown == 0)


@kernel
def is_good(s: Record, colour: int) -> bool:
    """Tell whether a tile would be good, whose colour is turned up now (G2)."""
    return is_match(s["middle"][colour], s["shown"][colour])


@kernel
def may_stop(s: Record) -> bool:
    """Tell whether the seat in turn may stop: the first tile of a turn is compulsory (G2)."""
    return bool(s["up"] > 0)


@kernel
def is_legal(s: Record, v: Record, move: int) -> bool:
    """Tell whether the seat in turn may make this move."""
    if s["phase"] != DECIDING:
        return False
    return move == TURN_UP or (move == STOP and may_stop(s))


@kernel
def list_legal(s: Record, v: Record, out: Record) -> int:
    """Write all legal moves in ascending order; return how many there are."""
    if s["phase"] != DECIDING:
        return 0
    out[0] = TURN_UP
    if not may_stop(s):
        return 1
    out[1] = STOP
    return 2


@kernel
def decision(s: Record) -> int:
    """Return the number of the current decision, which is public."""
    return int(s["ply"])


@kernel
def random_move(s: Record, v: Record, seed: Word) -> int:
    """Return one of the legal moves, all equally likely, in the order of `list_legal`."""
    key = mix(seat_seed(seed, signed(s["turn"])))
    return TURN_UP + below(key, decision(s), 2 if may_stop(s) else 1)


@kernel
def decide(s: Record, v: Record, move: int) -> None:
    """Make a legal move of the seat in turn."""
    s["ply"] += 1
    if move == TURN_UP:
        s["phase"] = TURNING
    else:
        stop(s, v)


@kernel
def stop(s: Record, v: Record) -> None:
    """Take the tiles turned up and those of their colours in the middle (G3)."""
    seat = signed(s["turn"])
    for colour in range(6):
        if s["shown"][colour] > 0:
            s["owned"][seat, colour] += s["middle"][colour] + 1
            s["middle"][colour] = 0
            s["shown"][colour] = 0
    s["up"] = 0
    if has_collected(s, v, seat):
        s["phase"] = OVER  # G6: at once
    else:
        pass_turn(s, v)


@kernel
def has_collected(s: Record, v: Record, seat: int) -> bool:
    """Tell whether a seat owns the goal in every colour (G6)."""
    for colour in range(6):
        if s["owned"][seat, colour] < v["goal"]:
            return False
    return True


@kernel
def pass_turn(s: Record, v: Record) -> None:
    """Give the turn to the next player clockwise (G3)."""
    s["turn"] = (signed(s["turn"]) + 1) % int(v["seats"])
    begin_turn(s)


@kernel
def begin_turn(s: Record) -> None:
    """Fill an empty middle first (G5), then let the seat decide; without a pile, end (G7)."""
    lying = 0
    for colour in range(6):
        lying += int(s["middle"][colour])
    if s["pile_size"] == 0:
        s["phase"] = OVER
    elif lying > 0:
        s["phase"] = DECIDING
    else:
        s["phase"], s["due"] = FILLING, min(MIDDLE, int(s["pile_size"]))


@kernel
def befall(s: Record, v: Record, outcome: int) -> None:
    """Let chance act: a tile of the pile is turned up."""
    s["draws"] += 1
    take(s, outcome)
    if s["phase"] == FILLING:
        fill(s, outcome)
    elif is_good(s, outcome):
        keep(s, v, outcome)
    else:
        lose(s, v, outcome)


@kernel
def take(s: Record, colour: int) -> None:
    """Take a tile from the pile."""
    s["pile"][colour] -= 1
    s["pile_size"] -= 1


@kernel
def fill(s: Record, colour: int) -> None:
    """Put a tile into the middle; after the last one the turn begins (G1, G5)."""
    s["middle"][colour] += 1
    s["due"] -= 1
    if s["due"] == 0:
        begin_turn(s)


@kernel
def keep(s: Record, v: Record, colour: int) -> None:
    """Show a good tile (G2); the player must stop after the pile's last one (G7)."""
    show(s, colour)
    s["phase"] = DECIDING
    if s["pile_size"] == 0:
        stop(s, v)


@kernel
def show(s: Record, colour: int) -> None:
    """Lay a good tile in front of the player (G2)."""
    s["up"] += 1
    s["shown"][colour] = s["up"]


@kernel
def lose(s: Record, v: Record, colour: int) -> None:
    """Put a bad tile and all others of this turn into the middle; the turn is over (G4)."""
    s["middle"][colour] += 1
    for other in range(6):
        if s["shown"][other] > 0:
            s["middle"][other] += 1
            s["shown"][other] = 0
    s["up"] = 0
    pass_turn(s, v)


@kernel
def random_outcome(s: Record, dealer: Word) -> int:
    """Return what chance does next, all tiles in the pile equally likely."""
    return nth_tile(s, below(dealer, int(s["draws"]), int(s["pile_size"])))


@kernel
def nth_tile(s: Record, n: int) -> int:
    """Return the colour of the n-th tile of the pile in the order of colours, from zero."""
    colour = 0
    while n >= s["pile"][colour]:
        n -= int(s["pile"][colour])
        colour += 1
    return colour
