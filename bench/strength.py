"""The table of strength: `python -m bench.strength [GAME …]` writes `bench/strength.md`.

All levels, bots and baselines of a game meet in every pair over duplicate deals, and so do programs
of others (`--program NAME=cmd:…`, NAME=py:… or NAME=net:…). The file has a section for each game;
those of games that were not asked for stay as they are. The folder of `--out` keeps every game: a
run that was broken off goes on with the same command, and more deals go on from fewer.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.arguments import arguments, ask_games
from hexade import games
from hexade.bots import OWN
from hexade.bots.levels import CHAMPION
from hexade.commands.arena import run
from hexade.contract.game import AnyGame
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup, agree
from hexade.lab import players
from hexade.lab.arena import ArenaPlan, checked
from hexade.lab.machine import machine
from hexade.lab.pairing import ROBIN
from hexade.lab.rating import Estimate, error_text
from hexade.lab.standings import Standing, Standings
from hexade.lab.workers import processes

SEED = 20_261
TABLE = Path(__file__).with_name("strength.md")
HEAD = "\n".join(
    (
        "# Strength\n",
        "Who wins how often: all levels, bots and baselines of each game, in every pair. One "
        "command makes this file anew; [bots.md](../docs/bots.md) says who they are, "
        "[results.md](results.md) what else was measured.",
        "Every deal is played from every side, and the deal is the sample of all intervals (95%). "
        "Elo is a Bradley-Terry fit over all pairs: between players far apart it says little. "
        "`level8` is the champion; `champion1`, where it is listed, that of 2026-11-17.",
        "Programs of others take part with `--program NAME=cmd:…` "
        "([the protocol](../docs/bots.md#a-bot-as-a-program)).\n",
    )
)


def field(game: AnyGame) -> list[str]:
    """Return everybody who can be measured: levels, the game's own bots and all baselines."""
    return [name for name in players.makers(game) if name != CHAMPION]  # it is the last level


def competitive(game: AnyGame, variant: str | None, seats: int | None) -> Setup:
    """Return what was asked for, or the smallest set-up with more sides than one."""
    setup = agree(game, variant, seats=seats)
    while seats is None and len(game.sides(setup)) < 2:
        setup = agree(game, variant, seats=setup.seats + 1)
    return setup


def programs_of(said: Sequence[str]) -> dict[str, str]:
    """Return commands with their names; refuse what is neither."""
    found = {}
    for text in said:
        name, _, command = text.partition("=")
        if not name or not command.startswith(OWN):
            raise Refusal(Reason("bot", "", f"{text!r}: write NAME=cmd:PROGRAM, py: or net:"))
        found[command] = name
    return found


def markdown(
    plan: ArenaPlan, table: Standings, command: str, called: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of a game's section; programs are called by their names."""
    here, setup = machine(), plan.setup
    order = sorted(range(len(plan.players)), key=lambda n: -table.players[n].rating.elo)
    names = [called.get(name, name) for name in plan.players]
    yield f"## {plan.game.title}, {setup.variant}, {setup.seats} seats"
    yield ""
    yield (
        f"{datetime.now(UTC):%Y-%m-%d}, `{command}`: {table.deals} deals, {table.games} games, "
        f"seed {plan.seed}, {plan.time_ms} ms a move for those who use what they get; "
        f"{here['processor']}, {here['cores']} cores, Python {here['python']}, "
        f"hexade {here['hexade']}."
    )
    yield ""
    yield from _ranking([(names[n], table.players[n]) for n in order])
    yield ""
    yield "Points of the row against the column in percent (a draw is half a point):"
    yield ""
    yield from _matrix(names, table, order)


def _ranking(ranked: Sequence[tuple[str, Standing]]) -> Iterator[str]:
    yield "| player | games | Elo | points % | first % | measure | ms a move | p95 | faults |"
    yield "| --- " + "| ---: " * 8 + "|"
    for name, player in ranked:
        elo, times = f"{player.rating.elo:+.0f} {error_text(player.rating.error)}", player.times
        shares = f"{_percent(player.won)} | {_percent(player.first)}"
        spent = f"{times.mean:.2f} | {times.p95:.2f}"
        faults = sum(player.faults.values())
        yield (
            f"| `{name}` | {player.games} | {elo} | {shares} | {player.measure.mean:.2f} "
            f"| {spent} | {faults} |"
        )


def _matrix(names: Sequence[str], table: Standings, order: Sequence[int]) -> Iterator[str]:
    yield "| | " + " | ".join(f"`{names[n]}`" for n in order) + " |"
    yield "| --- " + "| ---: " * len(order) + "|"
    for one in order:
        cells = [_cell(table, one, other) for other in order]
        yield f"| `{names[one]}` | " + " | ".join(cells) + " |"


def _cell(table: Standings, one: int, other: int) -> str:
    pair = table.pair(one, other)
    return "" if pair is None else f"{100 * pair.won.mean:.1f}"


def _percent(found: Estimate) -> str:
    return f"{100 * found.mean:.1f} ({100 * found.low:.1f}–{100 * found.high:.1f})"


def with_section(text: str, section: str) -> str:
    """Return the file with one section replaced, or added at the end."""
    title = section.split("\n", 1)[0]
    head, *sections = re.split(r"(?m)^(?=## )", text)
    kept = [one for one in sections if one.split("\n", 1)[0] != title]
    return "\n".join(part.rstrip() + "\n" for part in (head, *sorted([*kept, section])))


def main(words: Sequence[str]) -> None:
    """Play, and write the file."""
    ask = arguments("bench.strength", __doc__)
    ask_games(ask)
    ask.add_argument("--variant")
    ask.add_argument("--seats", type=int)
    ask.add_argument("--deals", type=int, default=20)
    ask.add_argument("--seed", type=int, default=SEED)
    ask.add_argument("--time-ms", type=int, default=100, help="for those who use what they get")
    ask.add_argument("--player", action="append", help="instead of all; may be repeated")
    ask.add_argument("--without", action="append", default=[], help="leave out; may be repeated")
    ask.add_argument("--program", action="append", default=[], help="NAME=cmd:…; may be repeated")
    ask.add_argument("--workers", type=int)
    ask.add_argument("--out", type=Path, default=Path("strength"), help="keeps every game")
    ask.add_argument("--file", type=Path, default=TABLE, help="the table")
    said = ask.parse_args(words)
    command = shlex.join(["python", "-m", "bench.strength", *words])
    try:
        programs, plans = programs_of(said.program), []
        for name in said.game or games.names():
            game = games.find(name)
            names = [one for one in said.player or field(game) if one not in said.without]
            setup = competitive(game, said.variant, said.seats)
            seated = (*names, *programs)
            plans.append(
                checked(ArenaPlan(setup, seated, said.deals, said.seed, said.time_ms, ROBIN))
            )
    except Refusal as refusal:
        ask.error(str(refusal))
    for plan in plans:
        setup = plan.setup
        out = said.out / f"{setup.game}-{setup.variant}{setup.seats}"
        table = run(plan, out, processes(said.workers)).table
        section = "\n".join(markdown(plan, table, command, programs)) + "\n"
        kept = said.file.read_text(encoding="utf-8") if said.file.exists() else ""
        text = kept if "\n## " in kept else HEAD
        said.file.write_text(with_section(text, section), encoding="utf-8")
        print(section, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
