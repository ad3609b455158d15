"""The list of legal moves: sorted, filtered, one page at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from hexade.contract.game import AnyGame, Move, View

PAGE = 8


class MoveMenu:
    """The moves a person can choose from, numbered from one in the order they were listed."""

    def __init__(
        self, game: AnyGame, view: View, legal: Sequence[Move], names: Sequence[str] = ()
    ) -> None:
        self.game, self.view, self.names = game, view, names
        worth = game.worth(view, legal)
        self.ranked = worth is not None
        by_worth = dict(zip(legal, () if worth is None else worth, strict=self.ranked))
        self.all = sorted(legal, key=lambda move: -by_worth.get(move, 0))
        self.chosen = self.all
        self.listed = 0

    def reset(self) -> None:
        """Go back to all moves and the first page."""
        self.chosen, self.listed = self.all, 0

    def filter(self, text: str) -> bool:
        """Keep the moves that contain these words; change nothing if there are none."""
        wanted = text.lower().split()
        for fits in (_is_word, str.startswith):
            found = [move for move in self.all if _contains(self.game.text(move), wanted, fits)]
            if found and wanted:
                self.chosen, self.listed = found, 0
                return True
        return False

    def is_part(self, text: str) -> bool:
        """Return whether these words occur in moves, legal or not."""
        wanted, known = text.lower().split(), self.words
        return bool(wanted) and all(any(word.startswith(want) for word in known) for want in wanted)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that occur in moves of the game."""
        texts = (self.game.text(move).lower() for move in range(self.game.moves))
        return frozenset(word for text in texts for word in text.split())

    def page(self) -> list[str]:
        """Return the lines of the next page: number, move, and its forecast."""
        first = self.listed
        moves = self.chosen[first : first + PAGE]
        self.listed += len(moves)
        width = max((len(self.game.text(move)) for move in moves), default=0)
        return [
            f"{number:>4}  {self.game.text(move):<{width}}  {self._forecast(move)}".rstrip()
            for number, move in enumerate(moves, first + 1)
        ]

    def _forecast(self, move: Move) -> str:
        return self.game.forecast(self.view, move, self.names)

    @property
    def left(self) -> int:
        """The number of moves not listed yet."""
        return len(self.chosen) - self.listed

    def pick(self, number: int) -> Move | None:
        """Return the move with this number, if it was listed."""
        return self.chosen[number - 1] if 1 <= number <= self.listed else None


def _contains(text: str, wanted: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    words = text.lower().split()
    return all(any(fits(word, want) for word in words) for want in wanted)


def _is_word(word: str, want: str) -> bool:
    # A tile of two colours can be written either way round.
    return word == want or (want.isalpha() and sorted(word) == sorted(want))
