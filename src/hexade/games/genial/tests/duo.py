"""A game played by the rules and by the naive referee at once, compared after every event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, CHANCE_ACTS, Move, Turn
from hexade.contract.setup import Setup
from hexade.games.genial import board, notation, outcome, rules
from hexade.games.genial.board import tile_names
from hexade.games.genial.events import points_of
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState
from hexade.games.genial.tests.oracle import Oracle

Policy = Callable[[GenialState, list[Move], Stream], Move]
CANDIDATES = 40  # placements that a policy looks at more closely


def random(position: GenialState, legal: list[Move], chance: Stream) -> Move:
    """Choose any legal move."""
    return legal[chance.below(int(position.record["ply"]), len(legal))]


def greedy(position: GenialState, legal: list[Move], chance: Stream) -> Move:
    """Choose what helps the weakest marker most, and exchange whenever it is offered."""
    if legal[0] == rules.KEEP:
        return rules.EXCHANGE
    some = legal[:: -(-len(legal) // CANDIDATES)]
    worth = GAME.worth(GAME.view(position, int(position.record["turn"])), some)
    return some[worth.index(max(worth))]


def lopsided(position: GenialState, legal: list[Move], chance: Stream) -> Move:
    """Choose what scores most in a favourite colour, and exchange whenever it is offered."""
    if legal[0] == rules.KEEP:
        return rules.EXCHANGE
    favourite = chance.below(0, 6)
    lays = {n for n, lay in enumerate(board.LAYS) if favourite in lay}
    fitting = [move for move in legal if (move - rules.PLACE) % 36 in lays] or legal
    return max(fitting[:: -(-len(fitting) // CANDIDATES)], key=lambda m: gain(position, m))


def gain(position: GenialState, move: Move) -> int:
    """Return the points of both halves."""
    return sum(points_of(position, move))


class Duo:
    """A position and the referee's idea of it; `seen` counts what has happened."""

    def __init__(self, setup: Setup, seed: int, head_start: bool = False) -> None:
        """Begin a game, with a head start close to where bonus turns and wins are."""
        self.position = GAME.begin(setup)
        self.oracle = Oracle(setup.variant, setup.edition or "", setup.seats, setup.start)
        self.chance, self.seen = Stream(seed), Counter[str]()
        if head_start:
            self._lift(Stream(seed, 9))

    def _lift(self, chance: Stream) -> None:
        """Put the markers of both onto the same fields, as a long game might have left them."""
        data = self.position.thaw()
        for row, markers in enumerate(self.oracle.tracks):
            for n, colour in enumerate(board.COLOURS):
                at = self._field(chance, 6 * row + n)
                markers[colour] = at
                data[0]["tracks"][row, n] = at
        # A bonus turn in a first turn could use up the symbols that A7 leaves to the others.
        self.oracle.first = [False] * self.oracle.seats
        data[0]["opened"] = (1 << self.oracle.seats) - 1
        if self.oracle.variant == "duel":
            for n, colour in enumerate(board.COLOURS):
                if holder := chance.below(30 + n, 3):
                    self.oracle.marks[colour] = holder - 1
                    data[0]["marks"][n] = holder - 1
        self.position = GenialState(self.position.setup, data)

    def _field(self, chance: Stream, n: int) -> int:
        if self.oracle.variant == "duel":
            return chance.below(n, 17) - 8
        lap = 18 * chance.below(50, 2) if len(self.oracle.stops) > 1 else 0
        return lap + 18 - chance.below(n, 6) - chance.below(50 + n, 2)

    def play(self, policy: Policy, every: int) -> None:
        """Play to the end; compare the legal placements at every so many decisions."""
        seats = [Stream(self.chance.below(900, 1 << 30), n + 1) for n in range(4)]
        while acting := GAME.to_act(self.position):
            if acting == CHANCE_ACTS:
                draws = int(self.position.record["draws"])
                self._step({CHANCE: self.chance.pick(draws, GAME.chances(self.position))})
                continue
            (seat,) = acting
            legal = GAME.legal(self.position, seat)
            if int(self.position.record["ply"]) % every == 0:
                self._compare_legal(legal)
            self._step({seat: policy(self.position, legal, seats[seat])})
        self._note_end()

    def _step(self, turn: Turn) -> None:
        before = self.position
        self.position = GAME.apply(before, turn)
        events = GAME.events(before, turn, self.position)
        for event in events:
            self.oracle.feed(event)
            self.seen[event["event"]] += 1
        declined = CHANCE not in turn and not events
        self.seen["declined"] += declined
        if events:
            self._compare()
            self._note(before)

    def _compare(self) -> None:
        """Compare all that both know."""
        state, oracle, seats = self.position.record, self.oracle, range(self.oracle.seats)
        assert notation.colours_on(state["cells"]) == oracle.cells
        scores = outcome.scores(self.position)
        assert scores == oracle.scores
        for seat in seats:
            assert pile(state["racks"][seat]) == oracle.racks[seat]
        assert pile(state["bag"]) == oracle.bag
        assert int(state["bag_size"]) == oracle.bag.total()
        assert pile(state["aside"]) == oracle.aside
        marks = zip(board.COLOURS, map(int, state["marks"]), strict=True)
        assert {colour: holder for colour, holder in marks if holder >= 0} == oracle.marks
        assert [not int(state["opened"]) >> seat & 1 for seat in seats] == oracle.first
        assert (int(state["bonus"]), int(state["turn"])) == (oracle.bonus, oracle.turn)
        assert (state["phase"] == rules.OFFERED) == oracle.offered()
        assert (state["phase"] == rules.OVER) == oracle.over
        assert (state["phase"] == rules.PLACING) == (oracle.due == "place" and not oracle.over)
        assert GAME.result(self.position) == oracle.result()

    def _compare_legal(self, legal: list[Move]) -> None:
        if self.position.record["phase"] == rules.OFFERED:
            assert legal == [rules.KEEP, rules.EXCHANGE]
            assert self.oracle.offered()
            return
        placements = set(map(halves, legal))
        assert len(placements) == len(legal)
        assert placements == self.oracle.legal()

    def _note(self, before: GenialState) -> None:
        owed, now = int(before.record["bonus"]), int(self.position.record["bonus"])
        earned = now - max(0, owed - 1)
        self.seen["bonus"] += earned > 0
        self.seen["double bonus"] += earned > 1
        self.seen["chain"] += owed > 0 and earned > 0
        was, marks = before.record["marks"], self.position.record["marks"]
        self.seen["taken from the opponent"] += bool(((was >= 0) & (was != marks)).any())

    def _note_end(self) -> None:
        assert self.oracle.over
        self.seen[self.oracle.reason] += 1
        ranks = (self.oracle.result() or {})["ranks"]
        self.seen["shared place"] += len(set(ranks)) < self.oracle.seats


@cache
def halves(move: Move) -> frozenset[tuple[str, str]]:
    """Return a placement as the referee has it."""
    tile, cells = notation.parts(move)
    return frozenset(zip(cells, tile, strict=True))


def pile(multiset: int) -> Counter[str]:
    """Return a multiset of tiles as the referee has it."""
    return Counter(tile_names(int(multiset)))
