"""A table at this terminal: people and bots, saved after every move."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hexade import bots
from hexade.contract.chance import Stream, bot_seed
from hexade.contract.game import WATCHER, AnyGame, Event, Move, Seat
from hexade.contract.reason import Refusal
from hexade.contract.record import Record, replay
from hexade.match import Accepted, accepted, expire, resume, settle, submit, take_up, told
from hexade.match.play import Listeners
from hexade.terminal import record_files
from hexade.terminal.players import is_person
from hexade.terminal.screen import Screen
from hexade.terminal.words import display_names

LEAVING = ("quit", "exit")


class LocalTable:
    """One game at this terminal: the match, its record, its file and its players."""

    def __init__(
        self, screen: Screen, game: AnyGame, record: Record, path: Path, seed: int
    ) -> None:
        self.screen, self.game, self.record, self.path = screen, game, record, path
        self.held: bytes | None = None  # the known content of the file; None for a new file
        self.saved = False
        self.trouble = ""  # why the last save failed
        self.warned = False  # the last answer was that leaving now would lose moves
        self.names = display_names(record.names)
        seats = range(len(record.names))
        self.people = [seat for seat in seats if is_person(record.names[seat])]
        self.bots = {
            seat: bots.hire(record.names[seat], game, bot_seed(seed, seat))
            for seat in seats
            if seat not in self.people
        }
        self._listeners = Listeners(game, self.bots)
        self.heard = dict.fromkeys(seats, 0)
        self.at_screen: Seat | None = None
        self.dealer = Stream(seed)
        self.match = resume(game, record)
        self._seat_bots()

    def begin(self) -> None:
        """Deal, and write the first record."""
        dealt = settle(self.match, self.dealer)
        self._accept(dealt)
        self.save()  # so that an unwritable folder is reported now, not after the first move
        self._listeners.tell(dealt.match.state, dealt.events)

    def step(self, seat: Seat, move: Move) -> None:
        """Make a legal move, save it, and only then tell the bots."""
        before = len(self.record.events)
        answer = self._answer(seat, move)
        self.heard[seat] = before
        self._accept(answer)
        if answer.events:
            self.try_save()  # a full disk should not end the game
        self._listeners.tell(answer.match.state, answer.events)

    def _answer(self, seat: Seat, move: Move) -> Accepted:
        if seat not in self.people and move == self.game.absent(self.match.state, seat):
            return accepted(expire(self.match, [seat], self.dealer))  # a program was too slow
        return accepted(submit(self.match, seat, move, self.match.version, self.dealer))

    def save(self, path: Path | None = None) -> None:
        """Write the record to its file, or to another one that is used from now on."""
        path = path or self.path
        same = os.path.realpath(path) == os.path.realpath(self.path)
        self.held = record_files.save(path, self.record, self.held if same else None)
        self.path, self.saved, self.trouble = path, True, ""

    def try_save(self) -> bool:
        """Save unless everything is saved; return whether it is, and keep the reason if not."""
        try:
            if not self.saved:
                self.save()
        except Refusal as refusal:
            self.trouble = str(refusal)
        return self.saved

    def ask(self, prompt: str) -> str:
        """Return the line that a person types."""
        line = self.screen.ask(prompt)
        self.warned = self.warned and line.lower() in LEAVING
        return line

    def news(self, seat: Seat) -> list[Event]:
        """Return the events since a seat's last move, as that seat sees them."""
        return told(self.match, self.record.events[self.heard[seat] :], seat)

    def everything(self, seat: Seat) -> list[Event]:
        """Return all events, as a seat sees them."""
        return told(self.match, self.record.events, seat)

    def draw(self, seat: Seat = WATCHER) -> None:
        """Draw the table as a seat sees it."""
        view = self.game.view(self.match.state, seat)
        self.screen.draw(self.game.picture(view, self.names, self.screen.glyphs))

    def bot_move(self, seat: Seat) -> Move:
        """Return the move of the bot in a seat."""
        state = self.match.state
        return self.bots[seat].choose(self.game.view(state, seat), self.game.legal(state, seat))

    def rise(self) -> None:
        """Tell the bots the result, and that they are no longer needed."""
        for bot in self.bots.values():
            bot.rise(self.record.result or {})

    def _accept(self, made: Accepted) -> None:
        result = self.game.result(made.match.state)
        self.record = self.record.with_events(made.events, result)
        self.match = made.match
        self.saved = self.saved and not made.events

    def _seat_bots(self) -> None:
        for seat, bot in self.bots.items():
            bot.sit(self.match.setup, seat)
        self._listeners.tell(self.match.state, self.record.events)
        for step in replay(self.game, self.record):
            self.heard |= {seat: step.event for seat in step.turn if seat >= 0}


def resumable(game: AnyGame, record: Record, names: Sequence[str]) -> Record:
    """Return a record to continue: with these players, and without an unfinished turn."""
    made = take_up(game, record)
    held = made.match.version - len(made.events)
    events = (*record.events[:held], *made.events)
    result = game.result(made.match.state)
    return replace(record, names=tuple(names), events=events, result=result)
