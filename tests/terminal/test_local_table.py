"""One table in this process: turns, filters, secrets, and what is typed by mistake."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexade import bots, games
from hexade.contract.game import WATCHER, AnyGame
from hexade.contract.reason import Refusal
from hexade.contract.record import Record, verify, write
from hexade.contract.setup import Setup, agree, setups
from hexade.match import settle
from hexade.match.play import play as play_match
from hexade.terminal import record_files
from hexade.terminal.local_table import LocalTable, resumable
from hexade.terminal.move_menu import MoveMenu
from hexade.terminal.play import new_table, play, saved_table
from hexade.terminal.players import seat_names
from hexade.terminal.screen import Screen
from hexade.terminal.turn import HELP, TurnPrompt
from tests.toys import TOY

EVERY_SETUP = [setup for name in games.names() for setup in setups(games.find(name))]


def typed(*lines: str) -> Screen:
    return Screen(stdin=io.StringIO("".join(f"{line}\n" for line in lines)), stdout=io.StringIO())


def said(screen: Screen) -> str:
    assert isinstance(screen.stdout, io.StringIO)
    return screen.stdout.getvalue()


def table_for(
    screen: Screen, setup: Setup, folder: Path, *given: str, game: AnyGame | None = None
) -> LocalTable:
    return new_table(screen, game or games.find(setup.game), setup, given, 1, folder / "g.jsonl")


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
def test_every_setup_can_be_played_left_and_resumable(setup: Setup, tmp_path: Path) -> None:
    screen = typed("1", "", "board", "log all", "more", "moves", "save", "quit")
    bots = ["bot:random"] * (setup.seats - 1)
    assert play(table_for(screen, setup, tmp_path, "You", *bots)) == 0
    again = typed("u", "log", "help", "quit")
    assert play(saved_table(again, tmp_path / "g.jsonl", (), None)) == 0
    assert HELP in said(again)
    assert "Traceback" not in said(screen) + said(again)


@pytest.mark.parametrize("name", games.names())
def test_no_seat_is_told_what_it_may_not_know(name: str, tmp_path: Path) -> None:
    game = games.find(name)
    setup = next(setup for setup in setups(game) if setup.seats > 1)
    table = table_for(typed(), setup, tmp_path)
    table.begin()
    for seat in range(setup.seats):
        for event, known in zip(table.record.events, table.everything(seat), strict=True):
            if event.get("seat") != seat:
                assert known == game.tell(event, WATCHER)


@pytest.mark.parametrize("name", games.names())
def test_a_filter_lists_the_moves_that_contain_it(name: str) -> None:
    game = games.find(name)
    setup = agree(game)
    table = LocalTable(typed(), game, Record(setup, ("bot:random",) * setup.seats, 1), Path("x"), 1)
    table.match = settle(table.match, table.dealer).match
    seat = min(table.match.waiting_for)
    view, legal = game.view(table.match.state, seat), game.legal(table.match.state, seat)
    menu = MoveMenu(game, view, legal)
    assert sorted(menu.all) == sorted(legal)
    word = game.text(menu.all[-1]).split()[-1]
    assert menu.filter(word)
    assert menu.all[-1] in menu.chosen
    assert all(word in game.text(move).split() for move in menu.chosen)
    assert not menu.filter("no such word")
    assert not menu.filter("")
    assert menu.pick(1) is None  # nothing was listed yet
    menu.page()
    assert menu.pick(1) == menu.chosen[0]
    assert menu.pick(menu.listed + 1) is None


def test_a_move_is_shown_and_can_be_taken_back_before_it_is_confirmed(tmp_path: Path) -> None:
    game = games.default()
    screen = typed("1", "u", "u", "2", "quit")
    table = table_for(screen, agree(game), tmp_path)
    dealt = settle(table.match, table.dealer).events
    assert play(table) == 0
    assert table.record.events == dealt
    assert said(screen).count("You chose ") == 2
    assert "is taken back. Choose again." in said(screen)
    assert "There is nothing to take back" in said(screen)


def test_choices_made_together_stay_sealed_until_all_are_in(tmp_path: Path) -> None:
    screen = typed("ok", "high", "", "ok", "low", "")
    table = table_for(screen, agree(TOY, seats=2), tmp_path, "Ann", "Ben", game=TOY)
    assert play(table) == 0
    ben = said(screen).split("Ben, it is your turn.")[1].split("Ben, your move:")[0]
    assert "high" not in ben.split("moves to choose from")[0]
    assert [event["word"] for event in table.record.events[2:]] == ["high", "low"]
    assert "The game is over." in said(screen)


def test_a_choice_that_waits_for_others_is_made_again_after_leaving(tmp_path: Path) -> None:
    table = table_for(
        typed("ok", "high", "", "ok", "quit"), agree(TOY, seats=2), tmp_path, "A", "B", game=TOY
    )
    assert play(table) == 0
    assert len(table.record.events) == 2
    torn = table.record.with_events([{"event": "say", "seat": 0, "word": "high"}], None)
    assert resumable(TOY, torn, ("A", "B")) == table.record


@given(st.lists(st.text(max_size=30), max_size=5))
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_typed_gets_an_answer(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    screen = typed(*lines)
    table = table_for(screen, agree(games.default()), folder)
    assert play(table) == 0
    assert "The game is saved; continue with: " in said(screen)
    verify(table.game, record_files.only(table.path)[1])


@given(st.text(st.sampled_from("rgbopyah189 -,;u\t\x1b\x00é"), max_size=14))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_line_chooses_a_legal_move_or_none(line: str) -> None:
    turn = _turn()
    turn.chosen = None
    turn.hear(line.strip() or "help")
    if turn.chosen is not None:
        assert turn.chosen in turn.menu.all
    assert "\x1b" not in said(turn.screen)


@cache  # it takes a while to look at all moves
def _turn() -> TurnPrompt:
    game = games.default()
    setup = agree(game)
    table = LocalTable(typed(), game, Record(setup, seat_names(game, setup, ()), 3), Path("x"), 3)
    table.match = settle(table.match, table.dealer).match
    return TurnPrompt(table, min(table.match.waiting_for))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("99999", "There is no number 99999 in the list."),
        ("rules Q7", "There is no rule Q7"),
        ("rules", "The rules, numbered"),
        ("no such move at all", "Nothing was changed"),
    ],
)
def test_mistakes_are_answered_in_words(line: str, answer: str) -> None:
    turn = _turn()
    turn.chosen = None
    turn.hear(line)
    assert answer in said(turn.screen)
    assert turn.chosen is None


def test_a_folder_that_cannot_be_written_to_is_told_before_the_game(tmp_path: Path) -> None:
    game = games.default()
    table = new_table(typed(), game, agree(game), (), 1, tmp_path / "no" / "g.jsonl")
    with pytest.raises(Refusal, match="no such file or directory"):
        play(table)


def test_another_game_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_text("mine")
    with pytest.raises(Refusal, match="exists"):
        table_for(typed(), agree(games.default()), tmp_path)


@pytest.mark.parametrize("name", ["", "   ", "x" * 31, "a\x1b[2J", "tab\there", "bot:nobody"])
def test_names_that_cannot_be_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal):
        table_for(typed(), agree(games.default()), tmp_path, name)
    assert not list(tmp_path.iterdir())


def test_names_are_trimmed(tmp_path: Path) -> None:
    assert table_for(typed(), agree(games.default()), tmp_path, "  Ann ").names[0] == "Ann"


@given(st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_torn_record_is_refused_or_resumable(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    line = _some_record()
    at = data.draw(st.integers(0, len(line) - 1))
    junk = data.draw(st.binary(max_size=4))
    path = tmp_path_factory.mktemp("torn") / "g.jsonl"
    path.write_bytes(line[:at] + junk + line[at + data.draw(st.integers(0, 3)) :])
    try:
        table = saved_table(typed(), path, (), None)
    except Refusal:
        return
    assert play(table) == 0


@cache
def _some_record() -> bytes:
    game = games.default()
    setup = agree(game)
    players = [bots.hire("bot:random", game, 1) for _ in range(setup.seats)]
    whole = play_match(game, setup, players, 1)
    cut = Record(setup, ("Ann", "bot:random")[: setup.seats], 1, whole.events[:12])
    return write(cut).encode()


# -- saving --------------------------------------------------------------------------------------


def lost_folder(screen: Screen, tmp_path: Path, *given: str) -> LocalTable:
    """Return a table whose folder goes away once the game has begun."""
    folder = tmp_path / "folder"
    folder.mkdir()
    table = table_for(screen, agree(TOY, seats=2), folder, *given, game=TOY)

    def lose() -> None:
        shutil.rmtree(folder)
        table.saved = False
        table.try_save()

    return once_begun(table, lose)


def once_begun(table: LocalTable, happens: Callable[[], object]) -> LocalTable:
    """Return a table at which something happens right after the game was begun."""
    begin = table.begin

    def begin_then() -> None:
        begin()
        happens()

    table.begin = begin_then  # type: ignore[method-assign]
    return table


def test_a_game_that_could_not_be_saved_is_left_only_by_quitting_twice(tmp_path: Path) -> None:
    screen = typed("quit", "board", "quit", "", "quit", "quit", "board")
    assert play(lost_folder(screen, tmp_path, "Ann", "bot:random")) == 2
    assert said(screen).count("or quit again to leave without saving") == 3
    assert "the last moves are lost" in said(screen)
    assert screen.stdin.readline() == "board\n"


def test_a_game_can_be_saved_elsewhere_from_now_on(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("mine")
    wanted = tmp_path / "My Game.jsonl"
    screen = typed("quit", f"save {tmp_path / 'other'}", f"save {wanted}", "high", "")
    table = lost_folder(screen, tmp_path, "Ann", "bot:random")
    assert play(table) == 0
    assert (tmp_path / "other").read_text() == "mine"
    assert "exists and is not overwritten" in said(screen)
    assert record_files.held_by(wanted) == f"{write(table.record)}\n".encode()
    assert table.record.result


def test_a_failed_save_is_told_once_a_move_and_asked_about_at_the_end(tmp_path: Path) -> None:
    screen = typed("high", "", "what?", f"save {tmp_path / 'end.jsonl'}")
    assert play(lost_folder(screen, tmp_path, "Ann", "bot:random")) == 0
    turn, end = said(screen).split("The game is over.")
    assert turn.count("The game could not be saved") == 1
    assert end.count("or quit to leave without saving") == 2
    assert (tmp_path / "end.jsonl").exists()
    (tmp_path / "end.jsonl").unlink()
    given_up = typed("high", "", "quit")
    assert play(lost_folder(given_up, tmp_path, "Ann", "bot:random")) == 2


def test_what_another_process_saved_is_not_written_over(tmp_path: Path) -> None:
    game = games.default()
    assert play(table_for(typed("quit"), agree(game), tmp_path)) == 0
    path = tmp_path / "g.jsonl"
    screen = typed("1", "", "quit", f"save {tmp_path / 'mine.jsonl'}", "quit")
    theirs = b""

    def somebody_else_plays() -> None:
        nonlocal theirs
        assert play(saved_table(typed("2", "", "quit"), path, (), None)) == 0
        theirs = path.read_bytes()

    mine = once_begun(saved_table(screen, path, (), None), somebody_else_plays)
    assert play(mine) == 0
    assert "was changed by another program and is not overwritten" in said(screen)
    assert path.read_bytes() == theirs
    assert record_files.only(tmp_path / "mine.jsonl")[1] == mine.record


def test_a_waiting_choice_is_promised_to_be_asked_again(tmp_path: Path) -> None:
    screen = typed("ok", "high", "", "ok", "quit")
    assert play(table_for(screen, agree(TOY, seats=2), tmp_path, "A", "B", game=TOY)) == 0
    assert "If you leave while others still choose, you will be asked again" in said(screen)
    assert "You will be asked again for the choices of this round" in said(screen)


def test_the_gate_opens_for_ok_or_the_name_only(tmp_path: Path) -> None:
    screen = typed("", "1", "x", "save", "be", "an", "quit")
    table = table_for(screen, agree(TOY, seats=2), tmp_path, "Ann", "Ben", game=TOY)
    assert play(table) == 0
    assert said(screen).count("Ann, it is your turn.") == 6
    assert said(screen).count("Ann, your move: ") == 1
    screen = typed("quit", "ok")
    (tmp_path / "g.jsonl").unlink()
    assert play(table_for(screen, agree(TOY, seats=2), tmp_path, "Ann", "Ben", game=TOY)) == 0
    assert "your move" not in said(screen)


# -- what is said --------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """Something to print on that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_sentences_are_wrapped_between_words_and_paths_stay_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    screen = Screen(stdin=io.StringIO("x\n"), stdout=Terminal())
    path = "/a" * 30
    screen.say(f"  one two three four five six seven eight nine ten {path} end")
    screen.ask("one two three four five six seven eight nine ten: ")
    lines = said(screen).split("\n")
    assert max(len(line) for line in lines if path not in line) <= 48  # with a bold prompt
    assert lines[1].startswith("  eight nine")
    assert f"  {path}" in lines
    assert said(screen).count("eight") == 2
    screen.say("word " * 30, whole=True)
    assert "word " * 30 in said(screen)


def test_no_color_in_the_environment_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    for value, coloured in (("", True), ("1", False)):
        monkeypatch.setenv("NO_COLOR", value)
        screen = Screen(stdin=io.StringIO(), stdout=Terminal())
        screen.say("bold", "strong")
        assert ("\x1b" in said(screen)) == coloured


@pytest.mark.parametrize(
    ("variables", "glyphs"),
    [
        ({"LANG": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),  # Python changes LC_CTYPE itself
        ({"LC_ALL": "POSIX", "LANG": "en_GB.UTF-8"}, False),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "C"}, True),
        ({"LANG": "C.UTF-8"}, True),
        ({}, True),
    ],
)
def test_the_plain_locale_gets_plain_letters(
    variables: dict[str, str], glyphs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANG", "LC_ALL", "LC_CTYPE", "PYTHONIOENCODING", "PYTHONUTF8"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert typed().glyphs == glyphs
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert not Screen(stdin=io.StringIO(), stdout=ascii_only).glyphs


def test_a_part_of_moves_none_of_which_is_legal_is_told_apart_from_nonsense() -> None:
    turn = _turn()
    turn.chosen = None
    legal = {word for move in turn.menu.all for word in turn.table.game.text(move).split()}
    part = min(word for word in turn.menu.words if not any(w.startswith(word) for w in legal))
    turn.hear(part)
    assert f"No legal move contains {part}. Nothing was changed" in said(turn.screen)


@pytest.mark.parametrize("line", ["9" * 400, "x" * 400, "rules " + "9" * 400, "rules " + "x" * 400])
def test_what_was_typed_is_echoed_in_short(line: str) -> None:
    turn = _turn()
    before = len(said(turn.screen))
    turn.hear(line)
    answer = said(turn.screen)[before:]
    assert answer
    assert line[-41:] not in answer
