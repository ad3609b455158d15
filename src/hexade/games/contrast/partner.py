"""A partner that reads the tastes of the others from what they have chosen so far.

Everybody likes some symbols more than a picture alone would say. For each of the others, and each
symbol, it keeps how much more, in percent of a fit, and how uncertain that still is. Each choice
that is revealed is compared with what was expected of it, and moves both (an assumed-density filter
of a softmax choice, one symbol at a time). How strong tastes are differs from person to person, so
it does this three times, for somebody without, with some and with strong tastes, and believes each
by how well it has foretold the choices so far. Then it does what `crowd` does, with these beliefs.

`t` is a place to think (players.THOUGHT), `k` what is known of the others (dtype KNOWN).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from hexade.contract.chance import below, stream
from hexade.contract.exponential import exp
from hexade.contract.game import AnyGame, Event, Move, Seat
from hexade.contract.kernel import Record, Word, kernel, speed_up
from hexade.contract.player import Thinker
from hexade.contract.setup import Setup
from hexade.games.contrast import deck
from hexade.games.contrast.deck import WARMTH
from hexade.games.contrast.players import (
    THOUGHT,
    expect,
    hope_of,
    in_question,
    read_picture,
)
from hexade.games.contrast.rules import MISS, decision
from hexade.games.contrast.state import stated
from hexade.games.contrast.variants import SEATS
from hexade.games.contrast.view import ContrastView

UNSURE = (0.0, 7.0, 14.0)  # how far likings are from 0 before anything was seen, in percent
KINDS = len(UNSURE)  # of people: without, with some and with strong tastes
FLOOR = 1e-4  # of a chance: nobody is ruled out by one choice
WHOLE = 1 << 20  # a chance of 1 as a whole weight

KNOWN = np.dtype(
    [
        ("likings", "f8", (SEATS[-1], KINDS, MISS)),  # of each seat for each symbol, in percent
        ("spreads", "f8", (SEATS[-1], KINDS, MISS)),  # their variances
        ("beliefs", "f8", (SEATS[-1], KINDS)),  # how likely each seat is of each kind
        ("chances", "f8", (MISS,)),  # of each symbol to be chosen, for what is in question now
    ],
    align=True,
)


@kernel
def get_to_know(k: Record) -> None:
    """Forget everybody: nothing was seen."""
    for seat in range(SEATS[-1]):
        for kind in range(KINDS):
            k["beliefs"][seat, kind] = 1.0 / KINDS
            for symbol in range(MISS):
                k["likings"][seat, kind, symbol] = 0.0
                k["spreads"][seat, kind, symbol] = UNSURE[kind] * UNSURE[kind]


@kernel
def foretell(s: Record, v: Record, k: Record, seat: int, kind: int) -> None:
    """Write how likely somebody of this kind in a seat is to choose each symbol now."""
    picture, best, total = int(s["shown"][s["pictures"] - 1]), -1000.0, 0.0
    for symbol in range(MISS):
        if in_question(s, v, seat, symbol):
            liking = int(v["ratings"][picture, symbol]) + k["likings"][seat, kind, symbol]
            best = max(best, liking)
    for symbol in range(MISS):
        k["chances"][symbol] = 0.0
        if in_question(s, v, seat, symbol):
            liking = int(v["ratings"][picture, symbol]) + k["likings"][seat, kind, symbol]
            k["chances"][symbol] = exp((liking - best) / WARMTH)
            total += k["chances"][symbol]
    for symbol in range(MISS):
        k["chances"][symbol] /= total


@kernel
def learn(s: Record, v: Record, k: Record, seat: int, chosen: int) -> None:
    """Learn from a choice of a seat; `s` is the state in which it chose."""
    total = 0.0
    for kind in range(KINDS):
        foretell(s, v, k, seat, kind)
        k["beliefs"][seat, kind] *= k["chances"][chosen] + FLOOR
        total += k["beliefs"][seat, kind]
        for symbol in range(MISS if kind > 0 else 0):  # the first has no tastes
            likely = k["chances"][symbol]
            bend = likely * (1.0 - likely) / (WARMTH * WARMTH)
            spread = 1.0 / (1.0 / k["spreads"][seat, kind, symbol] + bend)
            k["spreads"][seat, kind, symbol] = spread
            surprise = (1.0 if symbol == chosen else 0.0) - likely
            k["likings"][seat, kind, symbol] += spread * surprise / WARMTH
    for kind in range(KINDS):
        k["beliefs"][seat, kind] /= total


@kernel
def expect_known(s: Record, v: Record, t: Record, k: Record, n: int, seat: int) -> None:
    """Write the likeliest choices of a seat, the n-th of the others, by what is known of it."""
    for symbol in range(MISS):
        t["weights"][symbol] = 0
    for kind in range(KINDS):
        foretell(s, v, k, seat, kind)
        for symbol in range(MISS):
            share = k["beliefs"][seat, kind] * k["chances"][symbol]
            t["weights"][symbol] += int(WHOLE * share)
    expect(v, t, n)


@kernel
def partner_choice(
    states: Record, table: Record, thoughts: Record, known: Record, seat: int, seed: Word
) -> int:
    """Return the symbol with the best chance of winning; the bot's own seed breaks ties."""
    s, v, t, k = states[0], table[0], thoughts[0], known[0]
    seats = int(v["seats"])
    for ahead in range(seats - 1):
        expect_known(s, v, t, k, ahead, ahead + int(ahead >= seat))
    hope_of(v, t)
    best, ties = -1, 0
    for symbol in range(MISS):
        if in_question(s, v, seat, symbol):
            hoped = int(t["hopes"][symbol])
            ties = 1 if hoped > best else ties + int(hoped == best)
            best = max(best, hoped)
    left = below(stream(seed, seat + 1), decision(s), ties)
    for symbol in range(MISS):
        if in_question(s, v, seat, symbol) and t["hopes"][symbol] == best:
            left -= 1
            if left < 0:
                return symbol
    return MISS


@kernel
def learn_choice(states: Record, table: Record, known: Record, seat: int, chosen: int) -> None:
    """Learn from a choice of a seat in a state."""
    learn(states[0], table[0], known[0], seat, chosen)


class Partner(Thinker):
    """Chooses what is most likely to win, by the tastes that the others have shown."""

    name = "partner"

    def __init__(self, game: AnyGame, seed: int) -> None:
        super().__init__(game, seed)
        self._forget()

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Begin a game without knowing anybody."""
        super().sit(setup, seat)
        self._forget()
        self._setup = setup

    def _forget(self) -> None:
        self._known, self._thought = np.zeros(1, KNOWN), np.zeros(1, THOUGHT)
        get_to_know(self._known[0])
        self._rows: dict[Seat, list[int]] = {}
        self._chosen: dict[Seat, int] = {}
        self._picture = -1

    def hear(self, event: Event) -> None:
        """Keep rows and the picture, and learn from the choices once all have chosen."""
        kind = event["event"]
        if kind == "row":
            self._rows[event["seat"]] = [deck.CARD_OF[tuple(card)] for card in event["cards"]]
        elif kind == "picture":
            self._picture, self._chosen = deck.picture_numbers()[event["picture"]], {}
        elif kind == "choose":
            self._chosen[event["seat"]] = deck.SYMBOL_OF[event["symbol"]]
        elif kind == "award":
            self._learn()

    def _learn(self) -> None:
        seats = self._setup.seats
        rows = [self._rows[seat] for seat in range(seats)]
        then = stated(self._setup, rows, (0,) * seats, 1, (self._picture,), face_up=True)
        for seat, symbol in self._chosen.items():
            speed_up(learn_choice)(then.data, then.table, self._known, seat, symbol)
            self._rows[seat] = [*self._rows[seat][1:], symbol // 2]

    def choose(self, view: ContrastView, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return the symbol with the best chance of winning; the bot's own seed breaks ties."""
        return int(
            speed_up(partner_choice)(
                view.data, view.table, self._thought, self._known, view.seat, np.uint64(self.seed)
            )
        )


@kernel
def tasteful_choice(
    states: Record, table: Record, thoughts: Record, seat: int, seed: Word, most: int
) -> int:
    """Return what a reader chooses whose taste goes up to `most` percent."""
    return read_picture(states[0], table[0], thoughts[0], seat, seed, most)


class TastefulReader(Thinker):
    """A reader with a weaker or a stronger taste, to measure others with."""

    def __init__(self, game: AnyGame, seed: int, most: int) -> None:
        super().__init__(game, seed)
        self.name, self.most = f"reader{most}", most

    def choose(self, view: ContrastView, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return a symbol in hand; the better it fits and pleases, the likelier it is chosen."""
        thought = np.zeros(1, THOUGHT)
        seed = np.uint64(self.seed)
        return int(
            speed_up(tasteful_choice)(view.data, view.table, thought, view.seat, seed, self.most)
        )


TASTES = (0, 12, 24)  # percent; `reader` has 6
BASELINES: dict[str, Any] = {f"reader{most}": partial(TastefulReader, most=most) for most in TASTES}
