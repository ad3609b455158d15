"""One person's turn: reads what they type until they confirm a move."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from hexade import rulebook
from hexade.contract.game import Move, Seat
from hexade.contract.reason import Refusal
from hexade.terminal.local_table import LEAVING, LocalTable
from hexade.terminal.move_menu import MoveMenu
from hexade.terminal.words import cut, narrate, say_event

HELP = """\
Type a move in notation, or its number in the list; then Enter confirms it.
  any part of a move   list the moves that contain it
  moves                list all moves again
  more                 list more of them
  u, undo              take back a move that is not confirmed yet
  board                draw the table again
  log, log all         what happened, as far as you can know
  rules, rules A1      the rules: chapters, or one rule by its number
  save                 save now (every move is saved anyway)
  save FILE            save the game in another file from now on
  quit                 save and leave; you can continue later"""
LOG_LINES = 20


class Leave(Exception):  # noqa: N818  not an error
    """A person quits."""


class TurnPrompt:
    """Answers what a person types during their turn."""

    def __init__(self, table: LocalTable, seat: Seat) -> None:
        state = table.match.state
        self.table, self.seat, self.screen = table, seat, table.screen
        self.view = table.game.view(state, seat)
        self.menu = MoveMenu(table.game, self.view, table.game.legal(state, seat), table.names)
        self.chosen: Move | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(("help", "?"), lambda _: self.screen.say(HELP)),
            "moves": lambda _: self.list_all(),
            "more": lambda _: self.list_more(),
            **dict.fromkeys(("u", "undo"), lambda _: self.undo()),
            "board": lambda _: table.draw(seat),
            "log": self.log,
            "rules": self.rules,
            "save": lambda path: save(table, path),
            **dict.fromkeys(LEAVING, lambda _: leave(table)),
        }

    def ask(self) -> Move:
        """Return the move that the person confirmed."""
        while True:
            line = self.table.ask(self.prompt())
            if line:
                self.hear(line)
            elif self.chosen is not None:
                return self.chosen
            else:
                self.screen.say("Type a move, a number from the list, or help.")

    def prompt(self) -> str:
        """Return the question."""
        if self.chosen is not None:
            return "Enter confirms, u takes it back: "
        if len(self.table.people) == 1:
            return "Your move: "
        return f"{self.table.names[self.seat]}, your move: "

    def hear(self, line: str) -> None:
        """Carry out a line: a command, a number, a move or a filter."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        if command:
            command(rest.strip())
        elif line.isascii() and line.isdigit():
            self.pick(line)
        else:
            self.move(line)

    def pick(self, digits: str) -> None:
        """Choose a move by its number."""
        move = self.menu.pick(int(digits))
        if move is None:
            self.screen.say(f"There is no number {cut(digits)} in the list.")
        else:
            self.choose(move)

    def move(self, line: str) -> None:
        """Choose a move in notation, or list the moves that contain what was typed."""
        game = self.table.game
        try:
            move = game.parse(line)
            reason = game.why_not(self.table.match.state, self.seat, move)
        except Refusal as refusal:
            move, reason = None, refusal.reason
        if move is not None and reason is None:
            self.choose(move)
        elif self.menu.filter(line):
            self.chosen = None
            self.say_list(f"with {cut(line)}")
        else:
            parts = move is None and self.menu.is_part(line)
            why = _sentence(f"no legal move contains {cut(line)}" if parts else str(reason))
            self.screen.say(f"{why} Nothing was changed; type help for help.")

    def choose(self, move: Move) -> None:
        """Show a move as chosen, with what it would bring."""
        self.chosen = move
        game = self.table.game
        forecast = game.forecast(self.view, move, self.table.names)
        self.screen.say(f"You chose {game.text(move)}{': ' + forecast if forecast else ''}.")

    def undo(self) -> None:
        """Take back the chosen move."""
        if self.chosen is None:
            self.screen.say("There is nothing to take back: you have not chosen a move.")
        else:
            self.screen.say(f"{self.table.game.text(self.chosen)} is taken back. Choose again.")
        self.chosen = None

    def list_all(self) -> None:
        """List the moves from the first."""
        self.menu.reset()
        self.say_list("to choose from")

    def say_list(self, which: str) -> None:
        """Print how many moves there are, and list the first."""
        count = len(self.menu.chosen)
        order = ", the best looking first" if count > 1 and self.menu.ranked else ""
        self.screen.say(f"{count} {'move' if count == 1 else 'moves'} {which}{order}:")
        self.list_more()

    def list_more(self) -> None:
        """List the next page."""
        lines = self.menu.page()
        self.screen.say("\n".join(lines) if lines else "There are no more moves in the list.")
        if lines and self.menu.left:
            self.screen.say(
                f"      and {self.menu.left} more: type more, or a part of a move", "dim"
            )

    def log(self, how_much: str) -> None:
        """Print the events with their numbers."""
        events = list(enumerate(self.table.everything(self.seat)))
        shown = events if how_much == "all" else events[-LOG_LINES:]
        if len(shown) < len(events):
            self.screen.say(f"The last {len(shown)} of {len(events)} events; log all shows all.")
        for number, event in shown:
            self.screen.say(f"{number:>4}  {say_event(self.table.game, event, self.table.names)}")

    def rules(self, wanted: str) -> None:
        """Print a rule, a chapter or the list of chapters."""
        try:
            self.screen.say(rulebook.plain(rulebook.look_up(wanted)))
        except Refusal as refusal:
            self.screen.say(_sentence(str(refusal)))


def save(table: LocalTable, path: str) -> None:
    """Save in the game's file, or from now on in another one."""
    try:
        table.save(Path(os.path.expanduser(path)) if path else None)
        table.screen.say(f"Saved in {table.path}")
    except Refusal as refusal:
        table.trouble = str(refusal)
        say_trouble(table)


def leave(table: LocalTable) -> None:
    """Leave; if that would lose moves, only when asked twice in a row."""
    if table.try_save() or table.warned:
        raise Leave
    table.warned = True
    say_trouble(table, ", or quit again to leave without saving")


def say_trouble(table: LocalTable, otherwise: str = "") -> None:
    """Print why the game could not be saved, and what helps."""
    said = f"The game could not be saved: {table.trouble}. Type save FILE to save it elsewhere"
    table.screen.say(f"{said}{otherwise}.", "strong")


def save_or_leave(table: LocalTable, line: str) -> None:
    """Carry out a line that says to save or to quit; do nothing for other lines."""
    word, _, rest = line.partition(" ")
    if word.lower() in LEAVING:
        leave(table)
    elif word.lower() == "save":
        save(table, rest.strip())


def take_turn(table: LocalTable, seat: Seat) -> Move:
    """Print what happened, draw the table, and return the move that the person chooses."""
    if not table.saved:
        say_trouble(table)  # here, as the screen is not cleared after this
    for sentence in narrate(table.game, table.news(seat), table.names):
        table.screen.say(sentence)
    table.screen.say()
    table.draw(seat)
    table.screen.say()
    turn = TurnPrompt(table, seat)
    turn.list_all()
    return turn.ask()


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
