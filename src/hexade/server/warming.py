"""Warming up: games and bots are loaded and compiled before anybody waits for them."""

from __future__ import annotations

from collections.abc import Sequence

from hexade import bots, games
from hexade.contract.chance import Stream
from hexade.contract.game import AnyGame
from hexade.contract.setup import agree
from hexade.match import Rejected, reveals_nothing, start, submit, told

_MOVES = 3


def warm_up(names: Sequence[str], programs: bool = False) -> None:
    """Load some games, and let every bot choose once, so that nobody waits for a compiler."""
    for game in map(games.find, names):
        match = start(game, agree(game), Stream(0)).match
        seat = min(match.waiting_for)
        view, legal = game.view(match.state, seat), game.legal(match.state, seat)
        for name in bots.makers(game):
            bot = bots.make(name, game, 0)
            if not bots.is_offered(name):
                bot.choose(view, legal)
            elif programs:  # it loads and compiles now
                bot.sit(match.setup, seat)
                bot.rise({})


def warm_rules() -> None:
    """Load the rules of all games, and what a page is sent of them, but no bot."""
    for game in games.catalogue().values():
        for form in game.forms:
            _open_a_game(game, form.variant)


def _open_a_game(game: AnyGame, variant: str) -> None:
    """Make a few moves as a table makes them, so that nothing is left to be loaded in play."""
    dealer = Stream(0)
    match = start(game, agree(game, variant), dealer).match
    for _ in range(_MOVES):
        acting = min(match.waiting_for)
        view, legal = game.view(match.state, acting), game.legal(match.state, acting)
        game.show(view)
        game.preview(view, legal)
        game.gift(view, legal[0])
        tried = submit(match, acting, game.text(legal[0]), match.version)
        made = submit(match, acting, legal[0], match.version, dealer)
        if isinstance(tried, Rejected) or isinstance(made, Rejected) or made.match.over:
            return
        reveals_nothing(match, acting, legal[0], tried.match)
        match = made.match
        told(match, made.events, acting)
        game.result(match.state)
