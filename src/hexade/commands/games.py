"""`hexade games`: lists the games with everything a table can choose."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from hexade import bots, games
from hexade.bots import BOT
from hexade.commands.options import JSON, examples
from hexade.contract.game import AnyGame
from hexade.contract.setup import Form
from hexade.terminal.words import listed


@click.command(epilog=examples("hexade games", "hexade games --json"))
@JSON
def command(as_json: bool) -> None:
    """List the games with their variants, seats, editions, options and bots."""
    if as_json:
        click.echo(json.dumps([_data(game) for game in games.catalogue().values()], indent=1))
        return
    click.echo("\n\n".join("\n".join(_describe(game)) for game in games.catalogue().values()))


def _describe(game: AnyGame) -> Iterator[str]:
    yield f"{game.name}: {game.title}"
    yield f"  bots: {', '.join(BOT + name for name in bots.makers(game))}"
    for form in game.forms:
        yield f"  --variant {form.variant}: {', '.join(_choices(form))}"
        for option in form.options:
            values = f"{option.low} to {option.high}, {option.default} if left out"
            yield f"    --option {option.name}=VALUE: {values} (rule {option.rule})"


def _data(game: AnyGame) -> dict[str, Any]:
    forms = [
        {
            "variant": form.variant,
            "rule": form.rule,
            "seats": form.seats,
            "editions": form.editions,
            "options": [asdict(option) for option in form.options],
        }
        for form in game.forms
    ]
    names = {"name": game.name, "title": game.title}
    return {**names, "bots": list(bots.makers(game)), "variants": forms}


def _choices(form: Form) -> Iterator[str]:
    yield f"--seats {listed(map(str, form.seats), 'or')}"
    if form.editions:
        yield f"--edition {listed(form.editions, 'or')}"
