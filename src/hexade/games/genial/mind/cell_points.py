"""The points of every colour on each free cell, counted once for each position.

A candidate move changes few of them: those of the two cells it covers, of neighbours that lose
their last free neighbour, and of the free cells at the ends of the lines it lengthens. So the
points after each of several hundred moves need one survey and a few changes, not a survey each.
`g` is the survey of a position (dtype GROUND), `k` what a move makes of it (dtype SKETCH).
"""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.kernel import Record, kernel
from hexade.games.genial.board import CELLS, EAST, FREE, NORTH_EAST, NORTH_WEST
from hexade.games.genial.rules import PLACE, STATE
from hexade.games.genial.scoring import ray

DEEP = 12  # classes of points: 0 to 10, and more
CHANGES = 12  # a move lengthens at most six lines with either half
RIVALS = 3  # opponents at most

# The survey of a position. A cell is alive while a tile can still cover it.
GROUND = np.dtype(
    [
        ("points", "u1", (CELLS, 6)),  # of each colour on this free cell
        ("growth", "u1", (CELLS, 6)),  # what a half would add to the points of other cells
        ("alive", "u1", (CELLS,)),  # free, with a free neighbour
        ("cells", "u1", (6, DEEP)),  # how many living cells score so many points, by colour
        ("living", "i2"),
        ("priors", "f4", (CELLS, 6)),  # of a half of each colour on this cell (prior.py)
        ("most", "f4", (CELLS,)),  # the highest of these in a colour on the rack
        ("unseen", "i2", (6,)),  # symbols on tiles that the seat in turn has not seen
        ("shown", "u1", (6,)),  # colours on the rack of the seat in turn
        ("room", "f4", (6,)),  # how far its marker is from the end of the track, and the worth
        ("gain", "f4", (6,)),  # of each point,
        ("first_two", "f4", (6,)),  # of the first two points,
        ("spare", "f4", (6,)),  # of each point that is left for later,
        ("grow", "f4", (6,)),  # of each point added to other cells,
        ("reach", "f4"),  # and of reaching the end
        ("their_room", "f4", (RIVALS, 6)),  # the same for each opponent,
        ("deny", "f4", (RIVALS, 6)),  # and what a point that it cannot score is worth
    ],
    align=True,
)

# The same after a candidate move, with scratch space for its description.
SKETCH = np.dtype(
    [
        ("after", STATE),  # the position after the move, before anything is drawn
        ("cells", "u1", (6, DEEP)),
        ("at", "i2", (CHANGES,)),  # cells whose points a line has changed
        ("colour", "u1", (CHANGES,)),
        ("now", "u1", (CHANGES,)),
        ("changes", "i1"),
        ("living", "i2"),
        ("mine", "i1", (6,)),  # the mover's markers after the move
        ("held", "u1", (6,)),  # symbols on the mover's rack
        ("key", "i2", (6,)),
        ("order", "u1", (6,)),  # colours by their key, lowest first
        ("rank", "u1", (6,)),
        ("best", "u1", (6, 3)),  # points of the three best living cells
        ("many", "u1", (6, 5)),  # living cells that score at least 1, 2, 3, 4, 5 points
    ],
    align=True,
)


@kernel
def is_free(s: Record, cell: int) -> bool:
    """Tell whether a cell is free."""
    return bool(s["cells"][cell] == FREE)


@kernel
def step(direction: int) -> int:
    """Return the step of one of six directions."""
    if direction == 0:
        return EAST
    if direction == 1:
        return NORTH_WEST
    if direction == 2:
        return NORTH_EAST
    if direction == 3:
        return -EAST
    return -NORTH_WEST if direction == 4 else -NORTH_EAST


@kernel
def has_free_neighbour(s: Record, cell: int) -> bool:
    """Tell whether a tile on this cell has room for its other half."""
    for direction in range(6):
        if is_free(s, cell + step(direction)):
            return True
    return False


@kernel
def survey(s: Record, g: Record) -> None:
    """Count the points of every colour on every free cell that a tile can still cover."""
    for colour in range(6):
        for deep in range(DEEP):
            g["cells"][colour, deep] = 0
    living = 0
    for cell in range(CELLS):
        survey_cell(s, g, cell)
        if g["alive"][cell]:
            living += 1
            for colour in range(6):
                g["cells"][colour, min(signed(g["points"][cell, colour]), DEEP - 1)] += 1
    g["living"] = living


@kernel
def survey_cell(s: Record, g: Record, cell: int) -> None:
    """Write the points of every colour on one cell, and whether a tile can cover it.

    Each of the six lines that end at the cell has one colour, that of its first symbol.
    """
    g["alive"][cell] = 0
    if not is_free(s, cell):
        return
    for colour in range(6):
        g["points"][cell, colour], g["growth"][cell, colour] = 0, 0
    beside = 0
    for direction in range(3):
        onward = step(direction)
        ahead, behind = signed(s["cells"][cell + onward]), signed(s["cells"][cell - onward])
        far = ray(s, cell, onward, ahead) if ahead < FREE else 0
        back = ray(s, cell, -onward, behind) if behind < FREE else 0
        beside += int(ahead == FREE) + int(behind == FREE)
        survey_end(s, g, cell, onward, ahead, far, behind, back)
        survey_end(s, g, cell, -onward, behind, back, ahead, far)
    for colour in range(6):
        g["growth"][cell, colour] += beside
    g["alive"][cell] = 1 if beside else 0


@kernel
def survey_end(
    s: Record, g: Record, cell: int, onward: int, there: int, far: int, behind: int, back: int
) -> None:
    """Add the points of one of a cell's lines, and what a half would add at its other end.

    `far` symbols of the colour `there` lie ahead, `back` of the colour `behind` on the other side.
    """
    if there < FREE:
        g["points"][cell, there] += far
        if is_free(s, cell + onward * (far + 1)):
            g["growth"][cell, there] += 1 + (back if behind == there else 0)
    elif there == FREE and behind < FREE:
        g["growth"][cell, behind] += back


@kernel
def survey_colour(g: Record, colour: int) -> None:
    """Count the cells by their points in one colour."""
    living = 0
    for deep in range(DEEP):
        g["cells"][colour, deep] = 0
    for cell in range(CELLS):
        if g["alive"][cell]:
            living += 1
            g["cells"][colour, min(signed(g["points"][cell, colour]), DEEP - 1)] += 1
    g["living"] = living


@kernel
def forget(g: Record, k: Record, cell: int) -> None:
    """Remove a cell that no tile can cover any more from the counts."""
    for colour in range(6):
        k["cells"][colour, min(signed(g["points"][cell, colour]), DEEP - 1)] -= 1
    k["living"] -= 1


@kernel
def dies(s: Record, cell: int, a: int, b: int) -> bool:
    """Tell whether a free cell has no free neighbour but these two."""
    for direction in range(6):
        beside = cell + step(direction)
        if beside != a and beside != b and is_free(s, beside):
            return False
    return True


@kernel
def holds(s: Record, cell: int, other: int, there: int, colour: int) -> bool:
    """Tell whether a cell shows a colour, with one more half on the cell `other`."""
    if cell == other:
        return there == colour
    return bool(s["cells"][cell] == colour)


@kernel
def run(s: Record, cell: int, step_: int, other: int, there: int, colour: int) -> int:
    """Count cells of a colour from the next cell on, with one more half on the cell `other`."""
    found = 0
    at = cell + step_
    while holds(s, at, other, there, colour):
        found += 1
        at += step_
    return found


@kernel
def lengthen(
    s: Record, g: Record, k: Record, cell: int, colour: int, other: int, there: int, away: int
) -> None:
    """Add the points that a half on this cell adds at the ends of its six lines.

    `there` is the colour on the cell `other` (-1: none yet); `away` will be covered too.
    """
    for direction in range(6):
        onward = step(direction)
        passed = run(s, cell, onward, other, there, colour)
        end = cell + onward * (passed + 1)
        if end == other or end == away or g["alive"][end] == 0 or dies(s, end, cell, away):
            continue
        add(g, k, end, colour, 1 + run(s, cell, -onward, other, there, colour))


@kernel
def add(g: Record, k: Record, cell: int, colour: int, more: int) -> None:
    """Raise the points of a colour on a cell, and note them for the next change."""
    at = -1
    for n in range(signed(k["changes"])):
        if k["at"][n] == cell and k["colour"][n] == colour:
            at = n
    if at < 0:
        at = signed(k["changes"])
        k["changes"] += 1
        k["at"][at], k["colour"][at] = cell, colour
        k["now"][at] = g["points"][cell, colour]
    before = signed(k["now"][at])
    k["now"][at] = before + more
    k["cells"][colour, min(before, DEEP - 1)] -= 1
    k["cells"][colour, min(before + more, DEEP - 1)] += 1


@kernel
def unchanged(g: Record, k: Record) -> None:
    """Copy the counts of the position before the move."""
    for colour in range(6):
        for deep in range(DEEP):
            k["cells"][colour, deep] = g["cells"][colour, deep]
    k["changes"], k["living"] = 0, g["living"]


@kernel
def after_move(s: Record, v: Record, g: Record, k: Record, move: int) -> None:
    """Write the counts after a placement."""
    unchanged(g, k)
    edge, lay = (move - PLACE) // 36, (move - PLACE) % 36
    a, b = signed(v["edges"][edge, 0]), signed(v["edges"][edge, 1])
    colour_a, colour_b = signed(v["first"][lay]), signed(v["second"][lay])
    forget(g, k, a)
    forget(g, k, b)
    for direction in range(6):
        beside = a + step(direction)
        if beside != b and g["alive"][beside] and dies(s, beside, a, b):
            forget(g, k, beside)
    for direction in range(6):
        beside = b + step(direction)
        if beside == a or not g["alive"][beside] or touches(beside, a):
            continue
        if dies(s, beside, a, b):
            forget(g, k, beside)
    lengthen(s, g, k, a, colour_a, b, -1, b)
    lengthen(s, g, k, b, colour_b, a, colour_a, a)


@kernel
def sum_up(k: Record) -> None:
    """Write the three best cells of each colour, and how many score at least so many points."""
    for colour in range(6):
        found = 0
        for deep in range(DEEP - 1, 0, -1):
            there = signed(k["cells"][colour, deep])
            for nth in range(found, min(3, found + there)):
                k["best"][colour, nth] = deep
            found += there
            if deep <= 5:
                k["many"][colour, deep - 1] = found
        for nth in range(min(3, found), 3):
            k["best"][colour, nth] = 0


@kernel
def touches(cell: int, other: int) -> bool:
    """Tell whether two cells are neighbours."""
    apart = abs(cell - other)
    return apart == EAST or apart == NORTH_WEST or apart == NORTH_EAST
