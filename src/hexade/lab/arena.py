"""The arena: players meet over many deals, on all cores, and every game is written to a file.

However the work is distributed, the games are the same: deal n comes from (seed, n), and a player's
random numbers come from the deal and its seat. Only times differ, and what depends on them.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, TypeAlias

from hexade import games
from hexade.bots.process import pool
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.game import AnyGame
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab import players as lab_players
from hexade.lab.pairing import Lineup, pairings
from hexade.lab.workers import Runner, alone
from hexade.match.play import finish

FORMAT = "hexade-arena/1"
Unit: TypeAlias = tuple[int, int]  # a deal and a pairing
Line: TypeAlias = dict[str, Any]  # one game


@dataclass(frozen=True)
class ArenaPlan:
    """Who plays what, and how often."""

    setup: Setup
    players: tuple[str, ...]
    deals: int
    seed: int = 0
    time_ms: int = 1000
    mode: str | None = None
    errors: str | None = None  # the file for the programs' standard error

    @property  # not kept: a worker that received it would compile the game again
    def game(self) -> AnyGame:
        """The game."""
        return games.find(self.setup.game)

    @cached_property
    def pairings(self) -> list[list[Lineup]]:
        """Who meets whom, with all line-ups of each deal."""
        return pairings(self.game, self.setup, len(self.players), self.mode)

    def units(self) -> list[Unit]:
        """Return all units of work, deal by deal."""
        return [(deal, n) for deal in range(self.deals) for n in range(len(self.pairings))]

    def head(self) -> Line:
        """Return the first line of a file of results."""
        return {
            "format": FORMAT,
            "setup": asdict(self.setup),
            "players": list(self.players),
            "seed": self.seed,
            "time_ms": self.time_ms,
            "mode": self.mode,
        }


def play_unit(plan: ArenaPlan, unit: Unit) -> list[Line]:
    """Play a deal of a pairing in all its line-ups."""
    return [_play(plan, unit, lineup) for lineup in range(len(plan.pairings[unit[1]]))]


def _play(plan: ArenaPlan, unit: Unit, number: int) -> Line:
    deal, pairing = unit
    seated = plan.pairings[pairing][number]
    seed = seed_of(plan.seed, deal)
    timed = [
        lab_players.Timed(lab_players.make(plan.players[n], plan.game, bot_seed(seed, seat)))
        for seat, n in enumerate(seated)
    ]
    result = finish(plan.game, plan.setup, timed, seed, plan.time_ms)
    return {
        "deal": deal,
        "pairing": pairing,
        "lineup": number,
        "seats": list(seated),
        "ranks": result["ranks"],
        "measure": list(plan.game.measure(plan.setup, result)),
        "ms": [[round(ms, 3) for ms in player.ms] for player in timed],
        "cpu_ms": [round(player.cpu_ms, 2) for player in timed],
        "faults": [player.faults for player in timed],
    }


@lru_cache(maxsize=1)
def settle_in(plan: ArenaPlan) -> None:
    """Get this process ready to play: load and compile everything before time is measured."""
    pool.errors = Path(plan.errors) if plan.errors else None
    lab_players.warm_up(plan.game, plan.setup, plan.players, plan.time_ms)


def _work(plan: ArenaPlan, unit: Unit) -> list[Line]:
    settle_in(plan)
    return play_unit(plan, unit)


def play(plan: ArenaPlan, units: Sequence[Unit], runner: Runner = alone) -> Generator[list[Line]]:
    """Yield the games of each unit as they finish, played by a runner."""
    found = runner(partial(_work, plan), units)
    with closing(found):  # ends the workers when enough games are played
        for _, lines in found:
            yield lines


class Log:
    """A file of results, one line for each game, from which an interrupted run can continue."""

    def __init__(self, path: Path, plan: ArenaPlan) -> None:
        self.path, self.plan = path, plan
        self.lines: list[Line] = []
        content = path.read_bytes() if path.exists() else b""
        if _text([plan.head()]).startswith(content.decode("utf-8", "replace")):
            path.write_bytes(b"")  # empty, or a run that was interrupted in its first line
            self._append([plan.head()])
        self._take_up()
        self._known = set(map(_key, self.lines))

    def add(self, lines: list[Line]) -> None:
        """Write games, each once: an interrupted deal is played again as a whole."""
        new = [line for line in lines if _key(line) not in self._known]
        self._append(new)
        self.lines += new
        self._known.update(map(_key, new))

    def missing(self) -> list[Unit]:
        """Return what is still to be played."""
        played: dict[Unit, int] = {}
        for line in self.lines:
            unit = (line["deal"], line["pairing"])
            played[unit] = played.get(unit, 0) + 1
        sizes = [len(pairing) for pairing in self.plan.pairings]
        return [unit for unit in self.plan.units() if played.get(unit, 0) < sizes[unit[1]]]

    def _append(self, lines: list[Line]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_text(lines))

    def _take_up(self) -> None:
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        head, lines = _parsed(self.path, whole)
        if head != json.loads(json.dumps(self.plan.head())):
            text = f"{self.path} holds another arena; choose another folder with --out"
            raise Refusal(Reason("arena", "", text))
        if whole != content:  # the run was interrupted while writing
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        deals = self.plan.deals
        self.lines = [line for line in lines if line["deal"] < deals]


def read(path: Path) -> tuple[Line, list[Line]]:
    """Return the head and the games of a file of results, each game once."""
    return _parsed(path, path.read_bytes())


def _text(lines: Sequence[Line]) -> str:
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def _key(line: Line) -> tuple[int, int, int]:
    return line["deal"], line["pairing"], line["lineup"]


def _parsed(path: Path, content: bytes) -> tuple[Line, list[Line]]:
    try:
        head, *lines = (json.loads(line) for line in content.decode("utf-8").splitlines())
        known = head["format"] == FORMAT
        found = {_key(line): line for line in lines}
        ordered = [found[key] for key in sorted(found)]
    except (ValueError, LookupError, TypeError):
        known = False
    if not known:
        raise Refusal(Reason("arena", "", f"{path} is not a file of the arena"))
    return head, ordered


def checked(plan: ArenaPlan) -> ArenaPlan:
    """Return the plan with every player's name in one spelling; refuse what cannot be played."""
    names = tuple(name.strip().removeprefix("bot:") for name in plan.players)
    for name in names:
        lab_players.make(name, plan.game, 1)
    if twice := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
        text = f"{twice[0]} was named twice: name each player once"
        raise Refusal(Reason("players", "", text))
    plan = replace(plan, players=names)
    _ = plan.pairings
    return plan
