"""Warming up: games and bots are loaded and compiled before anybody waits for them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from hexade import bots, games
from hexade.contract import kernel
from hexade.contract.chance import GUESS, Stream
from hexade.contract.game import AnyGame
from hexade.contract.record import Record
from hexade.contract.setup import Setup, agree
from hexade.match import accepted, reveals_nothing, start, submit, take_up, told

_SEED = 1  # its games reach all compiled code (tests/server/bots/test_warm_up.py)
_FEW = 3
_GAMES = Path(games.__file__).parent


def warm_up(names: Sequence[str], programs: bool = False) -> None:
    """Load some games, and let every bot choose once, so that nobody waits for a compiler."""
    for game in map(games.find, names):
        match = start(game, agree(game), Stream(0)).match
        seat = min(match.waiting_for)
        view, legal = game.view(match.state, seat), game.legal(match.state, seat)
        game.reasons(view, legal, legal[0])
        for name in bots.makers(game):
            bot = bots.make(name, game, 0)
            if not bots.is_offered(name):
                bot.choose(view, legal)
            elif programs:  # makes the program load and compile now
                bot.sit(match.setup, seat)
                bot.rise({})


@cache  # once a process: tests start hundreds of servers in one
def warm_rules() -> None:
    """Load the rules of all games and the code that builds messages for the page, but no bots."""
    for name in games.names():
        compile_rules(name)
    if kernel.compiled() and (stamp := _stamp()) is not None:
        with suppress(OSError):  # the disk is full
            stamp.touch()


def compile_rules(name: str) -> None:
    """Compile the rules of one game, or load them if they are compiled."""
    game = games.find(name)
    for form in game.forms:
        setup = agree(game, form.variant, seats=form.seats[-1])
        # Rare code paths must be compiled too: compiling during play would stall all tables.
        play_as_a_table(game, setup, _SEED, None if kernel.compiled() else _FEW)


def rules_are_kept() -> bool:
    """Tell whether a process on this machine has compiled the rules of all games, as they are."""
    stamp = _stamp()
    return stamp is not None and stamp.exists()


def longest_first() -> list[str]:
    """Return all games, those with most to compile first."""
    return sorted(games.names(), key=lambda name: -_source_bytes(name))


def _source_bytes(name: str) -> int:
    sources = (_GAMES / name).rglob("*.py")
    return sum(path.stat().st_size for path in sources if "tests" not in path.parts)


def _stamp() -> Path | None:
    """Return the file that says so: where it is follows from all sources."""
    sources = {_GAMES / name for name in games.names()} | {Path(kernel.__file__).parent}
    folder = kernel.folder_for(frozenset(sources))
    return folder and folder / "rules"


def play_as_a_table(game: AnyGame, setup: Setup, seed: int, most: int | None = None) -> None:
    """Play a random game, doing everything that a table does; stop after `most` moves."""
    dealer, dice = Stream(seed), Stream(seed, GUESS)
    made = start(game, setup, dealer)
    match, events = made.match, [*made.events]
    for n in itertools.count() if most is None else range(most):
        acting = min(match.waiting_for)
        view, legal = game.view(match.state, acting), game.legal(match.state, acting)
        move = legal[dice.below(n, len(legal))]
        game.show(view)
        game.preview(view, legal)
        game.show_json(view)
        game.legal_json(match.state, acting)
        game.preview_json(view)
        game.giveaway(view, move)
        tried = accepted(submit(match, acting, game.text(move), match.version))
        made = accepted(submit(match, acting, move, match.version, dealer))
        reveals_nothing(match, acting, move, tried.match)
        match = made.match
        events += made.events
        told(match, made.events, acting)
        game.result(match.state)
        if match.over:
            break
    take_up(game, Record(setup, ("",) * setup.seats, seed, tuple(events)))
