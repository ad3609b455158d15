"""The page's own tables tell the same as Python: golden games are followed by both.

What Python says of every moment of a game is written to a file, and Node compares it with what the
page's TypeScript, over the module, says of the same moment (web/src/local/testing/followGames.ts).
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from hexade.bots.random import Random
from hexade.contract.game import CHANCE, WATCHER, AnyGame, Event, Move, Seat
from hexade.contract.kernel import default_target
from hexade.contract.level import mask_of
from hexade.contract.reason import Fault, Reason, Refusal
from hexade.contract.record import Record, parse, read, replay, verify, write
from hexade.contract.setup import agree
from hexade.games import find
from hexade.match.play import play
from hexade.wire import modules
from tests.golden import goldens
from tests.wire.local_soak import NODE, WEB, write_learned

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(default_target() == "plain", reason="it takes minutes as plain Python"),
]

UNREADABLE = ("", "draw", "miss", "RB  br", "rb bb", "ry h9 h10", "yr,h10,h9", "ry h9 h11", "ry h9",
              "rr a1 z9", "big", "Bigger", "it's", 'a "b" \\ \n\u00a0', "x" * 60)  # fmt: skip
OTHERWISE: tuple[Any, ...] = (0, 1, -1, True, None, "rb", "zz", [], [0, 0], {})
SEED, STRIDE = 12345, 7


def records(game: AnyGame) -> Iterator[Record]:
    """Yield some golden games, by turns of set-ups and bots, and one with other options each."""
    kept = list(goldens(game.name))
    for golden in kept[:: min(STRIDE, len(kept) - 2)]:
        yield read(game, parse(golden.path.read_text(encoding="utf-8").splitlines()[0]))
    for form in game.forms:
        options = {option.name: min(option.default + 1, option.high) for option in form.options}
        start = form.seats[-1] - 1 if form.has_start else 0
        setup = agree(game, form.variant, None, form.seats[-1], start, options)
        yield play(game, setup, [Random(game, seat) for seat in range(setup.seats)], SEED)


def said(reason: Reason | None) -> Any:
    return None if reason is None else [reason.code, reason.rule, reason.text]


def moment(game: AnyGame, state: Any, n: int) -> dict[str, Any]:
    """Return all that is said of a state; of what takes long, a part that moves on with n."""
    acts = sorted(game.to_act(state))
    seats = [*range(state.setup.seats), WATCHER]
    views = {seat: game.view(state, seat) for seat in seats}
    legal = {seat: list(game.legal(state, seat)) for seat in seats[:-1]}
    found: dict[str, Any] = {
        "acts": acts,
        "seen": sorted(game.seen_to_act(state)),
        "legal": {seat: [game.text(move) for move in moves] for seat, moves in legal.items()},
        "shows": [game.show(view, seats[:1]) for view in views.values()],
        "plies": [[view.ply, game.turns_left(view)] for view in views.values()],
        "scores": game.scores(views[WATCHER]),
        "chances": [list(one) for one in game.chances(state)],
        "absent": [game.absent(state, seat) for seat in seats[:-1]],
        "result": game.result(state),
        "refused": [[seat, move, said(game.why_not(state, seat, move))]
                    for seat, move in tried(game, n)],
        "thoughts": [],
    }  # fmt: skip
    for seat in acts:
        if seat != CHANCE:
            found["thoughts"].append(thought(game, views[seat], legal[seat], n))
    return found


def tried(game: AnyGame, n: int) -> list[tuple[Seat, Move]]:
    """Return some moves, most of which are not legal."""
    moves = [-1, 0, 1, 2, n % game.moves, 7 * n % game.moves, game.moves - 1, game.moves]
    chances = [-1, n % 32, 32 + n % 50, 64 + n % 80, n % 160]
    return [(n % 4, move) for move in moves] + [(CHANCE, move) for move in chances]


def thought(game: AnyGame, view: Any, legal: Sequence[Move], n: int) -> dict[str, Any]:
    """Return what is said to a seat before its move, and what bots think of some moves."""
    some = [legal[k * len(legal) // 3] for k in range(3)] if n % 2 else list(legal[:1])
    effort = 0.02 if n % 16 == 0 else 0.0
    judged = some if n % 8 else legal[:12]
    return {
        "seat": view.seat,
        "preview": game.preview(view, legal),
        "moves": some,
        "giveaways": [game.giveaway(view, move) for move in some],
        "reasons": [game.reasons(view, legal, move) for move in some],
        "slips": [game.slip(view, legal, move, legal[-1]) for move in some],
        "tasted": [list(game.tasted(view, some, (taste,)) or ()) for taste in game.tastes],
        "worth": None if game.worth(view, some) is None else list(game.worth(view, some) or ()),
        "judged": list(judged),
        "effort": effort,
        "judge": list(game.judge(view, judged, effort, n) or ()),
        "risks": [risk and asdict(risk) for risk in (game.risk(view, move) for move in some)],
        "intents": [game.intent(view.seat, move) for move in some],
        "bots": {name: bot(game, n).choose(view, legal) for name, bot in game.players.items()},
        "world": game.show(game.view(game.determinize(view, n), WATCHER)),
    }


def followed(game: AnyGame, record: Record) -> Iterator[dict[str, Any]]:
    """Yield what is agreed, every moment with what is told of it, and faults that must be found."""
    setup = record.setup
    levels = [
        [level.effort, level.noise, level.pull, mask_of(level.tastes, game.tastes)]
        for level in game.levels(setup)
    ]
    yield {
        "record": json.loads(write(record)),
        "setup": {"variant": setup.variant, "edition": setup.edition, "seats": setup.seats,
                  "start": setup.start, "options": dict(setup.options)},
        "levels": levels,
        "stake": game.stake(setup),
        "sides": [list(side) for side in game.sides(setup)],
        "measure": list(game.measure(setup, record.result or {})),
        "faults": list(faults(game, record)),
        "moments": 1 + sum(1 for _ in replay(game, record)),
    }  # fmt: skip
    yield {"moment": moment(game, game.begin(setup), 0), "events": [], "told": []}
    for n, step in enumerate(replay(game, record), 1):
        told = [[game.tell(event, seat) for event in step.events]
                for seat in (*range(setup.seats), WATCHER)]  # fmt: skip
        yield {"moment": moment(game, step.state, n), "events": step.events, "told": told}


def faults(game: AnyGame, record: Record) -> Iterator[dict[str, Any]]:
    """Yield records that were tampered with, and how each is refused."""
    events = list(record.events)
    for n in range(15):
        at = n * 37 % len(events)
        changed = tampered(events, at, n)
        wrong = Record(record.setup, record.names, record.seed, tuple(changed), record.result)
        yield {"events": changed[: at + 9], "found": fault(game, wrong), "whole": len(changed)}


def tampered(events: list[Event], at: int, n: int) -> list[Event]:
    """Return events of which one is missing, doubled, misplaced, or says something else."""
    if n % 5 == 0:
        return [*events[:at], *events[at + 1 :]]
    if n % 5 == 1:
        return [*events[: at + 1], *events[at:]]
    if n % 5 == 2 and at + 1 < len(events):
        return [*events[:at], events[at + 1], events[at], *events[at + 2 :]]
    key = list(events[at])[n % len(events[at])]
    wrong = {**events[at], key: OTHERWISE[n % len(OTHERWISE)]}
    return [*events[:at], wrong, *events[at + 1 :]]


def fault(game: AnyGame, record: Record) -> list[Any] | None:
    try:
        verify(game, record)
    except Fault as found:
        return [found.reason.code, found.reason.rule, found.event]
    return None


def unread(game: AnyGame) -> dict[str, Any]:
    """Return what texts mean, or why they cannot be read."""
    found: dict[str, Any] = {}
    for text in UNREADABLE:
        try:
            found[text] = game.parse(text)
        except Refusal as refusal:
            found[text] = said(refusal.reason)
    return found


@pytest.mark.parametrize("name", modules.with_modules())
def test_the_page_says_the_same_of_golden_games_as_python(name: str, tmp_path: Path) -> None:
    game, expected = find(name), tmp_path / "expected.jsonl"
    with expected.open("w", encoding="utf-8") as file:
        print(json.dumps({"unread": unread(game)}), file=file)
        for record in records(game):
            for line in followed(game, record):
                print(json.dumps(line), file=file)
    write_learned(name, tmp_path)
    script = WEB / "src" / "local" / "testing" / "followGames.ts"
    done = subprocess.run(
        [NODE, script, name, expected], cwd=WEB, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
