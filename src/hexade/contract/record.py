"""A game as a record: one complete JSON object. Serialize, read, replay and verify it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hexade.contract.game import AnyGame, Event, Move, Result, Seat, Turn
from hexade.contract.reason import Fault, Reason, Refusal, quoted, unreadable
from hexade.contract.setup import Setup, agree, every_form

FORMAT = "hexade-record/1"
_KEYS = ("format", "game", "variant", "seats", "start", "seed", "events", "result")


@dataclass(frozen=True)
class Record:
    """What was agreed, who sat where, every event in order, and the result."""

    setup: Setup
    names: tuple[str, ...]
    seed: int | None
    events: tuple[Event, ...] = ()
    result: Result | None = None
    extra: dict[str, Any] = field(default_factory=dict)  # unknown keys, kept unchanged

    def with_events(self, events: Sequence[Event], result: Result | None) -> Record:
        """Return the record with more events at its end."""
        return replace(self, events=self.events + tuple(events), result=result)


def write(record: Record) -> str:
    """Return a record as one line of JSON, without a newline."""
    setup = record.setup
    head: dict[str, Any] = {"format": FORMAT, "game": setup.game, "variant": setup.variant}
    if setup.edition is not None:
        head["edition"] = setup.edition
    body = {
        "seats": list(record.names),
        "start": setup.start,
        "seed": record.seed,
        "events": list(record.events),
        "result": record.result,
    }
    whole = head | dict(setup.options) | body | record.extra
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def read_seat(event: Event, setup: Setup, rule: str) -> Seat:
    """Return the seat that an event names; refuse any other value."""
    seat = event.get("seat")
    if type(seat) is not int or not 0 <= seat < setup.seats:  # true is no seat
        raise unreadable(f"there is no seat {quoted(seat)} at this table", rule)
    return seat


def parse(line: str | bytes) -> dict[str, Any]:
    """Return the JSON object of a line; raise Fault if it is not one, or not a record."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Fault(Reason("not-json", "", f"the line is not valid JSON: {error}")) from None
    if not isinstance(found, dict):
        raise Fault(Reason("not-a-record", "", "the line is not a JSON object"))
    missing = [key for key in _KEYS if key not in found]
    if missing:
        raise Fault(Reason("not-a-record", "", f"the record has no {missing[0]!r}"))
    if found["format"] != FORMAT:
        raise Fault(Reason("format", "", f"the format is {found['format']!r}, not {FORMAT!r}"))
    return found


def read(game: AnyGame, found: dict[str, Any]) -> Record:
    """Return the record that a JSON object holds; `replay` checks its events."""
    names, events = found["seats"], found["events"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Fault(Reason("seats", "", "`seats` must be a list of names"))
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise Fault(Reason("events", "", "`events` must be a list of objects"))
    if not isinstance(found["result"], dict | None):
        raise Fault(Reason("result", "", "`result` must be an object or null"))
    seed = found["seed"]
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise Fault(Reason("seed", "", "`seed` must be a whole number or null"))
    setup = _read_setup(game, found)
    known = {*_KEYS, "edition", *dict(setup.options)}
    extra = {key: value for key, value in found.items() if key not in known}
    return Record(setup, tuple(names), seed, tuple(events), found["result"], extra)


def _read_setup(game: AnyGame, found: dict[str, Any]) -> Setup:
    names = [option.name for form in every_form(game) for option in form.options]
    options = {name: found[name] for name in dict.fromkeys(names) if name in found}
    played = [form for form in every_form(game) if form.variant == found["variant"]]
    if any(form.editions for form in played) and not isinstance(found.get("edition"), str):
        raise Fault(Reason("edition", "", "the record does not say which `edition` was played"))
    start = found["start"]
    if not isinstance(start, int) or isinstance(start, bool):
        raise Fault(Reason("start", "", "`start` must be a seat's number"))
    try:
        variant, edition = str(found["variant"]), found.get("edition")
        return agree(game, variant, edition, len(found["seats"]), start, options)
    except Refusal as refusal:
        raise Fault(refusal.reason) from None


@dataclass(frozen=True)
class Step:
    """One turn of a replay, with the number of the event that describes it."""

    event: int
    turn: Turn
    state: Any  # after the turn
    events: tuple[Event, ...]  # what the rules produce: at the end perhaps more than the record has


def replay(game: AnyGame, record: Record) -> Iterator[Step]:
    """Yield every turn of a record, checked against the rules; raise Fault at the first fault."""
    state = game.begin(record.setup)
    at = 0
    while at < len(record.events):
        turns = _turns(game, state, record, at)
        if not turns and record.result is None:
            return  # an unfinished record may end before all who choose together have chosen
        if not turns:
            raise Fault(Reason("missing", "", "the record ends in the middle of a turn"), at)
        produced: list[Event] = []
        for turn in turns:
            after = _take(game, state, turn, at)
            events = game.events(state, turn, after)
            produced += events
            state = after
            yield Step(at, turn, state, tuple(events))
        _compare(game, record, at, produced, together=max(map(len, turns)))
        at += len(produced)


def verify(game: AnyGame, record: Record) -> None:
    """Raise Fault with the first fault of a record; return if it has none."""
    state = game.begin(record.setup)
    for step in replay(game, record):
        state = step.state
    result = game.result(state)
    if not _same(_known(record.result, result), result):
        text = f"the rules give the result {_say(result)}, the record says {_say(record.result)}"
        raise Fault(Reason("result", game.rule_of(record.setup, "result"), text))


def take(game: AnyGame, state: Any, turn: Turn) -> Any:
    """Return the state after a turn, or raise Refusal if the rules do not allow it."""
    for seat, move in turn.items():
        reason = why_refused(game, state, seat, move)
        if reason:
            raise Refusal(reason)
    if game.to_act(state) != turn.keys():
        raise Refusal(Reason("turn", "", "it is not their turn"))
    return game.apply(state, turn)


def why_refused(game: AnyGame, state: Any, seat: Seat, move: Move) -> Reason | None:
    """Return why neither the seat nor the table on its behalf may make this move, or None."""
    absent = game.absent(state, seat) if seat in game.to_act(state) else None
    return None if absent is not None and move == absent else game.why_not(state, seat, move)


def _take(game: AnyGame, state: Any, turn: Turn, at: int) -> Any:
    try:
        return take(game, state, turn)
    except Refusal as refusal:
        raise Fault(refusal.reason, at) from None


def _turns(game: AnyGame, state: Any, record: Record, at: int) -> list[Turn]:
    if not game.to_act(state):
        raise Fault(
            Reason("over", game.rule_of(record.setup, "end"), "the game is over before this event"),
            at,
        )
    try:
        return game.read(state, record.events[at:])
    except Refusal as refusal:
        raise Fault(refusal.reason, at) from None
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        text = f"the event is not written as the format asks ({type(error).__name__}: {error})"
        raise Fault(Reason("event", "", text), at) from None


def _compare(game: AnyGame, record: Record, at: int, produced: list[Event], together: int) -> None:
    """Compare what the rules produce with what the record says.

    The first `together` events are choices made at the same time, and may come in any order.
    """
    said = list(record.events[at : at + len(produced)])
    if len(said) < len(produced) and record.result is not None:
        missing = produced[len(said)]
        text = f"after this event {_say(missing)} is missing"
        raise Fault(
            Reason("missing", game.rule_of(record.setup, missing["event"]), text),
            at + len(said) - 1,
        )
    if together > 1:
        said[:together] = sorted(said[:together], key=lambda event: _say(event.get("seat")))
    for offset, (ours, theirs) in enumerate(zip(produced, said, strict=False)):
        _compare_event(game, record.setup, ours, theirs, at + offset)


def _compare_event(game: AnyGame, setup: Setup, ours: Event, theirs: Event, at: int) -> None:
    try:
        ours, theirs = game.tidy(ours), game.tidy(theirs)
    except (Refusal, LookupError, TypeError, ValueError, AttributeError, RecursionError):
        raise Fault(Reason("event", "", f"cannot read the event {_say(theirs)}"), at) from None
    for key, value in ours.items():
        if key not in theirs or not _same(theirs[key], value):
            text = f"the rules give {key!r} {_say(value)}, the record says {_say(theirs.get(key))}"
            raise Fault(Reason("mismatch", game.rule_of(setup, ours["event"], key), text), at)


def _known(said: Result | None, ours: Result | None) -> Result | None:
    """Drop keys of a record's result that are not part of the format."""
    if said is None or ours is None:
        return said
    return {key: value for key, value in said.items() if key in ours}


def _same(one: object, other: object) -> bool:
    """Compare as JSON: unlike in Python, true is not 1 and 1.0 is not 1."""
    return _say(one, in_order=True) == _say(other, in_order=True)


def _say(value: object, in_order: bool = False) -> str:
    """Return a value as JSON; how deep that may nest depends on who called, so it may fail."""
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=in_order)
    except RecursionError:
        return "something nested too deeply"  # which no value of ours is
