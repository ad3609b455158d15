"""The screen: prints lines, draws pictures in colour, and asks for a line."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from textwrap import fill
from typing import TextIO

from rich.console import Console
from rich.text import Text

from hexade.contract.picture import Picture
from hexade.terminal.words import printable

# Symbols always have a dark background, so that yellow is readable on a white terminal.
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
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # also clears the scrollback, which holds secrets
_LONGEST_LINE = 1000  # a path may be long


class Screen:
    """A terminal, or a pipe, which gets plain text only."""

    def __init__(
        self,
        ascii_only: bool = False,
        no_color: bool = False,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
    ) -> None:
        self.stdin = stdin or sys.stdin
        self.stdout = stdout or sys.stdout
        self.glyphs = not (ascii_only or _plain_locale()) and _can_encode(self.stdout, _GLYPHS)
        no_color = no_color or bool(os.environ.get("NO_COLOR"))  # no-color.org
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

    def say(self, text: str = "", ink: str = "", whole: bool = False) -> None:
        """Print a text, wrapped between words unless it must stay whole; paths are never split."""
        shown = printable(text) if whole else self._wrapped(printable(text))
        self.console.print(Text(shown, _INKS.get(ink, "")), soft_wrap=True)

    def _wrapped(self, text: str) -> str:
        if not self.stdout.isatty():
            return text
        return "\n".join(_wrap(line, self.console.width) for line in text.split("\n"))

    def draw(self, picture: Picture) -> None:
        """Print a picture in its colours."""
        for line in picture:
            text = Text()
            for span in line:
                text.append(printable(span.text), _INKS.get(span.ink, ""))
            if not self.stdout.isatty():
                text.rstrip()
            self.console.print(text, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Return the line that a person types; raise EOFError when there is none."""
        shown = self._wrapped(printable(prompt.rstrip())) + " "
        self.console.print(Text(shown, "bold"), end="", soft_wrap=True)
        self.stdout.flush()
        try:
            line = self.stdin.readline()
        except OSError:  # the terminal is gone
            raise EOFError from None
        if not line:
            raise EOFError
        return printable(line.strip())[:_LONGEST_LINE]

    def forget_typed(self) -> None:
        """Drop what was typed before the question."""
        if self.stdin.isatty() and sys.platform != "win32":
            import termios

            with suppress(termios.error):  # the terminal is gone: the next read says so
                termios.tcflush(self.stdin, termios.TCIFLUSH)

    def clear(self) -> None:
        """Clear the screen, so that the next person does not see what the last one saw."""
        dumb = os.environ.get("TERM", "dumb") in ("dumb", "unknown") or not self.stdout.isatty()
        self.stdout.write("\n" * 100 if dumb else _CLEAR)
        self.stdout.flush()


def _wrap(line: str, width: int) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return fill(
        line,
        width,
        subsequent_indent=indent if len(indent) < width // 2 else "",
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _plain_locale() -> bool:
    """Return whether the locale is C or POSIX; Python itself would still write UTF-8."""
    if os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8") == "1":
        return False
    # Python itself sets LC_CTYPE in the C locale, so LC_CTYPE tells nothing.
    return (os.environ.get("LC_ALL") or os.environ.get("LANG")) in ("C", "POSIX")


def _can_encode(stream: TextIO, text: str) -> bool:
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True
