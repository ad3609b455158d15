"""`hexade train`: learns an evaluation by self-play, and writes the weights to a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import click
import numpy as np

from hexade import games
from hexade.commands.options import FILE, FRACTION, SEED, examples, setup_options
from hexade.contract.setup import Setup
from hexade.terminal.record_files import refusal, replacing

EARLIER = 0.25  # the share of games against an earlier network


@click.command(epilog=examples("hexade train GAME --rounds 400 --device cuda --out weights.npz"))
@setup_options
@click.option("--rounds", type=click.IntRange(1), default=400, show_default=True)
@click.option(
    "--games", type=click.IntRange(1), default=4096, show_default=True, help="In each round."
)
@click.option(
    "--hidden", default="128,64", show_default=True, help="Sizes of the two inner layers."
)
@click.option(
    "--noise",
    type=FRACTION,
    default=0.02,
    show_default=True,
    help="Added to the values of moves at the beginning; it falls to zero.",
)
@click.option(
    "--lambda",
    "lambda_",
    type=FRACTION,
    default=0.7,
    show_default=True,
    help="The weight of the outcome against the values on the way to it.",
)
@click.option(
    "--passes",
    "epochs",
    type=click.IntRange(1),
    default=4,
    show_default=True,
    help="Over the positions of each round.",
)
@click.option(
    "--greedy",
    type=FRACTION,
    default=0.0,
    show_default=True,
    help="The share of games with greedy players in the other seats.",
)
@click.option("--seed", type=SEED, default=1, show_default=True)
@click.option("--device", type=click.Choice(["cuda", "cpu"]), default="cuda", show_default=True)
@click.option(
    "--rate", type=FRACTION, default=1e-3, show_default=True, help="Of learning; it falls to 3%."
)
@click.option(
    "--width",
    type=click.IntRange(1),
    default=64,
    show_default=True,
    help="How many moves of a position are valued.",
)
@click.option("--begin", type=FILE, help="Weights to begin with, instead of nothing.")
@click.option(
    "--against", type=FILE, help="Weights of an earlier network, met in a quarter of the games."
)
@click.option("--out", type=FILE, required=True, help="The file for the weights, as .npz.")
def command(
    setup: Setup,
    hidden: str,
    device: str,
    out: Path,
    begin: Path | None,
    against: Path | None,
    **course: Any,
) -> None:
    """Learn to value positions by self-play, from nothing, and print the curve.

    The same seed on the same kind of device gives the same weights. Needs the extra `train`.
    """
    train, game = _lab_train(), games.find(setup.game)
    if begin:
        course["warm"] = 0  # it knows more than a greedy player already
    settings = train.Course(hidden=_sizes(hidden), earlier=EARLIER if against else 0.0, **course)
    train.refuse_unless_possible(game, device)
    if not out.resolve().parent.is_dir():  # fail before training, not at the first save
        raise refusal(f"{out}: there is no such folder")
    known = [_network(train, path) for path in (begin, against)]
    if sys.stderr.isatty():  # a round may take minutes without a GPU
        text = "compiling on a first run, then learning; a line comes after some rounds of games"
        click.echo(f"hexade: {text} …", err=True)
    for line, network in train.train(game, setup, settings, device, *known):
        with replacing(out) as file:
            np.savez(file, **train.weights(network))
        click.echo(line)


def _lab_train() -> Any:
    """Import the training code, which needs torch; refuse if torch is not installed."""
    try:
        from hexade.lab import train
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        text = "training needs torch: install hexade with the extra `train`"
        raise refusal(text) from None
    return train


def _network(train: Any, path: Path | None) -> Any:
    """Return the network whose weights an earlier training wrote."""
    if path is None:
        return None
    try:
        with np.load(path) as layers:
            return train.network_of({name: layers[name] for name in layers.files})
    except (OSError, ValueError, LookupError, BadZipFile):
        raise refusal(f"{path}: there are no weights that this command wrote") from None


def _sizes(text: str) -> tuple[int, ...]:
    try:
        found = tuple(int(part) for part in text.split(","))
    except ValueError:
        found = ()
    if len(found) != 2 or min(found) < 1:
        raise refusal(f"--hidden {text!r}: write two sizes, such as 128,64")
    return found
