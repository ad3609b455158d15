"""A progress bar on standard error, for people only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hexade.commands.wait_notice import bar_on_screen
from hexade.contract.compile_notice import COMPILING


@contextmanager
def progress_bar(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """Give a function that advances a bar; without a terminal it does nothing.

    Until the first step the bar says why that may take long, as workers compile on a first run.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, TimeElapsedColumn

    columns = (*Progress.get_default_columns(), TimeElapsedColumn())
    with (
        bar_on_screen(label),
        Progress(*columns, console=Console(stderr=True), transient=True) as bar,
    ):
        task = bar.add_task(f"{label}: {COMPILING}", total=total)

        def advance(steps: int) -> None:
            if steps:
                bar.update(task, advance=steps, description=label)

        yield advance
