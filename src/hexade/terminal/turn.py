"""One person's turn: what they type, until a move is chosen and confirmed."""

from __future__ import annotations

from collections.abc import Callable

from hexade.contract.game import Move, Seat
from hexade.contract.reason import Refusal
from hexade.terminal import rulebook
from hexade.terminal.moves import Menu
from hexade.terminal.table import Table
from hexade.terminal.words import narrate, say_event

HELP = """\
Type a move in notation, or its number in the list; then Enter confirms it.
  any part of a move   list the moves that contain it
  moves                list all moves again
  more                 list more of them
  u, undo              take back a move that is not confirmed yet
  board                draw the table again
  log, log all         what happened, as far as you may know
  rules, rules A1      the rules: chapters, or one rule by its number
  save                 save now (every move is saved anyway)
  quit                 save and leave; you can go on later"""
LOG_LINES = 20


class Leave(Exception):  # noqa: N818  nothing went wrong
    """A person wants to stop here."""


class Turn:
    """A person at the prompt."""

    def __init__(self, table: Table, seat: Seat) -> None:
        state = table.match.state
        self.table, self.seat, self.screen = table, seat, table.screen
        self.view = table.game.view(state, seat)
        self.menu = Menu(table.game, self.view, table.game.legal(state, seat))
        self.chosen: Move | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.screen.say(HELP),
            "?": lambda _: self.screen.say(HELP),
            "moves": lambda _: self.list_all(),
            "more": lambda _: self.list_more(),
            "u": lambda _: self.undo(),
            "undo": lambda _: self.undo(),
            "board": lambda _: table.draw(seat),
            "log": self.log,
            "rules": self.rules,
            "save": lambda _: self.save(),
            "quit": lambda _: self.quit(),
            "exit": lambda _: self.quit(),
        }

    def ask(self) -> Move:
        """Return the move that the person confirmed."""
        while True:
            line = self.screen.ask(self.prompt())
            if line:
                self.hear(line)
            elif self.chosen is not None:
                return self.chosen
            else:
                self.screen.say("Type a move, a number from the list, or help.")

    def prompt(self) -> str:
        """Return what the person is asked."""
        if self.chosen is not None:
            return "Enter confirms, u takes it back: "
        if len(self.table.people) == 1:
            return "Your move: "
        return f"{self.table.names[self.seat]}, your move: "

    def hear(self, line: str) -> None:
        """Do what a line asks for: a command, a number, a move or a filter."""
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
            self.screen.say(f"There is no number {digits} in the list.")
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
            self.say_list(f"with {line}")
        else:
            self.screen.say(f"{_sentence(str(reason))} Nothing was changed; help lists what helps.")

    def choose(self, move: Move) -> None:
        """Show a move as chosen, with what it would bring."""
        self.chosen = move
        game = self.table.game
        forecast = game.forecast(self.view, move)
        self.screen.say(f"You chose {game.text(move)}{': ' + forecast if forecast else ''}.")

    def undo(self) -> None:
        """Take back the chosen move."""
        if self.chosen is None:
            self.screen.say("There is nothing to take back: no move is chosen.")
        else:
            self.screen.say(f"{self.table.game.text(self.chosen)} is taken back. Choose again.")
        self.chosen = None

    def list_all(self) -> None:
        """List the moves from the first."""
        self.menu.reset()
        self.say_list("to choose from")

    def say_list(self, which: str) -> None:
        """Say how many moves there are, and list the first."""
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
        """Say what happened, each event with its number."""
        events = list(enumerate(self.table.everything(self.seat)))
        shown = events if how_much == "all" else events[-LOG_LINES:]
        if len(shown) < len(events):
            self.screen.say(f"The last {len(shown)} of {len(events)} events; log all shows all.")
        for number, event in shown:
            self.screen.say(f"{number:>4}  {say_event(event, self.table.names)}")

    def rules(self, wanted: str) -> None:
        """Say a rule, a chapter or the list of chapters."""
        try:
            self.screen.read_out(rulebook.plain(rulebook.look_up(wanted)))
        except Refusal as refusal:
            self.screen.say(_sentence(str(refusal)))

    def save(self) -> None:
        """Save on demand."""
        try:
            self.table.save()
            self.screen.say(f"Saved in {self.table.path}")
        except Refusal as refusal:
            self.screen.say(_sentence(f"the game could not be saved: {refusal}"))

    def quit(self) -> None:
        """Stop here."""
        raise Leave


def take_turn(table: Table, seat: Seat) -> Move:
    """Say what happened, show the table, and return what the person chooses."""
    for sentence in narrate(table.news(seat), table.names):
        table.screen.say(sentence)
    table.screen.say()
    table.draw(seat)
    table.screen.say()
    turn = Turn(table, seat)
    turn.list_all()
    return turn.ask()


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
