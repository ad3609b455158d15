"""The strength table holds every pair once from each side, and its numbers are the arena's."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench.strength import field, main
from hexade import bots, games
from hexade.lab import players

pytestmark = pytest.mark.slow

MEASURED = [game for game in games.catalogue().values() if "greedy" in bots.makers(game)]
GAME = min(MEASURED, key=lambda game: game.moves)  # the quickest, also as plain Python
FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "first"}), flush=True)
    elif message["type"] == "choose":
        print(json.dumps({"type": "move", "move": message["legal"][0]}), flush=True)
"""
# Nobody is late, however busy the machine is.
FEW = ("--deals", "3", "--workers", "1", "--seed", "4", "--time-ms", "60000")


def test_everybody_is_measured_but_nobody_twice() -> None:
    for game in games.catalogue().values():
        assert set(players.makers(game)) - set(field(game)) == {"champion"}


def test_the_table_has_a_row_for_each_player_and_pairs_add_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = ("--player", "random", "--player", "greedy", "--player", "noise:1")
    table = tmp_path / "strength.md"
    table.write_text("# Head\n\n## Another game\n\nStays.\n", encoding="utf-8")
    for _ in range(2):  # the second time the section is replaced
        main([GAME.name, *FEW, *named, "--out", str(tmp_path), "--file", str(table)])
        shown = capsys.readouterr().out.rstrip() + "\n"
        text = table.read_text(encoding="utf-8")
        assert text.startswith("# Head\n\n## Another game\n\nStays.\n")
        assert text.endswith(shown)
        assert text.count("## ") == 2
    rows = [line.strip("|").split("|") for line in shown.splitlines() if line.startswith("| `")]
    ranking, matrix = rows[:3], rows[3:]
    assert [row[0] for row in ranking] == [row[0] for row in matrix]
    assert [row[1].strip() for row in ranking] == ["12"] * 3  # 2 rivals, 3 deals, 2 sides
    shares = [[cell.split("(")[0].strip() for cell in row[1:]] for row in matrix]
    for one in range(3):
        assert shares[one][one] == ""
        for other in range(one):
            assert float(shares[one][other]) + float(shares[other][one]) == pytest.approx(
                100, abs=0.11
            )
    ratings = [float(row[2].split()[0]) for row in ranking]
    assert ratings == sorted(ratings, reverse=True)


def test_a_run_that_was_broken_off_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "strength.md"
    two = ("--player", "random", "--player", "greedy", "--out", str(tmp_path))
    main([GAME.name, *FEW, *two, "--file", str(table)])
    (kept,) = tmp_path.glob("*/games.jsonl")
    once = kept.read_text()
    main([GAME.name, *FEW, *two, "--file", str(table), "--deals", "4"])
    assert kept.read_text().startswith(once)
    assert ": 4 deals, 8 games" in capsys.readouterr().out


def test_a_program_of_others_takes_part_under_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "first.py").write_text(FIRST, encoding="utf-8")
    slot = f"first=cmd:{sys.executable} {tmp_path / 'first.py'}"
    files = ("--out", str(tmp_path), "--file", str(tmp_path / "strength.md"))
    main([GAME.name, *FEW, "--player", "random", "--program", slot, *files])
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| `first`")]
    assert len(rows) == 2
    assert rows[0].endswith("| 0 |")  # no faults


@pytest.mark.parametrize(
    "words", [("nope",), ("--seats", "9"), ("--player", "nobody"), ("--program", "x=y")]
)
def test_what_cannot_be_measured_is_refused_in_a_sentence(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([GAME.name, *words])
    assert left.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("python -m bench.strength: error: ")
