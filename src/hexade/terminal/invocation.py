"""How to call this program again from the current folder."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from shlex import quote

NAME = "hexade"


def invocation() -> str:
    """Return this program's name if the shell finds it, else its path."""
    script, found = Path(sys.argv[0]), shutil.which(NAME)
    if script.stem != NAME or not script.is_file():  # python -m
        return f"{quote(_from_here(sys.executable))} -m {NAME}"
    if found and os.path.samefile(found, script):
        return NAME
    return quote(_from_here(str(script)))


def _from_here(path: str) -> str:
    path = os.path.abspath(path)  # keeps links: they tell virtual environments apart
    short = os.path.relpath(path)
    if short.startswith(os.pardir):
        return path
    return short if os.sep in short else os.path.join(os.curdir, short)
