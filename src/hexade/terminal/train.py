"""Training at a terminal: the curve line by line, and the weights in a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import numpy as np

from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup
from hexade.terminal import files


def run(
    game: AnyGame, setup: Setup, said: Mapping[str, Any], hidden: str, device: str, out: Path
) -> None:
    """Learn, say how it goes, and keep the weights after every line, so that none are lost."""
    room = _room()
    course = room.Course(hidden=_sizes(hidden), **said)
    room.refuse_unless_possible(game, device)
    if not out.resolve().parent.is_dir():  # said now, not when the first weights are there
        raise files.refusal(f"{out}: there is no such folder")
    for line, network in room.train(game, setup, course, device):
        with files.replacing(out) as file:
            np.savez(file, **room.weights(network))
        click.echo(line)


def _room() -> Any:
    """Return the room for training; it needs torch, which need not be here."""
    try:
        from hexade.lab import train
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        text = "training needs torch: install hexade with the extra `train`"
        raise files.refusal(text) from None
    return train


def _sizes(text: str) -> tuple[int, ...]:
    try:
        found = tuple(int(part) for part in text.split(","))
    except ValueError:
        found = ()
    if len(found) != 2 or min(found) < 1:
        raise files.refusal(f"--hidden {text!r}: write two sizes, such as 128,64")
    return found
