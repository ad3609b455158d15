"""Who can be named in the lab: all bots, programs, and baselines that no table offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter, process_time

from hexade import bots
from hexade.bots.levels import COUNT, AtLevel
from hexade.bots.program import Program
from hexade.contract.chance import Stream
from hexade.contract.game import AnyGame, Event, Move, Result, Seat, View
from hexade.contract.level import Level
from hexade.contract.player import Player, listens
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.firsttimer import FirstTimer
from hexade.lab.ismcts import Ismcts
from hexade.match.play import finish

NOISE = "noise:"  # a custom level, to find out which levels a game should have
WARM_TURNS = 8  # positions shown to each player before its time is measured


def makers(game: AnyGame) -> dict[str, Callable[[AnyGame, int], Player]]:
    """Return all players of the lab but programs, by name."""
    first = {FirstTimer.name: FirstTimer} if "greedy" in bots.makers(game) else {}
    return {**bots.makers(game), "ismcts": Ismcts, **first, **game.baselines}


def make(name: str, game: AnyGame, seed: int) -> Player:
    """Return a player by its name or command; refuse an unknown one."""
    if not isinstance(name, str):
        raise Refusal(Reason("bot", "", f"a player's name is a string, not {name!r}"))
    if name.startswith(bots.OWN):
        return bots.hire(name, game, seed)
    if name.startswith(NOISE):
        return AtLevel(game, seed, COUNT, name, _noisy(name, game.tastes))
    known, name = makers(game), name.removeprefix(bots.BOT)
    if name not in known:
        own = "cmd:PROGRAM, py:MODULE:CLASS or net:WEIGHTS.npz"
        names = f"choose {', '.join(known)}, {own}"
        raise Refusal(Reason("bot", "", f"there is no player {name!r}; {names}"))
    return known[name](game, seed)


def name_of(level: Level) -> str:
    """Return the name under which the lab knows a level."""
    tastes = f":{level.pull:g}:{'+'.join(level.tastes)}" if level.pull else ""
    return f"{NOISE}{level.noise:g}:{level.effort:g}{tastes}"


def _noisy(name: str, known: Sequence[str]) -> Level:
    """Return the level that a name means: noise:0.1, noise:0.1:0.5 or noise:0.1:0:1:own+now."""
    numbers = name.removeprefix(NOISE).split(":")
    whole = len(numbers) in (1, 2, 4)  # a pull means nothing without tastes
    try:
        tastes = tuple(filter(None, numbers.pop().split("+"))) if len(numbers) == 4 else ()
        noise, effort, pull = (*(float(number) for number in numbers), 0.0, 0.0)[:3]
        level = Level(effort, noise, pull, tastes)
    except ValueError:
        level = Level(-1.0, -1.0)
    fits = all(0 <= number <= 1 for number in (level.noise, level.effort, level.pull))
    if not whole or not fits or not set(level.tastes) <= set(known):
        text = (
            f"{name!r}: write {NOISE}NOISE, {NOISE}NOISE:EFFORT or {NOISE}NOISE:EFFORT:PULL:TASTES,"
            f" numbers between 0 and 1, tastes with + between them: {', '.join(known) or 'none'}"
        )
        raise Refusal(Reason("bot", "", text))
    return level


class Timed:
    """A player whose thinking is timed."""

    def __init__(self, inner: Player) -> None:
        self.inner, self.name = inner, inner.name
        self.wants_news = listens(inner)
        self.ms: list[float] = []  # per move
        self.cpu_ms = 0.0  # in total
        self._before = 0.0

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Pass the new game on to the player."""
        self.inner.sit(setup, seat)
        self._before = self._elsewhere()

    def hear(self, event: Event) -> None:
        """Pass an event on to the player."""
        self.inner.hear(event)

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Let the player choose, and note how long it takes."""
        cpu, began = process_time(), perf_counter()
        move = self.inner.choose(view, legal, time_ms)
        self.ms.append(1000 * (perf_counter() - began))
        self.cpu_ms += 1000 * (process_time() - cpu)
        return move

    def rise(self, result: Result) -> None:
        """Pass the result on to the player."""
        if isinstance(self.inner, Program):
            self.cpu_ms = 1000 * max(0.0, self._elsewhere() - self._before)
        self.inner.rise(result)

    @property
    def faults(self) -> dict[str, int]:
        """What a program has done wrong."""
        return dict(self.inner.faults) if isinstance(self.inner, Program) else {}

    def _elsewhere(self) -> float:
        return self.inner.cpu_s if isinstance(self.inner, Program) else 0.0


class _Guest(Timed):
    """Plays at random, and shows some of its positions to the players who warm up."""

    def __init__(self, game: AnyGame, others: Sequence[Player], time_ms: int, every: int) -> None:
        super().__init__(bots.make("random", game, 1))
        self.others, self.time_ms, self.every, self.seen = others, time_ms, every, 0

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Show the position, then play at random."""
        self.seen += 1
        if self.seen % self.every == 0:
            for other in self.others:
                other.choose(view, legal, self.time_ms)
        return super().choose(view, legal, time_ms)


def warm_up(game: AnyGame, setup: Setup, names: Sequence[str], time_ms: int) -> None:
    """Make every player load and compile: programs report that they are ready, others choose."""
    players = [make(name, game, 1) for name in dict.fromkeys(names)]
    for player in players:
        player.sit(setup, 0)
    thinking = [player for player in players if not isinstance(player, Program)]
    counting = [_Guest(game, (), time_ms, 1) for _ in range(setup.seats)]
    finish(game, setup, counting, Stream(1).below(0, 1 << 30))
    every = max(1, counting[0].seen // WARM_TURNS)
    showing = [_Guest(game, thinking, time_ms, every) for _ in range(setup.seats)]
    finish(game, setup, [showing[0], *counting[1:]], Stream(1).below(0, 1 << 30))
    for player in players:
        player.rise({})
