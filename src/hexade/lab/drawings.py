"""Drawings as SVG: of a report (ratings, the course of a match, spreads, times), of learning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from math import floor, isfinite, log10

import numpy as np

from hexade.lab.rating import Estimate, share
from hexade.lab.standings import Standing

WIDTH, LEFT, RIGHT, ROW = 860, 190, 60, 30
_POINTS = 160  # of a trace
_TALL, _TOP, _BOTTOM = 240, 12, 28
_STYLE = (  # of a drawing that is a file of its own; one in a report has the style of its page
    "text{font:12px system-ui,sans-serif;fill:#22242a}.soft{fill:#6b6f7a}.axis{stroke:#dcd9d1}"
    ".band{fill:#3457a6;opacity:.18}.trace{stroke:#3457a6;stroke-width:2;fill:none}"
    ".half{stroke:#6b6f7a;stroke-dasharray:4 4}"
    "@media(prefers-color-scheme:dark){text{fill:#e9e7e1}.soft{fill:#9a9da6}.axis{stroke:#333740}"
    ".band{fill:#8fb0ff}.trace{stroke:#8fb0ff}}"
)


def _svg(height: float, parts: Sequence[str], label: str) -> str:
    box = f'viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{label}"'
    return f"<svg {box}>{''.join(parts)}</svg>"


def _text(x: float, y: float, text: str, anchor: str = "start", soft: bool = False) -> str:
    kind = ' class="soft"' if soft else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _ticks(low: float, high: float, count: int = 6) -> list[float]:
    """Return round numbers between two."""
    raw = max(high - low, 1e-9) / count
    unit = 10 ** floor(log10(raw))
    step = next(unit * n for n in (1, 2, 5, 10) if unit * n >= raw)
    first = -(-low // step) * step
    return [first + n * step for n in range(2 * count + 2) if first + n * step <= high + 1e-9]


def _short(name: str) -> str:
    return name if len(name) <= 26 else f"{name[:25]}…"


class _Scale:
    """Places numbers between the left and the right margin."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.width = low, max(high - low, 1e-9)

    def __call__(self, value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - self.low) / self.width


def ratings(players: Sequence[Standing]) -> str:
    """Draw every player's Elo with its error bar."""
    known = [player for player in players if isfinite(player.rating.error)] or list(players)
    bounds = [p.rating.elo + sign * _finite(p.rating.error) for p in known for sign in (-1, 1)]
    margin = 0.05 * (max(bounds) - min(bounds)) + 10
    at = _Scale(min(bounds) - margin, max(bounds) + margin)
    height = ROW * len(players) + 34
    parts = []
    for tick in _ticks(min(bounds) - margin, max(bounds) + margin):
        parts.append(_line(at(tick), 6, at(tick), height - 24, "axis"))
        parts.append(
            _text(at(tick), height - 8, f"{tick:+.0f}" if tick else "0", "middle", soft=True)
        )
    for n, player in enumerate(players):
        y = ROW * n + 22
        error = _finite(player.rating.error)
        parts.append(_text(0, y + 4, _short(player.name)))
        parts.append(
            _line(at(player.rating.elo - error), y, at(player.rating.elo + error), y, "bar")
        )
        parts.append(f'<circle cx="{at(player.rating.elo):.1f}" cy="{y}" r="5" class="mark"/>')
    return _svg(height, parts, "Elo of every player with 95% errors")


def _finite(value: float) -> float:
    return value if isfinite(value) else 0.0


def course(scores: Sequence[float]) -> str:
    """Draw how a share of points settled as deals were played."""
    count = len(scores)
    marks = sorted({max(1, round(n)) for n in np.linspace(1, count, min(count, _POINTS))})
    parts = _trace([(n, share(scores[:n])) for n in marks])
    parts.append(_text(0, _TOP + 12, "share of points"))
    label = "share of points after so many deals, with its 95% interval"
    return _svg(_TALL, parts, label)


def curve(points: Sequence[tuple[float, Estimate]], label: str) -> str:
    """Draw shares over time, with their intervals, as a file of its own."""
    drawn = _svg(_TALL + 20, [*_trace(points), _text(LEFT, _TALL + 12, label)], label)
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(
        ">", f"><style>{_STYLE}</style>", 1
    )


def _trace(points: Sequence[tuple[float, Estimate]]) -> list[str]:
    """Return shares from left to right, the first number being where, and axes for them."""
    at = _Scale(0, points[-1][0])

    def y(value: float) -> float:
        return _TOP + (_TALL - _TOP - _BOTTOM) * (1 - value)

    parts = []
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(
            _line(LEFT, y(tick), WIDTH - RIGHT, y(tick), "half" if tick == 0.5 else "axis")
        )
        parts.append(_text(LEFT - 8, y(tick) + 4, f"{tick:.0%}", "end", soft=True))
    parts += [
        _text(at(tick), _TALL - 8, f"{tick:.0f}", "middle", soft=True)
        for tick in _ticks(0, points[-1][0])
    ]
    upper = [(at(n), y(e.high)) for n, e in points]
    lower = [(at(n), y(e.low)) for n, e in points]
    band = " ".join(f"{px:.1f},{py:.1f}" for px, py in [*upper, *reversed(lower)])
    trace = " ".join(f"{at(n):.1f},{y(e.mean):.1f}" for n, e in points)
    parts.append(f'<polygon points="{band}" class="band"/>')
    parts.append(f'<polyline points="{trace}" class="trace"/>')
    last = points[-1][1].mean
    parts.append(_text(WIDTH - RIGHT + 6, y(last) + 4, f"{last:.1%}"))
    return parts


def spread(players: Sequence[Standing]) -> str:
    """Draw for every player how often each measure came up."""
    values = sorted({round(value) for player in players for value in player.measures}) or [0]
    low, high = values[0], values[-1]
    at, each = _Scale(low - 0.5, high + 0.5), 64
    height = each * len(players) + 26
    wide = (at(1) - at(0)) * 0.8
    parts = []
    for n, player in enumerate(players):
        base = each * (n + 1)
        counts = Counter(round(value) for value in player.measures)
        most = max(counts.values(), default=1)
        parts.append(_text(0, base - 14, _short(player.name)))
        parts.append(_text(WIDTH - RIGHT + 6, base - 14, f"{player.measure.mean:.2f}"))
        parts.append(_line(LEFT, base, WIDTH - RIGHT, base, "axis"))
        for value, found in sorted(counts.items()):
            tall = (each - 16) * found / most
            box = f'x="{at(value) - wide / 2:.1f}" y="{base - tall:.1f}"'
            parts.append(f'<rect {box} width="{wide:.1f}" height="{tall:.1f}" class="mark"/>')
    parts += [
        _text(at(tick), height - 8, f"{tick:.0f}", "middle", soft=True)
        for tick in _ticks(low, high, 10)
        if tick == round(tick)
    ]
    return _svg(height, parts, "how often each measure came up")


def times(players: Sequence[Standing]) -> str:
    """Draw mean, 95th percentile and maximum of the time a move takes, on a logarithmic scale."""
    shown = [player for player in players if player.times.moves]
    if not shown:
        return ""
    low = floor(log10(max(1e-3, min(player.times.p50 for player in shown))))
    high = log10(max(1e-2, *(player.times.most for player in shown))) + 0.1
    at = _Scale(low, high)
    height = ROW * len(shown) + 34

    def x(ms: float) -> float:
        return at(max(low, log10(max(ms, 1e-4))))

    parts = []
    for power in range(low, floor(high) + 1):
        parts.append(_line(at(power), 6, at(power), height - 24, "axis"))
        parts.append(_text(at(power), height - 8, f"{10.0**power:g} ms", "middle", soft=True))
    for n, player in enumerate(shown):
        y, spent = ROW * n + 22, player.times
        parts.append(_text(0, y + 4, _short(player.name)))
        parts.append(_line(x(spent.p50), y, x(spent.p95), y, "bar"))
        parts.append(_line(x(spent.p95), y, x(spent.most), y, "half"))
        parts.append(f'<circle cx="{x(spent.mean):.1f}" cy="{y}" r="5" class="mark"/>')
    said = "The dot is the mean; the line runs from the median to p95, dashed to the longest."
    return _svg(height, parts, "time a move takes") + f"<p class=soft>{said}</p>"
