"""`hexade show`: draws one position of a recorded game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from hexade.commands.options import examples, record_options, screen_options
from hexade.contract.game import WATCHER, AnyGame
from hexade.contract.record import Record, replay
from hexade.terminal import record_files
from hexade.terminal.screen import Screen
from hexade.terminal.words import display_names, say_event, say_in_part


@click.command(
    epilog=examples(
        "hexade show games.jsonl", "hexade show games.jsonl --game 3 --move 17 --seat 0"
    )
)
@record_options
@click.option("--move", type=click.IntRange(0), help="After which event, from 0; default: the end.")
@click.option("--seat", type=int, help="As this seat sees it; default: what all can see.")
@click.option("as_json", "--json", is_flag=True, help="The view as JSON instead of a picture.")
@screen_options
def command(
    screen: Screen, file: Path, number: int, move: int | None, seat: int | None, as_json: bool
) -> None:
    """Draw a position of a recorded game."""
    game, record = record_files.nth(file, number)
    last = _event(record, move)
    if seat is not None and not 0 <= seat < len(record.names):
        text = f"there is no seat {seat}: seats are 0 to {len(record.names) - 1}"
        raise record_files.refusal(text)
    viewer = WATCHER if seat is None else seat
    with record_files.refusing_faults(f"{file}, record {number}"):
        state, shown = _after(game, record, last)
    view, names = game.view(state, viewer), display_names(record.names)
    if as_json:
        screen.say(json.dumps(game.show(view)))  # ASCII, which every terminal can print
        return
    screen.draw(game.picture(view, names, screen.glyphs))
    screen.say()
    if record.events:
        event = game.tell(record.events[last], viewer)
        # A choice stays sealed until its turn is over.
        said = say_event(game, event, names) if last < shown else say_in_part(event, names)
        screen.say(f"Event {last} of 0 to {len(record.events) - 1}: {said}")
    if last == len(record.events) - 1 and record.result:
        screen.say("\n".join(game.verdict(record.setup, record.result, names)))


def _event(record: Record, move: int | None) -> int:
    """Return the number of the event to show; refuse one that the record doesn't have."""
    last = len(record.events) - 1
    if move is None or move <= last:
        return last if move is None else move
    known = f"events of this record are 0 to {last}" if last >= 0 else "the record has no events"
    raise record_files.refusal(f"there is no event {move}: {known}")


def _after(game: AnyGame, record: Record, last: int) -> tuple[Any, int]:
    """Return the state after an event, and how many events led to it."""
    state, shown, done = game.begin(record.setup), 0, 0
    for step in replay(game, record):
        done += len(step.events)
        if step.event > last or done > last + 1:
            break  # a turn that continues after this event has not been taken yet
        state, shown = step.state, done
    return state, shown
