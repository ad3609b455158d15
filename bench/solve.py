"""Solve the tiny set-ups and measure players against that: `python -m bench.solve [GAME …]`.

It prints the tables of docs/perft.md: the size of each tree, the value of the game to each seat,
how far from an equilibrium that can be (NashConv), and what players give away.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench.arguments import arguments, ask_games
from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup, agree
from hexade.lab import players
from hexade.lab.solve import Solver, Strategy, choices, seated, strategy_of, tree_of

ROUNDS = 512  # of CFR+
LONGEST = 6  # choices of a game without an end by its rules
PLAYERS = {"champion": "champion", "first look": "noise:0:0", "greedy": "greedy"}
HEAD = "| set-up | nodes | information sets | choices | ends | cut off | value by seat | NashConv |"
LOSSES = (
    "| set-up | player | seat | return | gives away a game | choices | a choice | best answer |"
)


def tiny(names: list[str]) -> Iterator[tuple[AnyGame, Setup]]:
    """Yield the tiny set-ups of all games, or of those named."""
    for game in games.catalogue().values():
        for form in game.tiny_forms if not names or game.name in names else ():
            for seats in form.seats:
                yield game, agree(game, form.variant, seats=seats)


def solved(game: AnyGame, setup: Setup, show: bool = True) -> tuple[Solver, Strategy]:
    """Return a set-up with its solution; if asked to, print the row of its tree."""
    most = game.longest(setup)
    tree = tree_of(game, setup, LONGEST if most is None else most * setup.seats)
    solver = Solver(tree)
    best = solver.backward() if tree.is_open else solver.equilibrium(ROUNDS)
    worth = ", ".join(f"{value:+.4f}" for value in solver.values(best)[0])
    size = f"{len(tree.above)} | {len(tree.sets)} | {tree.slots} | {len(tree.ends)} | {tree.cut}"
    if show:
        print(f"| {label(setup)} | {size} | {worth} | {solver.nash_conv(best):.5f} |", flush=True)
    return solver, best


def losses(solver: Solver, best: Strategy) -> None:
    """Print what each player gives away in each seat against players who give away nothing."""
    game, setup = solver.tree.game, solver.tree.setup
    known = players.makers(game)
    for title, name in PLAYERS.items():
        if name in known or ":" in name:
            own = strategy_of(solver, lambda game, seed, name=name: players.make(name, game, seed))  # type: ignore[misc]
            measure(solver, best, own, f"{label(setup)} | {title}")
    measure(solver, best, solver.uniform(), f"{label(setup)} | random")


def measure(solver: Solver, best: Strategy, own: Strategy, title: str) -> None:
    """Print a row for each seat of one player."""
    for seat in range(solver.seats):
        mixed = seated(solver, own, best, seat)
        worth = solver.values(mixed)[0][seat]
        most = solver.values(solver.best_response(mixed, seat))[0][seat]
        count = choices(solver, mixed, seat)
        answer = "" if solver.seats > 2 else f"{answered(solver, own, seat):+.4f}"
        print(
            f"| {title} | {seat} | {worth:+.4f} | {most - worth:.4f} | {count:.2f} "
            f"| {(most - worth) / max(count, 1e-9):.4f} | {answer} |",
            flush=True,
        )


def answered(solver: Solver, own: Strategy, seat: int) -> float:
    """Return what a player still gets where its one opponent knows how it plays."""
    return float(solver.values(solver.best_response(own, 1 - seat))[0][seat])


def label(setup: Setup) -> str:
    """Return how tables name a set-up."""
    return f"{games.find(setup.game).title}, {setup.variant} for {setup.seats}"


def main(names: list[str]) -> int:
    """Print both tables."""
    print(HEAD + "\n" + "| --- |" + " ---: |" * 7)
    found = [solved(game, setup) for game, setup in tiny(names)]
    print("\n" + LOSSES + "\n" + "| --- | --- |" + " ---: |" * 6)
    for solver, best in found:
        losses(solver, best)
    return 0


if __name__ == "__main__":
    asks = arguments("bench.solve", __doc__)
    ask_games(asks)
    sys.exit(main(asks.parse_args().game))
