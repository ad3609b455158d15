"""What the page needs when no server answers is what the server would have answered."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from hexade import games
from hexade.server.net import static_copy
from hexade.wire.http_bodies import GameInfo, Rules


def test_the_catalogue_and_the_rules_are_written_for_times_without_a_server(tmp_path: Path) -> None:
    static_copy.write(tmp_path / "offline")
    found = {path.stem: path.read_bytes() for path in (tmp_path / "offline").iterdir()}
    assert set(found) == {"games", "rules-en", "rules-de", "rules-nl"}
    listed = msgspec.json.decode(found["games"], type=list[GameInfo])
    assert [one.game for one in listed] == list(games.names())
    for name, body in found.items():
        if name != "games":
            assert msgspec.json.decode(body, type=Rules).lang == name.removeprefix("rules-")
    assert "levels" in json.loads(found["games"])[0]
