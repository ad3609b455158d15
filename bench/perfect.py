"""How far from perfect players are: `python -m bench.perfect [GAME …]`, as Markdown.

Two measurements, both exact. The tiny set-ups are solved (lab/solve.py): what a player gives away
in each of its choices against players who give away nothing. And of whole games for two, played by
the champion's first look, those last decisions are taken whose values can be computed without
sampling (`tests/exact.py` of the game): what each player gives away there, by its own choice in the
same positions. Both in percent of a win. Levels err by chance: each is asked several times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from bench.arguments import arguments, ask_games
from bench.solve import label, solved, tiny
from hexade import games
from hexade.bots.levels import CHAMPION, COUNT
from hexade.contract.chance import Stream, bot_seed, seed_of, settled
from hexade.contract.game import AnyGame
from hexade.contract.setup import agree
from hexade.lab import players
from hexade.lab.machine import machine
from hexade.lab.solve import Solver, Strategy, choices, seated, strategy_of
from hexade.lab.workers import processes

TIE = 1e-9  # smaller differences come from rounding
TRIES = 4  # how often a player that errs by chance is asked
LEVELS = [f"level{n}" for n in range(1, COUNT)]
SEED, SLOW = 1, "ismcts"


@dataclass(frozen=True)
class Ending:
    """One decision near the end: what the moves are worth, and what players lose by theirs."""

    gap: float  # between the best move and the mean of all
    losses: tuple[float, ...]


def field(game: AnyGame) -> list[str]:
    """Return who is measured, the strongest first."""
    named = list(players.makers(game))
    rest = [n for n in named if n not in (CHAMPION, SLOW) and not n.startswith("level")]
    return [CHAMPION, *reversed(LEVELS), *(name for name in rest if name != "random"), "random"]


def walk(name: str, deals: Sequence[int]) -> list[Ending]:
    """Return the endings of some games, with what each player loses there."""
    game = games.find(name)
    exact = import_module(f"hexade.games.{name}.tests.exact")
    names, setup, found = field(game), agree(game), []
    for deal in deals:
        seed = seed_of(SEED, deal)
        dealer, state, draws = Stream(seed), game.begin(setup), 0
        movers = [players.make("noise:0.02:0", game, bot_seed(seed, seat)) for seat in (0, 1)]
        while True:
            state, draws = settled(game, state, dealer, draws)
            if not (acting := game.to_act(state)):
                break
            (seat,) = acting
            view, legal = game.view(state, seat), game.legal(state, seat)
            worth = exact.values(state, seat, legal) if len(legal) > 1 else None
            if worth is not None and max(worth) - min(worth) > TIE:
                found.append(measured(game, names, view, legal, worth))
            state = game.apply(state, {seat: movers[seat].choose(view, legal)})
    return found


def measured(
    game: AnyGame, names: Sequence[str], view: object, legal: Sequence[int], worth: Sequence[float]
) -> Ending:
    """Return what each player loses by its move; of a random one the mean."""
    best, losses = max(worth), []
    for name in names:
        tries = TRIES if name in LEVELS else 1
        asked = [players.make(name, game, seed).choose(view, legal) for seed in range(tries)]
        values = [worth[list(legal).index(move)] for move in asked]
        losses.append(best - (sum(worth) / len(worth) if name == "random" else np.mean(values)))
    return Ending(best - sum(worth) / len(worth), tuple(float(loss) for loss in losses))


def endings(game: AnyGame, deals: int, workers: int | None) -> list[Ending]:
    """Return the endings of so many games, on all cores."""
    tasks = [range(first, min(first + 5, deals)) for first in range(0, deals, 5)]
    found: list[Ending] = []
    with closing(processes(workers)(partial(walk, game.name), tasks)) as done:
        for _, some in done:
            found.extend(some)
    return found


def tiny_losses(solver: Solver, best: Strategy, name: str) -> float:
    """Return what a player gives away in a choice of a tiny set-up, over all its seats."""
    game, given, made = solver.tree.game, 0.0, 0.0
    assert name in field(game)
    for seed in range(TRIES if name in LEVELS else 1):
        own = solver.uniform() if name == "random" else strategy_of(
            solver, lambda game, _, seed=seed: players.make(name, game, seed + 1))  # type: ignore[misc]  # fmt: skip
        for seat in range(solver.seats):
            mixed = seated(solver, own, best, seat)
            worth = solver.values(mixed)[0][seat]
            given += solver.values(solver.best_response(mixed, seat))[0][seat] - worth
            made += choices(solver, mixed, seat)
    return given / 2 / max(made, TIE)  # a return goes from -1 to 1


def table(game: AnyGame, deals: int, workers: int | None) -> Iterator[str]:
    """Yield the lines of a game's table."""
    names = field(game)
    trees = [(setup, *quietly(game, setup)) for one, setup in tiny([game.name]) if one is game]
    has_exact = find_spec(f"hexade.games.{game.name}.tests.exact") is not None
    found = endings(game, deals, workers) if has_exact else []
    yield f"### {game.title}"
    yield ""
    heads = [label(setup) for setup, _, _ in trees]
    heads += [f"last decisions of {deals} games", "errs"] if found else []
    yield "| given away a choice | " + " | ".join(heads) + " |"
    yield "| --- " + "| ---: " * len(heads) + "|"
    for n, name in enumerate(names):
        cells = [f"{tiny_losses(solver, best, name):.2%}" for _, solver, best in trees]
        if found:
            losses = np.array([one.losses[n] for one in found])
            error = 1.96 * losses.std() / np.sqrt(len(losses))
            cells += [f"{losses.mean():.2%} ± {error:.2%}", f"{(losses > TIE).mean():.1%}"]
        yield f"| `{name}` | " + " | ".join(cells) + " |"
    if found:
        yield ""
        yield f"{len(found)} such decisions in which it matters what is played."


def quietly(game: AnyGame, setup: object) -> tuple[Solver, Strategy]:
    """Return a set-up with its solution, as bench.solve finds it."""
    return solved(game, setup, show=False)  # type: ignore[arg-type]


def main() -> None:
    """Measure and print."""
    ask = arguments("bench.perfect", __doc__)
    ask_games(ask)
    ask.add_argument("--deals", type=int, default=100, help="whole games")
    ask.add_argument("--workers", type=int)
    said = ask.parse_args()
    here = machine()
    print(f"{here['processor']}, {here['cores']} cores, hexade {here['hexade']}.\n")
    for name in said.game or games.names():
        for line in table(games.find(name), said.deals, said.workers):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
