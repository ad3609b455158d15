"""Puzzles: positions with one clearly best move that points alone do not show.

`python -m hexade.lab.puzzles GAME --pool FILE --out FOLDER` lets strong bots play, keeps the
positions that make good puzzles in a file, one line each, and lays them out as a calendar of weeks.
The same command again goes on after the last game that was looked at. `--again` looks once more at
the positions of a calendar that is there, for times when the judge has changed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from hexade import bots, games
from hexade.contract.chance import Stream, bot_seed, seed_of
from hexade.contract.game import CHANCE, AnyGame, Move, Seat, View
from hexade.contract.puzzle import SAME
from hexade.contract.setup import Setup, agree
from hexade.lab.puzzle_calendar import calendar_days, write_calendar
from hexade.lab.workers import processes

QUICK = 0.2  # effort of the players and of the first look at their positions
CAREFUL = 3.0  # effort of each of two looks at the moves that matter
WORTH_A_LOOK = 0.05  # by which the best idea must lead at the first look
CLEAR = 0.08  # winning chance by which the best idea must lead every other one
TEMPTATION = 0.15  # winning chance that the move with most points must cost
SURE = 0.5  # share of both that each careful look must show by itself
LISTED = 10  # best moves that are looked at again, beside the two with most points
JUDGES = range(3, 9)  # levels that try to solve it
SCALE = 63  # values are kept as one of 64 letters
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
CHUNK = 4  # games a task
PROOF = 2028  # the seed of the looks that prove a puzzle again


@dataclass(frozen=True)
class Puzzle:
    """A position, and what is known of its moves."""

    id: str  # the number of the game and of the decision in it
    line: str  # what chance and the players did before it: numbers to the base of 36
    best: Move
    tempting: Move  # the move with most points
    values: str  # a letter for each legal move, in order: its winning chance
    exact: dict[int, int]  # winning chances of the moves that were looked at closely, per mille
    near: str  # how each legal move compares with the best, run by run: `12.3t1=`
    missed: int  # how many of six levels do not find it
    colour: str  # the one that the best move is about


def setup_of(game: AnyGame) -> Setup:
    """Return what the puzzles of a game are played with."""
    assert game.puzzles is not None  # whoever asks knows that there are puzzles
    return agree(game, game.puzzles.variant, seats=game.puzzles.seats)


def base_36(number: int) -> str:
    """Return a number as text to the base of 36."""
    head = base_36(number // 36) if number >= 36 else ""
    return head + DIGITS[number % 36]


def written_line(line: Sequence[Move]) -> str:
    """Return moves and outcomes of chance as text."""
    return " ".join(map(base_36, line))


def position(game: AnyGame, setup: Setup, line: str) -> Any:
    """Return the state that a line leads to: every number is the move of whoever must act."""
    state = game.begin(setup)
    for number in line.split():
        (seat,) = game.to_act(state)
        state = game.apply(state, {seat: int(number, 36)})
    return state


def runs(text: str) -> str:
    """Return a text as runs of equal letters."""
    out, at = [], 0
    while at < len(text):
        end = at
        while end < len(text) and text[end] == text[at]:
            end += 1
        out.append(f"{end - at}{text[at]}")
        at = end
    return "".join(out)


def look_closely(
    game: AnyGame, view: View, legal: Sequence[Move], quick: np.ndarray, seeds: Sequence[int]
) -> dict[Move, list[float]]:
    """Return careful values of the best moves and of the two with most points, one each seed."""
    assert game.puzzles is not None  # only positions of games with puzzles are looked at
    points = np.asarray(game.puzzles.points(view, legal))
    listed = [*np.argsort(-quick, kind="stable")[:LISTED], *np.argsort(-points, kind="stable")[:2]]
    moves = [legal[n] for n in sorted(set(map(int, listed)))]
    found = [game.judge(view, moves, CAREFUL, seed) or [] for seed in seeds]
    return {move: [float(values[n]) for values in found] for n, move in enumerate(moves)}


def tempting(game: AnyGame, view: View, legal: Sequence[Move], best: Move) -> Move | None:
    """Return the move with most points; None if the best one has as many, or looks best anyhow."""
    assert game.puzzles is not None  # only positions of games with puzzles are looked at
    points = game.puzzles.points(view, legal)
    worth = game.worth(view, legal)
    at = list(legal).index(best)
    obvious = worth is not None and worth[at] == max(worth)
    return None if obvious or points[at] == max(points) else legal[points.index(max(points))]


def margins(
    game: AnyGame, view: View, values: dict[Move, float], best: Move, lure: Move
) -> tuple[float, float]:
    """Return by how much the best move leads every other idea, and what the tempting one costs."""
    assert game.puzzles is not None  # only positions of games with puzzles are looked at
    others = [
        value for move, value in values.items() if game.puzzles.compare(view, best, move) != SAME
    ]
    return values[best] - max(others, default=0.0), values[best] - values[lure]


def is_clear(game: AnyGame, view: View, found: dict[Move, list[float]], lure: Move) -> bool:
    """Tell whether one idea is clearly the best, in the mean and by each look."""
    mean = {move: sum(values) / len(values) for move, values in found.items()}
    best = max(mean, key=lambda move: mean[move])
    lead, cost = margins(game, view, mean, best, lure)
    if lead < CLEAR or cost < TEMPTATION:
        return False
    for n in range(len(found[best])):
        single = {move: values[n] for move, values in found.items()}
        lead, cost = margins(game, view, single, best, lure)
        if lead < SURE * CLEAR or cost < SURE * TEMPTATION:
            return False
    return True


def examine(
    game: AnyGame, view: View, legal: Sequence[Move], quick: np.ndarray, seed: int
) -> tuple[Move, Move, dict[Move, float]] | None:
    """Return best move, tempting move and careful values if a position makes a good puzzle."""
    assert game.puzzles is not None  # only positions of games with puzzles are looked at
    first = legal[int(quick.argmax())]
    if tempting(game, view, legal, first) is None:
        return None
    others = [
        value
        for move, value in zip(legal, quick, strict=True)
        if value > quick.max() - WORTH_A_LOOK and game.puzzles.compare(view, first, move) != SAME
    ]
    if others:
        return None
    found = look_closely(game, view, legal, quick, (seed_of(seed, 1), seed_of(seed, 2)))
    mean = {move: sum(values) / len(values) for move, values in found.items()}
    best = max(mean, key=lambda move: mean[move])
    lure = tempting(game, view, legal, best)
    if lure is None or not is_clear(game, view, found, lure):
        return None
    return (best, lure, mean) if game.reasons(view, legal, best) else None


def missed_by(game: AnyGame, view: View, legal: Sequence[Move], best: Move, seed: int) -> int:
    """Return how many of the levels from the third on choose another idea."""
    assert game.puzzles is not None  # only positions of games with puzzles are looked at
    missed = 0
    for level in JUDGES:
        bot = bots.make(f"level{level}", game, bot_seed(seed, level))
        bot.sit(view.setup, view.seat)
        missed += game.puzzles.compare(view, best, bot.choose(view, legal)) != SAME
    return missed


def puzzles_of_game(name: str, seed: int, number: int) -> Iterator[Puzzle]:
    """Yield the puzzles of one game between strong bots, at most one of each seat."""
    game = games.find(name)
    assert game.puzzles is not None  # whoever asks knows that there are puzzles
    key = seed_of(seed, number)
    state, dealer, draws = game.begin(setup_of(game)), Stream(key), 0
    line: list[Move] = []
    done: set[Seat] = set()
    while acting := game.to_act(state):
        (seat,) = acting
        if seat == CHANCE:
            move = dealer.pick(draws, game.chances(state))
            draws += 1
        else:
            view, legal = game.view(state, seat), list(game.legal(state, seat))
            now = seed_of(bot_seed(key, seat), len(line))
            quick = np.asarray(game.judge(view, legal, QUICK, now))
            if seat not in done and len(legal) > 1 and game.puzzles.suits(view):
                found = examine(game, view, legal, quick, now)
                if found:
                    done.add(seat)
                    yield _puzzle(game, view, legal, quick, found, f"{number}.{view.ply}", line)
            move = legal[int(quick.argmax())]
        state = game.apply(state, {seat: move})
        line.append(move)


def _puzzle(
    game: AnyGame,
    view: View,
    legal: Sequence[Move],
    quick: np.ndarray,
    found: tuple[Move, Move, dict[Move, float]],
    name: str,
    line: Sequence[Move],
) -> Puzzle:
    assert game.puzzles is not None  # only positions of games with puzzles are looked at
    best, lure, exact = found
    floor = min(exact.values())
    values = [
        exact.get(move, min(float(one), floor)) for move, one in zip(legal, quick, strict=True)
    ]
    return Puzzle(
        id=name,
        line=written_line(line),
        best=best,
        tempting=lure,
        values="".join(LETTERS[round(SCALE * min(1.0, max(0.0, value)))] for value in values),
        exact={move: round(1000 * value) for move, value in exact.items()},
        near=runs("".join(game.puzzles.compare(view, best, move) for move in legal)),
        missed=missed_by(game, view, legal, best, seed_of(len(line), best)),
        colour=game.puzzles.colour(view, best),
    )


def search(name: str, seed: int, numbers: range) -> list[dict[str, Any]]:
    """Return the puzzles of some games as JSON objects; this runs in a worker."""
    return [asdict(one) for number in numbers for one in puzzles_of_game(name, seed, number)]


def fill(name: str, pool: Path, seed: int, count: int, workers: int) -> None:
    """Look at games 0 to count - 1 that were not looked at yet, and add to the pool."""
    done = {number for entry in entries(pool) for number in range(*entry["games"])}
    left = [
        task for at in range(0, count, CHUNK) for task in _gaps(at, min(at + CHUNK, count), done)
    ]
    pool.parent.mkdir(parents=True, exist_ok=True)
    torn = pool.exists() and not pool.read_bytes().endswith(b"\n")
    with pool.open("a", encoding="utf-8") as file:
        if torn:
            file.write("\n")  # a line that was cut off must not spoil the next one
        for task, found in processes(workers)(partial(search, name, seed), left):
            entry = {"games": [task.start, task.stop], "puzzles": found}
            file.write(json.dumps(entry, separators=(",", ":")) + "\n")
            file.flush()


def _gaps(start: int, stop: int, done: set[int]) -> Iterator[range]:
    """Yield the runs of numbers from start to stop that are not done."""
    at = start
    for number in range(start, stop + 1):
        if number == stop or number in done:
            if at < number:
                yield range(at, number)
            at = number + 1


def entries(pool: Path) -> list[dict[str, Any]]:
    """Return the lines of a pool; one that was cut off is left out."""
    if not pool.exists():
        return []
    found = []
    for text in pool.read_text("utf-8").splitlines():
        try:
            found.append(json.loads(text))
        except ValueError:
            continue
    return found


def look_again(name: str, seed: int, puzzle: dict[str, Any]) -> dict[str, Any] | None:
    """Return the puzzle that a puzzle's position makes by today's judge; None if it makes none."""
    game = games.find(name)
    line = [int(number, 36) for number in puzzle["line"].split()]
    state = position(game, setup_of(game), puzzle["line"])
    (seat,) = game.to_act(state)
    view, legal = game.view(state, seat), list(game.legal(state, seat))
    now = seed_of(seed, len(line))
    quick = np.asarray(game.judge(view, legal, QUICK, now))
    found = examine(game, view, legal, quick, now)
    return found and asdict(_puzzle(game, view, legal, quick, found, puzzle["id"], line))


def replace(name: str, pool: Path, seed: int, folder: Path, workers: int) -> None:
    """Move the puzzles of a calendar that hold by today's judge into the pool; empty the folder."""
    task = partial(look_again, name, seed)
    found = [one for _, one in processes(workers)(task, calendar_days(folder)) if one]
    with pool.open("a", encoding="utf-8") as file:
        entry = {"games": [0, 0], "puzzles": found}
        file.write(json.dumps(entry, separators=(",", ":")) + "\n")
    for path in folder.glob("*.json"):
        path.unlink()


def is_proved(name: str, puzzle: dict[str, Any]) -> bool:
    """Tell whether a puzzle's best move still leads when other chances are drawn."""
    game = games.find(name)
    state = position(game, setup_of(game), puzzle["line"])
    (seat,) = game.to_act(state)
    view, legal = game.view(state, seat), list(game.legal(state, seat))
    seeds = [seed_of(PROOF + n, len(puzzle["line"])) for n in range(4)]
    quick = np.asarray(game.judge(view, legal, 1.0, seeds[0]))
    found = look_closely(game, view, legal, quick, seeds[1:])
    mean = {move: sum(values) / len(values) for move, values in found.items()}
    if puzzle["best"] not in mean:
        return False  # it is not even among those worth a close look
    lead, cost = margins(game, view, mean, puzzle["best"], puzzle["tempting"])
    return lead >= SURE * CLEAR and cost >= SURE * TEMPTATION


def with_picture(game: AnyGame, puzzle: dict[str, Any]) -> dict[str, Any]:
    """Return a puzzle with a sketch, and what its two moves bring at first glance."""
    assert game.puzzles is not None  # whoever asks knows that there are puzzles
    state = position(game, setup_of(game), puzzle["line"])
    (seat,) = game.to_act(state)
    view, moves = game.view(state, seat), [puzzle["best"], puzzle["tempting"]]
    shown = {"points": list(game.puzzles.points(view, moves)), "sketch": game.puzzles.sketch(view)}
    return {**puzzle, **shown}


def main() -> None:
    """Make puzzles as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "game", choices=[name for name, one in games.catalogue().items() if one.puzzles]
    )
    parser.add_argument("--pool", type=Path, required=True, help="the file of all puzzles found")
    parser.add_argument("--out", type=Path, help="the folder of the calendar")
    parser.add_argument("--games", type=int, default=0, help="look at so many games in all")
    parser.add_argument("--seed", type=int, default=2027)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="judge the calendar's puzzles anew")
    given = parser.parse_args()
    if given.again and not given.out:
        parser.error("--again needs --out, the folder of the calendar")
    if given.again:
        replace(given.game, given.pool, given.seed, given.out, given.workers)
    if given.games:
        fill(given.game, given.pool, given.seed, given.games, given.workers)
    by_id = {one["id"]: one for entry in entries(given.pool) for one in entry["puzzles"]}
    found = sorted(by_id.values(), key=lambda one: tuple(map(int, one["id"].split("."))))
    if given.out:
        # Drop those found by luck: the more positions there are, the better the best one looks.
        proof = processes(given.workers)(partial(is_proved, given.game), found)
        good = {one["id"] for one, is_good in proof if is_good}
        found = [one for one in found if one["id"] in good]
        game = games.find(given.game)
        setup = setup_of(game)
        days = write_calendar(
            [with_picture(game, one) for one in found], given.out, setup.variant, setup.seats
        )
        sys.stdout.write(f"{days} days of {len(found)} puzzles\n")


if __name__ == "__main__":
    main()
