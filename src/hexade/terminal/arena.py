"""The arena at a terminal: a progress bar, a table of results, and a folder with the report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from time import monotonic, strftime
from typing import Any

from rich.console import Console
from rich.table import Table

from hexade.bots import PROGRAM
from hexade.contract.setup import Setup
from hexade.file_lock import sole_writer
from hexade.lab.arena import ArenaPlan, Log, checked, play
from hexade.lab.machine import machine
from hexade.lab.rating import Estimate, Sequential, elo_of, error_text
from hexade.lab.report import report
from hexade.lab.standings import Pair, Standing, Standings, deal_scores, standings
from hexade.lab.workers import Runner
from hexade.terminal import files
from hexade.terminal.progress import progress

GAMES, SUMMARY, REPORT = "games.jsonl", "summary.json", "report.html"
WIDE = 110
ERRORS = "programs.txt"  # what programs write to standard error


@dataclass(frozen=True)
class Outcome:
    """What came of a run."""

    table: Standings
    verdict: str | None  # of the sequential test


def planned(
    setup: Setup,
    players: Sequence[str],
    deals: int,
    seed: int,
    time_ms: int,
    mode: str | None,
    out: Path,
) -> ArenaPlan:
    """Return what to play; refuse what cannot be played."""
    errors = str(out / ERRORS) if any(name.startswith(PROGRAM) for name in players) else None
    return checked(ArenaPlan(setup, tuple(players), deals, seed, time_ms, mode, errors))


def new_folder(game: str) -> Path:
    """Return a folder for the results, named by the time."""
    return Path(f"arena-{game}-{strftime('%Y-%m-%d-%H%M%S')}")


def read_test(text: str | None) -> Sequential | None:
    """Return the sequential test that was asked for as LOW:HIGH."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(":"))
    except ValueError:
        low = high = 0.0
    if not 0 < low < high < 1:
        raise files.refusal(f"--sprt {text!r}: write two shares between 0 and 1, such as 0.5:0.55")
    return Sequential(low, high)


def run(plan: ArenaPlan, out: Path, crew: Runner, test: Sequential | None = None) -> Outcome:
    """Play what is missing, write everything down, and return what it comes to."""
    with files.spoken(out):
        out.mkdir(parents=True, exist_ok=True)
    with files.spoken(out), sole_writer(out / GAMES):
        log = Log(out / GAMES, plan)
        began = monotonic()
        stop = _play(log, crew, test)
        lines = [line for line in log.lines if stop is None or line["deal"] < stop]
        table = standings(plan, lines)
        scores = deal_scores(plan, lines)
        verdict = test.verdict(scores) if test else None
        facts = {"seconds": round(monotonic() - began, 1), "machine": machine()}
        summary = _summary(plan, table, test, verdict) | facts
        (out / SUMMARY).write_text(json.dumps(_known(summary), indent=1) + "\n", encoding="utf-8")
        (out / REPORT).write_text(report(plan, table, summary), encoding="utf-8")
    return Outcome(table, verdict)


def _play(log: Log, crew: Runner, test: Sequential | None) -> int | None:
    """Play until all is played or the test is decided; return after how many deals it was."""
    plan, units = log.plan, log.missing()
    known = 0
    if test and (stop := test.stops_at(deal_scores(plan, log.lines))):
        return stop
    played = len(plan.units()) - len(units)
    with progress(len(plan.units()), "arena") as advance:
        advance(played)
        with closing(play(plan, units, crew)) as found:
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


def _known(found: Any) -> Any:
    """Return the same with null for numbers that nobody knows: JSON has no infinity."""
    if isinstance(found, dict):
        return {name: _known(value) for name, value in found.items()}
    if isinstance(found, list | tuple):
        return [_known(value) for value in found]
    return None if isinstance(found, float) and not isfinite(found) else found


def _bounds(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.low, estimate.mean, estimate.high


def tables(plan: ArenaPlan, outcome: Outcome) -> Iterator[Table]:
    """Yield the results as tables for a terminal."""
    yield _ranking(outcome.table.players)
    pairs = [pair for pair in outcome.table.pairs if pair.one < pair.other]
    if pairs:
        yield _meetings(plan.players, pairs)


def _ranking(players: Sequence[Standing]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("player", "games", "Elo", "wins %", "first %", "measure"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for name in ("ms a move", "p95", "cpu", "faults"):
        table.add_column(name, justify="right")
    for player in sorted(players, key=lambda player: -player.rating.elo):
        table.add_row(
            player.name,
            str(player.games),
            f"{player.rating.elo:+.0f} {error_text(player.rating.error)}",
            percent(player.won),
            percent(player.first),
            f"{player.measure.mean:.2f}",
            f"{player.times.mean:.2f}",
            f"{player.times.p95:.2f}",
            f"{player.times.cpu:.2f}",
            str(sum(player.faults.values()) or "-"),
        )
    return table


def _meetings(names: Sequence[str], pairs: Sequence[Pair]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("pair", "deals", "won-drawn-lost", "wins % (95 %)", "deals won %", "Elo (95 %)"):
        table.add_column(name, justify="left" if name == "pair" else "right")
    for pair in pairs:
        low, at, high = (elo_of(share) for share in _bounds(pair.won))
        table.add_row(
            f"{names[pair.one]} - {names[pair.other]}",
            str(pair.won.deals),
            f"{pair.wins}-{pair.draws}-{pair.losses}",
            percent(pair.won),
            f"{100 * pair.deals_won:.1f}",
            f"{at:+.0f} ({low:+.0f} to {high:+.0f})",
        )
    return table


def percent(estimate: Estimate) -> str:
    """Return a share with its interval in percent."""
    return f"{100 * estimate.mean:.1f} ({100 * estimate.low:.1f}-{100 * estimate.high:.1f})"


def show(plan: ArenaPlan, outcome: Outcome, out: Path, test: Sequential | None) -> None:
    """Print the results."""
    console = Console()
    console.width = max(console.width, WIDE)  # a table that is cut says nothing
    for table in tables(plan, outcome):
        console.print(table)
        console.print()
    if test:
        said = {"high": f"at least {test.high:.1%}", "low": f"at most {test.low:.1%}"}
        word = said.get(outcome.verdict or "", "not decided yet")
        console.print(f"Sequential test of {plan.players[0]}: {word} of the points.")
    games = files.counted(outcome.table.games, "game")
    deals = files.counted(outcome.table.deals, "deal")
    console.print(f"{games} of {deals}; report in {out}")
