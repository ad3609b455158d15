"""The facade: the board game as the contract requires it."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from hexade.contract.batch_templates import instantiate
from hexade.contract.bits import members
from hexade.contract.game import CHANCE_ACTS, NOBODY, Move, Seat
from hexade.contract.kernel import compiled
from hexade.contract.kernel_game import ONE_SEAT, KernelGame
from hexade.contract.setup import Setup
from hexade.games.genial import batch, board, rules
from hexade.games.genial import features as feature_kernels
from hexade.games.genial.determinize import determinize
from hexade.games.genial.events import events, read, rule_of, tidy
from hexade.games.genial.features import features, parts
from hexade.games.genial.giveaway import giveaway
from hexade.games.genial.json_text import preview_json, show_json
from hexade.games.genial.json_view import show
from hexade.games.genial.levels import LEVELS
from hexade.games.genial.mind.champion1 import FirstChampion
from hexade.games.genial.mind.judge import judge
from hexade.games.genial.mind.oneply import OnePly
from hexade.games.genial.mind.training import LEARNING
from hexade.games.genial.mosaic import mosaic
from hexade.games.genial.notation import parse, text
from hexade.games.genial.outcome import measure, reached, result, scores, sides, stake, turns_left
from hexade.games.genial.picture import picture
from hexade.games.genial.preview import forecast, preview
from hexade.games.genial.puzzle import PUZZLES
from hexade.games.genial.reasons import reasons
from hexade.games.genial.refuse import why_not
from hexade.games.genial.slips import say_slip, slip
from hexade.games.genial.state import GenialState, opening
from hexade.games.genial.tastes import TASTES, tasted
from hexade.games.genial.variants import FORMS, NO_EXCHANGE, SIDE, TINY_FORMS, VARIANTS
from hexade.games.genial.verdict import verdict
from hexade.games.genial.view import GenialView, tell, view

_PLAIN_MOVES = 8  # moves that a judge without a compiler looks at
_CHANCE_PHASES = (rules.DEALING, rules.DRAWING)
_ACTIONS = {seats: rules.PLACE + 36 * board.edge_count(side) for seats, side in SIDE.items()}


class Genial(KernelGame[GenialState, GenialView]):
    """Rules A to D."""

    name = "genial"
    title = "Hex dominoes"
    titles = MappingProxyType({"en": title, "de": "Hexdomino", "nl": "Hexdomino"})
    chapters = "ABCD"
    moves = rules.PLACE + 36 * len(board.EDGES)
    chance_moves = len(board.TILES)  # in the deal a move may also name its seat (DEAL_TO)
    forms = FORMS
    tiny_forms = TINY_FORMS
    tastes = TASTES
    measured_levels = LEVELS
    puzzles = PUZZLES
    declining = rules.KEEP
    baselines = MappingProxyType({OnePly.name: OnePly, FirstChampion.name: FirstChampion})
    kernels = instantiate(
        rules, batch, feature_kernels, begin=opening, most_moves=rules.MOST_MOVES, learning=LEARNING
    )

    why_not = staticmethod(why_not)
    events = staticmethod(events)
    read = staticmethod(read)
    tidy = staticmethod(tidy)
    rule_of = staticmethod(rule_of)
    view = staticmethod(view)
    tell = staticmethod(tell)
    determinize = staticmethod(determinize)
    text = staticmethod(text)
    parse = staticmethod(parse)
    show = staticmethod(show)
    show_json = staticmethod(show_json)
    preview_json = staticmethod(preview_json)
    picture = staticmethod(picture)
    mosaic = staticmethod(mosaic)
    preview = staticmethod(preview)
    forecast = staticmethod(forecast)
    giveaway = staticmethod(giveaway)
    reasons = staticmethod(reasons)
    tasted = staticmethod(tasted)
    slip = staticmethod(slip)
    say_slip = staticmethod(say_slip)
    result = staticmethod(result)
    scores = staticmethod(scores)
    sides = staticmethod(sides)
    measure = staticmethod(measure)
    stake = staticmethod(stake)
    reached = staticmethod(reached)
    turns_left = staticmethod(turns_left)
    verdict = staticmethod(verdict)
    features = staticmethod(features)
    parts = staticmethod(parts)

    def to_act(self, state: GenialState) -> frozenset[Seat]:
        """Return the seat in turn, chance while tiles are drawn, nobody at the end."""
        phase = state.record["phase"]
        if phase in _CHANCE_PHASES:
            return CHANCE_ACTS
        return NOBODY if phase == rules.OVER else ONE_SEAT[state.record["turn"]]

    def seen_to_act(self, state: GenialState) -> frozenset[Seat]:
        """Return the same, but chance while an exchange is possible: only its seat knows (A12)."""
        return CHANCE_ACTS if state.record["phase"] == rules.OFFERED else self.to_act(state)

    def chances(self, state: GenialState) -> list[tuple[Move, int]]:
        """Return the kinds of tiles in the bag and how many there are of each (A3)."""
        if state.record["phase"] not in _CHANCE_PHASES:
            return []
        return members(int(state.record["bag"]))

    def judge(
        self, view: GenialView, moves: Sequence[Move], effort: float, seed: int
    ) -> Sequence[float] | None:
        """Return the values of moves, by a value network and, with effort, by search."""
        if not compiled() and (effort > 0 or len(moves) > _PLAIN_MOVES):
            return None  # as plain Python it would take minutes
        return judge(view, moves, effort, seed)

    def actions(self, setup: Setup) -> int:
        """Return how many numbers the moves on this area need (A1)."""
        return _ACTIONS[setup.seats]

    def factors(self, setup: Setup) -> tuple[int, ...]:
        """Return the edges of the area, one more for offers (A12), and the lays of a tile."""
        return board.edge_count(SIDE[setup.seats]) + 1, len(board.LAYS)

    def split_move(self, setup: Setup, move: Move) -> tuple[int, ...]:
        """Return edge and lay; an offer is the edge after the last, its answer the lay."""
        if move < rules.PLACE:
            return board.edge_count(SIDE[setup.seats]), move
        return divmod(move - rules.PLACE, len(board.LAYS))

    def join_move(self, setup: Setup, parts: Sequence[int]) -> Move:
        """Return the move that is an edge and a lay, or an answer to an offer."""
        edge, lay = parts
        offer = edge == board.edge_count(SIDE[setup.seats])
        return lay if offer else rules.PLACE + len(board.LAYS) * edge + lay

    def longest(self, setup: Setup) -> int:
        """Return two decisions for each pair of free cells: a tile and an offer (A12, A13)."""
        tiles = int((opening(setup).record["cells"] == board.FREE).sum()) // 2
        return tiles if VARIANTS[setup.variant].exchange == NO_EXCHANGE else 2 * tiles - 1


GAME = Genial()
