"""A bot that is a program in any language: the bot protocol `hexade-bot/1` over pipes.

Programs are started once and play one game after another. After any fault the game goes on: the
random bot plays the rest of it, and the fault is counted.
"""

from __future__ import annotations

import json
import shlex
import shutil
from collections import Counter
from collections.abc import Sequence
from typing import Any

from hexade.bots.process import Process, pool
from hexade.bots.random import Random
from hexade.contract.game import AnyGame, Event, Move, Result, Seat, View
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup

PROGRAM = "cmd:"  # the prefix of a program's command: cmd:./mybot --level 3
PROTOCOL = "hexade-bot/1"
READY_MS = 120_000  # time to load and compile
TIME_MS = 1000  # for a move, by default
LATE, ILLEGAL, UNREADABLE, DEAD, UNREADY = "late", "illegal", "unreadable", "dead", "unready"


class FaultyError(Exception):
    """A program broke the protocol."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class Program:
    """A player that is a program and, after a fault, the random bot."""

    def __init__(self, game: AnyGame, seed: int, command: str, ready_ms: int = READY_MS) -> None:
        self.game, self.command, self.ready_ms = game, command, ready_ms
        self.name = PROGRAM + command
        self.called = ""  # the program's own name
        self.faults: Counter[str] = Counter()  # over all games of this player
        self._stand_in = Random(game, seed)
        self._process: Process | None = None
        self._lost = True  # whether the random bot plays
        self._slow = False  # whether an answer in this game was late or missing

    @property
    def cpu_s(self) -> float:
        """How much processor time the program has used so far, if the system reports it."""
        return self._process.cpu_s if self._process else 0.0

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Say hello, and wait until the program is ready."""
        self.close()
        self._lost, self._slow = False, False
        try:
            self._process = pool.take(self.command)
            if self._process is None:
                raise FaultyError(DEAD)
            self.called = self._greeted(self._process, _hello(setup, seat))
        except FaultyError as error:
            self._lose(error.fault)

    def hear(self, event: Event) -> None:
        """Pass an event on."""
        if self._process is not None and not self._lost:
            self._process.say({"type": "event", "event": event})

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return the program's move; after a fault that of the random bot."""
        if self._process is None or self._lost:
            return self._stand_in.choose(view, legal)
        try:
            return self._asked(self._process, view, legal, TIME_MS if time_ms is None else time_ms)
        except FaultyError as error:
            missed = self._missed(view) if error.fault == LATE else None
            if missed is not None:
                self._count(LATE)
                return missed
            self._lose(error.fault)
            return self._stand_in.choose(view, legal)

    def rise(self, result: Result) -> None:
        """Tell how the game ended, and let the program wait for the next one."""
        if self._process is not None:
            self._process.say({"type": "end", "result": result})
        self.close()

    def close(self) -> None:
        """Leave the game, whether or not it is over."""
        if self._process is not None:
            pool.put_back(self._process, self._slow)
        self._process, self._lost = None, True

    def _greeted(self, process: Process, hello: dict[str, Any]) -> str:
        process.say(hello)
        process.owes += 1
        said = process.answer(self.ready_ms, known=_is_ready)
        if said is None:
            raise FaultyError(UNREADY if process.alive else DEAD)
        if not _is_ready(said):
            raise FaultyError(UNREADABLE)
        return str(_object(said).get("name", ""))[:80]

    def _asked(self, process: Process, view: View, legal: Sequence[Move], time_ms: int) -> Move:
        moves = [self.game.text(move) for move in legal]
        shown = self.game.show(view)
        process.say({"type": "choose", "view": shown, "legal": moves, "time_ms": time_ms})
        process.owes += 1
        said = process.answer(time_ms)
        if said is None:
            raise FaultyError(LATE if process.alive else DEAD)
        answer = _object(said)
        move = answer.get("move")
        if answer.get("type") != "move" or not isinstance(move, str):
            raise FaultyError(UNREADABLE)
        return self._meant(move, moves, legal)

    def _meant(self, said: str, moves: list[str], legal: Sequence[Move]) -> Move:
        """Return the legal move of an answer, in any notation that the game can parse."""
        if said in moves:
            return legal[moves.index(said)]
        try:
            found = self.game.parse(said)
        except Refusal:
            raise FaultyError(ILLEGAL) from None
        if found not in legal:
            raise FaultyError(ILLEGAL)
        return found

    def _missed(self, view: View) -> Move | None:
        """Return the game's default move for a late answer, if it has one."""
        return self.game.absent(self.game.determinize(view, 0), view.seat)

    def _lose(self, fault: str) -> None:
        """Give the seat to the random bot for the rest of the game."""
        self._count(fault)
        self._lost = True
        if self._process is not None and fault in (DEAD, UNREADY):
            pool.let_go(self._process, self._slow)
            self._process = None

    def _count(self, fault: str) -> None:
        self.faults[fault] += 1
        self._slow = self._slow or fault in (LATE, UNREADY)


def check(command: str) -> None:
    """Refuse a command that cannot be run here."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise _refusal(f"the command {command!r} cannot be read: {str(error).lower()}") from None
    if not words:
        raise _refusal(f"write the program after {PROGRAM}, such as {PROGRAM}./mybot")
    if shutil.which(words[0]) is None:
        raise _refusal(f"there is no program {words[0]!r} that can be run")


def _refusal(text: str) -> Refusal:
    return Refusal(Reason("program", "", text))


def _hello(setup: Setup, seat: Seat) -> dict[str, Any]:
    edition = {} if setup.edition is None else {"edition": setup.edition}
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": setup.game,
        "variant": setup.variant,
        **edition,
        **dict(setup.options),
        "seats": setup.seats,
        "seat": seat,
    }


def _is_ready(said: bytes) -> bool:
    try:
        return _object(said).get("type") == "ready"
    except FaultyError:
        return False


def _object(said: bytes) -> dict[str, Any]:
    """Return the JSON object of a line."""
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        raise FaultyError(UNREADABLE) from None
    if not isinstance(found, dict):
        raise FaultyError(UNREADABLE)
    return found
