"""Each kind of request is handled in one place: decided by a table, or answered by a socket."""

from __future__ import annotations

from typing import Any, get_args

from hexade.server.net.sockets import _ANSWERS
from hexade.server.table.decide import _DECISIONS
from hexade.server.table.moves import _GOES_ON
from hexade.wire import messages
from hexade.wire.request_kinds import FrequentRequest, SilentRequest

# All but the first message, which is no request.
KINDS: set[Any] = set(get_args(messages.Request)) - {messages.Hello}


def test_every_request_is_decided_or_answered_and_none_is_both() -> None:
    assert _DECISIONS.keys() | _ANSWERS.keys() == KINDS
    assert not _DECISIONS.keys() & _ANSWERS.keys()


def test_only_what_is_answered_counts_as_help_or_takes_long() -> None:
    special = {kind for kind in KINDS if kind.is_help or kind.in_background}
    assert special <= _ANSWERS.keys()
    assert messages.Ping not in special  # it costs nothing


def test_what_is_stored_and_is_no_move_is_bounded() -> None:
    stored = {kind for kind in KINDS & _DECISIONS.keys() if kind.unlimited == "nobody"}
    assert stored >= {messages.Chat, messages.Mute, messages.Swap, messages.Rematch}
    assert all(issubclass(kind, SilentRequest) for kind in KINDS if kind.needed)


def test_what_is_repeated_is_answered_with_the_game_only_where_it_is_part_of_play() -> None:
    # `_repeat` takes it so: chat and changes of seats are answered with `done`.
    frequent = {kind for kind in _DECISIONS if issubclass(kind, FrequentRequest)}
    assert frequent == {messages.Move, messages.TakeBack, messages.Settle, messages.CountDown}
    assert _GOES_ON.keys() <= KINDS
