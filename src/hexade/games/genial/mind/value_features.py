"""The inputs of the value network: a position after a move, as its mover may know it.

Colours come in the order of the mover's markers, weakest first, and once more in the order of each
opponent's, so that what was learned for one colour holds for all. All numbers are of the order of
one. A row has `columns(opponents)` numbers: blocks of colours, the mover's rack, general numbers,
and the colours in each opponent's order.
"""

from __future__ import annotations

from hexade.contract.bits import NONE, count, popcount, signed, size
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial import board
from hexade.games.genial.mind.cell_points import after_move, sum_up, survey, unchanged
from hexade.games.genial.rules import (
    EXCHANGE,
    PLACE,
    bonus_turns,
    exchange,
    has_opened,
    is_full,
    place,
)
from hexade.games.genial.scoring import exchangeable, has_won, standing, weakest

OWN, EACH, SEEN, TAIL = 16, 3, 7, 12
WINS, FILLS = 1, 2  # how a move can end the game
KINDS = len(board.TILES)


def columns(opponents: int) -> int:
    """Return how many numbers describe a position against so many opponents."""
    return 6 * (OWN + EACH * opponents) + 6 * SEEN * opponents + KINDS + TAIL + opponents


@kernel
def opponents(v: Record) -> int:
    """Return how many opponents with tracks of their own there are."""
    if v["seats"] == 1:
        return 0
    if v["tug"] or v["track"][2] == v["track"][0]:
        return 1
    return int(v["seats"]) - 1


@kernel
def row_of(v: Record) -> int:
    """Return the number of a variant's network: alone, two, three, four, a team, a duel."""
    if v["tug"]:
        return 5
    if v["seats"] == 4 and v["track"][2] == v["track"][0]:
        return 4
    return int(v["seats"]) - 1


@kernel
def survey_for(s: Record, v: Record, g: Record) -> None:
    """Survey a position for the seat in turn: points of cells, and unseen symbols."""
    survey(s, g)
    for colour in range(6):
        survey_unseen(s, v, g, colour)


@kernel
def survey_unseen(s: Record, v: Record, g: Record, colour: int) -> None:
    """Count the symbols of a colour that the seat in turn has not seen."""
    tiles = s["bag"]
    for other in range(v["seats"]):
        if other != s["turn"]:
            tiles += s["racks"][other]
    g["unseen"][colour] = symbols(v, tiles, colour)


@kernel
def symbols(v: Record, tiles: Word, colour: int) -> int:
    """Count the symbols of a colour on some tiles."""
    return size(tiles & v["showing"][colour]) + count(tiles, double(colour))


@kernel
def double(colour: int) -> int:
    """Return the kind of tile that shows a colour twice (kinds are pairs in ascending order)."""
    return colour * 6 - colour * (colour - 1) // 2


@kernel
def kind_of(one_: int, other: int) -> int:
    """Return the kind of tile that shows two colours."""
    low, high = min(one_, other), max(one_, other)
    return double(low) + high - low


@kernel
def rival(s: Record, v: Record, seat: int, n: int, colour: int) -> int:
    """Return the marker of a seat's n-th opponent, as that opponent counts it."""
    return standing(s, v, (seat + 1 + n) % int(v["seats"]), colour)


@kernel
def sort_colours(k: Record) -> None:
    """Order the colours by their keys, lowest first."""
    for colour in range(6):
        k["rank"][colour] = 0
    for colour in range(6):
        for other in range(colour):
            if k["key"][colour] < k["key"][other]:
                k["rank"][other] += 1
            else:
                k["rank"][colour] += 1
    for colour in range(6):
        k["order"][k["rank"][colour]] = colour


@kernel
def describe_colours(v: Record, g: Record, k: Record, seat: int, row: Record) -> int:
    """Write the blocks of colours in the mover's order; return how many numbers they take."""
    after = k["after"]
    rack = after["racks"][seat]
    end = 1.0 / float(v["end"])
    rivals = opponents(v)
    low = signed(k["mine"][k["order"][0]])
    at = 0
    for n in range(6):
        colour = signed(k["order"][n])
        own = signed(k["mine"][colour])
        held = signed(k["held"][colour])
        row[at] = own * end
        row[at + 1] = (own - low) * end
        row[at + 2] = 1.0 if own >= v["stop"] else 0.0
        row[at + 3] = g["unseen"][colour] * 0.03
        row[at + 4] = held * 0.25
        row[at + 5] = k["best"][colour, 0] * 0.15
        row[at + 6] = k["best"][colour, 1] * 0.15
        row[at + 7] = k["best"][colour, 2] * 0.15
        row[at + 8] = k["many"][colour, 0] * 0.05
        row[at + 9] = k["many"][colour, 1] * 0.08
        row[at + 10] = k["many"][colour, 2] * 0.12
        row[at + 11] = k["many"][colour, 3] * 0.2
        row[at + 12] = k["many"][colour, 4] * 0.3
        row[at + 13] = k["best"][colour, 0] * 0.15 if held else 0.0
        row[at + 14] = 1.0 if count(rack, double(colour)) else 0.0
        row[at + 15] = 1.0 if own == low else 0.0
        at += OWN
        for other in range(rivals):
            theirs = rival(after, v, seat, other, colour)
            row[at] = theirs * end
            row[at + 1] = (own - theirs) * end
            row[at + 2] = 1.0 if theirs >= v["stop"] else 0.0
            at += EACH
    return at


@kernel
def describe_rival(v: Record, g: Record, k: Record, seat: int, n: int, row: Record, at: int) -> int:
    """Write the colours in the order of an opponent's markers; return where the row goes on."""
    end = 1.0 / float(v["end"])
    for colour in range(6):
        k["key"][colour] = rival(k["after"], v, seat, n, colour)
    sort_colours(k)
    low = signed(k["key"][k["order"][0]])
    row[at] = (weakest(k["after"], v, seat) - low) * end
    at += 1
    for rank in range(6):
        colour = signed(k["order"][rank])
        theirs = signed(k["key"][colour])
        row[at] = theirs * end
        row[at + 1] = (theirs - low) * end
        row[at + 2] = signed(k["mine"][colour]) * end
        row[at + 3] = g["unseen"][colour] * 0.03
        row[at + 4] = k["best"][colour, 0] * 0.15
        row[at + 5] = k["best"][colour, 1] * 0.15
        row[at + 6] = k["many"][colour, 2] * 0.12
        at += SEEN
    return at


@kernel
def describe_rack(k: Record, rack: Word, row: Record, at: int) -> int:
    """Write how many of each kind of tile the mover holds, colours in the mover's order."""
    for n in range(6):
        for m in range(n, 6):
            row[at] = float(count(rack, kind_of(signed(k["order"][n]), signed(k["order"][m]))))
            at += 1
    return at


@kernel
def describe(
    s: Record,
    v: Record,
    g: Record,
    k: Record,
    again: int,
    offered: bool,
    row: Record,
) -> None:
    """Write all numbers of the position after a move; `s` is the position before it."""
    seat, after = signed(s["turn"]), k["after"]
    rack, edges = after["racks"][seat], edges_left(after, v)
    end = 1.0 / float(v["end"])
    sum_up(k)
    for colour in range(6):
        held = symbols(v, rack, colour)
        k["held"][colour] = held
        k["key"][colour] = 16 * signed(k["mine"][colour]) + held
    sort_colours(k)
    at = describe_colours(v, g, k, seat, row)
    at = describe_rack(k, rack, row, at)
    row[at] = signed(k["mine"][k["order"][0]]) * end
    row[at + 1] = signed(k["mine"][k["order"][1]]) * end
    row[at + 2] = signed(k["mine"][k["order"][2]]) * end
    row[at + 3] = again
    row[at + 4] = 1.0 if offered else 0.0
    row[at + 5] = k["living"] * 0.01
    row[at + 6] = edges * 0.005
    row[at + 7] = s["bag_size"] * 0.01
    row[at + 8] = size(rack) * 0.2
    row[at + 9] = 1.0 if edges < 30 else 0.0
    row[at + 10] = 1.0 if edges < 12 else 0.0
    row[at + 11] = 1.0 if has_opened(s, (seat + 1) % int(v["seats"])) else 0.0
    at += TAIL
    for n in range(opponents(v)):
        at = describe_rival(v, g, k, seat, n, row, at)


@kernel
def describe_move(s: Record, v: Record, g: Record, k: Record, move: int, row: Record) -> int:
    """Describe the position after a legal move of the seat in turn in a row of numbers.

    Return WINS or FILLS if the move ends the game, else 0.
    """
    make_move(s, v, k, move)
    if move < PLACE:
        unchanged(g, k)
        describe(s, v, g, k, 0, False, row)
        return 0
    after_move(s, v, g, k, move)
    seat, after = signed(s["turn"]), k["after"]
    again = bonus_turns(after, seat)
    offered = again == 0 and exchangeable(after, v, seat) != NONE
    describe(s, v, g, k, again, offered, row)
    if has_won(after, v, seat):
        return WINS
    return FILLS if is_full(after, v) else 0


@kernel
def make_move(s: Record, v: Record, k: Record, move: int) -> None:
    """Make a move on a copy of the position, and note where the mover's markers are then."""
    seat = signed(s["turn"])
    k["after"] = s
    if move >= PLACE:
        place(k["after"], v, move)
    elif move == EXCHANGE:
        exchange(k["after"], v)
    for colour in range(6):
        k["mine"][colour] = standing(k["after"], v, seat, colour)


@kernel
def edges_left(s: Record, v: Record) -> int:
    """Count the free edges."""
    left = 0
    for w in range(v["words"]):
        left += popcount(s["free"][w])
    return left
