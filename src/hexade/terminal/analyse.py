"""An analysis at a terminal: a report to read, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from hexade.bots.analyse import (
    BLUNDER,
    MISTAKE,
    GameAnalysis,
    JudgedMove,
    SeatSummary,
    analyse,
    position,
)
from hexade.bots.evaluation import JUDGE
from hexade.contract.game import AnyGame
from hexade.contract.reason import Refusal
from hexade.contract.record import Record
from hexade.terminal import files
from hexade.terminal.progress import progress
from hexade.terminal.screen import Screen
from hexade.terminal.words import at_table

WORST, LISTED = 5, 10  # mistakes, and moves of one position, that are shown


def run(
    screen: Screen, path: Path, number: int, move: int | None, effort: float, as_json: bool
) -> None:
    """Analyse a record of a file, or one position of it, and print what was found."""
    game, record = files.nth(path, number)
    try:
        with files.readable():
            if move is not None:
                _show_position(screen, game, record, move, effort, as_json)
                return
            with progress(_decisions(record), "analyse") as advance:
                found = analyse(game, record, effort, advance)
    except Refusal as fault:
        raise files.refusal(f"{path}, record {number}, {files.say_fault(fault)}") from None
    if as_json:
        screen.say(json.dumps(found.as_json()), whole=True)
        return
    for line in _report(game, found):
        screen.say(line)


def _decisions(record: Record) -> int:
    """Return about how many decisions there are: for a progress bar only."""
    return sum("seat" in event and event["event"] != "draw" for event in record.events)


def _show_position(
    screen: Screen, game: AnyGame, record: Record, move: int, effort: float, as_json: bool
) -> None:
    if move >= len(record.events):
        raise files.refusal(f"there is no event {move}: the last is {len(record.events) - 1}")
    found = position(game, record, move, effort)
    names = at_table(record.names)
    if as_json:
        kept = [
            {"seat": seat, "source": j.source, "moves": [[game.text(m), v] for m, v in j.ranked()]}
            for seat, j in found
        ]
        screen.say(json.dumps(kept), whole=True)
        return
    if not found:
        screen.say(f"After event {move} nobody has a choice.")
    for seat, judgement in found:
        said = "expected outcome" if judgement.source == JUDGE else "rank among the moves"
        screen.say(f"After event {move}, {names[seat]} to move ({said}):", "strong")
        for text, value in judgement.ranked()[:LISTED]:
            screen.say(f"  {100 * value:5.1f} %  {game.text(text)}")


def _report(game: AnyGame, found: GameAnalysis) -> Iterator[str]:
    record, names = found.record, at_table(found.record.names)
    setup = record.setup
    yield f"{game.title}: {setup.variant}, {len(found.choices)} decisions"
    if found.source != JUDGE:
        yield "This game has no judge yet: values are ranks by what looks best at once."
    yield ""
    width = max(map(len, names))
    for player in found.players:
        yield f"{names[player.seat]:<{width}}  {_said(player)}"
    yield ""
    worst = sorted(found.choices, key=lambda choice: -choice.loss)[:WORST]
    worst = [choice for choice in worst if choice.loss >= MISTAKE]
    yield "Biggest mistakes:" if worst else "No big mistakes."
    for choice in worst:
        yield f"  {_mistake(choice, names[choice.seat])}"
    yield ""
    if found.source == JUDGE:
        yield "Turning points:" if found.turns else "No turning points."
    for turn in found.turns:
        why = "by the own move" if turn.own else "by the others and chance"
        change = f"{100 * turn.before:.0f} % to {100 * turn.after:.0f} %"
        yield f"  event {turn.event}: {names[turn.seat]} goes from {change} {why}"
    yield ""
    for choice in found.choices:
        yield _line(choice, names[choice.seat])


def _said(player: SeatSummary) -> str:
    if player.accuracy is None:
        return "had nothing to choose"
    return (
        f"accuracy {player.accuracy:.0f} %, mean loss {100 * player.loss:.1f} %, best move "
        f"{player.best} of {player.choices} times, {files.counted(player.mistakes, 'mistake')}, "
        f"{files.counted(player.blunders, 'blunder')}"
    )


def _mistake(choice: JudgedMove, name: str) -> str:
    best, value = choice.best[0]
    return (
        f"event {choice.event}: {name} played {choice.move} ({100 * choice.value:.0f} %); "
        f"{best} was better ({100 * value:.0f} %)"
    )


def _line(choice: JudgedMove, name: str) -> str:
    if choice.forced:
        return f"{choice.event:>5}  {name}: {choice.move}, forced"
    mark = "??" if choice.loss >= BLUNDER else "?" if choice.loss >= MISTAKE else ""
    best = "" if choice.rank == 1 else f"; best {choice.best[0][0]}, -{100 * choice.loss:.1f}"
    place = f"{choice.rank} of {choice.legal}"
    return (
        f"{choice.event:>5}  {name}: {choice.move}{mark} {100 * choice.value:.1f} % ({place}{best})"
    )
