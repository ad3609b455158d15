"""Find the noise of eight levels that are evenly apart: `python -m bench.levels GAME [VARIANT]`.

What each level overlooks and how hard it thinks is chosen (`levels.py` of the game); this finds how
much noise it needs on top. Levels meet those one and two above them over duplicate deals, each time
with noises drawn around the present ones. A curve of strength over noise is fitted for each level
to all games at once, and read off where the levels are `--apart` Elo from each other; the next
round draws closer around that. `--write` puts the noises into the game's file, `--check` plays
neighbours as they are, and counts only games with their present noises. `--from` and `--to` leave
out what is dear, or has been played enough: the champion takes longer than all others together. Run
it whenever a judge has become better. The file of `--out` keeps all games of an earlier run of the
same set-up, and they count too: begin a new one when judge or tastes have changed.
"""

from __future__ import annotations

import json
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from bench.arguments import arguments, ask_game
from hexade import games
from hexade.bots.levels import AtLevel
from hexade.contract.chance import Stream, bot_seed, seed_of
from hexade.contract.level import Level
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup, agree
from hexade.lab import players
from hexade.lab.workers import Runner, processes
from hexade.match.play import finish

COUNT, APART = 8, 150.0  # levels, and Elo between two of them
ELO = 400 / np.log(10)
STEADY = 1e-3  # ridge of the curves, in 1 / (100 Elo)²
USUAL_SLOPE = -12.0  # of strength over noise, in 100 Elo, where few games say otherwise
LONGEST_STEP = 1.0  # of the regression, in 100 Elo
FINE = 1 << 20


@dataclass(frozen=True)
class Duel:
    """One deal from both sides: a level and one above it, each with a noise of its own."""

    low: int  # from 0
    high: int
    noises: tuple[float, float]
    deal: int
    seed: int  # that of the run: with another one, a deal of this number is another deal


def play(setup: Setup, levels: Sequence[Level], duel: Duel) -> float:
    """Return what the lower level scored in the two games of a deal, from 0 to 1."""
    game, own = games.find(setup.game), seed_of(duel.seed, duel.deal)
    chosen = [replace(levels[n], noise=noise)
              for n, noise in zip((duel.low, duel.high), duel.noises, strict=True)]  # fmt: skip
    total = 0.0
    for side in (0, 1):
        seated = chosen if side == 0 else chosen[::-1]
        bots = [AtLevel(game, bot_seed(own, n), COUNT, "", level) for n, level in enumerate(seated)]
        ranks = finish(game, setup, bots, own)["ranks"]
        total += 0.25 if ranks[0] == ranks[1] else 0.5 * (ranks[side] == 1)
    return total


def drawn(
    levels: Sequence[Level], spread: float, deals: range, seed: int, among: range = range(COUNT)
) -> Iterator[Duel]:
    """Yield who meets whom, with noises around those of the levels; the cheapest pairs first.

    Without a spread only neighbours meet.
    """
    stream = Stream(seed, 3)
    for deal in deals:
        for low in among[:-1]:
            far = spread > 0 and low + 2 < COUNT - 1 and low + 2 in among
            for high in (low + 1, low + 2) if far else (low + 1,):
                noises = []
                for which, n in enumerate((low, high)):
                    at = 32 * (COUNT * deal + low) + 4 * (high - low) + which
                    share = 2 * stream.below(at, FINE) / FINE - 1
                    near = levels[n].noise * (1 + spread * share) + 0.04 * spread * (1 + share)
                    noises.append(0.0 if n == COUNT - 1 else written(near))
                yield Duel(low, high, (noises[0], noises[1]), deal, seed)


def written(noise: float) -> float:
    """Return a noise as games are played with it, and kept."""
    return round(min(noise, 1.0), 4)


def as_they_are(
    levels: Sequence[Level], found: Sequence[tuple[Duel, float]]
) -> list[tuple[Duel, float]]:
    """Return the games that were played with the present noises of these levels."""
    present = [written(level.noise) for level in levels]
    return [
        (duel, score)
        for duel, score in found
        if duel.noises == (present[duel.low], present[duel.high])
    ]


def curves(found: Sequence[tuple[Duel, float]]) -> np.ndarray:
    """Return for each level but the champion, at 0, its strength as a + b n + c n², n the noise.

    It is a logistic regression over all games, in units of 100 Elo, slightly held back.
    """
    rows = np.zeros((len(found), 3 * (COUNT - 1)))
    scores = np.array([score for _, score in found])
    for row, (duel, _) in zip(rows, found, strict=True):
        for n, noise, sign in zip((duel.low, duel.high), duel.noises, (1, -1), strict=True):
            if n < COUNT - 1:
                row[3 * n : 3 * n + 3] = sign * 100 / ELO * np.array([1.0, noise, noise * noise])
    weights = np.zeros(rows.shape[1])
    for level in range(COUNT - 1):
        weights[3 * level], weights[3 * level + 1] = -1.2 * (COUNT - 1 - level), USUAL_SLOPE
    held = np.tile([0.0, 0.05, 0.1], COUNT - 1) + STEADY
    first = weights.copy()
    for _ in range(200):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (2 * (scores - likely)) - held * (weights - first)
        bend = (rows * (2 * likely * (1 - likely))[:, None]).T @ rows + np.diag(held)
        step = np.linalg.solve(bend, slope)
        weights = weights + step * min(1.0, LONGEST_STEP / np.abs(step).max())
        if np.abs(step).max() < 1e-6:
            break
    return 100 * weights.reshape(COUNT - 1, 3)


def noises_for(fitted: np.ndarray, apart: float) -> tuple[list[float], list[bool]]:
    """Return the noise at which each level is where it should be, and whether there is one."""
    grid = np.linspace(0, 1, 2001)
    noises, reached = [], []
    for level, (a, b, c) in enumerate(fitted):
        falling = np.minimum.accumulate(a + b * grid + c * grid * grid)  # noise never helps
        wanted = -apart * (COUNT - 1 - level)
        noises.append(float(np.interp(-wanted, -falling, grid)))
        reached.append(bool(falling[-1] <= wanted <= falling[0]))
    return noises, reached


def described(low: float, deals: int, squares: float) -> str:
    """Return a mean score of deals as Elo with its 95% interval."""
    error = 1.96 * np.sqrt(max(squares / deals - low * low, 1e-9) / deals)
    inside = [min(max(share, 1e-4), 1 - 1e-4) for share in (low - error, low, low + error)]
    least, mean, most = (ELO * np.log(share / (1 - share)) for share in inside)
    return f"{-round(mean):+d} ± {(most - least) / 2:.0f}"


def check(found: Sequence[tuple[Duel, float]]) -> None:
    """Print how far apart levels are by the games that they played."""
    by_pair: dict[tuple[int, int], list[float]] = defaultdict(list)
    for duel, score in found:
        by_pair[duel.low, duel.high].append(score)
    print("| levels | deals | the lower one's share | Elo apart |\n| --- | ---: | ---: | ---: |")
    for (low, high), scores in sorted(
        by_pair.items(), key=lambda one: (one[0][1] - one[0][0], one)
    ):
        mean = float(np.mean(scores))
        apart = described(mean, len(scores), float(np.mean(np.square(scores))) * len(scores))
        print(f"| {low + 1} – {high + 1} | {len(scores)} | {100 * mean:.1f}% | {apart} |")


def write_noises(game: str, noises: Sequence[float]) -> None:
    """Put noises into the file of a game's levels."""
    path = Path(str(import_module(f"hexade.games.{game}.levels").__file__))
    left = iter(noises)

    def changed(line: re.Match[str]) -> str:
        noise = next(left, None)
        return line[0] if noise is None else f"{line[1]}{noise:.3f}"

    text = re.sub(r"(Level\([\d.]+, )([\d.]+)", changed, path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")


def played(
    run: Runner, work: Any, duels: Sequence[Duel], out: Path, setup: Setup, until: float
) -> list[tuple[Duel, float]]:
    """Return the scores of duels, all of them written down, as far as time allows."""
    found = []
    with out.open("a", encoding="utf-8") as file, closing(run(work, duels)) as results:
        for duel, score in results:
            found.append((duel, score))
            line = {"setup": label(setup), **asdict(duel), "score": score}
            file.write(json.dumps(line) + "\n")
            file.flush()
            if time.monotonic() > until:
                break
    return found


def label(setup: Setup) -> str:
    """Return what a line says of its set-up."""
    return f"{setup.game}, {setup.variant} for {setup.seats}"


def kept(out: Path, setup: Setup) -> list[tuple[Duel, float]]:
    """Return what an earlier run has written down; refuse a file of another set-up."""
    if not out.exists():
        return []
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    others = sorted({str(one.get("setup")) for one in lines} - {label(setup)})
    if others:
        theirs = others[0] if others[0] != "None" else "a set-up that it does not name"
        text = f"{out} keeps games of {theirs}, not of {label(setup)}: give another file as --out"
        raise Refusal(Reason("levels", "", text))
    return [
        (Duel(one["low"], one["high"], tuple(one["noises"]), one["deal"], one["seed"]),
         one["score"])
        for one in lines
    ]  # fmt: skip


def next_deal(found: Sequence[tuple[Duel, float]], seed: int) -> int:
    """Return the first deal of a seed after all that have been played, also in part."""
    return 1 + max((duel.deal for duel, _ in found if duel.seed == seed), default=-1)


def told(levels: Sequence[Level], fitted: np.ndarray, noises: Sequence[float], ok: Sequence[bool],
         games_: int) -> None:  # fmt: skip
    """Print the curves and the levels that were read off them."""
    print(f"\n{games_} games. Elo below the champion without noise and with the noise found:")
    for n, (level, (a, b, c), noise) in enumerate(zip(levels, fitted, noises, strict=False)):
        there = a + b * noise + c * noise * noise
        mark = "" if ok[n] else "  # out of reach: give it other tastes, pull or effort"
        best = replace(level, noise=0.0)
        name = f"level{n + 1} {players.name_of(best):<44}"
        print(f"  {name} {a:+6.0f} {there:+6.0f} at {noise:.3f}{mark}", flush=True)


def main() -> None:
    """Measure and print."""
    ask = arguments("bench.levels", __doc__)
    ask_game(ask)
    ask.add_argument("variant", nargs="?")
    ask.add_argument("--seats", type=int)
    ask.add_argument("--deals", type=int, default=60, help="of each pair in each round")
    ask.add_argument("--rounds", type=int, default=3)
    ask.add_argument("--spread", type=float, default=0.8, help="of the first round's noises")
    ask.add_argument("--apart", type=float, default=APART)
    ask.add_argument("--seed", type=int, default=11)
    ask.add_argument("--seconds", type=float, default=1e9, help="stop playing after so long")
    ask.add_argument("--from", type=int, default=1, dest="first", help="the lowest that plays")
    ask.add_argument("--to", type=int, default=COUNT, dest="last", help="the highest that plays")
    ask.add_argument("--workers", type=int)
    ask.add_argument("--out", type=Path, default=Path("levels.jsonl"), help="keeps all games")
    ask.add_argument("--write", action="store_true", help="put the noises into the game's file")
    ask.add_argument("--check", action="store_true", help="only play the levels as they are")
    said = ask.parse_args()
    if not 1 <= said.first < said.last <= COUNT:
        ask.error(f"--from and --to are two levels from 1 to {COUNT}, the lower one first")
    game = games.find(said.game)
    try:
        setup = agree(game, said.variant, seats=said.seats)
        found = kept(said.out, setup)
    except Refusal as refusal:
        ask.error(str(refusal))
    levels, until = list(game.levels(setup)), time.monotonic() + said.seconds
    run = processes(said.workers)
    rounds, spread = (1, 0.0) if said.check else (said.rounds, said.spread)
    for number in range(rounds):
        done = next_deal(found, said.seed)
        deals, among = range(done, done + said.deals), range(said.first - 1, said.last)
        duels = list(drawn(levels, spread, deals, said.seed, among))
        work = partial(play, setup, levels)
        end = time.monotonic() + (until - time.monotonic()) / (rounds - number)
        found += played(run, work, duels, said.out, setup, end)
        if said.check:
            check(as_they_are(levels, found))
            return
        fitted = curves(found)
        noises, ok = noises_for(fitted, said.apart)
        told(levels, fitted, noises, ok, 2 * len(found))
        levels[:-1] = [replace(one, noise=n) for one, n in zip(levels, noises, strict=False)]
        spread /= 2
    if said.write:
        write_noises(game.name, noises)


if __name__ == "__main__":
    main()
