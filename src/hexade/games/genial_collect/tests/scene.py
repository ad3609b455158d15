"""Positions in words, so that a test reads like the table it is about.

Tiles read "rrg"; what is not said lies in the pile: there are always 126 tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, CHANCE_ACTS, Event, Move
from hexade.contract.kernel import default_target
from hexade.contract.reason import Reason
from hexade.contract.record import Record
from hexade.contract.setup import Setup, agree
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.state import DECIDING, CollectState, opening
from hexade.games.genial_collect.variants import COLOURS, COPIES, letters

PLAIN = default_target() == "plain"  # interpreted kernels: far slower
EACH_TWO = "rrggbbooyypp"


def scaled(count: int, at_least: int = 1) -> int:
    """Return how often to repeat something: far less where kernels run as plain Python."""
    return max(at_least, count // 8) if PLAIN else count


def table(seats: int = 2, start: int = 0) -> Setup:
    """Return the set-up of a table."""
    return agree(GAME, seats=seats, start=start)


def scene(
    middle: str,
    shown: str = "",
    *,
    seats: int = 2,
    turn: int = 0,
    owned: Sequence[str] = (),
    pile: str | None = None,
) -> CollectState:
    """Return a position with a seat to decide; a pile that is named need not add up to 126."""
    data = opening(table(seats)).thaw()
    s = data[0]
    named = "".join((middle, shown, *owned))
    left = [COPIES - named.count(c) for c in COLOURS] if pile is None else counts(pile)
    s["pile"], s["pile_size"] = left, sum(left)
    s["middle"], s["due"] = counts(middle), 0
    s["shown"], s["up"] = [shown.find(c) + 1 for c in COLOURS], len(shown)
    for seat, tiles in enumerate(owned):
        s["owned"][seat] = counts(tiles)
    s["turn"], s["phase"] = turn, DECIDING
    return CollectState(table(seats), data)


def counts(tiles: str) -> list[int]:
    """Return how many tiles there are of each colour."""
    return [tiles.count(colour) for colour in COLOURS]


def owned(position: CollectState, seat: int = 0) -> str:
    """Return a seat's tiles."""
    return "".join(letters(position.record["owned"][seat]))


def middle(position: CollectState) -> str:
    """Return the tiles in the middle."""
    return "".join(letters(position.record["middle"]))


def legal(position: CollectState) -> list[str]:
    """Return the legal moves in words."""
    return [GAME.text(move) for move in GAME.legal(position, int(position.record["turn"]))]


def play(position: CollectState, words: str) -> tuple[CollectState, list[Event]]:
    """Play "r" (turn up, and it is red), "stop", or "|rgb" (into the middle); return the events."""
    told: list[Event] = []
    for word in words.split():
        seat = int(position.record["turn"])
        turns = [{CHANCE: n} for n in map(COLOURS.index, word.strip("|"))] if word != "stop" else []
        if not word.startswith("|"):
            turns.insert(0, {seat: GAME.parse("stop" if word == "stop" else "turn_up")})
        for turn in turns:
            ((who, move),) = turn.items()
            assert GAME.why_not(position, who, move) is None, GAME.why_not(position, who, move)
            after = GAME.apply(position, turn)
            told += GAME.events(position, turn, after)
            position = after
    return position, told


def after(position: CollectState, words: str) -> CollectState:
    """Return the position after some words of `play`."""
    return play(position, words)[0]


def refusal(position: CollectState, words: str, seat: int | None = None) -> Reason:
    """Return why a move is refused."""
    seat = int(position.record["turn"]) if seat is None else seat
    reason = GAME.why_not(position, seat, GAME.parse(words))
    assert reason is not None
    return reason


def walk(setup: Setup, seed: int, greedy: bool = False) -> Iterator[tuple[CollectState, int, Move]]:
    """Yield every state of a game with who moves (chance included) and how."""
    position = GAME.begin(setup)
    dealer, player = Stream(seed), Stream(seed, 1)
    while acting := GAME.to_act(position):
        (seat,) = acting
        if acting == CHANCE_ACTS:
            move = dealer.pick(int(position.record["draws"]), GAME.chances(position))
        else:
            moves: Sequence[Move] = GAME.legal(position, seat)
            if greedy:
                worth = GAME.worth(GAME.view(position, seat), moves)
                moves = [m for m, w in zip(moves, worth, strict=True) if w == max(worth)]
            move = moves[player.below(int(position.record["ply"]), len(moves))]
        yield position, seat, move
        position = GAME.apply(position, {seat: move})
    yield position, CHANCE, -1


def whole_game(setup: Setup, seed: int, greedy: bool = False) -> Record:
    """Play a game and return its record."""
    events: list[Event] = []
    before: tuple[CollectState, int, Move] | None = None
    for step in walk(setup, seed, greedy):
        if before is not None:
            events += GAME.events(before[0], {before[1]: before[2]}, step[0])
        before = step
    assert before is not None
    names = tuple("abcd"[: setup.seats])
    return Record(setup, names, seed, tuple(events), GAME.result(before[0]))
