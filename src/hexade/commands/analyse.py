"""`hexade analyse`: says what each move of a recorded game was worth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

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
from hexade.commands.options import FRACTION, examples, record_options
from hexade.commands.progress_bar import clock, progress_bar
from hexade.contract.game import AnyGame
from hexade.contract.record import Record, verify
from hexade.terminal import record_files
from hexade.terminal.screen import Screen
from hexade.terminal.words import counted, display_names

WORST, LISTED = 5, 10  # the number of mistakes, and of moves of one position, that are shown


@click.command(
    epilog=examples(
        "hexade analyse games.jsonl --game 3", "hexade analyse games.jsonl --move 17 --json"
    )
)
@record_options
@click.option("--move", type=click.IntRange(0), help="Only the position after this event, from 0.")
@click.option(
    "--effort",
    type=FRACTION,
    default=1.0,
    show_default=True,
    help="How hard to think: 0 at once, 1 as the champion does.",
)
@click.option("as_json", "--json", is_flag=True, help="JSON instead of a report.")
def command(file: Path, number: int, move: int | None, effort: float, as_json: bool) -> None:
    """Say what each move of a recorded game was worth, and what would have been better."""
    game, record = record_files.nth(file, number)
    with record_files.refusing_faults(f"{file}, record {number}"):
        verify(game, record)
        if move is not None:
            _show_position(game, record, move, effort, as_json)
            return
        with progress_bar(_decisions(record), "analyse") as advance:
            found = analyse(game, record, effort, advance)
    if as_json:
        Screen().say(json.dumps(found.as_json()), whole=True)
    else:
        Screen().say("\n".join(_report(game, found)))


def _decisions(record: Record) -> int:
    """Return about how many decisions there are, for the progress bar only."""
    return sum("seat" in event and event["event"] != "draw" for event in record.events)


def _show_position(game: AnyGame, record: Record, move: int, effort: float, as_json: bool) -> None:
    if move >= len(record.events):
        text = f"there is no event {move}: the last is {len(record.events) - 1}"
        raise record_files.refusal(text)
    screen, names = Screen(), display_names(record.names)
    with clock("analyse"):
        found = position(game, record, move, effort)
    if as_json:
        kept = [
            {"seat": seat, "source": j.source, "moves": [[game.text(m), v] for m, v in j.ranked()]}
            for seat, j in found
        ]
        screen.say(json.dumps(kept), whole=True)
    elif not found:
        screen.say(f"After event {move} nobody has a choice.")
    else:
        for seat, judgement in found:
            said = "expected outcome" if judgement.source == JUDGE else "rank among the moves"
            screen.say(f"After event {move}, {names[seat]} to move ({said}):", "strong")
            for ranked, value in judgement.ranked()[:LISTED]:
                screen.say(f"  {100 * value:5.1f}%  {game.text(ranked)}")


def _report(game: AnyGame, found: GameAnalysis) -> Iterator[str]:
    names = display_names(found.record.names)
    yield f"{game.title}: {found.record.setup.variant}, {len(found.choices)} decisions"
    if found.source != JUDGE:
        yield "This game has no judge yet: values are ranks by what looks best at once."
    yield ""
    width = max(map(len, names))
    for player in found.players:
        yield f"{names[player.seat]:<{width}}  {_player(player)}"
    yield ""
    worst = sorted(found.choices, key=lambda choice: -choice.loss)[:WORST]
    worst = [choice for choice in worst if choice.loss >= MISTAKE]
    yield "Biggest mistakes:" if worst else "No big mistakes."
    for choice in worst:
        yield f"  {_mistake(choice, names[choice.seat])}"
        if choice.slip is not None:
            yield f"    {names[choice.seat]} {game.say_slip(choice.slip, names)}"
    yield ""
    if found.source == JUDGE:
        yield "Turning points:" if found.turns else "No turning points."
    for turn in found.turns:
        why = "by their own move" if turn.own else "by the others and chance"
        change = f"{100 * turn.before:.0f}% to {100 * turn.after:.0f}%"
        yield f"  event {turn.event}: {names[turn.seat]} goes from {change} {why}"
    yield ""
    for choice in found.choices:
        yield _line(choice, names[choice.seat])


def _player(player: SeatSummary) -> str:
    if player.accuracy is None:
        return "had nothing to choose"
    return (
        f"accuracy {player.accuracy:.0f}%, mean loss {100 * player.loss:.1f}%, best move "
        f"{player.best} of {player.choices} times, {counted(player.mistakes, 'mistake')}, "
        f"{counted(player.blunders, 'blunder')}"
    )


def _mistake(choice: JudgedMove, name: str) -> str:
    best, value = choice.best[0]
    return (
        f"event {choice.event}: {name} played {choice.move} ({100 * choice.value:.0f}%"
        f"{_risk(choice)}); {best} was better ({100 * value:.0f}%)"
    )


def _risk(choice: JudgedMove) -> str:
    if choice.risk is None:
        return ""
    return f", at a risk of {100 * choice.risk.chance:.0f}% to lose {choice.risk.cost}"


def _line(choice: JudgedMove, name: str) -> str:
    start = f"{choice.event:>5}  {name}: {choice.move}"
    if choice.forced:
        return f"{start}, forced"
    mark = "??" if choice.loss >= BLUNDER else "?" if choice.loss >= MISTAKE else ""
    best = "" if choice.rank == 1 else f"; best {choice.best[0][0]}, -{100 * choice.loss:.1f}"
    return f"{start}{mark} {100 * choice.value:.1f}% ({choice.rank} of {choice.legal}{best})"
