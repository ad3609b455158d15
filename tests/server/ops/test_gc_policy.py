"""Garbage: nothing old is looked at in play, and what closed sockets leave is freed in the end."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from hexade.server.ops.gc_policy import GcPolicy


class Thing:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(name="garbage")
def a_settled_one() -> Iterator[GcPolicy]:
    before = gc.get_threshold()
    garbage = GcPolicy()
    garbage.settle(0.0)
    try:
        yield garbage
    finally:
        garbage.close()
        gc.set_threshold(*before)


def dropped() -> weakref.ref[Thing]:
    """Return what is left of a cycle that nobody holds."""
    return weakref.ref(Thing())


def test_what_lives_long_is_set_aside(garbage: GcPolicy) -> None:
    aside = gc.get_freeze_count()
    kept = [Thing() for _ in range(1000)]
    gc.collect(1)
    assert gc.get_freeze_count() >= aside + len(kept)
    assert garbage.full == 0


def test_a_cycle_that_was_set_aside_is_freed_when_enough_sockets_were_closed(
    garbage: GcPolicy,
) -> None:
    thing = Thing()
    left = weakref.ref(thing)
    gc.collect(1)
    del thing
    garbage.tidy(sockets=3000, now=20.0)
    assert left() is not None  # it is set aside: nobody looks
    garbage.closed = 2500
    garbage.tidy(sockets=3000, now=30.0)
    assert left() is not None  # fewer than are open
    garbage.closed = 3000
    garbage.tidy(sockets=3000, now=40.0)
    assert left() is None
    assert (garbage.full, garbage.closed) == (1, 0)


def test_once_an_hour_everything_is_looked_at(garbage: GcPolicy) -> None:
    garbage.tidy(sockets=0, now=3700.0)
    assert garbage.full == 1


def test_young_cycles_are_freed_in_passing(garbage: GcPolicy) -> None:
    left = dropped()
    filler = [[] for _ in range(50_000)]  # type: ignore[var-annotated]  # enough for several looks
    assert left() is None
    assert gc.get_freeze_count() > len(filler) // 2
    assert garbage.full == 0


def test_a_look_is_at_few_objects_however_many_there_are(garbage: GcPolicy) -> None:
    kept = [[n] for n in range(200_000)]
    live = sum(len(gc.get_objects(generation)) for generation in range(3))
    assert live < 20_000 < len(kept)


def test_what_takes_the_place_of_what_was_set_aside_is_looked_at_in_small_steps(
    garbage: GcPolicy,
) -> None:
    """As many die as are born: Python's own count of new objects never rises."""
    tables = [[[n] for _ in range(20)] for n in range(5_000)]
    gc.collect(1)
    most = 0
    for n in range(len(tables)):
        tables[n] = [[n] for _ in range(20)]  # a move: a new position instead of the old one
        garbage.changed()
        if n % 50 == 0:
            most = max(most, len(gc.get_objects(0)) + len(gc.get_objects(1)))
    assert most < 12_000 < 20 * len(tables)


def test_nothing_is_looked_at_before_the_server_has_settled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[int] = []
    monkeypatch.setattr(gc, "collect", looks.append)
    garbage = GcPolicy()
    for _ in range(1_000):
        garbage.changed()
    assert looks == []
    garbage.settled = True
    for _ in range(640):
        garbage.changed()
    assert looks.count(0) == 8
    assert looks.count(1) == 2
