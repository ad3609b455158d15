"""Plays a new or a saved game at this terminal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from shlex import quote
from time import strftime

from hexade.contract.game import AnyGame, Move, Seat
from hexade.contract.record import Record
from hexade.contract.setup import Setup
from hexade.terminal import record_files
from hexade.terminal.data_folder import data_folder
from hexade.terminal.invocation import invocation
from hexade.terminal.local_table import LocalTable, resumable
from hexade.terminal.players import checked, seat_names
from hexade.terminal.screen import Screen
from hexade.terminal.turn import Leave, save_or_leave, say_trouble, take_turn
from hexade.terminal.words import listed, narrate

INTERRUPTED, LOST = 130, 2
SEEDS = 2**53  # so that every JSON parser reads a seed exactly


def new_table(
    screen: Screen,
    game: AnyGame,
    setup: Setup,
    given: Sequence[str],
    seed: int | None,
    save: Path | None,
) -> LocalTable:
    """Return a table for a new game."""
    seed = randbelow(SEEDS) if seed is None else seed
    record = Record(setup, seat_names(game, setup, given), seed)
    path = record_files.free_path(save) if save else new_path(game.name)
    return LocalTable(screen, game, record, path, seed)


def saved_table(
    screen: Screen, resume: Path, given: Sequence[str], save: Path | None
) -> LocalTable:
    """Return a table for a saved game, which continues with the same seed."""
    held = record_files.held_by(resume)  # read first, to detect a later change by somebody else
    game, record = record_files.only(resume)
    if given and len(given) != len(record.names):
        text = f"the game has {len(record.names)} seats: name a player for each"
        raise record_files.refusal(text)
    names = [checked(name) for name in given or record.names]
    seed = record.seed if isinstance(record.seed, int) else randbelow(SEEDS)
    if not 0 <= seed < 2**64:
        raise record_files.refusal(f"{resume}: the seed {seed} is not a number from 0 to 2**64 - 1")
    elsewhere = save is not None and save != resume
    path = record_files.free_path(save) if save and elsewhere else resume
    table = LocalTable(screen, game, resumable(game, record, names), path, seed)
    if not elsewhere:
        table.held = held
    return table


def new_path(game: str) -> Path:
    """Return the file for a new game, named by the time, in the user's data folder."""
    path = data_folder("games", "--save FILE") / f"{game}-{strftime('%Y-%m-%d-%H%M%S')}.jsonl"
    return path if not path.exists() else path.with_stem(f"{path.stem}-{os.getpid()}")


def play(table: LocalTable) -> int:
    """Play until the end or until somebody leaves; return the exit status."""
    try:
        _play(table)
    except (Leave, EOFError) as left:
        _say_goodbye(table, "\n" if isinstance(left, EOFError) else "")
    except KeyboardInterrupt:
        _say_goodbye(table, "\n")
        return INTERRUPTED if table.saved else LOST
    return 0 if table.saved else LOST


def _play(table: LocalTable) -> None:
    table.begin()
    _welcome(table)
    while not table.match.over:
        seat = min(table.match.waiting_for)
        table.step(seat, _choice(table, seat))
    table.rise()
    _farewell(table)


def _choice(table: LocalTable, seat: Seat) -> Move:
    if seat not in table.people:
        return table.bot_move(seat)
    if len(table.people) > 1 and table.at_screen != seat:
        _hand_over(table, seat)
    table.at_screen = seat
    return take_turn(table, seat)


def _hand_over(table: LocalTable, seat: Seat) -> None:
    """Hide what the last person saw until the next one is at the screen."""
    name = table.names[seat]
    if table.at_screen is not None:
        table.screen.clear()
    table.screen.forget_typed()
    # Enter alone is not enough: the person who confirmed a move may have pressed it twice.
    asked = f"{name}, it is your turn. When only you can see the screen, type ok and Enter: "
    while not _is_ready(line := table.ask(asked), name):
        save_or_leave(table, line)


def _is_ready(line: str, name: str) -> bool:
    said = line.casefold()
    return said == "ok" or bool(said and name.casefold().startswith(said))


def _welcome(table: LocalTable) -> None:
    setup, screen = table.match.setup, table.screen
    agreed = [setup.variant, setup.edition, *(f"{name} {value}" for name, value in setup.options)]
    screen.say(f"{table.game.title}: {', '.join(filter(None, agreed))}", "strong")
    screen.say(f"At the table: {listed(table.names)}.")
    screen.say(f"Every move is saved in {table.path}")
    if len(table.match.waiting_for) > 1:
        screen.say("If you leave while others still choose, you will be asked again.")
    if table.people:
        screen.say("Type help for what you can do here.")
    screen.say()


def _farewell(table: LocalTable) -> None:
    screen, alone = table.screen, len(table.people) == 1
    if alone:
        seat = table.people[0]
        for sentence in narrate(table.game, table.news(seat), table.names):
            screen.say(sentence)
        screen.say()
        table.draw(seat)
    else:
        table.draw()
    screen.say("\nThe game is over.", "strong")
    result = table.record.result or {}
    screen.say("\n".join(table.game.verdict(table.record.setup, result, table.names)))
    _save_at_last(table)
    screen.say(f"\nThe record is in {table.path}")


def _save_at_last(table: LocalTable) -> None:
    """Ask where to save a finished game until it is saved or the person gives up."""
    while not table.try_save():
        say_trouble(table, ", or quit to leave without saving")
        table.warned = True
        save_or_leave(table, table.ask("Save where? "))


def _say_goodbye(table: LocalTable, before: str) -> None:
    if not table.try_save():
        text = f"{before}The game could not be saved: {table.trouble}; the last moves are lost."
        table.screen.say(text)
        return
    if table.match.choices:
        table.screen.say(f"{before}You will be asked again for the choices of this round.")
        before = ""
    # On one line, however long, so that it can be copied.
    again = f"{invocation()} play --resume {quote(str(table.path))}"
    table.screen.say(f"{before}The game is saved; continue with: {again}", whole=True)
