"""Reasons for a move are true: each is counted again, the slow way, from what a page is shown."""

from __future__ import annotations

from typing import Any

import pytest

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE
from hexade.contract.setup import Setup, agree
from hexade.games.genial import board, puzzle
from hexade.games.genial.game import GAME
from hexade.games.genial.reasons import CODES
from hexade.games.genial.tests.scene import PLAIN, scaled, scene

NAMES = {cell: board.cell_name(cell) for cell in board.area(8)}
STEPS = ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1))
Shown = dict[str, Any]


def beside(name: str, step: tuple[int, int]) -> str:
    row, column = board.ROWS.index(name[0]) + step[0], int(name[1:]) + step[1]
    return f"{board.ROWS[row]}{column}" if 0 < row < len(board.ROWS) else ""


def half(shown: Shown, name: str, colour: str) -> int:
    """Count the lines of a colour that end at a cell (A8)."""
    total = 0
    for step in STEPS:
        at = beside(name, step)
        while shown["cells"].get(at) == colour:
            total += 1
            at = beside(at, step)
    return total


def open_cells(shown: Shown) -> list[str]:
    free = {NAMES[cell] for cell in board.area(shown["side"])} - set(shown["cells"])
    return sorted(name for name in free if any(beside(name, step) in free for step in STEPS))


def best_half(shown: Shown, colour: str) -> int:
    return max((half(shown, name, colour) for name in open_cells(shown)), default=0)


def places(shown: Shown, colour: str) -> int:
    return sum(half(shown, name, colour) > 0 for name in open_cells(shown))


def track(shown: Shown, seat: int) -> dict[str, int]:
    form = shown["track"]
    scores = shown["scores"] if form["shared"] else shown["scores"][form["row"][seat]]
    return {colour: form["sign"][seat] * at for colour, at in scores.items()}


def weakest(shown: Shown, seat: int) -> list[str]:
    own = track(shown, seat)
    return [colour for colour, at in own.items() if at == min(own.values())]


def after(state: Any, seat: int, move: int) -> Shown:
    return GAME.show(GAME.view(GAME.apply(state, {seat: move}), seat))


def gain(now: Shown, then: Shown, seat: int) -> int:
    return sum(track(then, seat).values()) - sum(track(now, seat).values())


def others(now: Shown, seat: int) -> list[int]:
    rows, seen = now["track"]["row"], []
    for step in range(1, now["seats"]):
        other = (seat + step) % now["seats"]
        if rows[other] != rows[seat] and other == rows.index(rows[other]):
            seen.append(other)
    return seen


def check(state: Any, seat: int, move: int, legal: list[int]) -> list[str]:
    """Check all reasons for a move; return their names."""
    view = GAME.view(state, seat)
    found = {reason["why"]: reason for reason in GAME.reasons(view, legal, move)}
    now, then = GAME.show(view), after(state, seat, move)
    if move < 2:
        assert set(found) == ({"swaps", "sheds"} & set(found) if move == 1 else set())
        return list(found)
    gains = [gain(now, after(state, seat, one), seat) for one in legal]
    rival = legal[gains.index(max(gains))]
    lured = after(state, seat, rival)
    tug, over = now["track"]["shared"], then["phase"] == "over"
    check_brought(found, now, then, seat)
    assert ("points" in found) == (gain(now, then, seat) == max(gains) > 0)
    if "wins" in found:
        result = GAME.result(GAME.apply(state, {seat: move}))
        assert result is not None
        assert result["ranks"][seat] == 1
    check_denied(found, now, then, seat, over or tug)
    if "gift" in found:
        mine, theirs = GAME.giveaway(view, move), GAME.giveaway(view, rival)
        assert found["gift"]["opens"] == (mine["steps"] if mine else 0)
        assert found["gift"]["instead"] == (theirs["steps"] if theirs else 0)
        assert found["gift"]["gain"] == max(gains)
        assert found["gift"]["instead"] - found["gift"]["opens"] >= 3
    check_left_open(found, now, then, lured, seat)
    return list(found)


def check_brought(found: Shown, now: Shown, then: Shown, seat: int) -> None:
    """Check what a move brings: what it lifts and pulls, and a bonus turn."""
    old, new, tug = track(now, seat), track(then, seat), now["track"]["shared"]
    lifted = [c for c in weakest(now, seat) if new[c] > old[c]]
    assert ("lifts" in found) == (bool(lifted) and not tug)
    if "lifts" in found:
        said = found["lifts"]
        assert said["colours"] == lifted
        assert said["tied"] == len(weakest(now, seat))
        assert (said["from"], said["to"]) == (min(old.values()), min(new[c] for c in lifted))
        assert said["weakest"] == min(new.values())
    bonus = then["phase"] == "place" and then["turn"] == seat
    if "bonus" in found:
        assert bonus
        ends = (now["track"]["stop"], now["track"]["end"])
        assert all(any(old[c] < end <= new[c] for end in ends) for c in found["bonus"]["colours"])
    assert "bonus" in found or not bonus or now["bonus"]
    if "pulls" in found:
        assert tug
        assert found["pulls"]["colours"] == [c for c in old if old[c] <= 0 < new[c]]


def check_left_open(found: Shown, now: Shown, then: Shown, lured: Shown, seat: int) -> None:
    """Check what a move leaves open: the end of a track, places, the only tile."""
    if "prepares" in found:
        said = found["prepares"]
        assert said["at"] == track(then, seat)[said["colour"]] < said["end"] in (18, 36)
        assert best_tile(then, said["colour"]) >= said["end"] - said["at"]
    if "keeps" in found:
        said = found["keeps"]
        assert said["colour"] in weakest(then, seat)
        assert said["places"] == places(then, said["colour"]) >= 2
        assert said["instead"] == places(lured, said["colour"]) < said["places"]
    if "saves" in found:
        said = found["saves"]
        assert said["colour"] in weakest(then, seat)
        assert [tile for tile in now["rack"] if said["colour"] in tile] == [said["tile"]]
        assert said["tile"] in then["rack"]
        assert said["tile"] not in lured["rack"]


def check_denied(found: Shown, now: Shown, then: Shown, seat: int, none: bool) -> None:
    """Check what a move takes from others, and that the last place is never taken unsaid."""
    for why in ("shuts", "denies"):
        if why in found:
            said = found[why]
            assert said["seat"] in others(now, seat)
            assert said["colour"] in weakest(now, said["seat"])
            assert said["tied"] == len(weakest(now, said["seat"]))
            before, later = best_half(now, said["colour"]), best_half(then, said["colour"])
            assert before == (said["points"] if why == "shuts" else said["from"])
            assert later == (0 if why == "shuts" else said["to"])
            assert before - later >= 1
            return
    for other in () if none else others(now, seat):
        for colour in weakest(now, other):
            assert not best_half(now, colour) > 0 == best_half(then, colour)


def best_tile(shown: Shown, colour: str) -> int:
    """Return the most that a tile on the rack can score in a colour."""
    tiles = [tile for tile in shown["rack"] if colour in tile]
    most = best_half(shown, colour) if tiles else 0
    free = open_cells(shown)
    if any(tile == 2 * colour for tile in tiles):
        pairs = [(a, beside(a, step)) for a in free for step in STEPS if beside(a, step) in free]
        both = [half(shown, a, colour) + half(shown, b, colour) for a, b in pairs]
        most = max(most, *both, 0)
    return most


@pytest.mark.slow
@pytest.mark.parametrize(
    "setup",
    [agree(GAME, "base", seats=2), agree(GAME, "base", seats=3), agree(GAME, "solo"),
     agree(GAME, "team"), agree(GAME, "duel")],
    ids=str,
)  # fmt: skip
def test_every_reason_is_true_over_many_positions(setup: Setup) -> None:
    said: set[str] = set()
    for seed in range(scaled(4)):
        state, dealer, draws = GAME.begin(setup), Stream(seed), 0
        while acting := GAME.to_act(state):
            (seat,) = acting
            if seat == CHANCE:
                move = dealer.pick(draws, GAME.chances(state))
                draws += 1
            else:
                legal = list(GAME.legal(state, seat))
                worth = GAME.worth(GAME.view(state, seat), legal)
                move = legal[max(range(len(legal)), key=lambda n: worth[n])]
                odd = legal[(7 * draws + seed) % len(legal)]
                few = draws % 3 == 0 and len(legal) < 700 and not PLAIN
                for one in {move, odd} if few or draws % 9 == 0 else ():
                    said |= set(check(state, seat, one, legal))
            state = GAME.apply(state, {seat: move})
    assert PLAIN or len(said) > (1 if setup.seats == 1 else 3)
    assert said <= set(CODES)


def test_one_of_several_weakest_is_called_one_of_them() -> None:
    state = scene(tracks=("r3 g3 b5 o6 y7 p8",), racks=("rg",))
    view, legal = GAME.view(state, 0), list(GAME.legal(state, 0))
    lifts = [
        reason
        for move in legal[::7]
        for reason in GAME.reasons(view, legal, move)
        if reason["why"] == "lifts"
    ]
    assert lifts
    assert {reason["tied"] for reason in lifts} == {2}


def test_sketch_and_points_of_a_puzzle_are_those_of_the_board() -> None:
    state = scene(tracks=("r3 g3 b5 o6 y7 p8",), racks=("rg",))
    view, legal = GAME.view(state, 0), list(GAME.legal(state, 0))
    rows = puzzle.sketch(view).split("/")
    assert [len(row) for row in rows] == [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]
    assert rows[0] == "r....g"
    now = GAME.show(view)
    some = legal[::9]
    assert puzzle.points(view, some) == [gain(now, after(state, 0, one), 0) for one in some]
