"""A naive referee for CONTRAST, written from the rules text (section F) alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

Card = tuple[str, str]

# F1
CARDS: tuple[Card, ...] = (
    ("red", "yellow"),
    ("blue", "green"),
    ("big", "small"),
    ("heavy", "light"),
    ("thick", "thin"),
    ("round", "angular"),
)
SYMBOLS: tuple[str, ...] = tuple(symbol for card in CARDS for symbol in card)
PICTURES = 74
# F2
STACK = {2: 44, 3: 48, 4: 52, 5: 56, 6: 60}
ROW = {"base": 2, "expert": 3, "tiny": 1}
# The set-up to be solved, as docs/lab.md has it: rows lie already, few cards are there.
TINY_CARDS, TINY_ROWS, TINY_PICTURES = CARDS[:3], (CARDS[2], CARDS[2], CARDS[0]), 2
# F10
TEAM_GOAL = 22

FORMAT = "hexade-record/1"
KEYS = ("format", "game", "variant", "seats", "start", "seed", "events", "result")


class Illegal(Exception):
    """Something that the rules forbid, with the number of the rule."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


def require(condition: bool, rule: str, text: str) -> None:
    """Raise Illegal unless the condition holds."""
    if not condition:
        raise Illegal(rule, text)


def winners(choices: Sequence[str | None], seats: int) -> list[str]:
    """Return the winning symbols, given each seat's choice (None: sat out)."""
    votes = Counter(choice for choice in choices if choice is not None)
    shape = sorted(votes.values(), reverse=True)
    if not _has_winner(shape, seats):
        return []
    return [symbol for symbol in SYMBOLS if votes[symbol] == shape[0]]


def _has_winner(shape: list[int], seats: int) -> bool:
    if seats == 2:  # F10 takes the place of F5: agreeing is the aim
        return shape == [2]
    if seats == 3 and shape == [2]:  # F6: one sat out, the other two agree
        return True
    if seats in (5, 6) and shape in ([2, 2, 1], [2, 2, 1, 1]):  # F6: both pairs win
        return True
    if len(shape) < 2:  # F5, F6: all chose the same, or one chose, or nobody
        return False
    return shape[0] > shape[1]  # F5: no winner on a tie for the most


class Oracle:
    """One game of CONTRAST, followed event by event."""

    def __init__(self, variant: str, seats: int) -> None:
        require(variant in tuple(ROW), "F2", f"no such variant: {variant!r}")
        require(seats in STACK, "F2", f"two to six players, not {seats}")
        self.variant = variant
        self.seats = seats
        self.rows: list[list[Card]] = [[] for _ in range(seats)]
        self.hands: list[set[Card]] = [set(CARDS) for _ in range(seats)]
        self.won: list[int] = [0] * seats
        self.stack: int = STACK[seats]
        self.pictures: int = PICTURES
        if variant == "tiny":
            require(seats == len(TINY_ROWS), "F2", f"a tiny game is for three, not {seats}")
            self.rows = [[card] for card in TINY_ROWS]
            self.hands = [set(TINY_CARDS) - {card} for card in TINY_ROWS]
            self.stack = self.pictures = TINY_PICTURES
        self.picture: str | None = None
        self.seen: set[str] = set()
        self.chosen: dict[int, str | None] = {}
        self.over: bool = False

    def legal(self, seat: int) -> set[str]:
        """Return the symbols that this seat may choose now."""
        if seat not in range(self.seats) or self.picture is None or seat in self.chosen:
            return set()
        return {symbol for card in self.hands[seat] for symbol in card}

    def feed(self, event: Mapping[str, Any]) -> None:
        """Take the next event, or raise Illegal and leave the game as it was."""
        require(isinstance(event, Mapping), "RECORDS", f"not an event: {event!r}")
        require(not self.over, "F9", "the game is over")
        kind = event.get("event")
        if kind == "row":
            self._row(self._seat(event), event.get("cards"))
        elif kind == "picture":
            self._picture(event.get("picture"))
        elif kind == "choose":
            self._choose(self._seat(event), event.get("symbol"))
        elif kind == "miss":
            self._miss(self._seat(event))
        elif kind == "award":
            self._award(event)
        else:
            raise Illegal("RECORDS", f"no such event: {kind!r}")

    def result(self) -> dict[str, Any] | None:
        """Return the result as a record has it, None while the game runs."""
        if not self.over:
            return None
        scores = list(self.won)
        if self.seats == 2:  # F10: a team, so one score and one place
            return {"scores": scores, "won": scores[0] >= TEAM_GOAL, "ranks": [1, 1]}
        # F9: equal numbers share the place, and the places after it stay empty
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        return {"ranks": ranks, "scores": scores}

    def _seat(self, event: Mapping[str, Any]) -> int:
        seat = event.get("seat")
        if type(seat) is not int or seat not in range(self.seats):
            raise Illegal("RECORDS", f"no such seat: {seat!r}")
        return seat

    def _row(self, seat: int, cards: Any) -> None:
        require(not self.rows[seat], "F2", f"seat {seat} has laid its row")
        row = [_card(pair) for pair in _list(cards)]
        length = ROW[self.variant]
        require(len(row) == length, "F2", f"a row has {length} cards, not {len(row)}")
        require(len(set(row)) == length, "F2", "each player has one card of each kind")
        self.rows[seat] = row
        self.hands[seat] -= set(row)

    def _picture(self, picture: Any) -> None:
        require(all(self.rows), "F2", "not every row has been laid")
        require(self.picture is None, "F3", "a picture lies face up already")
        if not isinstance(picture, str) or not re.fullmatch("[0-9][0-9][ab]", picture):
            raise Illegal("F1", f"no such picture: {picture!r}")
        number = picture[:2]
        require(1 <= int(number) <= self.pictures, "F1", f"no such picture card: {number}")
        # F1: one card carries both pictures, so neither side can come again
        require(number not in self.seen, "F1", f"picture card {number} has been up before")
        self.seen.add(number)
        self.picture = picture

    def _choose(self, seat: int, symbol: Any) -> None:
        self._may_still_choose(seat, "F3")
        if not isinstance(symbol, str) or symbol not in self.legal(seat):
            raise Illegal("F3", f"not on a card in the hand of seat {seat}: {symbol!r}")
        self.chosen[seat] = symbol

    def _miss(self, seat: int) -> None:
        self._may_still_choose(seat, "F4")
        self.chosen[seat] = None

    def _may_still_choose(self, seat: int, rule: str) -> None:
        require(self.picture is not None, rule, "no picture lies face up")
        if seat in self.chosen:
            sat_out = self.chosen[seat] is None
            require(not sat_out, "F4", f"seat {seat} sits this round out")
            raise Illegal(rule, f"seat {seat} has chosen")

    def _award(self, event: Mapping[str, Any]) -> None:
        require(self.picture is not None, "F3", "no picture lies face up")
        require(len(self.chosen) == self.seats, "F3", "not everyone has chosen or missed")
        symbols = winners([self.chosen[seat] for seat in range(self.seats)], self.seats)
        takers = [seat for seat in range(self.seats) if self.chosen[seat] in symbols]
        left = self._stack_after(takers)
        rule = "F10" if self.seats == 2 else "F5"
        require(_same_members(event.get("symbols"), symbols), rule, f"winning: {symbols}")
        require(_same_members(event.get("seats"), takers), "F7", f"seats that win: {takers}")
        require(_same(event.get("stack"), left), "F7", f"cards left in the stack: {left}")
        self._settle(takers, left)

    def _stack_after(self, takers: list[int]) -> int:
        if self.seats == 2:  # F10: one card a round, won or not
            return self.stack - 1
        if not takers:  # F7: the face-up card, top of the stack, goes to the box
            return self.stack - 1
        return max(0, self.stack - len(takers))  # F9: missing cards come from the box

    def _settle(self, takers: list[int], left: int) -> None:
        for seat in takers:  # F10: the team's one card counts for both seats
            self.won[seat] += 1
        self.stack = left
        for seat, symbol in self.chosen.items():
            if symbol is not None:  # F4: who sat out keeps their cards
                self._move_card(seat, symbol)
        self.picture = None
        self.chosen = {}
        self.over = left == 0  # F9

    def _move_card(self, seat: int, symbol: str) -> None:  # F8
        played = next(card for card in CARDS if symbol in card)
        self.hands[seat].remove(played)
        self.rows[seat].append(played)
        self.hands[seat].add(self.rows[seat].pop(0))


def referee(record: Mapping[str, Any]) -> Oracle:
    """Follow a whole record, its result included, and return the game at its end."""
    for key in KEYS:
        require(key in record, "RECORDS", f"missing: {key}")
    require(record["format"] == FORMAT, "RECORDS", f"the format is not {FORMAT}")
    require(record["game"] == "contrast", "RECORDS", "the game is not contrast")
    require(_same(record["start"], 0), "RECORDS", "start is not 0")
    oracle = Oracle(record["variant"], len(_list(record["seats"])))
    for event in _list(record["events"]):
        oracle.feed(event)
    _check_result(record["result"], oracle.result())
    return oracle


def _check_result(given: Any, expected: dict[str, Any] | None) -> None:
    if expected is None or given is None:
        require(given is expected, "F9", f"the result should be {expected}, not {given}")
        return
    require(isinstance(given, dict), "RECORDS", "the result is not an object")
    for key, value in expected.items():  # more keys are welcome
        rule = "F10" if "won" in expected else "F9"
        require(_same(given.get(key), value), rule, f"{key} should be {value}")


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise Illegal("RECORDS", f"not a list: {value!r}")
    return list(value)


def _card(pair: Any) -> Card:
    for card in CARDS:
        # The record format does not say which symbol of a card comes first.
        if _same(pair, card) or _same(pair, card[::-1]):
            return card
    raise Illegal("F1", f"no such card: {pair!r}")


def _same(left: Any, right: Any) -> bool:
    # As JSON text, because Python holds True, 1 and 1.0 for equal.
    return json.dumps(left) == json.dumps(right)


def _same_members(given: Any, expected: Sequence[Any]) -> bool:
    # The record format fixes no order for the lists of an award.
    return sorted(map(json.dumps, _list(given))) == sorted(map(json.dumps, expected))
