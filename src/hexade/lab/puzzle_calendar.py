"""The calendar of puzzles: whole weeks that get harder from Monday to Sunday, in small files.

A file has four weeks. When the last day is over, the calendar begins again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TARGETS = (2, 2, 3, 3, 4, 4, 5)  # of six levels that miss it, Monday to Sunday
WEEK = len(TARGETS)
FILE = 4 * WEEK
YEAR = 52 * WEEK
RUNNING = 2  # days in a row that one colour may decide


def arranged(found: Sequence[dict[str, Any]], most: int = YEAR) -> list[dict[str, Any]]:
    """Return whole weeks of puzzles, each day as near to its difficulty as the rest allows.

    Hard days choose first, so that the few hard puzzles are not used up by easy days.
    """
    days = min(most, len(found)) // WEEK * WEEK
    left, chosen = list(found), [None] * days  # type: list[dict[str, Any]], list[Any]
    for target in sorted(set(TARGETS), reverse=True):
        for day in range(days):
            if TARGETS[day % WEEK] == target:
                chosen[day] = left.pop(_nearest(left, target))
    return _mixed(chosen)


def _nearest(left: Sequence[dict[str, Any]], target: int) -> int:
    """Return the index of the first puzzle whose difficulty is nearest to a target."""
    return min(range(len(left)), key=lambda n: (abs(left[n]["missed"] - target), n))


def _mixed(days: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Swap puzzles of the same difficulty until no colour decides three days running."""
    for day in range(RUNNING, len(days)):
        alike = [n for n, one in enumerate(days) if one["missed"] == days[day]["missed"]]
        for other in alike if _runs(days, day) else ():
            days[day], days[other] = days[other], days[day]
            # Later days are checked when it is their turn.
            touched = [day, *(n for n in range(other, other + RUNNING + 1) if n < day)]
            if not any(_runs(days, n) for n in touched if n >= RUNNING):
                break
            days[day], days[other] = days[other], days[day]
    return days


def _runs(days: Sequence[dict[str, Any]], day: int) -> bool:
    """Tell whether the same colour decides this day and the two before."""
    return len({one["colour"] for one in days[day - RUNNING : day + 1]}) == 1


def write_calendar(found: Sequence[dict[str, Any]], folder: Path, variant: str, seats: int) -> int:
    """Write the files of a calendar, and remove those that are left over; return its days.

    A file's name is its number and how many days it has. Days that are there already stay: people
    have solved them. Whoever wants other ones empties the folder first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    days = calendar_days(folder)
    there = {one["id"] for one in days}
    days += arranged([one for one in found if one["id"] not in there], YEAR - len(days))
    names = set()
    for at in range(0, len(days), FILE):
        part = days[at : at + FILE]
        path = folder / f"{at // FILE + 1:02}-{len(part)}.json"
        names.add(path.name)
        path.write_text(_text(part, variant, seats), encoding="utf-8")
    for old in folder.glob("*.json"):
        if old.name not in names:
            old.unlink()
    return len(days)


def calendar_days(folder: Path) -> list[dict[str, Any]]:
    """Return the days of a calendar that is there, in order."""
    files = sorted(folder.glob("*.json"))
    return [one for file in files for one in json.loads(file.read_text("utf-8"))["days"]]


def _text(days: Sequence[dict[str, Any]], variant: str, seats: int) -> str:
    """Return a file: one puzzle a line, so that a change shows where it is."""
    lines = ",\n".join(json.dumps(one, separators=(",", ":"), sort_keys=True) for one in days)
    return f'{{"variant":"{variant}","seats":{seats},"days":[\n{lines}\n]}}\n'
