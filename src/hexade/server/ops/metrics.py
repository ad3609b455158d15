"""Metrics for Prometheus, and a log without secrets."""

from __future__ import annotations

import json
import logging
import sys
from collections import Counter
from collections.abc import Mapping

_log = logging.getLogger("hexade.server")


class Metrics:
    """Counters, and gauges that are read when somebody asks."""

    def __init__(self) -> None:
        self.counters: Counter[str] = Counter()

    def count(self, name: str, by: int = 1) -> None:
        """Raise a counter."""
        self.counters[name] += by

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return all figures in Prometheus' text format."""
        lines = []
        for name, value in sorted(self.counters.items()):
            lines += [f"# TYPE hexade_{name}_total counter", f"hexade_{name}_total {value}"]
        for name, gauge in sorted(gauges.items()):
            lines += [f"# TYPE hexade_{name} gauge", f"hexade_{name} {gauge:g}"]
        return "\n".join(lines) + "\n"


def note(what: str, **fields: str | int | float | None) -> None:
    """Log one line with values that the caller names, never a raw message."""
    _log.info(what, extra={"fields": fields})


def fault(what: str, error: BaseException, **fields: str | int | float | None) -> None:
    """Log an unexpected error."""
    kind = {"error": type(error).__name__, **fields}
    _log.error(what, extra={"fields": kind}, exc_info=error)


class _Lines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {"at": round(record.created, 3), "level": record.levelname.lower()}
        line |= {"what": record.getMessage(), **getattr(record, "fields", {})}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_lines(level: int = logging.INFO) -> None:
    """Send the log to standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for talkative in ("uvicorn.access", "uvicorn.error"):  # two lines per socket, with its address
        logging.getLogger(talkative).setLevel(logging.WARNING)
