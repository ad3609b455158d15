"""The report of an arena: one page of HTML that needs nothing else, with drawings of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from hexade.lab import drawings
from hexade.lab.arena import ArenaPlan
from hexade.lab.rating import Estimate, elo_of, error_text
from hexade.lab.standings import Pair, Standing, Standings

_STYLE = """
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#22242a;--soft:#6b6f7a;--line:#dcd9d1;
--card:#fff;--good:#2f7d5b;--bad:#b4463c;--mark:#3457a6}
@media (prefers-color-scheme:dark){:root{--paper:#16181d;--ink:#e9e7e1;--soft:#9a9da6;
--line:#333740;--card:#1e2127;--good:#5fbf93;--bad:#e08177;--mark:#8fb0ff}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}main{max-width:62rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.6rem;margin:0}h2{font-size:1.1rem;margin:2.2rem 0 .6rem}p{margin:.4rem 0}
.soft{color:var(--soft)}.card{background:var(--card);border:1px solid var(--line);
border-radius:10px;padding:1rem;overflow-x:auto}table{border-collapse:collapse;width:100%;
font-variant-numeric:tabular-nums}th,td{padding:.3rem .6rem;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left;max-width:22rem;overflow:hidden;
text-overflow:ellipsis}th{font-weight:600;color:var(--soft);border-bottom:1px solid var(--line)}
tr+tr td{border-top:1px solid var(--line)}small{color:var(--soft)}svg{width:100%;height:auto;
display:block}svg text{fill:var(--ink);font:12px system-ui,sans-serif}
svg .soft{fill:var(--soft)}svg .axis{stroke:var(--line)}svg .mark{fill:var(--mark)}
svg .bar{stroke:var(--mark);stroke-width:2}svg .band{fill:var(--mark);opacity:.18}
svg .trace{stroke:var(--mark);stroke-width:2;fill:none}svg .half{stroke:var(--soft);
stroke-dasharray:4 4}.cell{text-align:center}
"""


def report(plan: ArenaPlan, table: Standings, summary: Mapping[str, Any]) -> str:
    """Return the page."""
    setup, ranked = plan.setup, sorted(table.players, key=lambda player: -player.rating.elo)
    agreed = [setup.variant, setup.edition, f"{setup.seats} seats"]
    agreed += [f"{name} {value}" for name, value in setup.options]
    title = f"{plan.game.title}: {', '.join(filter(None, agreed))}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p class=soft>{_counted(table.games, 'game')} of {_counted(table.deals, 'deal')}, "
        f"each played from every side; seed {plan.seed}, {plan.time_ms} ms a move. "
        "Intervals are 95%, the deal being the sample.</p>",
        _verdict(summary),
        _section("Strength", drawings.ratings(ranked)),
        _section("Players", _players(ranked)),
        _section("Who beats whom", _matrix(table) + _note()),
        *(
            [_section(_course_title(plan, hero), drawings.course(hero.by_deal))]
            if (hero := _first_pair(table))
            else []
        ),
        _section("Measure of the results", drawings.spread(ranked)),
        _section("Thinking time", drawings.times(ranked)),
        _machine(summary),
    ]
    body = "\n".join(filter(None, parts))
    head = (
        "<!doctype html><html lang=en><head><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
    )
    return f"{head}<body><main>{body}</main></body></html>\n"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def _section(title: str, content: str) -> str:
    return f"<h2>{title}</h2><div class=card>{content}</div>"


def _course_title(plan: ArenaPlan, pair: Pair) -> str:
    one, other = (escape(plan.players[n]) for n in (pair.one, pair.other))
    return f"{one} against {other}, deal by deal"


def _first_pair(table: Standings) -> Pair | None:
    return next((pair for pair in table.pairs if pair.one == 0), None)


def _verdict(summary: Mapping[str, Any]) -> str:
    test = summary.get("test")
    if not test:
        return ""
    said = {
        "high": f"at least {test['high']:.1%} of the points",
        "low": f"at most {test['low']:.1%} of the points",
        None: "not decided",
    }
    return f"<p>Sequential test ({test['low']:.1%} or {test['high']:.1%}): " + (
        f"<b>{said[test['verdict']]}</b>.</p>"
    )


def _players(players: Sequence[Standing]) -> str:
    heads = ("player", "games", "Elo", "wins", "first places", "measure", "ms a move", "p95",
             "CPU ms", "faults")  # fmt: skip
    rows = [
        (
            escape(player.name),
            str(player.games),
            f"{player.rating.elo:+.0f} <small>{error_text(player.rating.error)}</small>",
            percent(player.won),
            percent(player.first),
            f"{player.measure.mean:.2f} <small>{error_text(_half(player.measure), 2)}</small>",
            f"{player.times.mean:.2f}",
            f"{player.times.p95:.2f}",
            f"{player.times.cpu:.2f}",
            escape(", ".join(f"{n} {kind}" for kind, n in player.faults.items())) or "–",
        )
        for player in players
    ]
    return _table(heads, rows)


def _matrix(table: Standings) -> str:
    order = sorted(range(len(table.players)), key=lambda n: -table.players[n].rating.elo)
    names = [escape(table.players[n].name) for n in order]
    rows = [(names[at], *(_cell(table, one, other) for other in order))
            for at, one in enumerate(order)]  # fmt: skip
    return _table(("wins of … against", *names), rows)


def _cell(table: Standings, one: int, other: int) -> str:
    pair = table.pair(one, other)
    if pair is None:
        return "<span class=soft>·</span>"
    won = pair.won
    tint = "--good" if won.mean >= 0.5 else "--bad"
    strength = round(100 * min(0.35, abs(won.mean - 0.5)))
    span = f"{elo_of(won.low):+.0f} to {elo_of(won.high):+.0f} Elo"
    detail = f"{pair.wins}-{pair.draws}-{pair.losses}, deals won {pair.deals_won:.1%}, {span}"
    shade = f"background:color-mix(in srgb,var({tint}) {strength}%,transparent)"
    return f'<span style="{shade};padding:.2rem .4rem" title="{detail}">{percent(won)}</span>'


def _note() -> str:
    return (
        "<p class=soft>Share of points, a draw counting half. Won-drawn-lost and the difference "
        "in Elo show when a cell is pointed at.</p>"
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{name}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def percent(estimate: Estimate) -> str:
    """Return a share with its interval in percent."""
    low, high = 100 * estimate.low, 100 * estimate.high
    return f"{100 * estimate.mean:.1f}% <small>{low:.1f}–{high:.1f}</small>"


def _half(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / 2


def _machine(summary: Mapping[str, Any]) -> str:
    facts = summary.get("machine", {})
    said = ", ".join(f"{name} {value}" for name, value in facts.items())
    return f"<p class=soft>Played in {summary.get('seconds', 0)} s on {escape(said)}.</p>"
