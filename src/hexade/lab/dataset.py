"""Datasets: records of many games as Parquet, in shards. An interrupted run can be resumed.

A shard is complete or absent: it is written to a temporary file and moved. `_plan.json` says what
the folder holds, so that another plan is refused. Game n is dealt from (seed, n), so that it does
not matter which worker plays it, when, or how often: a dead worker's game is played again. The last
shard may be short; when more games are asked for, a longer one with the same first game takes its
place, so that no game is in the folder twice.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hexade.contract.reason import Reason, Refusal
from hexade.contract.whole import whole_number
from hexade.lab.simulate import Faults, SimulationPlan, lines
from hexade.lab.workers import Runner

SHARD = 512  # games
PLAN = "_plan.json"  # Parquet readers skip names like this
SHARDS = f"games-{'[0-9]' * 10}-{'[0-9]' * 10}.parquet"
COLUMNS = ("game", "variant", "edition", "seats", "start", "seed")


def make(
    folder: Path,
    plan: SimulationPlan,
    games: int,
    runner: Runner,
    shard: int = SHARD,
    faults: Faults | None = None,
) -> Iterator[int]:
    """Play what is missing, and yield the number of games in the folder after each shard.

    `faults` collects what programs did wrong in the games that are played now.
    """
    arrow()
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / PLAN).exists() and any(folder.glob(SHARDS)):
        text = f"{folder} holds Parquet files but no {PLAN}; choose another folder"
        raise Refusal(Reason("plan", "", text))
    _agree(folder / PLAN, plan, shard)
    there = _tidied(folder)
    spans = [(at, min(at + shard, games)) for at in range(0, games, shard)]
    missing = [(begin, end) for begin, end in spans if there.get(begin, begin) < end]
    kept = there.keys() - {begin for begin, _ in missing}
    done = sum(there[begin] - begin for begin in kept)
    yield done
    for span, (records, wrong) in runner(partial(_play, plan), missing):
        _write(_shard(folder, span), span, records)
        if faults is not None:
            faults.update(wrong)
        _tidied(folder)
        done += span[1] - span[0]
        yield done


def records(folder: Path) -> Iterator[str]:
    """Yield the records of a folder in the order of their games, one line of JSON each."""
    parquet = arrow().parquet
    for path in sorted(folder.glob(SHARDS)):
        yield from parquet.read_table(path, columns=["record"])["record"].to_pylist()


def shards(path: Path) -> list[Path]:
    """Return the files of a dataset, or of one of its shards; none if it is neither."""
    if path.is_dir():
        return sorted(path.glob(SHARDS))
    return [path] if path.suffix == ".parquet" and path.is_file() else []


def misplaced(path: Path) -> str:
    """Return which games a dataset's folder holds twice or leaves out; nothing if all is well."""
    reached = 0
    for begin, end in map(_span, shards(path) if path.is_dir() else []):
        if begin < reached:
            return f"{_games(begin, min(reached, end))} in two files"
        if begin > reached:
            return f"{_games(reached, begin)} in no file; `hexade dataset` plays what is missing"
        reached = end
    return ""


def rows(path: Path) -> Iterator[tuple[int, str | None, str]]:
    """Yield each game of a shard: its number, its record, and which column is wrong.

    A record that is not a text is None.
    """
    found = _table(path)
    begin, end = _span(path) if path.match(SHARDS) else (_first_number(found), None)
    if end is not None and end - begin != len(found):
        text = f"{path} should hold games {begin} to {end - 1}, by its name; it has {len(found)}"
        raise Refusal(Reason("file", "", text))
    for number, row in enumerate(found, begin):
        text = row["record"]
        if isinstance(text, str):
            yield number, text, _contradiction(number, row)
        else:
            yield number, None, "the column `record` holds no text"


def _table(path: Path) -> list[dict[str, Any]]:
    library = arrow()
    try:
        table = library.parquet.read_table(path)
        found: list[dict[str, Any]] = table.to_pylist()
    except (OSError, ValueError):
        raise Refusal(Reason("file", "", f"{path} cannot be read as Parquet")) from None
    for name in _schema(library.pa).names:
        if name not in table.column_names:
            text = f"{path} has no column {name!r}: name the folder of games that"
            raise Refusal(Reason("file", "", f"{text} `hexade dataset --out` wrote"))
    return found


def _first_number(found: Sequence[dict[str, Any]]) -> int:
    return (whole_number(found[0]["number"]) if found else None) or 0


def _games(begin: int, end: int) -> str:
    return f"game {begin} is" if end - begin == 1 else f"games {begin} to {end - 1} are"


def _contradiction(number: int, row: dict[str, Any]) -> str:
    if row["number"] != number:
        return f"the column `number` says {row['number']}"
    try:
        told = _row(number, row["record"])
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""  # whoever reads the record says what is wrong with it
    wrong = [name for name, value in told.items() if row[name] != value]
    return f"the column `{wrong[0]}` is not what the record says" if wrong else ""


def _play(plan: SimulationPlan, span: tuple[int, int]) -> tuple[list[str], Faults]:
    return lines(plan, range(*span))


def _tidied(folder: Path) -> dict[int, int]:
    """Remove shards that a longer one replaces; return where each remaining one begins and ends."""
    ends: dict[int, int] = {}
    for path in sorted(folder.glob(SHARDS)):  # of one beginning the shortest is first
        begin, end = _span(path)
        if begin in ends:
            _shard(folder, (begin, ends[begin])).unlink()
        ends[begin] = end
    return ends


def _span(path: Path) -> tuple[int, int]:
    _, begin, end = path.stem.split("-")
    return int(begin), int(end)


def _shard(folder: Path, span: tuple[int, int]) -> Path:
    return folder / f"games-{span[0]:010}-{span[1]:010}.parquet"


def _write(path: Path, span: tuple[int, int], records: Sequence[str]) -> None:
    library = arrow()
    table = library.pa.Table.from_pylist(
        [_row(number, line) for number, line in zip(range(*span), records, strict=True)],
        schema=_schema(library.pa),
    )
    part = path.with_suffix(".part")
    library.parquet.write_table(table, part, compression="zstd")
    os.replace(part, path)


def _row(number: int, line: str) -> dict[str, Any]:
    found = json.loads(line)
    result = found["result"]
    told = {
        "ranks": result["ranks"],
        "scores": json.dumps(result["scores"]),
        "events": len(found["events"]),
        "record": line,
    }
    return {"number": number, **{key: found.get(key) for key in COLUMNS}, **told}


def _schema(pa: Any) -> Any:
    return pa.schema(
        [
            ("number", pa.int64()),
            ("game", pa.dictionary(pa.int8(), pa.string())),
            ("variant", pa.dictionary(pa.int8(), pa.string())),
            ("edition", pa.dictionary(pa.int8(), pa.string())),
            ("seats", pa.list_(pa.string())),
            ("start", pa.int8()),
            ("seed", pa.int64()),
            ("ranks", pa.list_(pa.int8())),
            ("scores", pa.string()),
            ("events", pa.int32()),
            ("record", pa.string()),
        ]
    )


def _agree(path: Path, plan: SimulationPlan, shard: int) -> None:
    wanted = _written(plan, shard)
    if not path.exists():
        part = path.with_suffix(".part")
        part.write_text(json.dumps(wanted, indent=1), encoding="utf-8")
        os.replace(part, path)
        return
    try:
        same = json.loads(path.read_text(encoding="utf-8")) == wanted
    except ValueError:
        raise Refusal(Reason("plan", "", f"{path} cannot be read as a plan")) from None
    if not same:
        text = f"{path.parent} holds games of another plan; choose another folder"
        raise Refusal(Reason("plan", "", text))


def _written(plan: SimulationPlan, shard: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(asdict(plan) | {"shard": shard, "format": 2}))
    return found


def arrow() -> SimpleNamespace:
    """Return the modules of pyarrow; refuse if it is not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        text = "Parquet needs pyarrow: install hexade with the extra `data`"
        raise Refusal(Reason("extra", "", text)) from None
    return SimpleNamespace(pa=pa, parquet=parquet)
