"""How much happens in a game besides its moves: chat, take-backs, changes of seats and the like.

It is counted by person, so that nobody uses up what the others need. Whoever leaves and sits down
again from the same address goes on where they left off, whatever token they bring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexade.server.table.seats import Occupant

if TYPE_CHECKING:
    from hexade.server.table import facts


class Asides:
    """The asides of a game, by the hash of a person's token; those without a seat share one."""

    def __init__(self) -> None:
        self._by: Counter[str] = Counter()
        self._left: Counter[str] = Counter()  # of people who left, by the mark of their address
        self.asked: Counter[str] = Counter()  # how often seats were asked for, by mark

    def of(self, token: str | None) -> int:
        """Return how many asides of a person there were."""
        return self._by[token or ""]

    def of_those_who_left(self, mark: str) -> int:
        """Return with how many asides somebody from an address sits down."""
        return self._left[mark]

    def count(
        self, fact: facts.Fact, before: Sequence[Occupant], after: Sequence[Occupant]
    ) -> None:
        """Count a fact for whoever asked for it."""
        if fact.starts:
            self._by.clear()
            self._left.clear()
            self.asked.clear()
            return
        if (came := fact.newcomer) is not None:
            self._by[came[0]] += self._left.pop(after[came[1]].mark, 0) + 1
            return
        asker = -1 if fact.asker is None else fact.asker
        person = before[asker].token if asker >= 0 else None
        self._by[person or ""] += fact.is_aside
        for seat in fact.moved_people:
            was = before[seat]
            if was.token and was.token not in {one.token for one in after}:
                self._left[was.mark] += self._by.pop(was.token, 0)
