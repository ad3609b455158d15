"""The answer of an opponent who looks at nothing but their own points, as many people do."""

from __future__ import annotations

from hexade.contract.bits import NONE, ONE, kinds, lowest, signed
from hexade.contract.kernel import Record, kernel
from hexade.games.genial.mind.cell_points import survey
from hexade.games.genial.rules import EXCHANGE, OFFERED, PLACE, allowed, openings, turnable
from hexade.games.genial.scoring import advance, advance_both, standing

SUM = 1024  # above any sum of markers


@kernel
def greedy_answer(s: Record, v: Record, g: Record) -> int:
    """Return the move after which the weakest marker, and then the sum of all, is highest."""
    if s["phase"] == OFFERED:
        return EXCHANGE
    survey(s, g)
    best, found = -SUM * SUM, -1
    rack, symbols = s["racks"][s["turn"]], openings(s, v)
    for w in range(v["words"]):
        edges = allowed(s, v, w, symbols)
        while edges != NONE:
            edge = 64 * w + lowest(edges)
            edges &= edges - ONE
            there = kinds(rack)
            while there != NONE:
                kind = lowest(there) // 3
                there &= there - ONE
                worth = greedy_worth(s, v, g, edge, kind)
                if worth > best:
                    best, found = worth, PLACE + 36 * edge + kind
            there = turnable(rack)
            while there != NONE:
                lay = signed(v["turned"][lowest(there) // 3])
                there &= there - ONE
                worth = greedy_worth(s, v, g, edge, lay)
                if worth > best:
                    best, found = worth, PLACE + 36 * edge + lay
    return found


@kernel
def greedy_worth(s: Record, v: Record, g: Record, edge: int, lay: int) -> int:
    """Return the weakest marker after a placement and then the sum of all, as one number."""
    seat = signed(s["turn"])
    a, b = signed(v["first"][lay]), signed(v["second"][lay])
    first = signed(g["points"][v["edges"][edge, 0], a])
    second = signed(g["points"][v["edges"][edge, 1], b])
    low, total = SUM, 0
    for colour in range(6):
        at = standing(s, v, seat, colour)
        if colour == a and colour == b:
            at = advance_both(v, at, first, second)
        elif colour == a:
            at = advance(v, at, first)
        elif colour == b:
            at = advance(v, at, second)
        low, total = min(low, at), total + at
    return SUM * low + total
