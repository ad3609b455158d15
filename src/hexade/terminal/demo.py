"""A demonstration: a whole game between bots, as a spectator sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hexade import bots
from hexade.contract.chance import bot_seed
from hexade.contract.game import WATCHER, AnyGame, Event
from hexade.contract.record import Record
from hexade.contract.setup import Setup
from hexade.match import Accepted, told
from hexade.match.play import steps
from hexade.terminal import record_files
from hexade.terminal.invocation import invocation
from hexade.terminal.players import bots_only
from hexade.terminal.screen import Screen
from hexade.terminal.words import display_names, listed, narrate

PICTURES = 3  # the last of them is the final position


def demonstrate(
    screen: Screen,
    game: AnyGame,
    setup: Setup,
    given: Sequence[str],
    seed: int,
    save: Path | None = None,
) -> None:
    """Play a game between bots and print it."""
    path = record_files.free_path(save) if save else None
    seats = bots_only(game, setup, given)
    players = [bots.hire(name, game, bot_seed(seed, seat)) for seat, name in enumerate(seats)]
    played = list(_seen(steps(game, setup, players, seed)))
    names = display_names(seats)
    screen.say(f"A demonstration: {game.title}, {setup.variant}, seed {seed}", "strong")
    screen.say(f"At the table: {listed(names)}.\n")
    _tell(screen, game, played, names)
    result = game.result(played[-1].match.state) or {}
    screen.say("\nThe game is over.", "strong")
    screen.say("\n".join(game.verdict(setup, result, names)))
    if path:
        events = [event for accepted in played for event in accepted.events]
        record_files.save(path, Record(setup, seats, seed, tuple(events), result))
        screen.say(f"The record is in {path}")
    elif screen.interactive:
        screen.say(f"\nPlay yourself: {invocation()} play")


def _seen(played: Iterable[Accepted]) -> Iterator[Accepted]:
    """Yield the steps that a spectator sees: a private choice is part of the move before it."""
    events: tuple[Event, ...] = ()
    for step in played:
        events += step.events
        if not step.match.private:
            yield Accepted(step.match, events)
            events = ()


def _tell(screen: Screen, game: AnyGame, played: list[Accepted], names: Sequence[str]) -> None:
    drawn = {len(played) * n // PICTURES - 1 for n in range(1, PICTURES + 1)}
    for number, accepted in enumerate(played):
        for sentence in narrate(game, told(accepted.match, accepted.events, WATCHER), names):
            screen.say(f"{number:>4}  {sentence}")
        if number in drawn:
            view = game.view(accepted.match.state, WATCHER)
            screen.say()
            screen.draw(game.picture(view, names, screen.glyphs))
            screen.say()
