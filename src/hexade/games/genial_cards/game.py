"""The facade: the card game as the contract requires it."""

from __future__ import annotations

from types import MappingProxyType

from hexade.contract.batch_templates import instantiate
from hexade.contract.bits import members
from hexade.contract.game import CHANCE_ACTS, NOBODY, Move, Seat
from hexade.contract.kernel_game import ONE_SEAT, KernelGame
from hexade.games.genial_cards import batch, rules
from hexade.games.genial_cards import features as feature_kernels
from hexade.games.genial_cards.determinize import determinize
from hexade.games.genial_cards.events import events, read, rule_of, tidy
from hexade.games.genial_cards.features import features, parts
from hexade.games.genial_cards.json_view import show
from hexade.games.genial_cards.levels import LEVELS
from hexade.games.genial_cards.mind import judge
from hexade.games.genial_cards.mind.champion1.player import Champion1
from hexade.games.genial_cards.mind.training import LEARNING
from hexade.games.genial_cards.mosaic import mosaic
from hexade.games.genial_cards.notation import parse, text
from hexade.games.genial_cards.outcome import measure, result, scores, turns_left
from hexade.games.genial_cards.picture import picture, say
from hexade.games.genial_cards.preview import forecast, preview
from hexade.games.genial_cards.puzzle import PUZZLES
from hexade.games.genial_cards.reasons import reasons
from hexade.games.genial_cards.refuse import why_not
from hexade.games.genial_cards.slips import say_slip, slip
from hexade.games.genial_cards.state import (
    BETWEEN,
    KEEP,
    LAST_MOVE,
    MOST_MOVES,
    OFFERED,
    OVER,
    PLAYING,
    ROUND,
    CardsState,
    opening,
)
from hexade.games.genial_cards.tastes import TASTES, tasted
from hexade.games.genial_cards.variants import FORMS, TINY_FORMS
from hexade.games.genial_cards.verdict import verdict
from hexade.games.genial_cards.view import CardsView, tell, view


class GenialCards(KernelGame[CardsState, CardsView]):
    """Rules E."""

    name = "genial_cards"
    title = "Card game"
    titles = MappingProxyType({"en": title, "de": "Kartenspiel", "nl": "Kaartspel"})
    chapters = "E"
    moves = LAST_MOVE + 1
    chance_moves = ROUND + 1  # in the deal a move may also name its seat (DEAL_TO)
    forms = FORMS
    tiny_forms = TINY_FORMS
    tastes = TASTES
    measured_levels = LEVELS
    puzzles = PUZZLES
    baselines = MappingProxyType({Champion1.name: Champion1})
    declining = KEEP
    kernels = instantiate(
        rules, batch, feature_kernels, begin=opening, most_moves=MOST_MOVES, learning=LEARNING
    )
    judge = staticmethod(judge.judge)

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
    picture = staticmethod(picture)
    mosaic = staticmethod(mosaic)
    say = staticmethod(say)
    preview = staticmethod(preview)
    forecast = staticmethod(forecast)
    reasons = staticmethod(reasons)
    tasted = staticmethod(tasted)
    slip = staticmethod(slip)
    say_slip = staticmethod(say_slip)
    result = staticmethod(result)
    scores = staticmethod(scores)
    measure = staticmethod(measure)
    turns_left = staticmethod(turns_left)
    verdict = staticmethod(verdict)
    features = staticmethod(features)
    parts = staticmethod(parts)

    def to_act(self, state: CardsState) -> frozenset[Seat]:
        """Return the seat in turn, chance while cards are drawn, nobody at the end."""
        phase = state.record["phase"]
        if phase in (PLAYING, OFFERED):
            return ONE_SEAT[int(state.record["turn"])]
        return NOBODY if phase == OVER else CHANCE_ACTS

    def seen_to_act(self, state: CardsState) -> frozenset[Seat]:
        """Return the same, but chance while a new hand is possible: only its seat knows (E6)."""
        return CHANCE_ACTS if state.record["phase"] == OFFERED else self.to_act(state)

    def chances(self, state: CardsState) -> list[tuple[Move, int]]:
        """Return the cards in the draw pile and how many there are of each, or the next round."""
        if self.to_act(state) != CHANCE_ACTS:
            return []
        if state.record["phase"] == BETWEEN:
            return [(ROUND, 1)]
        return members(int(state.record["pile"]))


GAME = GenialCards()
