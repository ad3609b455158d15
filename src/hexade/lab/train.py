"""Training a value network by self-play with temporal differences, from scratch.

Each round plays a batch of games to the end with the current network (it plays the move with the
best value, with a little noise), and then moves the network towards the results: for each position
a mixture of the values of the later positions and the outcome (TD(λ)).
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
from hexade.lab.selfplay import SelfPlay, Values, best_of

MOST_DECISIONS = 400
WARM_NOISE = 0.05


@dataclass(frozen=True)
class Course:
    """The settings of a training run."""

    hidden: tuple[int, ...] = (128, 64)
    games: int = 4096  # side by side
    rounds: int = 400
    seed: int = 1
    lambda_: float = 0.8
    noise: float = 0.02  # added to values, at the beginning
    warm: int = 8  # initial rounds, played by greedy players
    rate: float = 1e-3
    minibatch: int = 8192
    epochs: int = 1
    width: int = 64  # moves of a position that are valued
    reports: int = 12


def refuse_unless_possible(game: AnyGame, device: str) -> None:
    """Refuse a game that has no kernels for training, and a missing device."""
    if kernels_of(game).learning is None:
        raise Refusal(Reason("no-learning", "", f"{game.title} does not support training"))
    if device == "cuda" and not torch.cuda.is_available():
        raise Refusal(Reason("device", "", "there is no CUDA device here; give --device cpu"))


class Network(nn.Module):  # type: ignore[misc]
    """Linear layers with ReLU, and one number at the end: the logit of the expected outcome."""

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
class Positions:
    """The positions that were played, and their target values."""

    rows: torch.Tensor
    targets: torch.Tensor


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(
    lanes: SelfPlay,
    values: Values,
    seed: int,
    first: int,
    noise: float,
    lambda_: float,
    greedy: bool = False,
) -> Positions:
    """Play all games to the end; return every position that was played with its target."""
    lanes.begin(seed, first)
    steps: list[tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]] = []
    for _ in range(MOST_DECISIONS):
        found = lanes.candidates()
        if not len(found.games):
            break
        turns = lanes.turns().long()
        judged = values(found.rows)
        noisy = found.worths.float() / 512 if greedy else judged
        noisy = noisy + noise * torch.randn_like(judged)
        at = best_of(noisy, found.games, lanes.size)
        live = at >= 0
        index = at[live]
        games = live.nonzero().squeeze(1)
        steps.append((games, turns[games], found.rows[index].half(), judged[index]))
        lanes.decide(torch.where(live, found.moves[at.clamp(min=0)], -1))
    return _targets(lanes, steps, lambda_)


def _targets(
    lanes: SelfPlay,
    steps: list[tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]],
    lambda_: float,
) -> Positions:
    """Compute the targets backwards from the outcomes."""
    coming = lanes.shares()  # the target of each game's and seat's last position
    wanted = []
    for games, turns, _, judged in reversed(steps):
        target = coming[games, turns]
        wanted.append(target)
        coming[games, turns] = lambda_ * target + (1 - lambda_) * judged
    wanted.reverse()
    return Positions(torch.cat([rows for _, _, rows, _ in steps]), torch.cat(wanted))


def learn(network: Network, optimizer: torch.optim.Optimizer, played: Positions, course: Course
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
def against_greedy(lanes: SelfPlay, values: Values, seed: int) -> float:
    """Return the share that the network wins in one seat of each game against greedy players."""
    lanes.begin(seed, 0)
    numbers = torch.arange(lanes.size, device=lanes.device)
    own = numbers % lanes.seats
    for _ in range(MOST_DECISIONS):
        found = lanes.candidates()
        if not len(found.games):
            break
        turns = lanes.turns().long()
        mine = (turns == own)[found.games]
        greedy = found.worths.float() + torch.rand_like(found.worths, dtype=torch.float32) * 0.5
        scores = torch.where(mine, values(found.rows), greedy)
        at = best_of(scores, found.games, lanes.size)
        lanes.decide(torch.where(at >= 0, found.moves[at.clamp(min=0)], -1))
    shares = lanes.shares()
    return float(shares[numbers, own].mean())


def train(
    game: AnyGame, setup: Setup, course: Course, device: str
) -> Iterator[tuple[str, Network]]:
    """Train for some rounds; yield a line of progress now and then, and the network so far."""
    torch.manual_seed(course.seed)
    torch.set_float32_matmul_precision("high")  # sums of small rows: ten bits are enough
    lanes = SelfPlay(game, setup, course.games, device, course.width)
    network = Network(lanes.columns, course.hidden).to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=course.rate)
    begun, every = time.monotonic(), max(1, course.rounds // course.reports)
    for number in range(course.rounds):
        part = number / course.rounds
        for group in optimizer.param_groups:
            group["lr"] = course.rate * max(0.03, 1 - part)
        first, greedy = number * course.games, number < course.warm
        lambda_ = 1.0 if greedy else course.lambda_
        noise = WARM_NOISE if greedy else course.noise * (1 - part)
        played = play(lanes, valuer(network), course.seed, first, noise, lambda_, greedy)
        loss = learn(network, optimizer, played, course)
        if (number + 1) % every == 0 or number + 1 == course.rounds:
            share = against_greedy(lanes, valuer(network), course.seed + 1)
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
