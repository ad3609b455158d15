"""One position of a record, as a picture or as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hexade.contract.game import WATCHER, AnyGame
from hexade.contract.reason import Refusal
from hexade.contract.record import Record, replay
from hexade.terminal import files
from hexade.terminal.screen import Screen
from hexade.terminal.words import at_table, say_event, say_in_part


def show(
    screen: Screen, path: Path, number: int, move: int | None, seat: int | None, as_json: bool
) -> None:
    """Print the position after an event of a record, as a seat or a watcher sees it."""
    game, record = files.nth(path, number)
    last = len(record.events) - 1 if move is None else move
    if last >= len(record.events) and move is not None:
        raise files.refusal(f"there is no event {move}: {_range(record)}")
    if seat is not None and not 0 <= seat < len(record.names):
        raise files.refusal(f"there is no seat {seat}: seats are 0 to {len(record.names) - 1}")
    viewer = WATCHER if seat is None else seat
    try:
        with files.readable():
            state, shown = _after(game, record, last)
    except Refusal as fault:
        raise files.refusal(f"{path}, record {number}, {files.say_fault(fault)}") from None
    view, names = game.view(state, viewer), at_table(record.names)
    if as_json:
        screen.say(json.dumps(game.show(view)))  # ASCII: nothing that a terminal could not print
        return
    screen.draw(game.picture(view, names, screen.glyphs))
    screen.say()
    if record.events:
        event = game.tell(record.events[last], viewer)
        # While its turn is not over, what was chosen is still sealed.
        said = say_event(game, event, names) if last < shown else say_in_part(event, names)
        screen.say(f"Event {last} of 0 to {len(record.events) - 1}: {said}")
    if last == len(record.events) - 1 and record.result:
        for line in game.verdict(record.setup, record.result, names):
            screen.say(line)


def _after(game: AnyGame, record: Record, last: int) -> tuple[Any, int]:
    """Return the state after an event, and how many events brought it about."""
    state, shown, done = game.begin(record.setup), 0, 0
    for step in replay(game, record):
        done += len(step.events)
        if step.event > last or done > last + 1:
            break  # a turn that goes on after this event has not been taken yet
        state, shown = step.state, done
    return state, shown


def _range(record: Record) -> str:
    if not record.events:
        return "the record has no events"
    return f"events of this record are 0 to {len(record.events) - 1}"
