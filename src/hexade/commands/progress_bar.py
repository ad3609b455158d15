"""A progress bar, or a clock where nobody knows how long it takes, on standard error for people."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hexade.commands.wait_notice import bar_on_screen
from hexade.contract.compile_notice import COMPILING, NOTE

if TYPE_CHECKING:
    from rich.progress import Progress, Task, TextColumn


@contextmanager
def progress_bar(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """Give a function that advances a bar; without a terminal it does nothing.

    If something is compiled before the first step, here or in a worker, the bar says so.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with _shown(label, total) as bar:
        (task,) = bar.task_ids

        def advance(steps: int) -> None:
            if steps:
                bar.update(task, advance=steps)

        yield advance


@contextmanager
def clock(label: str) -> Iterator[None]:
    """Show at a terminal what is done, and for how long already, until it is done."""
    if not sys.stderr.isatty():
        yield
        return
    with _shown(label, None):
        yield


@contextmanager
def _shown(label: str, total: int | None) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import Progress, TimeElapsedColumn

    with TemporaryDirectory(prefix="hexade-") as folder:
        note = Path(folder) / "compiling"
        _, *numbers = Progress.get_default_columns()  # behind the words
        columns = (_words(note), *(numbers if total else ()), TimeElapsedColumn())
        bar = Progress(
            *columns, console=Console(stderr=True), transient=True, redirect_stdout=False
        )
        with bar_on_screen(label), _noting(note), bar:
            bar.add_task(label, total=total)
            yield bar


@contextmanager
def _noting(note: Path) -> Iterator[None]:
    """Have this process and those that it starts make a file when they compile."""
    before = os.environ.get(NOTE)
    os.environ[NOTE] = str(note)
    try:
        yield
    finally:
        del os.environ[NOTE]
        if before is not None:
            os.environ[NOTE] = before


def _words(note: Path) -> TextColumn:
    """Return what stands before a bar: its label, and why the first step takes long."""
    from rich.progress import TextColumn
    from rich.text import Text

    class Words(TextColumn):
        """A label that says while nothing is done yet whether something is compiled."""

        def render(self, task: Task) -> Text:
            """Return the words of now."""
            compiling = not task.completed and note.exists()
            return Text(f"{task.description}: {COMPILING}" if compiling else task.description)

    return Words("")
