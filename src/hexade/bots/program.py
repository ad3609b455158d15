"""A bot that is a program of any language: the bot protocol, `hexade-bot/1`, over its pipes.

Programs are started once and play one game after the other. Whatever one does wrong, the game goes
on: the random bot takes its seat for the rest of the game, and the fault is counted.
"""

from __future__ import annotations

import json
import shlex
import shutil
from collections import Counter
from collections.abc import Sequence
from typing import Any

from hexade.bots.hired import Hired, shelf
from hexade.bots.random import Random
from hexade.contract.game import AnyGame, Event, Move, Result, Seat, View
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup

PROGRAM = "cmd:"  # how a player is named that is a program: cmd:./mybot --level 3
PROTOCOL = "hexade-bot/1"
READY_MS = 120_000  # time to load and compile
TIME_MS = 1000  # for a move, where nobody says otherwise
LATE, ILLEGAL, UNREADABLE, DEAD, UNREADY = "late", "illegal", "unreadable", "dead", "unready"


class FaultyError(Exception):
    """A program did something that the protocol does not allow."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class Program:
    """A player that speaks for a program, and after a fault for the random bot."""

    def __init__(self, game: AnyGame, seed: int, command: str, ready_ms: int = READY_MS) -> None:
        self.game, self.command, self.ready_ms = game, command, ready_ms
        self.name = PROGRAM + command
        self.called = ""  # how the program calls itself
        self.faults: Counter[str] = Counter()  # of all games that this player has played
        self._stand_in = Random(game, seed)
        self._hired: Hired | None = None
        self._lost = True  # whether the random bot plays
        self._slow = False  # whether an answer of this game came too late, or none

    @property
    def cpu_s(self) -> float:
        """How much processor time the program has used so far, as far as that can be known."""
        return self._hired.cpu_s if self._hired else 0.0

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Say hello, and wait until the program is ready."""
        self.close()
        self._lost, self._slow = False, False
        try:
            self._hired = shelf.take(self.command)
            if self._hired is None:
                raise FaultyError(DEAD)
            self.called = self._greeted(self._hired, _hello(setup, seat))
        except FaultyError as error:
            self._lose(error.fault)

    def hear(self, event: Event) -> None:
        """Pass an event on."""
        if self._hired is not None and not self._lost:
            self._hired.say({"type": "event", "event": event})

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return the program's move; after a fault that of the random bot."""
        if self._hired is None or self._lost:
            return self._stand_in.choose(view, legal)
        try:
            return self._asked(self._hired, view, legal, TIME_MS if time_ms is None else time_ms)
        except FaultyError as error:
            missed = self._missed(view) if error.fault == LATE else None
            if missed is not None:
                self._count(LATE)
                return missed
            self._lose(error.fault)
            return self._stand_in.choose(view, legal)

    def rise(self, result: Result) -> None:
        """Tell how the game ended, and let the program wait for the next one."""
        if self._hired is not None:
            self._hired.say({"type": "end", "result": result})
        self.close()

    def close(self) -> None:
        """Leave the game, whether or not it is over."""
        if self._hired is not None:
            shelf.put_back(self._hired, self._slow)
        self._hired, self._lost = None, True

    def _greeted(self, hired: Hired, hello: dict[str, Any]) -> str:
        hired.say(hello)
        hired.owes += 1
        said = hired.answer(self.ready_ms, known=_is_ready)
        if said is None:
            raise FaultyError(UNREADY if hired.alive else DEAD)
        if not _is_ready(said):
            raise FaultyError(UNREADABLE)
        return str(_object(said).get("name", ""))[:80]

    def _asked(self, hired: Hired, view: View, legal: Sequence[Move], time_ms: int) -> Move:
        moves = [self.game.text(move) for move in legal]
        shown = self.game.show(view)
        hired.say({"type": "choose", "view": shown, "legal": moves, "time_ms": time_ms})
        hired.owes += 1
        said = hired.answer(time_ms)
        if said is None:
            raise FaultyError(LATE if hired.alive else DEAD)
        answer = _object(said)
        move = answer.get("move")
        if answer.get("type") != "move" or not isinstance(move, str):
            raise FaultyError(UNREADABLE)
        return self._meant(move, moves, legal)

    def _meant(self, said: str, moves: list[str], legal: Sequence[Move]) -> Move:
        """Return the legal move that was said, in any spelling that the game can read."""
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
        """Return the table's move for a seat that is too slow, where the game has one."""
        return self.game.absent(self.game.determinize(view, 0), view.seat)

    def _lose(self, fault: str) -> None:
        """Give the seat to the random bot for the rest of the game."""
        self._count(fault)
        self._lost = True
        if self._hired is not None and fault in (DEAD, UNREADY):
            shelf.let_go(self._hired, self._slow)
            self._hired = None

    def _count(self, fault: str) -> None:
        self.faults[fault] += 1
        self._slow = self._slow or fault in (LATE, UNREADY)


def check(command: str) -> None:
    """Refuse a command that cannot be run here, before anything is begun."""
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
