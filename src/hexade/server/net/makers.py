"""Who made which table: an address may not fill the list of open tables alone.

Addresses are kept in memory only, by the process that made the table, and only while it is open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from hexade.server.live.open_table import LiveTable

T = TypeVar("T")


class Makers:
    """The addresses that made the public tables of this process that still wait."""

    def __init__(self, live: Mapping[str, LiveTable]) -> None:
        self._live = live
        self._makers: dict[str, str] = {}

    def made(self, code: str, address: str) -> None:
        """Note who made a public table."""
        self._makers = {code: who for code, who in self._makers.items() if self._waits(code)}
        self._makers[code] = address

    def waiting(self, address: str) -> int:
        """Return how many public tables of an address wait for players."""
        codes = [code for code, who in self._makers.items() if who == address]
        return sum(map(self._waits, codes))

    def of(self, code: str) -> str:
        """Return who made a table; if that is not known its code, which nobody else shares."""
        return self._makers.get(code, code)

    def _waits(self, code: str) -> bool:
        live = self._live.get(code)
        return live is not None and live.table.phase == "waiting"


def fair_share(found: Sequence[T], maker: Callable[[T], str], most: int) -> list[T]:
    """Return at most so many, in their order: the first of every maker, then the second, …."""
    turns: Counter[str] = Counter()
    ranked = []
    for place, one in enumerate(found):
        ranked.append((turns[maker(one)], place))
        turns[maker(one)] += 1
    return [found[place] for place in sorted(place for _, place in sorted(ranked)[:most])]
