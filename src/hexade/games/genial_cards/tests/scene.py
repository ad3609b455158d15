"""Positions in words, so that a test reads like the table it is about.

Cards read "rb gy", chips "r2 p6". What is not said is dealt from the rest of the deck; the rest is
the draw pile or, where the draw pile is given, the discard pile: there are always 60 cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from hexade.contract import bits
from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, CHANCE_ACTS, Event, Move
from hexade.contract.kernel import default_target
from hexade.contract.reason import Reason
from hexade.contract.record import Record
from hexade.contract.setup import Setup, agree
from hexade.games.genial_cards import cards
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.state import OFFERED, OVER, PLAYING, CardsState, opening

PLAIN = default_target() == "plain"  # interpreted kernels: far slower


def scaled(count: int, at_least: int = 1) -> int:
    """Return how often to repeat something: far less where kernels run as plain Python."""
    return max(at_least, count // 8) if PLAIN else count


def table(seats: int, rounds: int = 1, start: int = 0) -> Setup:
    """Return the set-up of a table."""
    return agree(GAME, seats=seats, start=start, options={"rounds": rounds})


def scene(
    *,
    seats: int = 3,
    rounds: int = 1,
    number: int = 1,
    turn: int = 0,
    hands: Sequence[str] = (),
    open: Sequence[str] = (),  # noqa: A002  what it is called at the table
    chips: Sequence[str] = (),
    points: Sequence[int] = (),
    bonus: int = 0,
    pile: str | None = None,
) -> CardsState:
    """Return a position with a seat to play a card."""
    setup = table(seats, rounds)
    data = opening(setup).thaw()
    s = data[0]
    rest = Deck([*hands, *open, pile or ""])
    each = 2 if seats == 2 else 1
    s["hands"][:seats] = [bits.pack(rest.words_or(hands, n, 6)) for n in range(seats)]
    up = [rest.words_or(open, n, each) for n in range(seats)]
    for seat, row in enumerate(up):
        s["open"][seat, : len(row)] = row
    shown = Counter(colour for row in up for kind in row for colour in cards.CARDS[kind])
    s["shown"] = [shown[colour] for colour in range(6)]
    for seat, words in enumerate(chips):
        s["chips"][seat] = numbers(words)
    s["points"][: len(points)] = points
    _lay_piles(s, rest, pile)
    s["turn"], s["bonus"], s["round"], s["phase"] = turn, bonus, number, PLAYING
    s["start"] = (number - 1) % seats
    return CardsState(setup, data)


class Deck:
    """The 60 cards less those that a scene names."""

    def __init__(self, named: Sequence[str]) -> None:
        left = Counter(dict.fromkeys(range(len(cards.CARDS)), cards.COPIES))
        left.subtract(kind for words in named for kind in kinds(words))
        assert min(left.values()) >= 0, "there are four of each card"
        self.left = sorted(left.elements(), key=lambda kind: (7 * kind) % 15)

    def words_or(self, given: Sequence[str], n: int, count: int) -> list[int]:
        """Return the cards that are named in the n-th place, or so many from the rest."""
        if n < len(given):
            return kinds(given[n])
        return [self.left.pop() for _ in range(count)]


def _lay_piles(s: np.void, rest: Deck, pile: str | None) -> None:
    there, gone = (rest.left, []) if pile is None else (kinds(pile), rest.left)
    if pile is None:  # then nothing has been shuffled since the deal
        s["taken"] = s["hands"]
    s["pile"], s["pile_size"] = bits.pack(there), len(there)
    s["discard"], s["discard_size"] = bits.pack(gone), len(gone)


def kinds(words: str) -> list[int]:
    """Return the kinds of some cards."""
    return [cards.KIND_OF[word] for word in words.split()]


def numbers(words: str) -> list[int]:
    """Return the fields of six chips from words such as "r2 p6"; the others stand on 0."""
    found = {word[0]: int(word[1:]) for word in words.split()}
    return [found.get(colour, 0) for colour in cards.COLOURS]


def chips(position: CardsState, seat: int = 0) -> str:
    """Return where the chips of a seat stand that are not on 0."""
    row = zip(cards.COLOURS, position.record["chips"][seat], strict=True)
    return " ".join(f"{colour}{at}" for colour, at in row if at)


def hand(position: CardsState, seat: int = 0) -> str:
    """Return a seat's hand in words."""
    return " ".join(cards.names(position.record["hands"][seat]))


def opened(position: CardsState, seat: int = 0) -> str:
    """Return a seat's face-up cards in words, the oldest first."""
    return " ".join(cards.CARD_NAMES[k] for k in position.record["open"][seat] if k >= 0)


def legal(position: CardsState) -> list[str]:
    """Return the legal moves in words."""
    return [GAME.text(move) for move in GAME.legal(position, int(position.record["turn"]))]


def play(position: CardsState, *moves: str) -> CardsState:
    """Return the position after moves of the seat in turn."""
    for words in moves:
        seat, move = int(position.record["turn"]), GAME.parse(words)
        assert GAME.why_not(position, seat, move) is None, GAME.why_not(position, seat, move)
        position = GAME.apply(position, {seat: move})
    return position


def told(position: CardsState, words: str) -> list[Event]:
    """Return the events of a move of the seat in turn."""
    turn = {int(position.record["turn"]): GAME.parse(words)}
    return GAME.events(position, turn, GAME.apply(position, turn))


def refusal(position: CardsState, words: str, seat: int | None = None) -> Reason:
    """Return why a move is refused."""
    seat = int(position.record["turn"]) if seat is None else seat
    reason = GAME.why_not(position, seat, GAME.parse(words))
    assert reason is not None
    return reason


def befall(position: CardsState, words: str) -> tuple[CardsState, list[Event]]:
    """Let chance deal these cards; return what happened."""
    happened: list[Event] = []
    for kind in kinds(words):
        assert GAME.why_not(position, CHANCE, kind) is None
        after = GAME.apply(position, {CHANCE: kind})
        happened += GAME.events(position, {CHANCE: kind}, after)
        position = after
    return position, happened


def deal(position: CardsState, seed: int = 1) -> tuple[CardsState, list[Event]]:
    """Let chance act until a seat must; return what happened."""
    happened: list[Event] = []
    while GAME.to_act(position) == CHANCE_ACTS:
        n = int(position.record["draws"])
        turn = {CHANCE: Stream(seed).pick(n, GAME.chances(position))}
        after = GAME.apply(position, turn)
        happened += GAME.events(position, turn, after)
        position = after
    return position, happened


def walk(setup: Setup, seed: int, greedy: bool = False) -> Iterator[tuple[CardsState, int, Move]]:
    """Yield every state of a game with who moves (chance included) and how."""
    position = GAME.begin(setup)
    dealer, player = Stream(seed), Stream(seed, 1)
    while (phase := position.record["phase"]) != OVER:
        if phase in (PLAYING, OFFERED):
            seat = int(position.record["turn"])
            moves: Sequence[Move] = GAME.legal(position, seat)
            if greedy:
                worth = GAME.worth(GAME.view(position, seat), moves)
                moves = [m for m, w in zip(moves, worth, strict=True) if w == max(worth)]
            move = moves[player.below(int(position.record["ply"]), len(moves))]
        else:
            seat = CHANCE
            move = dealer.pick(int(position.record["draws"]), GAME.chances(position))
        yield position, seat, move
        position = GAME.apply(position, {seat: move})
    yield position, CHANCE, -1


def whole_game(setup: Setup, seed: int, greedy: bool = False) -> Record:
    """Play a game and return its record."""
    events: list[Event] = []
    before: tuple[CardsState, int, Move] | None = None
    for step in walk(setup, seed, greedy):
        if before is not None:
            events += GAME.events(before[0], {before[1]: before[2]}, step[0])
        before = step
    assert before is not None
    names = tuple("abcd"[: setup.seats])
    return Record(setup, names, seed, tuple(events), GAME.result(before[0]))


def phase(position: CardsState) -> int:
    """Return the phase of a position."""
    return int(position.record["phase"])
