"""Training a value network by self-play with temporal differences, from scratch.

Each round plays a batch of games to the end with a running average of the network (it plays the
move with the best value, with a little noise), and then moves the network towards the results: for
each position a mixture of the values of the later positions and the outcome (TD(λ)). In a part of
the games one seat learns and strangers sit in the others: greedy players, or an earlier network.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from torch import nn

from hexade.contract.game import AnyGame
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.batch import kernels_of
from hexade.lab.selfplay import Candidates, SelfPlay, Values, best_of

MOST_DECISIONS = 400
WARM_NOISE = 0.05
LEARNER, GREEDY, EARLIER = 0, 1, 2  # who sits in a seat


@dataclass(frozen=True)
class Course:
    """The settings of a training run."""

    hidden: tuple[int, ...] = (128, 64)
    games: int = 4096  # side by side
    rounds: int = 400
    seconds: float = 0.0  # if above 0, the course ends after so long
    seed: int = 1
    lambda_: float = 0.7
    noise: float = 0.02  # added to values, at the beginning
    warm: int = 8  # initial rounds, played by greedy players
    rate: float = 1e-3
    minibatch: int = 4096
    epochs: int = 4  # passes over the positions of a round
    average: float = 0.999  # of the running average that plays, for each step of learning
    greedy: float = 0.0  # share of games with greedy strangers
    earlier: float = 0.0  # share of games against an earlier network
    width: int = 64  # moves of a position that are valued
    reports: int = 12


def refuse_unless_possible(game: AnyGame, device: str) -> None:
    """Refuse a game that has no kernels for training, and a missing device."""
    if kernels_of(game).learning is None:
        raise Refusal(Reason("no-learning", "", f"{game.title} does not support training"))
    if device == "cuda" and not torch.cuda.is_available():
        raise Refusal(Reason("device", "", "there is no CUDA device here; give --device cpu"))


class Network(nn.Module):  # type: ignore[misc]
    """Linear layers with ReLU, and logits at the end.

    One logit is that of the mover's expected outcome; several are of the shares of all seats, which
    add up to one. The first parts of a row may be alike: each passes through the first layer, and
    their sum goes on with the rest of the row.
    """

    def __init__(
        self,
        columns: int,
        hidden: tuple[int, ...],
        alike: tuple[int, int] | None = None,  # how many parts, and the columns of each
        outputs: int = 1,
    ) -> None:
        super().__init__()
        self.alike, self.outputs = alike, outputs
        parts, each = alike or (1, columns)
        sizes = (each, hidden[0] + columns - parts * each, *hidden[1:-1])
        layers: list[nn.Module] = []
        for before, after in zip(sizes, hidden, strict=True):
            layers += [nn.Linear(before, after), nn.ReLU()]
        self.layers = nn.Sequential(*layers, nn.Linear(hidden[-1], outputs))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Return logits: a number for each row, or as many as there are seats."""
        if self.alike is not None:
            parts, each = self.alike
            first = self.layers[:2](rows[:, : parts * each].reshape(-1, parts, each)).sum(dim=1)
            return self.layers[2:](torch.cat([first, rows[:, parts * each :]], dim=1))
        return self.layers(rows).squeeze(-1)

    def values(self, rows: torch.Tensor) -> torch.Tensor:
        """Return expected outcomes."""
        logits = self(rows)
        return torch.sigmoid(logits) if self.outputs == 1 else torch.softmax(logits, dim=1)

    def loss(self, rows: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Return how far the outcomes are from what they should be (cross-entropy)."""
        if self.outputs == 1:
            return nn.functional.binary_cross_entropy_with_logits(self(rows), targets[:, 0])
        return nn.functional.cross_entropy(self(rows), targets)


def valuer(network: Network, chunk: int = 1 << 20) -> Values:
    """Return the network as a function from rows to expected outcomes."""

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def values(rows: torch.Tensor) -> torch.Tensor:
        starts = range(0, max(1, len(rows)), chunk)
        return torch.cat([network.values(rows[n : n + chunk]) for n in starts])

    return cast("Values", values)


@dataclass
class Positions:
    """The positions that were played, and their target values."""

    rows: torch.Tensor
    targets: torch.Tensor


def network_of(layers: Mapping[str, np.ndarray]) -> Network:
    """Return the network whose layers `weights` returned."""
    sizes = [len(layers[f"b{n}"]) for n in range(len(layers) // 2)]
    found = Network(len(layers["w0"]), tuple(sizes[:-1]))
    linear = [layer for layer in found.layers if isinstance(layer, nn.Linear)]
    for n, layer in enumerate(linear):
        layer.weight.data = torch.tensor(layers[f"w{n}"].T.astype(np.float32)).contiguous()
        layer.bias.data = torch.tensor(layers[f"b{n}"].astype(np.float32))
    return found


def seated(lanes: SelfPlay, greedy: float, earlier: float) -> torch.Tensor:
    """Return who sits where in each game: in these shares of games all seats but one are strangers.

    In half of the games with greedy players each of those seats is greedy or not by a coin.
    """
    shape, device = (lanes.size, lanes.seats), lanes.device
    kind = torch.rand(lanes.size, device=device).unsqueeze(1)
    coin = torch.rand(shape, device=device) < 0.5
    found = torch.zeros(shape, dtype=torch.int8, device=device)
    found[(kind < greedy).expand(shape) & (coin | (kind < greedy / 2))] = GREEDY
    found[((kind >= greedy) & (kind < greedy + earlier)).expand(shape)] = EARLIER
    own = torch.randint(lanes.seats, (lanes.size, 1), device=device)
    return found.scatter(1, own, LEARNER)


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(
    lanes: SelfPlay,
    values: Values,
    seed: int,
    first: int,
    noise: float,
    lambda_: float,
    greedy: bool = False,
    seats: torch.Tensor | None = None,
    earlier: Values | None = None,
) -> Positions:
    """Play all games to the end; return every position that a learner played with its target."""
    lanes.begin(seed, first)
    if seats is None:
        seats = torch.zeros((lanes.size, lanes.seats), dtype=torch.int8, device=lanes.device)
    steps: list[tuple[torch.Tensor, ...]] = []
    for _ in range(MOST_DECISIONS):
        found = lanes.candidates()
        if not len(found.games):
            break
        turns = lanes.turns().long()
        judged = values(found.rows)
        own = found.own(judged)
        sits = seats[found.games, turns[found.games]]
        liked = _liked(found, own, noise, greedy, sits, earlier)
        at = best_of(liked, found.games, lanes.size)
        live = at >= 0
        lanes.decide(torch.where(live, found.moves[at.clamp(min=0)], -1))
        index = at[live]
        index = index[sits[index] == LEARNER]
        games = found.games[index]
        valued = (turns[games].unsqueeze(1) + found.ahead(index)) % lanes.seats  # seats
        shares = judged[index].view(valued.shape)
        steps.append((games.unsqueeze(1), valued, found.rows[index].half(), shares))
    return _targets(lanes, steps, lambda_)


def _liked(
    found: Candidates,
    judged: torch.Tensor,
    noise: float,
    greedy: bool,
    sits: torch.Tensor,
    earlier: Values | None,
) -> torch.Tensor:
    """Return how much whoever is in turn likes each candidate."""
    worths = found.worths.float() / 512
    liked = (worths if greedy else judged) + noise * torch.randn_like(judged)
    if earlier is not None:
        theirs = sits == EARLIER
        liked[theirs] = found.own(earlier(found.rows))[theirs]
    return torch.where(sits == GREEDY, worths + 1e-4 * torch.rand_like(judged), liked)


def _targets(
    lanes: SelfPlay,
    steps: list[tuple[torch.Tensor, ...]],
    lambda_: float,
) -> Positions:
    """Compute the targets backwards from the outcomes."""
    coming = lanes.shares()  # the target of each game's and seat's last position
    wanted = []
    for games, seats, _, judged in reversed(steps):
        target = coming[games, seats]
        wanted.append(target)
        coming[games, seats] = lambda_ * target + (1 - lambda_) * judged
    wanted.reverse()
    return Positions(torch.cat([rows for _, _, rows, _ in steps]), torch.cat(wanted))


class Learner:
    """The network that learns, and the running average of it that plays."""

    def __init__(self, network: Network, course: Course) -> None:
        self.network, self.player, self.course = network, deepcopy(network), course
        fused = next(network.parameters()).is_cuda
        self._optimizer = torch.optim.Adam(network.parameters(), lr=course.rate, fused=fused)
        self._steps = 0

    def learn(self, played: Positions, left: float) -> float:
        """Move the network towards the targets; return the mean loss.

        `left` is the part of the course that is to come: the rate of learning falls with it.
        """
        total, count = 0.0, 0
        for group in self._optimizer.param_groups:
            group["lr"] = self.course.rate * max(0.03, left)
        for _ in range(self.course.epochs):
            order = torch.randperm(len(played.targets), device=played.targets.device)
            for at in order.split(self.course.minibatch):
                self._optimizer.zero_grad(set_to_none=True)
                loss = self.network.loss(played.rows[at].float(), played.targets[at])
                loss.backward()
                self._optimizer.step()
                self._follow()
                total, count = total + loss.detach(), count + 1
        return float(total) / max(1, count)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _follow(self) -> None:
        self._steps += 1
        part = 1 - min(self.course.average, self._steps / (self._steps + 10))
        for own, new in zip(self.player.parameters(), self.network.parameters(), strict=True):
            own.lerp_(new, part)


@torch.no_grad()  # type: ignore[untyped-decorator]
def against(lanes: SelfPlay, values: Values, seed: int, earlier: Values | None = None) -> float:
    """Return the share that the network wins in one seat of each game.

    In the others are greedy players, or an earlier network.
    """
    lanes.begin(seed, 0)
    numbers = torch.arange(lanes.size, device=lanes.device)
    own = numbers % lanes.seats
    for _ in range(MOST_DECISIONS):
        found = lanes.candidates()
        if not len(found.games):
            break
        turns = lanes.turns().long()
        mine = (turns == own)[found.games]
        if earlier is None:
            theirs = found.worths.float()
            theirs = theirs + torch.rand_like(theirs) * 0.5
        else:
            theirs = found.own(earlier(found.rows))
        scores = torch.where(mine, found.own(values(found.rows)), theirs)
        at = best_of(scores, found.games, lanes.size)
        lanes.decide(torch.where(at >= 0, found.moves[at.clamp(min=0)], -1))
    shares = lanes.shares()
    return float(shares[numbers, own].mean())


def train(
    game: AnyGame,
    setup: Setup,
    course: Course,
    device: str,
    begin: Network | None = None,
    earlier: Network | None = None,
) -> Iterator[tuple[str, Network]]:
    """Train for some rounds; yield a line of progress now and then, and the network so far.

    It begins with nothing or a network; `earlier` is the one that strangers play.
    """
    torch.manual_seed(course.seed)
    torch.set_float32_matmul_precision("high")  # sums of small rows: ten bits are enough
    lanes = SelfPlay(game, setup, course.games, device, course.width)
    shape = (lanes.columns, course.hidden, lanes.alike, lanes.outputs)
    for known in filter(None, (begin, earlier)):
        known.alike, known.outputs = lanes.alike, lanes.outputs
    learner = Learner((begin or Network(*shape)).to(device), course)
    values = valuer(learner.player)
    rival = valuer(earlier.to(device)) if earlier else None
    begun, part, reported = time.monotonic(), 0.0, 0.0
    number = 0
    while part < 1:
        first, greedy = number * course.games, number < course.warm
        lambda_ = 1.0 if greedy else course.lambda_
        noise = WARM_NOISE if greedy else course.noise * (1 - part)
        shares = (0.0, 0.0) if greedy else (course.greedy, course.earlier if rival else 0.0)
        seats = seated(lanes, *shares)
        played = play(lanes, values, course.seed, first, noise, lambda_, greedy, seats, rival)
        loss = learner.learn(played, 1 - part)
        number += 1
        spent = time.monotonic() - begun
        part = number / course.rounds
        if course.seconds:
            part = max(part, spent / course.seconds)
        if part >= 1 or part >= reported + 1 / course.reports:
            reported = part
            alone = lanes.seats == 1  # then a share is the weakest marker's part of its track
            said = f"{against(lanes, values, course.seed + 1):.4f} "
            said += "of the most that one can reach alone" if alone else "against greedy"
            if rival:
                won = against(lanes, values, course.seed + 1, rival)
                said += f", {won:.4f} against the earlier one"
            done = f"round {number}, {first + course.games} games"
            yield f"{spent:.0f} s, {done}: loss {loss:.4f}, {said}", learner.player


def weights(network: Network) -> dict[str, np.ndarray]:
    """Return the layers as arrays, inputs by outputs."""
    found = [layer for layer in network.layers if isinstance(layer, nn.Linear)]
    kept: dict[str, np.ndarray] = {}
    for n, layer in enumerate(found):
        kept[f"w{n}"] = layer.weight.detach().cpu().numpy().T.astype(np.float16)
        kept[f"b{n}"] = layer.bias.detach().cpu().numpy().astype(np.float16)
    return kept
