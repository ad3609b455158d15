"""Learn to value positions by playing against oneself: temporal differences, from nothing.

Each round plays a batch of games to their end with the network that has been learned so far (it
takes the move after which it thinks best of its position, with a little noise), and then moves the
network towards what came of it: for each position a mixture of the values of the positions that
followed and of the outcome (TD(λ)).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import numpy as np
import torch
from torch import nn

from hexade.contract.game import AnyGame
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.batch import kernels_of
from hexade.lab.selfplay import Tables, Values, best_of

MOST_DECISIONS = 400
WARM_NOISE = 0.05


@dataclass(frozen=True)
class Course:
    """How to learn."""

    hidden: tuple[int, ...] = (128, 64)
    games: int = 4096  # side by side
    rounds: int = 400
    seed: int = 1
    lambda_: float = 0.8
    noise: float = 0.02  # of the value, at the beginning
    warm: int = 8  # rounds at the beginning that are played greedily
    rate: float = 1e-3
    minibatch: int = 8192
    epochs: int = 1
    width: int = 64  # moves of a position that are valued
    reports: int = 12


def refuse_unless_possible(game: AnyGame, device: str) -> None:
    """Refuse a game that has nothing to learn from, and a device that is not there."""
    if kernels_of(game).learning is None:
        raise Refusal(Reason("no-learning", "", f"{game.title} has nothing to learn from"))
    if device == "cuda" and not torch.cuda.is_available():
        raise Refusal(Reason("device", "", "there is no CUDA device here; give --device cpu"))


class Network(nn.Module):  # type: ignore[misc]
    """Layers of rectified sums, and one number at the end: the logit of the expected outcome."""

    def __init__(self, columns: int, hidden: tuple[int, ...]) -> None:
        super().__init__()
        sizes = (columns, *hidden)
        layers: list[nn.Module] = []
        for before, after in pairwise(sizes):
            layers += [nn.Linear(before, after), nn.ReLU()]
        self.layers = nn.Sequential(*layers, nn.Linear(sizes[-1], 1))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Return logits."""
        return self.layers(rows).squeeze(-1)


def valuer(network: Network, chunk: int = 1 << 20) -> Values:
    """Return the network as a function from rows to expected outcomes."""

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def values(rows: torch.Tensor) -> torch.Tensor:
        parts = [torch.sigmoid(network(rows[n : n + chunk])) for n in range(0, len(rows), chunk)]
        return torch.cat(parts) if parts else rows.new_zeros(0)

    return cast("Values", values)


@dataclass
class Played:
    """Positions as they were chosen, with what they should have been valued at."""

    rows: torch.Tensor
    targets: torch.Tensor


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(
    tables: Tables,
    values: Values,
    seed: int,
    first: int,
    noise: float,
    lambda_: float,
    greedy: bool = False,
) -> Played:
    """Play all games to the end, and return every position that was chosen with its target."""
    tables.begin(seed, first)
    steps: list[tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]] = []
    for _ in range(MOST_DECISIONS):
        found = tables.candidates()
        if not len(found.games):
            break
        turns = tables.turns().long()
        judged = values(found.rows)
        noisy = found.worths.float() / 512 if greedy else judged
        noisy = noisy + noise * torch.randn_like(judged)
        at = best_of(noisy, found.games, tables.size)
        live = at >= 0
        index = at[live]
        games = live.nonzero().squeeze(1)
        steps.append((games, turns[games], found.rows[index].half(), judged[index]))
        tables.decide(torch.where(live, found.moves[at.clamp(min=0)], -1))
    return _targets(tables, steps, lambda_)


def _targets(
    tables: Tables,
    steps: list[tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]],
    lambda_: float,
) -> Played:
    """Walk back from the outcomes: each position should be worth what followed it."""
    coming = tables.shares()  # per game and seat: what its last position should be worth
    wanted = []
    for games, turns, _, judged in reversed(steps):
        target = coming[games, turns]
        wanted.append(target)
        coming[games, turns] = lambda_ * target + (1 - lambda_) * judged
    wanted.reverse()
    return Played(torch.cat([rows for _, _, rows, _ in steps]), torch.cat(wanted))


def learn(network: Network, optimizer: torch.optim.Optimizer, played: Played, course: Course
          ) -> float:  # fmt: skip
    """Move the network towards the targets; return the mean loss."""
    loss_of = nn.BCEWithLogitsLoss()
    total, count = 0.0, 0
    for _ in range(course.epochs):
        order = torch.randperm(len(played.targets), device=played.targets.device)
        for at in order.split(course.minibatch):
            optimizer.zero_grad(set_to_none=True)
            loss = loss_of(network(played.rows[at].float()), played.targets[at])
            loss.backward()
            optimizer.step()
            total, count = total + loss.detach(), count + 1
    return float(total) / max(1, count)


@torch.no_grad()  # type: ignore[untyped-decorator]
def against_greedy(tables: Tables, values: Values, seed: int) -> float:
    """Return the share that a network wins in one seat, in turn, greedy players in the others."""
    tables.begin(seed, 0)
    numbers = torch.arange(tables.size, device=tables.device)
    own = numbers % tables.seats
    for _ in range(MOST_DECISIONS):
        found = tables.candidates()
        if not len(found.games):
            break
        turns = tables.turns().long()
        mine = (turns == own)[found.games]
        greedy = found.worths.float() + torch.rand_like(found.worths, dtype=torch.float32) * 0.5
        scores = torch.where(mine, values(found.rows), greedy)
        at = best_of(scores, found.games, tables.size)
        tables.decide(torch.where(at >= 0, found.moves[at.clamp(min=0)], -1))
    shares = tables.shares()
    return float(shares[numbers, own].mean())


def train(
    game: AnyGame, setup: Setup, course: Course, device: str
) -> Iterator[tuple[str, Network]]:
    """Learn for some rounds; yield a line of the curve now and then, and the network as it is."""
    torch.manual_seed(course.seed)
    torch.set_float32_matmul_precision("high")  # sums of small rows: ten bits are enough
    tables = Tables(game, setup, course.games, device, course.width)
    network = Network(tables.columns, course.hidden).to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=course.rate)
    begun, every = time.monotonic(), max(1, course.rounds // course.reports)
    for number in range(course.rounds):
        part = number / course.rounds
        for group in optimizer.param_groups:
            group["lr"] = course.rate * max(0.03, 1 - part)
        first, greedy = number * course.games, number < course.warm
        lambda_ = 1.0 if greedy else course.lambda_
        noise = WARM_NOISE if greedy else course.noise * (1 - part)
        played = play(tables, valuer(network), course.seed, first, noise, lambda_, greedy)
        loss = learn(network, optimizer, played, course)
        if (number + 1) % every == 0 or number + 1 == course.rounds:
            share = against_greedy(tables, valuer(network), course.seed + 1)
            spent = f"{time.monotonic() - begun:.0f} s"
            done = f"round {number + 1}, {first + course.games} games"
            yield f"{spent}, {done}: loss {loss:.4f}, {share:.4f} against greedy", network


def weights(network: Network) -> dict[str, np.ndarray]:
    """Return the layers as arrays, inputs by outputs."""
    found = [layer for layer in network.layers if isinstance(layer, nn.Linear)]
    kept: dict[str, np.ndarray] = {}
    for n, layer in enumerate(found):
        kept[f"w{n}"] = layer.weight.detach().cpu().numpy().T.astype(np.float16)
        kept[f"b{n}"] = layer.bias.detach().cpu().numpy().astype(np.float16)
    return kept
