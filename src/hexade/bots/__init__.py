"""Players made of code. They see nothing but their view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hexade.bots import levels
from hexade.bots.evaluation import WORTH, Judgement, can_judge, judged
from hexade.bots.greedy import Greedy, has_measure
from hexade.bots.own import CLASS, WEIGHTS, TrainedPlayer, make_named
from hexade.bots.program import PROGRAM, Program, check
from hexade.bots.random import Random
from hexade.contract.game import AnyGame, Move, View
from hexade.contract.player import Player
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup

__all__ = [
    "BOT",
    "OWN",
    "PROGRAM",
    "Judgement",
    "called",
    "fits",
    "hire",
    "is_offered",
    "judge",
    "judged",
    "make",
    "makers",
    "offer",
    "refuse_bot",
    "steady",
    "titles",
    "usual",
]

_offered: dict[str, str] = {}
BOT = "bot:"  # the prefix of a bot's name in records: bot:greedy
OWN = (PROGRAM, CLASS, WEIGHTS)  # prefixes of what runs code of the caller's own machine


def make(name: str, game: AnyGame, seed: int) -> Player:
    """Return a bot by its name; refuse unknown names and commands.

    The seed is for the bot's own random choices (`chance.bot_seed`), never the seed of the deal.
    """
    known = makers(game)
    if name not in known:
        raise Refusal(Reason("bot", "", f"there is no bot {name!r}; choose {', '.join(known)}"))
    return known[name](game, seed)


def hire(name: str, game: AnyGame, seed: int) -> Player:
    """Return a bot by its name, or an agent of the caller's own: `cmd:…`, `py:…` or `net:…`.

    Never call it with a name from the network: it could run any program here.
    """
    if name.startswith(CLASS):
        return make_named(name, game, seed)
    if name.startswith(WEIGHTS):
        return TrainedPlayer(game, seed, name)
    if not name.startswith(PROGRAM):
        return make(name.removeprefix(BOT), game, seed)
    command = name.removeprefix(PROGRAM).strip()
    check(command)
    return Program(game, seed, command)


def offer(programs: Mapping[str, str]) -> None:
    """Offer an operator's own agents, each under a name, as bots for every game."""
    for name, said in programs.items():
        if said.startswith(PROGRAM):
            check(said.removeprefix(PROGRAM).strip())
        _offered[name] = said


def is_offered(name: str) -> bool:
    """Tell whether this is the name of a program that an operator offers."""
    return name in _offered


def _own(said: str) -> Callable[[AnyGame, int], Player]:
    return lambda game, seed: hire(said, game, seed)


def makers(game: AnyGame) -> dict[str, Callable[[AnyGame, int], Player]]:
    """Return the bots that can play a game, by name: general ones and the game's own."""
    found: dict[str, Callable[[AnyGame, int], Player]] = {"random": Random}
    if has_measure(game):
        found["greedy"] = Greedy
    if can_judge(game):
        found |= levels.makers()
    programs = {name: _own(said) for name, said in _offered.items() if _plays(said, game)}
    return {**found, **game.players, **programs}


def _plays(said: str, game: AnyGame) -> bool:
    """Tell whether an operator's agent can play a game: weights need one that can be learned."""
    return not said.startswith(WEIGHTS) or bool(game.kernels and game.kernels.learning)


def fits(name: str, game: AnyGame, setup: Setup) -> bool:
    """Tell whether a bot can play a set-up: weights play only the one they were trained for."""
    try:
        refuse_bot(name, game, setup)
    except Refusal:
        return False
    return True


def refuse_bot(name: str, game: AnyGame, setup: Setup) -> None:
    """Refuse an unknown bot, and weights that were trained for another set-up.

    Players read why: nothing of an operator's files is in it.
    """
    bot = make(name, game, 0)
    if isinstance(bot, TrainedPlayer) and not bot.fits(setup):
        text = f"the bot {name} does not play {setup.variant} for {setup.seats}: choose another"
        raise Refusal(Reason("bot", "", text))


def titles(game: AnyGame) -> dict[str, dict[str, str]]:
    """Return the game's levels, the weakest first, and their titles by language."""
    return levels.titles() if can_judge(game) else {}


def steady(game: AnyGame) -> list[str]:
    """Return the bots that are neither levels nor an operator's programs, for golden games."""
    changing = {*levels.makers(), *_offered}
    return [name for name in makers(game) if name not in changing]


def called(name: str) -> str:
    """Return the name of this bot's seat in records."""
    return name if name.startswith((BOT, *OWN)) else BOT + name


def usual(game: AnyGame) -> str:
    """Return the default bot: a middle level, or else the game's own."""
    if known := list(titles(game)):
        return known[(len(known) - 1) // 2]
    return list(game.players)[-1] if game.players else _plain(game)


def _plain(game: AnyGame) -> str:
    return "greedy" if has_measure(game) else "random"


class Advice(NamedTuple):
    """Moves with their values from 0 to 1, the best first, and where the values come from."""

    moves: list[tuple[Move, float]]
    source: str = WORTH  # JUDGE: expected outcomes; WORTH: they only compare these moves


def advise(game: AnyGame, view: View, legal: Sequence[Move], seed: int) -> Advice:
    """Return moves with their values, the best first, at full effort.

    If the game has neither judge nor measure, return only the move of its default bot.
    """
    if not legal:
        return Advice([])
    found = judged(game, view, legal, seed=seed)
    if found is not None:
        return Advice(found.ranked(), found.source)
    bot = make(usual(game), game, seed)  # never a program that an operator offers
    bot.sit(view.setup, view.seat)
    return Advice([(bot.choose(view, legal), 1.0)])


def judge(game: AnyGame, view: View, legal: Sequence[Move], seed: int) -> list[tuple[Move, float]]:
    """Return what `advise` does, without the source of the values."""
    return advise(game, view, legal, seed).moves
