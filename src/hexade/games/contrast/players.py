"""Players for this game: `reader` looks at the picture, `crowd` looks at the others as well.

Both know what a person at the table sees: the picture, and everybody's hand from the rows. How
well symbols fit a picture they look up in the deck, where a person would look at the drawing.

`s` is a state (dtype rules.STATE), `v` what was agreed (dtype TABLE, see variants.py), and `t` a
place to think (dtype THOUGHT).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hexade.contract.chance import below, stream
from hexade.contract.game import AnyGame, Move
from hexade.contract.kernel import Record, Word, kernel, speed_up
from hexade.contract.player import Player, Thinker
from hexade.games.contrast.deck import LIKELY, TASTE
from hexade.games.contrast.rules import MISS, decision, has_winner, in_hand
from hexade.games.contrast.variants import SEATS, TEAM
from hexade.games.contrast.view import ContrastView

_TASTES = 1 << 20  # offset of the draws for taste in a seat's stream, beyond any round
_OTHERS = SEATS[-1] - 1
_WIDEST = len(LIKELY) - 1  # percent: what fits even worse is as unlikely

THOUGHT = np.dtype(
    [
        ("hopes", "i8", (MISS,)),  # how likely each symbol is to win, as whole weights
        ("total", "i8"),  # of all weights
        ("weights", "i4", (MISS,)),  # how likely a reader is to choose each symbol; 0: not at all
        ("shares", "i4", (_OTHERS, MISS)),  # of each other seat's likely choices, in thousandths
        ("choices", "i1", (_OTHERS, MISS)),  # what they are, the likeliest first
        ("counts", "i1", (_OTHERS,)),  # how many they are
        ("at", "i1", (_OTHERS,)),  # which of them is being tried
    ],
    align=True,
)


@kernel
def in_question(s: Record, v: Record, seat: int, symbol: int) -> bool:
    """Tell whether a seat has a symbol that it should consider."""
    if not in_hand(s, seat, symbol // 2):
        return False
    if v["seats"] != TEAM or in_hand(s, 1 - seat, symbol // 2):
        return True
    for card in range(MISS // 2):  # F10: in a team those that both have
        if in_hand(s, seat, card) and in_hand(s, 1 - seat, card):
            return False
    return True


@kernel
def weigh(s: Record, v: Record, t: Record, seat: int, taste: Word, most: int) -> int:
    """Write how likely a reader is to choose each symbol, as whole weights; return their sum.

    Its taste, up to `most` percent, is drawn from the stream `taste`.
    """
    picture, best = int(s["shown"][s["pictures"] - 1]), -most
    for symbol in range(MISS):
        liking = int(v["ratings"][picture, symbol])
        if most > 0:
            liking += below(taste, _TASTES + symbol, 2 * most + 1) - most
        t["weights"][symbol] = liking
        if in_question(s, v, seat, symbol):
            best = max(best, liking)
    total = 0
    for symbol in range(MISS):
        gap = min(best - int(t["weights"][symbol]), _WIDEST)
        considered = in_question(s, v, seat, symbol)
        t["weights"][symbol] = v["weights"][gap] if considered else 0
        total += int(t["weights"][symbol])
    return total


@kernel
def read_picture(s: Record, v: Record, t: Record, seat: int, seed: Word, most: int) -> int:
    """Return a reader's choice: the better a symbol fits, the more likely it is chosen.

    Its taste goes up to `most` percent.
    """
    key = stream(seed, seat + 1)
    left = below(key, decision(s), weigh(s, v, t, seat, key, most))
    for symbol in range(MISS):
        left -= int(t["weights"][symbol])
        if left < 0:
            return symbol
    return MISS


@kernel
def expect(v: Record, t: Record, n: int) -> None:
    """Write the choices that the n-th of the others is most likely to make, by their weights."""
    total = count = 0
    for _ in range(v["width"]):
        best = 0
        for symbol in range(1, MISS):
            if t["weights"][symbol] > t["weights"][best]:
                best = symbol
        if t["weights"][best] == 0:
            break
        t["choices"][n, count], t["shares"][n, count] = best, t["weights"][best]
        total += int(t["weights"][best])
        t["weights"][best] = 0
        count += 1
    t["counts"][n] = count
    for k in range(count):
        t["shares"][n, k] = 1000 * int(t["shares"][n, k]) // total


@kernel
def hope(s: Record, v: Record, t: Record, seat: int) -> None:
    """Write how likely each symbol is to win if all the others are readers, as whole weights."""
    for ahead in range(int(v["seats"]) - 1):
        weigh(s, v, t, ahead + int(ahead >= seat), np.uint64(0), 0)
        expect(v, t, ahead)
    hope_of(v, t)


@kernel
def hope_of(v: Record, t: Record) -> None:
    """Write how likely each symbol is to win by what is expected of all the others."""
    seats = int(v["seats"])
    for n in range(seats - 1):
        t["at"][n] = 0
    for symbol in range(MISS):
        t["hopes"][symbol] = 0
    t["total"] = 0
    n = 0
    while n < seats - 1:
        try_round(t, seats)
        n = 0
        while n < seats - 1:  # the next of all combinations of choices
            t["at"][n] += 1
            if t["at"][n] < t["counts"][n]:
                break
            t["at"][n] = 0
            n += 1


@kernel
def try_round(t: Record, seats: int) -> None:
    """Add the weight of one combination of the others' choices to each symbol that would win.

    Votes are counted in four bits a symbol of one number.
    """
    weight, votes, top, leaders = 1, 0, 0, 0
    for n in range(seats - 1):
        at = int(t["at"][n])
        weight *= int(t["shares"][n, at])
        shift = 4 * int(t["choices"][n, at])
        votes += 1 << shift
        count = (votes >> shift) & 15
        leaders = 1 if count > top else leaders + int(count == top)
        top = max(top, count)
    t["total"] += weight
    ahead, level = has_winner(seats, seats, top + 1, 1), has_winner(seats, seats, top, leaders + 1)
    for symbol in range(MISS if ahead or level else 0):
        count = (votes >> (4 * symbol)) & 15
        if (ahead and count == top) or (level and count == top - 1):
            t["hopes"][symbol] += weight


@kernel
def follow_crowd(s: Record, v: Record, t: Record, seat: int, seed: Word) -> int:
    """Return the symbol with the best chance of winning; the bot's own seed breaks ties."""
    hope(s, v, t, seat)
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
def values(
    states: Record, table: Record, thoughts: Record, seat: int, moves: Record,
    out: Record,
) -> None:  # fmt: skip
    """Write how likely each of some symbols is to win this picture."""
    hope(states[0], table[0], thoughts[0], seat)
    for n in range(moves.shape[0]):
        hoped = float(thoughts[0]["hopes"][moves[n]])
        out[n] = hoped / float(thoughts[0]["total"])


@kernel
def reader_choice(states: Record, table: Record, thoughts: Record, seat: int, seed: Word) -> int:
    """Return what a reader chooses."""
    return read_picture(states[0], table[0], thoughts[0], seat, seed, TASTE)


@kernel
def crowd_choice(states: Record, table: Record, thoughts: Record, seat: int, seed: Word) -> int:
    """Return what `crowd` chooses."""
    return follow_crowd(states[0], table[0], thoughts[0], seat, seed)


class Reader(Thinker):
    """Chooses what fits the picture, most often what fits best, with a taste of its own."""

    name = "reader"

    def choose(self, view: ContrastView, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return a symbol in hand; the better it fits, the more likely it is chosen."""
        return _chosen(reader_choice, view, self.seed)


class Crowd(Thinker):
    """Chooses what is most likely to win if all the others are readers."""

    name = "crowd"

    def choose(self, view: ContrastView, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return the symbol with the best chance of winning; the bot's own seed breaks ties."""
        return _chosen(crowd_choice, view, self.seed)


PLAYERS: dict[str, Callable[[AnyGame, int], Player]] = {"reader": Reader, "crowd": Crowd}


def _chosen(choice: Callable[..., int], view: ContrastView, seed: int) -> Move:
    thought = np.zeros(1, THOUGHT)
    found = speed_up(choice)(view.data, view.table, thought, view.seat, np.uint64(seed))
    return int(found)


def judge(view: ContrastView, moves: Sequence[Move], effort: float, seed: int) -> list[float]:
    """Return how likely each symbol is to win this picture if all the others are readers."""
    if not moves:
        return []
    listed, out = np.array(moves, np.int32), np.zeros(len(moves))
    thought = np.zeros(1, THOUGHT)
    speed_up(values)(view.data, view.table, thought, view.seat, listed, out)
    return out.tolist()
