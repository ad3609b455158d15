"""Self-play of many games in parallel, by networks: on the CPU or on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from hexade.contract.cuda_grid import describe_grid
from hexade.contract.game import AnyGame
from hexade.contract.kernel import Learning, batch, cuda
from hexade.contract.setup import Setup
from hexade.lab.batch import kernels_of

NEVER = -1e8  # above the prior of illegal moves, below that of legal ones
LANES = 1 << 17  # on a GPU: threads that describe candidates, each with its own sketch
Values = Callable[[torch.Tensor], torch.Tensor]  # rows -> expected outcomes, 0 to 1


@dataclass
class Candidates:
    """The candidate moves of all games in one list."""

    games: torch.Tensor  # the game of each
    moves: torch.Tensor
    rows: torch.Tensor
    places: torch.Tensor  # which of the network's outputs is the mover's
    worths: torch.Tensor
    outputs: int

    def own(self, judged: torch.Tensor) -> torch.Tensor:
        """Return what the mover expects of each, from a network's outputs."""
        if self.outputs == 1:
            return judged
        return judged.gather(1, self.places.unsqueeze(1)).squeeze(1)

    def ahead(self, index: torch.Tensor) -> torch.Tensor:
        """Return how many seats ahead of the mover each output is, for some of the candidates."""
        numbers = torch.arange(self.outputs, device=index.device)
        return numbers - self.places[index].unsqueeze(1)


class SelfPlay:
    """A fixed number of games, played one decision at a time."""

    def __init__(
        self, game: AnyGame, setup: Setup, size: int, device: str, width: int = 64
    ) -> None:
        kernels = kernels_of(game)
        assert kernels.learning is not None, f"{game.name} has nothing to learn from"
        self.learning: Learning = kernels.learning
        self.size, self.device, self.cuda = size, device, device == "cuda"
        self.seats = setup.seats
        self._target: Any = "cuda" if self.cuda else None
        self.columns = self.learning.columns(setup)
        self.alike = self.learning.alike(setup) if self.learning.alike else None
        self.outputs = self.learning.outputs(setup)
        self._lanes = LANES if self.cuda else 1
        opening, table = kernels.opening(setup), kernels.table(setup)
        self._opening, self._table = self._put(opening), self._put(table)
        self.states = self._put(np.zeros(size, opening.dtype))
        self._grounds = self._put(np.zeros(size, self.learning.game_scratch))
        own = self.cuda and self.learning.own_scratch
        self._sketches = self._put(np.zeros(1 if own else self._lanes, self.learning.lane_scratch))
        self._priors = self._zeros((size, self.learning.moves(setup)), torch.float32)
        self._prior_lanes = self.learning.prior_lanes(setup)
        self.width = width  # how many moves of a game are valued
        self._turns = self._zeros((size,), torch.int32)
        self._shares = self._zeros((size, self.seats), torch.float32)
        self.seed, self.first = np.uint64(0), 0

    def _put(self, array: np.ndarray) -> Any:
        if not self.cuda:
            return array.copy()
        return cuda().to_device(array)

    def _zeros(self, shape: tuple[int, ...], kind: torch.dtype) -> torch.Tensor:
        return torch.zeros(shape, dtype=kind, device=self.device)

    def _seen(self, tensor: torch.Tensor) -> Any:
        """Return a tensor as an array for kernels, in the same memory."""
        if not self.cuda:
            return tensor.numpy()
        return cuda().as_cuda_array(tensor)

    def _run(self, lane: Callable[..., None], n: int, *args: Any) -> None:
        batch(lane, self._target)(n, *args)

    def begin(self, seed: int, first: int) -> None:
        """Deal new games: numbers `first` and up of a seed."""
        self.seed, self.first = np.uint64(seed), first
        self._run(
            self.learning.begin, self.size,
            self.states, self._opening, self._table, self.seed, first,
        )  # fmt: skip

    def turns(self) -> torch.Tensor:
        """Return whose turn it is in each game, -1 where it is over."""
        self._run(self.learning.turn, self.size, self.states, self._seen(self._turns))
        return self._turns.clone()

    def candidates(self) -> Candidates:
        """Return the best moves of every game by their priors, described."""
        for lane, each in self.learning.prepare:
            self._run(lane, each * self.size, self.states, self._table, self._grounds)
        self._run(
            self.learning.prior, self._prior_lanes * self.size, self._prior_lanes,
            self.states, self._table, self._grounds, self._seen(self._priors),
        )  # fmt: skip
        priors, moves = self._priors.topk(min(self.width, self._priors.shape[1]), dim=1)
        games, nth = (priors > NEVER).nonzero(as_tuple=True)
        moves = moves[games, nth].to(torch.int32)
        games, total = games.to(torch.int32), len(games)
        rows = torch.zeros((total, self.columns), dtype=torch.float32, device=self.device)
        ends = torch.zeros(total, dtype=torch.int32, device=self.device)
        worths = torch.zeros(total, dtype=torch.int32, device=self.device)
        if total:
            listed = (games, moves, rows, ends, worths)
            self._describe(*(self._seen(tensor) for tensor in listed))
        places = ends.long() if self.outputs > 1 else torch.zeros_like(games, dtype=torch.int64)
        return Candidates(games.long(), moves, rows, places, worths, self.outputs)

    def _describe(self, *listed: Any) -> None:
        lane, lanes = self.learning.describe, self._lanes
        known = (lanes, self.states, self._table, self._grounds)
        if self.cuda and self.learning.own_scratch:
            describe_grid(lane, self.learning.lane_scratch)(lanes, *known, *listed)
        else:
            self._run(lane, lanes, *known, self._sketches, *listed)

    def decide(self, chosen: torch.Tensor) -> None:
        """Make the chosen moves; -1 for none."""
        self._run(
            self.learning.decide, self.size, self.states, self._table,
            self._seen(chosen.to(torch.int32)), self.seed, self.first,
        )  # fmt: skip

    def shares(self) -> torch.Tensor:
        """Return each seat's share of first place, once all games are over."""
        self._run(
            self.learning.share, self.size, self.states, self._table, self._seen(self._shares)
        )
        return self._shares.clone()


def best_of(values: torch.Tensor, games: torch.Tensor, size: int) -> torch.Tensor:
    """Return for each game the index of its best candidate, -1 where it has none."""
    top = torch.full((size,), -torch.inf, device=values.device, dtype=values.dtype)
    top = top.scatter_reduce(0, games, values, "amax")
    index = torch.arange(values.shape[0], device=values.device)
    none = values.shape[0]
    index = torch.where(values == top[games], index, none)
    found = torch.full((size,), none, device=values.device).scatter_reduce(0, games, index, "amin")
    return torch.where(found == none, -1, found)
