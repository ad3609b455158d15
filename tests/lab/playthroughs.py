"""OpenSpiel describes a whole game of every full set-up: `python -m tests.lab.playthroughs`.

Each takes half a minute to minutes, since all tensors of all positions are written out, so that the
tests describe tiny games alone. Games can be named; all are described if none is.
"""

from __future__ import annotations

from time import process_time

import click
from open_spiel.python.algorithms.generate_playthrough import playthrough

from hexade import games
from hexade.contract.setup import agree
from hexade.lab.adapters import openspiel

MEMORY = 65536  # letters of what a seat was told in a whole game


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(games.names()), metavar="GAME…")
def main(names: tuple[str, ...]) -> None:
    """Describe a game of each of GAMES, and say how long that took."""
    for name in names or games.names():
        played = openspiel.load(f"hexade_{name}(memory={MEMORY})")
        begun = process_time()
        text = playthrough(str(played), None, seed=1)
        bound = games.find(name).longest(agree(games.find(name)))
        assert bound is None or f"MaxGameLength() = {bound}" in text
        assert "\nIsTerminal() = True" in text
        click.echo(f"{name}: {len(text):,} letters, {process_time() - begun:.0f} s")


if __name__ == "__main__":
    main()
