"""Metrics for Prometheus, and a log without secrets."""

from __future__ import annotations

import json
import logging
import sys
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from types import MappingProxyType

from hexade.wire.codes import without_codes

LABELS = {"refused": "reason", "http_responses": "status"}
HISTOGRAMS = ("move", "commit", "bot")
_BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_OUTAGE_S = 10.0  # between two lines about the same outage, or the same bug
_TRACED_S = 3600.0  # between two tracebacks of the same bug
_WHY = 200  # characters of what a database says
_WEB_SERVER = "uvicorn.error"  # the logger
_log = logging.getLogger("hexade.server")


class Outage(Exception):  # noqa: N818  what it is, not what went wrong
    """Something that this process depends on does not work, such as its database: no bug here."""

    brief = True  # a line of the log says all that there is to say


class Histogram:
    """How often something took how long, in buckets that Prometheus can add up."""

    __slots__ = ("_buckets", "_total_s")

    def __init__(self) -> None:
        self._buckets = [0] * (len(_BOUNDS_S) + 1)
        self._total_s = 0.0

    def add(self, seconds: float) -> None:
        """Add a measurement."""
        self._buckets[bisect_left(_BOUNDS_S, seconds)] += 1
        self._total_s += seconds

    def lines(self, name: str) -> Iterator[str]:
        """Yield the histogram in Prometheus' text format."""
        yield f"# TYPE {name} histogram"
        for bound, count in zip((*_BOUNDS_S, "+Inf"), accumulate(self._buckets), strict=True):
            yield f'{name}_bucket{{le="{bound}"}} {count}'
        yield f"{name}_sum {self._total_s:.6f}"
        yield f"{name}_count {sum(self._buckets)}"


class Stopwatch:
    """Adds a measurement; a class, because a generator would cost more than a move may."""

    __slots__ = ("_began", "_histogram")

    def __init__(self, histogram: Histogram) -> None:
        self._histogram = histogram

    def __enter__(self) -> None:
        """Begin."""
        self._began = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        """End."""
        self._histogram.add(time.perf_counter() - self._began)


class Metrics:
    """Counters, histograms, and gauges that are read when somebody asks."""

    def __init__(self, build: Mapping[str, str | int] = MappingProxyType({})) -> None:
        self._build = build  # which program this is
        self.counters: Counter[str] = Counter()
        self.labelled: dict[str, Counter[str]] = {name: Counter() for name in LABELS}
        self.histograms = {name: Histogram() for name in HISTOGRAMS}

    def count(self, name: str, by: int = 1) -> None:
        """Raise a counter."""
        self.counters[name] += by

    def count_one(self, name: str, label: str) -> None:
        """Raise a counter that is kept for each label, such as the reason of a refusal."""
        self.labelled[name][label] += 1

    def timed(self, name: str) -> Stopwatch:
        """Measure how long something takes, with `with`."""
        return Stopwatch(self.histograms[name])

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return all figures in Prometheus' text format."""
        lines = []
        if self._build:
            build = ",".join(f'{name}="{value}"' for name, value in self._build.items())
            lines = ["# TYPE hexade_build_info gauge", f"hexade_build_info{{{build}}} 1"]
        for name, value in sorted(self.counters.items()):
            lines += [f"# TYPE hexade_{name}_total counter", f"hexade_{name}_total {value}"]
        for name, counts in self.labelled.items():
            lines.append(f"# TYPE hexade_{name}_total counter")
            of = LABELS[name]
            lines += [f'hexade_{name}_total{{{of}="{k}"}} {n}' for k, n in sorted(counts.items())]
        for name, gauge in sorted(gauges.items()):
            lines += [f"# TYPE hexade_{name} gauge", f"hexade_{name} {gauge:g}"]
        for name, histogram in self.histograms.items():
            lines += histogram.lines(f"hexade_{name}_seconds")
        return "\n".join(lines) + "\n"


def note(what: str, **fields: str | int | float | None) -> None:
    """Log one line with values that the caller names, never a raw message."""
    _log.info(what, extra={"fields": fields})


def detail(what: str, **fields: str | int | float | None) -> None:
    """Log one line that only the level debug shows."""
    _log.debug(what, extra={"fields": fields})


def fault(what: str, error: BaseException, **fields: str | int | float | None) -> None:
    """Log an unexpected error with its traceback, and an outage in a line; each now and then."""
    kind = {"error": type(error).__name__, **fields}
    if isinstance(error, Outage) and error.brief:
        kind["why"] = without_codes(" ".join(str(error).split())[:_WHY])
        _log.error(what, extra={"fields": kind, "is_outage": True})
        return
    _log.error(what, extra={"fields": kind}, exc_info=error)


def warn(what: str) -> None:
    """Log what the operator may have forgotten, in a sentence."""
    _log.warning(what)


def alarm(what: str) -> None:
    """Log what the operator must mend, in a sentence."""
    _log.error(what)


def _place(error: BaseException) -> str:
    """Return where an error was raised, and its kind: the same bug has the same place."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    frame = "?" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"{type(error).__name__} at {frame}"


class FewFaults(logging.Filter):
    """Lets one line about each outage, odd request and place of a bug through now and then.

    It says how many were left out since the line before, and how long ago that one was. A bug has
    its traceback in the first line, and once an hour.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, tuple[float, int]] = {}  # when, and how many since then
        self._traced: dict[str, float] = {}  # when a place last had its traceback in a line

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line is written."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            return self._bug(record, _place(error))
        # What uvicorn warns of are odd requests, and anybody may send any number of them.
        often = hasattr(record, "is_outage") or record.name == _WEB_SERVER
        return self._now(record, record.getMessage()) if often else True

    def _bug(self, record: logging.LogRecord, place: str) -> bool:
        if not self._now(record, place):
            return False
        traced = self._traced.get(place, -_TRACED_S)
        if 0 <= record.created - traced < _TRACED_S:
            record.traced_before = True
            record.fields = {**getattr(record, "fields", {}), "place": place}
        else:
            self._traced[place] = record.created
        return True

    def _now(self, record: logging.LogRecord, what: str) -> bool:
        """Tell whether something is due again, and add how many lines were left out since."""
        at, left_out = self._last.get(what, (-_OUTAGE_S, 0))
        if 0 <= record.created - at < _OUTAGE_S:
            self._last[what] = at, left_out + 1
            return False
        self._last[what] = record.created, 0
        if left_out:
            since = {"left_out": left_out, "since_s": round(record.created - at)}
            record.fields = {**getattr(record, "fields", {}), **since}
        return True


class _Lines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {"at": round(record.created, 3), "level": record.levelname.lower()}
        line |= {"what": without_codes(record.getMessage()), **getattr(record, "fields", {})}
        if record.exc_info and not hasattr(record, "traced_before"):
            # What a database says may quote the code of a table.
            line["trace"] = without_codes(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def log_lines(level: int = logging.INFO) -> None:
    """Send the log to standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    handler.addFilter(FewFaults())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for talkative in ("uvicorn.access", _WEB_SERVER):  # two lines per socket, with its address
        logging.getLogger(talkative).setLevel(logging.WARNING)
    logging.getLogger("asyncpg").setLevel(logging.ERROR)  # of an outage we write a line ourselves
