"""The facade: the collecting game as the contract requires it."""

from __future__ import annotations

from types import MappingProxyType

from hexade.contract.batch_templates import instantiate
from hexade.contract.game import CHANCE_ACTS, NOBODY, Move, Seat
from hexade.contract.kernel_game import ONE_SEAT, KernelGame
from hexade.contract.setup import Setup
from hexade.games.genial_collect import batch, rules
from hexade.games.genial_collect import features as feature_kernels
from hexade.games.genial_collect.determinize import determinize
from hexade.games.genial_collect.events import events, read, rule_of, tidy
from hexade.games.genial_collect.features import features, parts
from hexade.games.genial_collect.json_view import show
from hexade.games.genial_collect.levels import LEVELS
from hexade.games.genial_collect.mind import judge
from hexade.games.genial_collect.mind.training import LEARNING
from hexade.games.genial_collect.mosaic import mosaic
from hexade.games.genial_collect.notation import parse, text
from hexade.games.genial_collect.outcome import measure, result, scores, turns_left
from hexade.games.genial_collect.picture import picture, say
from hexade.games.genial_collect.preview import forecast, intent, preview, risk
from hexade.games.genial_collect.reasons import reasons
from hexade.games.genial_collect.refuse import why_not
from hexade.games.genial_collect.state import (
    DECIDING,
    MOST_MOVES,
    OVER,
    STOP,
    CollectState,
    opening,
)
from hexade.games.genial_collect.tastes import TASTES, say_slip, slip, tasted
from hexade.games.genial_collect.variants import COLOURS, FORMS, MIDDLE, TINY_FORMS, pile_of
from hexade.games.genial_collect.verdict import verdict
from hexade.games.genial_collect.view import CollectView, tell, view


class GenialCollect(KernelGame[CollectState, CollectView]):
    """Rules G."""

    name = "genial_collect"
    title = "Collecting game"
    titles = MappingProxyType({"en": title, "de": "Sammelspiel", "nl": "Verzamelspel"})
    chapters = "G"
    moves = STOP + 1
    bot_pause = 0.2  # the page shows each tile at a pace of its own
    chance_moves = len(COLOURS)
    forms = FORMS
    tiny_forms = TINY_FORMS
    tastes = TASTES
    measured_levels = LEVELS
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
    risk = staticmethod(risk)
    intent = staticmethod(intent)
    result = staticmethod(result)
    scores = staticmethod(scores)
    measure = staticmethod(measure)
    turns_left = staticmethod(turns_left)
    verdict = staticmethod(verdict)
    features = staticmethod(features)
    parts = staticmethod(parts)

    def to_act(self, state: CollectState) -> frozenset[Seat]:
        """Return the seat in turn, chance while a tile is turned up, nobody at the end."""
        phase = state.record["phase"]
        if phase == DECIDING:
            return ONE_SEAT[int(state.record["turn"])]
        return NOBODY if phase == OVER else CHANCE_ACTS

    def chances(self, state: CollectState) -> list[tuple[Move, int]]:
        """Return the colours in the pile and how many tiles there are of each."""
        if self.to_act(state) != CHANCE_ACTS:
            return []
        return [(colour, n) for colour, n in enumerate(state.record["pile"].tolist()) if n]

    def longest(self, setup: Setup) -> int:
        """Return two decisions for each tile: to turn it up, and to stop (G2, G7 for the last)."""
        return 2 * (sum(pile_of(setup)) - MIDDLE) - 1


GAME = GenialCollect()
