"""The screen: says lines, draws pictures in colour, and asks for a line."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

from rich.console import Console
from rich.text import Text

from hexade.contract.picture import Picture
from hexade.terminal.words import safe

# A symbol never stands without its dark ground, so that yellow can be read on white as well.
_GROUND = "on #17141F"
_INKS = {
    "r": f"bold #DC3A50 {_GROUND}",
    "g": f"bold #5CD9B0 {_GROUND}",
    "b": f"bold #0F7ACF {_GROUND}",
    "o": f"bold #E99128 {_GROUND}",
    "y": f"bold #FFF478 {_GROUND}",
    "p": f"bold #DCACFE {_GROUND}",
    "dim": "dim",
    "strong": "bold",
}
_GLYPHS = "★●✶⬡☼○·■█"
_WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the lines that scrolled away are wiped too: they hold secrets
_LONGEST_LINE = 200


class Screen:
    """One terminal, or a pipe: then nothing but text goes out."""

    def __init__(
        self,
        ascii_only: bool = False,
        no_color: bool = False,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
    ) -> None:
        self.stdin = stdin or sys.stdin
        self.stdout = stdout or sys.stdout
        self.glyphs = not ascii_only and _can_say(self.stdout, _GLYPHS)
        self.console = Console(
            file=self.stdout,
            color_system=None if no_color or not self.stdout.isatty() else "auto",
            highlight=False,
            markup=False,
            emoji=False,
        )
        if isinstance(self.stdin, io.TextIOWrapper):
            self.stdin.reconfigure(errors="replace")

    @property
    def interactive(self) -> bool:
        """Whether a person can answer here."""
        return self.stdin.isatty() and self.stdout.isatty()

    def say(self, text: str = "", ink: str = "") -> None:
        """Print a text; its lines are left to the terminal to wrap, so that paths stay whole."""
        self.console.print(Text(safe(text), _INKS.get(ink, "")), soft_wrap=True)

    def read_out(self, text: str) -> None:
        """Print a longer text, wrapped between words."""
        self.console.print(Text(safe(text)))

    def draw(self, picture: Picture) -> None:
        """Print a picture in its inks."""
        for line in picture:
            text = Text()
            for span in line:
                text.append(safe(span.text), _INKS.get(span.ink, ""))
            if not self.stdout.isatty():
                text.rstrip()
            self.console.print(text, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Return the line that a person types; raise EOFError when there is none."""
        self.console.print(Text(safe(prompt), "bold"), end="", soft_wrap=True)
        self.stdout.flush()
        try:
            line = self.stdin.readline()
        except OSError:  # the terminal is gone
            raise EOFError from None
        if not line:
            raise EOFError
        return safe(line.strip())[:_LONGEST_LINE]

    def clear(self) -> None:
        """Wipe the screen, so that the next person does not see what the last one saw."""
        dumb = os.environ.get("TERM", "dumb") in ("dumb", "unknown") or not self.stdout.isatty()
        self.stdout.write("\n" * 100 if dumb else _WIPE)
        self.stdout.flush()


def _can_say(stream: TextIO, text: str) -> bool:
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True
