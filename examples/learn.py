"""Learn Hex dominoes for two from nothing, against a champion's first look, on one GPU.

    python -m examples.learn --minutes 7 --out learned.npz
    hexade arena GAME net:learned.npz noise:0:0 --deals 500

The first look is the move that a champion's network likes best before it searches: that of the
lab's `champion1`, or by `--look champion` today's (`noise:0:0`). In every position the learner gets
a list of moves and a row of numbers for the position after each (`SelfPlay.candidates`); it plays
what it likes best, in half of its games against itself, in half against the first look, and moves
values towards what came later (TD(λ)). Needs torch, and the extra `gpu`; a CPU: `--device cpu`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from torch import nn

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.search import load_arrays
from hexade.contract.setup import Setup, agree
from hexade.lab import drawings
from hexade.lab.rating import Estimate, share
from hexade.lab.selfplay import SelfPlay, best_of
from hexade.lab.train import Network, network_of, valuer, weights

WIDTH = 64  # moves of a position that are valued, always so where the learner is measured
LOOKS = {"champion1": ".champion1", "champion": ""}  # where their networks are
RATE, LEAST_RATE, MINIBATCH, EPOCHS = 1e-3, 0.03, 4096, 4
LAMBDA = 0.7  # how much of what came later is the outcome, how much the values on the way
NOISE = 0.02  # of the values while learning; falls to zero
AVERAGE = 0.999  # the player is a running average of the network that learns
GREEDY_ROUNDS = 4  # at first nothing is known: play for points, and learn who wins
REPORTS = 12
TEST_SEED = 2  # deals of the curve, never learned from

Values = Callable[[torch.Tensor], torch.Tensor]
Step = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]  # games, seats, rows, values


def learnable() -> tuple[AnyGame, Setup]:
    """Return the game that describes positions after moves by rows of numbers, and its set-up."""
    game = next(g for g in games.catalogue().values() if g.kernels and g.kernels.learning)
    return game, agree(game, seats=2)


def first_look(game: AnyGame, setup: Setup, device: str, look: str) -> Network:
    """Return the network of the first champion, or of today's."""
    package = f"hexade.games.{game.name}.mind" + LOOKS[look]
    return network_of(load_arrays(package, f"{setup.variant}{setup.seats}")).to(device)  # type: ignore[no-any-return]


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(
    table: SelfPlay,
    learner: Values,
    opponent: Values,
    learns: torch.Tensor,
    noise: float = 0.0,
    greedy: bool = False,
) -> tuple[list[Step], torch.Tensor]:
    """Play all games to their ends; `learns` says which seats of each game are the learner's.

    Return what the learner did, and each seat's share of first place.
    """
    steps: list[Step] = []
    while True:
        found = table.candidates()  # games, moves and rows of all candidates in one list
        if not len(found.games):
            return steps, table.shares()
        turns = table.turns().long()
        mine = learns[found.games, turns[found.games]]
        values = torch.empty(len(mine), device=table.device)
        values[mine], values[~mine] = learner(found.rows[mine]), opponent(found.rows[~mine])
        liked = found.worths.float() / 512 if greedy else values
        best = best_of(liked + noise * torch.randn_like(liked) * mine, found.games, table.size)
        table.decide(torch.where(best >= 0, found.moves[best.clamp(min=0)], -1))
        kept = best[best >= 0]
        kept = kept[mine[kept]]
        at = found.games[kept]
        steps.append((at, turns[at], found.rows[kept].half(), values[kept]))


def targets(steps: list[Step], shares: torch.Tensor, lambda_: float) -> torch.Tensor:
    """Return what each position should have been valued, from the last to the first."""
    coming, found = shares.clone(), []
    for at, seats, _, values in reversed(steps):
        found.append(coming[at, seats])
        coming[at, seats] = lambda_ * found[-1] + (1 - lambda_) * values
    return torch.cat(found[::-1])


class Learner:
    """The network that learns, and the running average of it that plays."""

    def __init__(self, columns: int, hidden: tuple[int, ...], device: str) -> None:
        self.network = Network(columns, hidden).to(device)
        self.player = deepcopy(self.network)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=RATE)
        self.updates = 0

    def learn(self, rows: torch.Tensor, wanted: torch.Tensor, left: float) -> None:
        """Move the network towards what is wanted; `left` is the part of the time to come."""
        loss_of = nn.BCEWithLogitsLoss()
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * max(LEAST_RATE, left)
        orders = [torch.randperm(len(wanted), device=wanted.device) for _ in range(EPOCHS)]
        for at in torch.cat(orders).split(MINIBATCH):
            self.optimizer.zero_grad(set_to_none=True)
            loss_of(self.network(rows[at].float()), wanted[at]).backward()
            self.optimizer.step()
            self._follow()

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _follow(self) -> None:
        self.updates += 1
        part = 1 - min(AVERAGE, self.updates / (self.updates + 10))
        for own, new in zip(self.player.parameters(), self.network.parameters(), strict=True):
            own.lerp_(new, part)


def measure(table: SelfPlay, learner: Values, opponent: Values) -> Estimate:
    """Return the share of wins against the opponent, every deal from both sides."""
    won = np.zeros(table.size)
    for seat in range(2):
        table.begin(TEST_SEED, 0)
        learns = torch.zeros((table.size, 2), dtype=torch.bool, device=table.device)
        learns[:, seat] = True
        won += play(table, learner, opponent, learns)[1][:, seat].cpu().numpy() / 2
    return share(won.tolist())


def train(given: argparse.Namespace, seconds: float) -> None:
    """Learn for so long; write the weights, the curve and a drawing of it."""
    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high")
    lanes, device, out = given.lanes, given.device, given.out
    game, setup = learnable()
    table = SelfPlay(game, setup, lanes, device, given.width)
    tested = SelfPlay(game, setup, lanes, device) if given.width < WIDTH else table
    learner = Learner(table.columns, tuple(map(int, given.hidden.split(","))), device)
    opponent = valuer(first_look(game, setup, device, given.look))
    player, kind = valuer(learner.player), torch.arange(lanes, device=device) % 4
    learns = torch.stack([kind != 3, kind != 2], dim=1)  # both seats of half of the games
    curve = [(0.0, measure(tested, player, opponent))]  # which compiles everything, too
    begun, rounds, spent = time.monotonic(), 0, 0.0
    out.with_suffix(".jsonl").write_text("")
    report(curve, 0, given.look, out)
    while spent < seconds:
        left, greedy = 1 - spent / seconds, rounds < GREEDY_ROUNDS
        table.begin(given.seed, rounds * lanes)
        steps, shares = play(table, player, opponent, learns, NOISE * left, greedy)
        rows = torch.cat([step[2] for step in steps])
        learner.learn(rows, targets(steps, shares, 1.0 if greedy else LAMBDA), left)
        rounds, spent = rounds + 1, time.monotonic() - begun
        if spent >= min(seconds, len(curve) * seconds / REPORTS):
            curve.append((spent, measure(tested, player, opponent)))
            report(curve, rounds * lanes, given.look, out)
            np.savez(out, **weights(learner.player))  # type: ignore[arg-type]


def report(curve: list[tuple[float, Estimate]], played: int, look: str, out: Path) -> None:
    """Say how it goes: a line on the screen, one of JSON, and the drawing."""
    spent, won = curve[-1]
    line = {"seconds": round(spent, 1), "games": played, **asdict(won)}
    with out.with_suffix(".jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")
    title = f"share of wins against the first look of {look}, by seconds of learning"
    out.with_suffix(".svg").write_text(drawings.curve(curve, title))
    said = f"{won.mean:.1%} ({won.low:.1%}-{won.high:.1%}) against {look}'s first look"
    print(f"{spent:5.0f} s, {played} games: {said}", flush=True)


def main(words: list[str] | None = None) -> None:
    """Read what to do from the command line, and learn."""
    asks = argparse.ArgumentParser("python -m examples.learn")
    asks.add_argument("--minutes", type=float, default=7.0)
    asks.add_argument("--seconds", type=float, help="instead of --minutes")
    asks.add_argument("--lanes", type=int, default=8192, help="games side by side")
    asks.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    asks.add_argument("--seed", type=int, default=1)
    asks.add_argument("--hidden", default="256,128", help="sizes of the two inner layers")
    asks.add_argument("--width", type=int, default=WIDTH, help="moves of a position to value")
    asks.add_argument("--look", choices=LOOKS, default="champion1", help="whose first look to meet")
    asks.add_argument("--out", type=Path, default=Path("learned.npz"))
    given = asks.parse_args(words)
    train(given, 60 * given.minutes if given.seconds is None else given.seconds)


if __name__ == "__main__":
    main()
