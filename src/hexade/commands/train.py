"""`hexade train`: learns an evaluation by self-play, and writes the weights to a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from hexade import games
from hexade.bots.own import layers_for
from hexade.commands.options import FILE, FRACTION, SEED, examples, setup_options
from hexade.commands.progress_bar import clock
from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup
from hexade.terminal.record_files import refusal, replacing

HIDDEN = "128,64"
EARLIER = 0.25  # the share of games against an earlier network


@click.command(epilog=examples("hexade train GAME --rounds 400 --device cuda --out weights.npz"))
@setup_options
@click.option("--rounds", type=click.IntRange(1), default=400, show_default=True)
@click.option(
    "--games", type=click.IntRange(1), default=4096, show_default=True, help="In each round."
)
@click.option(
    "--hidden",
    help=f"Sizes of the two inner layers: {HIDDEN}, or with --begin those of its weights.",
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
    hidden: str | None,
    device: str,
    out: Path,
    begin: Path | None,
    against: Path | None,
    **course: Any,
) -> None:
    """Learn to value positions by self-play, from nothing or --begin, and print the curve.

    The same seed on the same kind of device gives the same weights. Needs the extra `train`.
    """
    game, sizes = games.find(setup.game), _sizes(hidden or HIDDEN)
    first, rival = (_layers(path, game, setup) for path in (begin, against))
    if first:
        course["warm"] = 0  # it knows more than a greedy player already
        _refuse_other_sizes(begin, first, sizes if hidden else None)
    train = _lab_train()
    settings = train.Course(hidden=sizes, earlier=EARLIER if rival else 0.0, **course)
    train.refuse_unless_possible(game, device)
    if not out.resolve().parent.is_dir():  # fail before training, not at the first save
        raise refusal(f"{out}: there is no such folder")
    known = [train.network_of(layers) if layers else None for layers in (first, rival)]
    found = train.train(game, setup, settings, device, *known)
    while True:
        with clock("learning; a line comes after some rounds of games"):
            line, network = next(found, ("", None))
        if network is None:
            return
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


def _layers(path: Path | None, game: AnyGame, setup: Setup) -> dict[str, np.ndarray] | None:
    """Return the layers that an earlier training wrote for this set-up, by their names."""
    if path is None:
        return None
    named: dict[str, np.ndarray] = {}
    for n, (weights, biases) in enumerate(layers_for(str(path), game, setup)):
        named |= {f"w{n}": weights, f"b{n}": biases}
    return named


def _refuse_other_sizes(
    path: Path | None, layers: Mapping[str, np.ndarray], wanted: Sequence[int] | None
) -> None:
    """Refuse sizes of layers that are not those of the weights to begin with."""
    found = [len(layers[f"b{n}"]) for n in range(len(layers) // 2 - 1)]
    if wanted and list(wanted) != found:
        sizes = ",".join(map(str, found))
        raise refusal(f"{path}: its inner layers have {sizes}: leave --hidden out or give these")


def _sizes(text: str) -> tuple[int, ...]:
    try:
        found = tuple(int(part) for part in text.split(","))
    except ValueError:
        found = ()
    if len(found) != 2 or min(found) < 1:
        raise refusal(f"--hidden {text!r}: write two sizes, such as 128,64")
    return found
