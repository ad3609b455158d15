"""The facade: CONTRAST as the contract requires it."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from hexade.contract.base import BaseGame
from hexade.contract.game import CHANCE, CHANCE_ACTS, NOBODY, Move, Seat, Turn
from hexade.contract.setup import Setup
from hexade.games.contrast import deck, partner, players, rules
from hexade.games.contrast.determinize import determinize
from hexade.games.contrast.events import events, read, rule_of, tidy
from hexade.games.contrast.features import features, parts
from hexade.games.contrast.json_view import show
from hexade.games.contrast.notation import parse, text
from hexade.games.contrast.outcome import measure, reached, result, scores, sides, stake, turns_left
from hexade.games.contrast.picture import picture, say
from hexade.games.contrast.preview import forecast, preview
from hexade.games.contrast.refuse import why_not
from hexade.games.contrast.rules import CHOOSING, OVER
from hexade.games.contrast.state import ContrastState, opening
from hexade.games.contrast.variants import FORMS, SEATS, TINY_FORMS, stack_of
from hexade.games.contrast.verdict import verdict
from hexade.games.contrast.view import ContrastView, tell, view

_ALL = {seats: frozenset(range(seats)) for seats in SEATS}


class Contrast(BaseGame[ContrastState, ContrastView]):
    """Rules F. All choose at the same time, so there are no batches (`kernels` is None)."""

    name = "contrast"
    titles = MappingProxyType({"en": "Contrast", "de": "Contrast", "nl": "Contrast"})
    chapters = "F"
    moves = rules.MISS + 1
    chance_moves = deck.PICTURES
    forms = FORMS
    tiny_forms = TINY_FORMS
    judge = staticmethod(players.judge)
    players = players.PLAYERS
    baselines = MappingProxyType({partner.Partner.name: partner.Partner, **partner.BASELINES})
    begin = staticmethod(opening)

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
    say = staticmethod(say)
    preview = staticmethod(preview)
    forecast = staticmethod(forecast)
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

    def to_act(self, state: ContrastState) -> frozenset[Seat]:
        """Return all seats while they choose (F3), chance before that, nobody at the end."""
        if state.phase == CHOOSING:
            return _ALL[state.setup.seats]
        return NOBODY if state.phase == OVER else CHANCE_ACTS

    def legal(self, state: ContrastState, seat: Seat) -> list[Move]:
        """Return the symbols on the cards in a seat's hand, ascending (F3)."""
        return state.symbols(seat) if _chooses(state, seat) else []

    def chances(self, state: ContrastState) -> list[tuple[Move, int]]:
        """Return the cards that may be laid (F2) or the pictures that may come next (F1)."""
        out = np.empty(deck.PICTURES, np.int32)
        count = rules.list_chances(state.record, state.table[0], out)
        return [(move, 1) for move in out[:count].tolist()]

    def apply(self, state: ContrastState, turn: Turn) -> ContrastState:
        """Return the state after all have chosen or missed, or chance has acted."""
        data = state.thaw()
        if CHANCE in turn:
            rules.befall(data[0], state.table[0], turn[CHANCE])
        else:
            rules.decide(data[0], state.table[0], rules.round_of(turn))
        return ContrastState(state.setup, data)

    def absent(self, state: ContrastState, seat: Seat) -> Move | None:
        """Return the miss of a seat that is too slow (F4)."""
        return rules.MISS if _chooses(state, seat) else None

    def longest(self, setup: Setup) -> int:
        """Return one decision for each picture of the stack (F7)."""
        return stack_of(setup.variant, setup.seats)


def _chooses(state: ContrastState, seat: Seat) -> bool:
    return state.phase == CHOOSING and seat in _ALL[state.setup.seats]


GAME = Contrast()
