"""`hexade arena`: players meet over many deals; a folder keeps the games and a report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from time import monotonic, strftime
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from hexade.bots import PROGRAM
from hexade.commands.options import FILE, JSON, SEED, examples, runner_options, setup_options
from hexade.commands.progress_bar import clock, progress_bar
from hexade.contract.setup import Setup
from hexade.file_lock import sole_writer
from hexade.lab.arena import ArenaPlan, Log, checked, play
from hexade.lab.machine import machine
from hexade.lab.rating import Estimate, Sequential, elo_of, error_text
from hexade.lab.report import report
from hexade.lab.standings import Pair, Standing, Standings, deal_scores, standings
from hexade.lab.workers import Runner
from hexade.terminal.record_files import refusal, refuse_file, refusing_os_errors
from hexade.terminal.words import counted

GAMES, SUMMARY, REPORT = "games.jsonl", "summary.json", "report.html"
ERRORS = "programs.txt"  # what programs write to standard error
WIDTH = 110  # minimum width, so that no table is cut off


@dataclass(frozen=True)
class Outcome:
    """The results of a run."""

    table: Standings
    verdict: str | None  # the outcome of the sequential test


@click.command(
    epilog=examples(
        "hexade arena GAME champion greedy --deals 500 --out DIR",
        "hexade arena GAME --seats 4 champion greedy",
        "hexade arena GAME py:my_agents:Mine net:weights.npz level5",
        'hexade arena GAME greedy "cmd:./mybot --level 3" --time-ms 100 --sprt 0.5:0.55',
    )
)
@setup_options
@click.argument("players", nargs=-1, required=True, metavar="PLAYER…")
@click.option("--deals", type=click.IntRange(1), default=500, show_default=True)
@click.option("--seed", type=SEED, default=0, show_default=True)
@click.option(
    "--time-ms", type=click.IntRange(1), default=1000, show_default=True, help="For each move."
)
@click.option(
    "--mode",
    type=click.Choice(["robin", "field", "near", "table"]),
    help="All in pairs; the first against a field of each other; those who are named next to each "
    "other; or all at one table. Default: pairs where there are two sides, else field.",
)
@click.option(
    "--sprt",
    metavar="LOW:HIGH",
    help="Stop as soon as it is clear whether the first player's share of the points is rather "
    "LOW or rather HIGH.",
)
@runner_options
@click.option("--out", type=FILE, help="The folder for games and report; a new one if left out.")
@JSON
def command(
    setup: Setup,
    players: Sequence[str],
    sprt: str | None,
    runner: Runner,
    out: Path | None,
    as_json: bool,
    **plan: Any,
) -> None:
    """Let PLAYERs meet over many deals, each deal played from every side, and rate them.

    A player is a bot, a baseline of the lab (ismcts), or an agent of your own: a Python class as
    py:MODULE:CLASS, trained weights as net:FILE.npz, a program as cmd:PROGRAM (see docs/bots.md).
    Every game is written to DIR/games.jsonl at once: a run that was interrupted
    continues when it is started again with the same DIR. DIR/report.html shows the results.
    """
    folder = out or Path(f"arena-{setup.game}-{strftime('%Y-%m-%d-%H%M%S')}")
    refuse_file(folder)
    errors = str(folder / ERRORS) if any(name.startswith(PROGRAM) for name in players) else None
    wanted = checked(ArenaPlan(setup, tuple(players), errors=errors, **plan))
    test = _sequential_test(sprt)
    outcome = run(wanted, folder, runner, test)
    if as_json:
        click.echo((folder / SUMMARY).read_text(encoding="utf-8"), nl=False)
        return
    _print(wanted, outcome, folder, test)


def _sequential_test(text: str | None) -> Sequential | None:
    """Return the sequential test written as LOW:HIGH."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(":"))
    except ValueError:
        low = high = 0.0
    if not 0 < low < high < 1:
        raise refusal(f"--sprt {text!r}: write two shares between 0 and 1, such as 0.5:0.55")
    return Sequential(low, high)


def run(plan: ArenaPlan, out: Path, runner: Runner, test: Sequential | None = None) -> Outcome:
    """Play what is missing in a folder, write summary and report, and return the results."""
    with refusing_os_errors(out):
        out.mkdir(parents=True, exist_ok=True)
    with refusing_os_errors(out), sole_writer(out / GAMES):
        with clock("arena: reading"):
            log = Log(out / GAMES, plan)
        began = monotonic()
        stop = _play(log, runner, test)
        with clock("arena: adding up"):
            return _written(plan, out, log, test, stop, began)


def _written(
    plan: ArenaPlan, out: Path, log: Log, test: Sequential | None, stop: int | None, began: float
) -> Outcome:
    """Add up the results of the first `stop` deals, and write summary and report."""
    lines = [line for line in log.lines if stop is None or line["deal"] < stop]
    table = standings(plan, lines)
    scores = deal_scores(plan, lines)
    verdict = test.verdict(scores) if test else None
    facts = {"seconds": round(monotonic() - began, 1), "machine": machine()}
    summary = _summary(plan, table, test, verdict) | facts
    (out / SUMMARY).write_text(json.dumps(_finite(summary), indent=1) + "\n", encoding="utf-8")
    (out / REPORT).write_text(report(plan, table, summary), encoding="utf-8")
    return Outcome(table, verdict)


def _play(log: Log, runner: Runner, test: Sequential | None) -> int | None:
    """Play until all deals are done or the test is decided; return after how many deals."""
    plan, units = log.plan, log.missing()
    known = 0
    if test and (stop := test.stops_at(deal_scores(plan, log.lines))):
        return stop
    played = len(plan.units()) - len(units)
    with progress_bar(len(plan.units()), "arena") as advance:
        advance(played)
        with closing(play(plan, units, runner)) as found:
            for lines in found:
                log.add(lines)
                advance(1)
                if test:
                    scores = deal_scores(plan, log.lines)
                    if stop := test.stops_at(scores, known):
                        return stop
                    known = len(scores)
    return None


def _summary(
    plan: ArenaPlan, table: Standings, test: Sequential | None, verdict: str | None
) -> dict[str, object]:
    names = plan.players
    players = []
    for player in table.players:
        kept = asdict(player)
        del kept["measures"]
        players.append(kept)
    pairs = []
    for pair in table.pairs:
        kept = asdict(pair) | {"one": names[pair.one], "other": names[pair.other]}
        del kept["by_deal"]
        pairs.append(kept | {"elo": [elo_of(s) for s in _bounds(pair.won)]})
    tested = {} if test is None else {"test": asdict(test) | {"verdict": verdict}}
    counts = {"deals": table.deals, "games": table.games}
    return {**plan.head(), **counts, "standings": players, "pairs": pairs, **tested}


def _finite(found: Any) -> Any:
    """Return the value with null for infinite numbers, which JSON does not have."""
    if isinstance(found, dict):
        return {name: _finite(value) for name, value in found.items()}
    if isinstance(found, list | tuple):
        return [_finite(value) for value in found]
    return None if isinstance(found, float) and not isfinite(found) else found


def _bounds(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.low, estimate.mean, estimate.high


def _print(plan: ArenaPlan, outcome: Outcome, out: Path, test: Sequential | None) -> None:
    console = Console(emoji=False)  # py:fire:Mine is a name
    console.width = max(console.width, WIDTH)
    console.print(_ranking(outcome.table.players), "")
    if pairs := [pair for pair in outcome.table.pairs if pair.one < pair.other]:
        console.print(_meetings(plan.players, pairs), "")
    if test:
        said = {"high": f"at least {test.high:.1%}", "low": f"at most {test.low:.1%}"}
        word = said.get(outcome.verdict or "", "not decided yet")
        console.print(f"Sequential test of {plan.players[0]}: {word} of the points.")
    games, deals = counted(outcome.table.games, "game"), counted(outcome.table.deals, "deal")
    console.print(f"{games} of {deals}; report in {out}")


def _columns(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, overflow="fold")  # names can be long, and none is cut off
    for name in others:
        table.add_column(name, justify="right")
    return table


def _ranking(players: Sequence[Standing]) -> Table:
    table = _columns(
        *("player", "games", "Elo", "wins %", "first %", "measure"),
        *("ms a move", "p95", "cpu", "faults"),
    )
    for player in sorted(players, key=lambda player: -player.rating.elo):
        table.add_row(
            player.name,
            str(player.games),
            f"{player.rating.elo:+.0f} {error_text(player.rating.error)}",
            _percent(player.won),
            _percent(player.first),
            f"{player.measure.mean:.2f}",
            f"{player.times.mean:.2f}",
            f"{player.times.p95:.2f}",
            f"{player.times.cpu:.2f}",
            str(sum(player.faults.values()) or "-"),
        )
    return table


def _meetings(names: Sequence[str], pairs: Sequence[Pair]) -> Table:
    table = _columns(
        *("pair", "deals", "won-drawn-lost", "wins % (95%)", "deals won %", "Elo (95%)")
    )
    for pair in pairs:
        low, at, high = (elo_of(share) for share in _bounds(pair.won))
        table.add_row(
            f"{names[pair.one]} - {names[pair.other]}",
            str(pair.won.deals),
            f"{pair.wins}-{pair.draws}-{pair.losses}",
            _percent(pair.won),
            f"{100 * pair.deals_won:.1f}",
            f"{at:+.0f} ({low:+.0f} to {high:+.0f})",
        )
    return table


def _percent(estimate: Estimate) -> str:
    low, mean, high = (100 * share for share in _bounds(estimate))
    return f"{mean:.1f} ({low:.1f}-{high:.1f})"
