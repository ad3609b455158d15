"""Players made of code. They see their view and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexade.bots import levels
from hexade.bots.greedy import Greedy, has_measure
from hexade.bots.judging import Judgement, can_judge, judged
from hexade.bots.program import PROGRAM, Program, check
from hexade.bots.random import Random
from hexade.contract.game import AnyGame
from hexade.contract.player import Player
from hexade.contract.reason import Reason, Refusal

__all__ = [
    "BOT",
    "PROGRAM",
    "Judgement",
    "called",
    "hire",
    "is_offered",
    "judged",
    "make",
    "makers",
    "offer",
    "steady",
    "titles",
    "usual",
]

_offered: dict[str, str] = {}
BOT = "bot:"  # how a seat of a record is called that a bot sits in: bot:greedy


def make(name: str, game: AnyGame, seed: int) -> Player:
    """Return a bot by its name; refuse an unknown one, and commands.

    The seed is for the bot's own chance: `chance.bot_seed`, never that of the deal.
    """
    known = makers(game)
    if name not in known:
        raise Refusal(Reason("bot", "", f"there is no bot {name!r}; choose {', '.join(known)}"))
    return known[name](game, seed)


def hire(name: str, game: AnyGame, seed: int) -> Player:
    """Return a bot by its name or, as `cmd:…`, a program of the caller's own machine.

    Not for names that come over the network: whoever may say them may run any program here.
    """
    if not name.startswith(PROGRAM):
        return make(name.removeprefix(BOT), game, seed)
    command = name.removeprefix(PROGRAM).strip()
    check(command)
    return Program(game, seed, command)


def offer(programs: Mapping[str, str]) -> None:
    """Offer programs, each as a command under a name, for every game: an operator's choice."""
    for name, said in programs.items():
        command = said.removeprefix(PROGRAM).strip()
        check(command)
        _offered[name] = command


def is_offered(name: str) -> bool:
    """Tell whether a bot's name is that of a program which an operator offers."""
    return name in _offered


def _program(command: str) -> Callable[[AnyGame, int], Player]:
    return lambda game, seed: Program(game, seed, command)


def makers(game: AnyGame) -> dict[str, Callable[[AnyGame, int], Player]]:
    """Return the bots that can play a game, by name: those of this room and the game's own."""
    found: dict[str, Callable[[AnyGame, int], Player]] = {"random": Random}
    if has_measure(game):
        found["greedy"] = Greedy
    if can_judge(game):
        found |= levels.makers()
    programs = {name: _program(command) for name, command in _offered.items()}
    return {**found, **game.players, **programs}


def titles(game: AnyGame) -> dict[str, dict[str, str]]:
    """Return the game's levels, the weakest first, and what people call each by language."""
    return levels.titles() if can_judge(game) else {}


def steady(game: AnyGame) -> list[str]:
    """Return the bots that no better judge will change, and no operator: for tests that compare."""
    changing = {*levels.makers(), *_offered}
    return [name for name in makers(game) if name not in changing]


def called(name: str) -> str:
    """Return how a seat of a record is called that this bot sits in."""
    return name if name.startswith((BOT, PROGRAM)) else BOT + name


def usual(game: AnyGame) -> str:
    """Return the bot that sits down where nobody chose one: a middle level, or the game's own."""
    if known := list(titles(game)):
        return known[(len(known) - 1) // 2]
    return list(game.players)[-1] if game.players else _plain(game)


def _plain(game: AnyGame) -> str:
    return "greedy" if has_measure(game) else "random"
