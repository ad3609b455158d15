"""A naive referee for genial_cards, written from the rules alone to check the real one."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

Event = Mapping[str, Any]
Chips = dict[str, int]

COLOURS = "rgboyp"
HAND = 6
TOP = 10
WON = 7
# E1: the area of each field: 0; 1 to 3; 4 to 6; 7 to 10.
AREA = (0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3)
RECORD_KEYS = ("format", "game", "variant", "seats", "start", "seed", "rounds", "events", "result")
RECORD_SAYS = {"format": "hexade-record/1", "game": "genial_cards"}
# The set-up to be solved, as docs/lab.md has it: the deck, the hand, where chips begin.
TINY_DECK, TINY_HAND = {"rg": 3, "rb": 3, "gb": 3}, 2
TINY_CHIPS = {"r": 6, "g": 6, "b": 6, "o": 10, "y": 10, "p": 10}
# What may come in each phase, and the rule that is broken by anything else.
PHASES: dict[str, tuple[tuple[str, ...], str]] = {
    "start": (("round",), "RECORDS"),
    "deal": (("draw",), "E2"),
    "open": (("open",), "E2"),
    "play": (("play",), "E3"),
    "discard": (("discard",), "E3"),
    "refill": (("draw", "renew"), "E3"),
    "reshuffle": (("reshuffle",), "E8"),
    "round": (("round",), "E9"),
    "over": ((), "E9"),
}


class Illegal(Exception):
    """Something that the rules, or the record format ("RECORDS"), do not allow."""

    def __init__(self, rule: str, text: str) -> None:
        """Keep the number of the broken rule and what is wrong."""
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


def need(holds: bool, rule: str, text: str) -> None:
    """Raise Illegal unless the condition holds."""
    if not holds:
        raise Illegal(rule, text)


def same(found: object, wanted: object) -> bool:
    """Tell whether two values are the same JSON, so that true is not 1 and 1.0 is not 1."""
    return json.dumps(found, sort_keys=True, default=repr) == json.dumps(wanted, sort_keys=True)


def field(event: Event, key: str) -> Any:
    """Return a value that the record format demands."""
    need(key in event, "RECORDS", f"{key} is missing")
    return event[key]


def whole(event: Event, key: str) -> int:
    """Return a whole number that the record format demands."""
    value = field(event, key)
    need(type(value) is int, "RECORDS", f"{key} must be a whole number, not {value!r}")
    return int(value)


def normal(card: object) -> str:
    """Return a card's two letters in the order of the colours."""
    need(isinstance(card, str), "RECORDS", f"a card is two letters, not {card!r}")
    letters = sorted(str(card), key=COLOURS.find)
    is_card = len(letters) == 2 and set(letters) <= set(COLOURS) and letters[0] != letters[1]
    need(is_card, "E1", f"there is no card {card!r}")
    return "".join(letters)


def cards_of(event: Event) -> Counter[str]:
    """Return the normalised cards of a draw or a renewal."""
    cards = field(event, "cards")
    need(isinstance(cards, list), "RECORDS", f"cards must be a list, not {cards!r}")
    return Counter(normal(card) for card in cards)


def full_deck() -> Counter[str]:
    """Return the 60 cards: four of each pair of different colours (E1)."""
    return Counter({first + second: 4 for first, second in combinations(COLOURS, 2)})


def may_step(chips: Chips, colour: str) -> bool:
    """Tell whether the chip of this colour may move one field up (E5)."""
    here = chips[colour]
    if here == TOP:
        return False
    into = AREA[here + 1]
    if into == AREA[here]:
        return True
    return all(AREA[chips[other]] >= into - 1 for other in COLOURS if other != colour)


def climb(chips: Chips, order: str, points: Sequence[int]) -> tuple[list[int], Chips]:
    """Return the steps really moved, in this order of scoring, and the chips afterwards."""
    after = dict(chips)
    for colour, due in zip(order, points, strict=True):
        for _ in range(due):
            if may_step(after, colour):
                after[colour] += 1
    return [after[colour] - chips[colour] for colour in order], after


def places(keys: Sequence[Any]) -> list[int]:
    """Return each seat's rank, a greater key being better and equal keys sharing the place."""
    return [1 + sum(other > key for other in keys) for key in keys]


class Oracle:
    """One match of the card game, followed event by event."""

    def __init__(self, seats: int, start: int, rounds: int, variant: str = "base") -> None:
        """Sit the players down; the first round event deals them in."""
        need(variant in ("base", "tiny"), "RECORDS", f"no variant {variant!r}")
        self.tiny = variant == "tiny"
        need(2 <= seats <= (2 if self.tiny else 4), "E2", f"two to four players, not {seats}")
        need(rounds == 1 or not self.tiny, "E10", f"a tiny match has one round, not {rounds}")
        self.hand = TINY_HAND if self.tiny else HAND
        self.open_cards = 2 if seats == 2 and not self.tiny else 1
        need(0 <= start < seats, "E2", f"no seat {start} to start")
        need(rounds >= 1, "E10", f"at least one round, not {rounds}")
        self.seats, self.start, self.rounds = seats, start, rounds
        self.round = 0
        self.points = [0] * seats
        self.phase = "start"
        self._clear_table()

    def _clear_table(self) -> None:
        self.hands: list[Counter[str]] = [Counter() for _ in range(self.seats)]
        self.open: list[list[str]] = [[] for _ in range(self.seats)]
        begin = TINY_CHIPS if self.tiny else dict.fromkeys(COLOURS, 0)
        self.chips: list[Chips] = [dict(begin) for _ in range(self.seats)]
        self.pile = Counter(TINY_DECK) if self.tiny else full_deck()
        self.discard: Counter[str] = Counter()
        self.turn = (self.start + max(self.round - 1, 0)) % self.seats
        self.bonus = 0
        self._may_renew = False

    @property
    def pile_size(self) -> int:
        """The number of cards in the draw pile."""
        return self.pile.total()

    @property
    def over(self) -> bool:
        """Whether the last round has been won."""
        return self.phase == "over"

    def offered(self) -> bool:
        """Tell whether the player to move may take a new hand now (E6)."""
        hand, chips = self.hands[self.turn], self.chips[self.turn]
        if self.phase != "refill" or not self._may_renew or not hand:
            return False
        lowest = min(chips.values())
        return not any(chips[colour] == lowest for card in hand for colour in card)

    def matches(self, order: str) -> list[int]:
        """Return how many face-up cards of all players show each colour (E4)."""
        up = [card for row in self.open for card in row]
        return [sum(colour in card for card in up) for colour in order]

    def order_matters(self, card: str) -> bool:
        """Tell whether scoring the card's symbols in the other order moves other chips (E5)."""
        chips = self.chips[self.turn]
        ends = [climb(chips, order, self.matches(order))[1] for order in (card, card[::-1])]
        return ends[0] != ends[1]

    def legal(self) -> set[tuple[str, str | None]]:
        """Return the cards that may be played now, each with its order where that matters."""
        plays: set[tuple[str, str | None]] = set()
        if self.phase != "play":
            return plays
        for card in self.hands[self.turn]:
            if self.order_matters(card):
                plays |= {(card, card), (card, card[::-1])}
            else:
                plays.add((card, None))
        return plays

    def result(self) -> dict[str, Any] | None:
        """Return the record's result, or None while the match goes on (E9, E10)."""
        if not self.over:
            return None
        # Only the winner has all chips on 7 or more, so A14 puts the winner first by itself.
        by_chips = places([sorted(chips.values()) for chips in self.chips])
        ranks = by_chips if self.rounds == 1 else places(self.points)
        scores = [dict(chips) for chips in self.chips]
        return {"ranks": ranks, "scores": scores, "points": list(self.points)}

    def feed(self, event: Event) -> None:
        """Check one event of the record and carry it out, or raise Illegal and change nothing."""
        handlers: dict[str, Callable[[Event], None]] = {
            "round": self._round,
            "draw": self._deal if self.phase == "deal" else self._draw,
            "open": self._open,
            "play": self._play,
            "discard": self._discard,
            "renew": self._renew,
            "reshuffle": self._reshuffle,
        }
        kind = str(field(event, "event"))
        need(kind in handlers, "RECORDS", f"unknown event {kind!r}")
        allowed, rule = PHASES[self.phase]
        need(kind in allowed, self._broken(kind, rule), f"{kind} does not come here")
        handlers[kind](event)

    def _broken(self, kind: str, rule: str) -> str:
        if kind == "round":
            return "E10"
        if self.phase in ("play", "discard", "refill") and kind in ("renew", "reshuffle"):
            return "E6" if kind == "renew" else "E8"
        return "E7" if self.phase == "play" and self.bonus else rule

    def _seat(self, event: Event, rule: str) -> int:
        seat = whole(event, "seat")
        need(0 <= seat < self.seats, rule, f"there is no seat {seat}")
        return seat

    def _mover(self, event: Event) -> int:
        seat = self._seat(event, "E3")
        need(seat == self.turn, "E3", f"it is the turn of seat {self.turn}, not {seat}")
        return seat

    def _round(self, event: Event) -> None:
        number, start = whole(event, "number"), whole(event, "start")
        need(number == self.round + 1, "E10", f"round {self.round + 1} comes next, not {number}")
        wanted = (self.start + number - 1) % self.seats
        need(start == wanted, "E10", f"seat {wanted} starts round {number}, not {start}")
        self.round = number
        self._clear_table()
        self.phase = "deal"

    def _take(self, seat: int, cards: Counter[str], rule: str, count: int) -> None:
        found = cards.total()
        need(found == count, rule, f"seat {seat} draws {count} cards here, not {found}")
        need(cards <= self.pile, rule, f"{sorted(cards - self.pile)} not in the draw pile")
        self.pile -= cards
        self.hands[seat] += cards

    def _deal(self, event: Event) -> None:
        seat = self._seat(event, "E2")
        need(not self.hands[seat], "E2", f"seat {seat} has its hand already")
        self._take(seat, cards_of(event), "E2", self.hand)
        if all(self.hands):
            self.phase = "open"

    def _open(self, event: Event) -> None:
        seat, card = self._seat(event, "E2"), normal(field(event, "card"))
        each = self.open_cards
        need(len(self.open[seat]) < each, "E2", f"seat {seat} has {each} open already")
        need(card in self.pile, "E2", f"{card} is not in the draw pile")
        self.pile -= Counter([card])
        self.open[seat].append(card)
        if all(len(row) == each for row in self.open):
            self.phase = "play"

    def _scored(self, event: Event, seat: int, order: str) -> Chips:
        points = self.matches(order)
        steps, after = climb(self.chips[seat], order, points)
        found = field(event, "points")
        need(same(found, points), "E4", f"the points are {points}, not {found!r}")
        found = field(event, "steps")
        need(same(found, steps), "E5", f"the steps are {steps}, not {found!r}")
        return after

    def _play(self, event: Event) -> None:
        seat, card, order = self._mover(event), normal(field(event, "card")), field(event, "order")
        need(card in self.hands[seat], "E3", f"{card} is not in the hand of seat {seat}")
        need(order in (card, card[::-1]), "E4", f"{order!r} is no order of {card}")
        after = self._scored(event, seat, order)
        # E7: a chip that was on 10 before earns nothing again.
        reached = sum(after[colour] == TOP > self.chips[seat][colour] for colour in COLOURS)
        self.bonus = max(self.bonus - 1, 0) + reached
        self.hands[seat] -= Counter([card])
        self.open[seat].append(card)
        self.chips[seat] = after
        self.phase = "discard"
        if min(after.values()) >= WON:
            self._end_round()

    def _end_round(self) -> None:
        # E9: owed bonus turns lapse; E10: victory points are the weakest chip.
        self.bonus = 0
        for seat, chips in enumerate(self.chips):
            self.points[seat] += min(chips.values())
        self.phase = "over" if self.round == self.rounds else "round"

    def _discard(self, event: Event) -> None:
        seat, card = self._mover(event), normal(field(event, "card"))
        oldest = self.open[seat][0]
        need(card == oldest, "E3", f"the oldest open card is {oldest}, not {card}")
        self.discard[self.open[seat].pop(0)] += 1
        if self.bonus and self.hands[seat]:
            self.phase = "play"
            return
        # E7: an empty hand ends the bonus turns; E6: the offer comes after all of them.
        self.bonus = 0
        self._may_renew = True
        self.phase = "refill"

    def _renew(self, event: Event) -> None:
        seat, cards = self._mover(event), cards_of(event)
        need(self.offered(), "E6", f"no new hand is offered to seat {seat}")
        need(cards == self.hands[seat], "E6", "the whole hand goes, and nothing else")
        self.discard += cards
        self.hands[seat] = Counter()
        self._may_renew = False

    def _draw(self, event: Event) -> None:
        seat, cards = self._mover(event), cards_of(event)
        missing = self.hand - self.hands[seat].total()
        # E8: a draw that needs more than the pile holds takes what there is.
        rule = "E3" if missing <= self.pile_size else "E8"
        self._take(seat, cards, rule, min(missing, self.pile_size))
        self._may_renew = False
        self.phase = "reshuffle"
        if self.pile_size:
            self._end_turn()

    def _reshuffle(self, event: Event) -> None:
        count, wanted = whole(event, "cards"), self.discard.total()
        need(count == wanted, "E8", f"the discard pile has {wanted} cards, not {count}")
        self.pile, self.discard = self.discard, Counter()
        self.phase = "refill"
        if self.hands[self.turn].total() == self.hand:
            self._end_turn()

    def _end_turn(self) -> None:
        self.turn = (self.turn + 1) % self.seats
        self.phase = "play"


def referee(record: Mapping[str, Any]) -> Oracle:
    """Follow a whole record, compare its result, and return the final state."""
    for key in RECORD_KEYS:
        field(record, key)
    for key, wanted in RECORD_SAYS.items():
        need(record[key] == wanted, "RECORDS", f"{key} is {wanted!r}, not {record[key]!r}")
    seats, rounds = len(record["seats"]), whole(record, "rounds")
    oracle = Oracle(seats, whole(record, "start"), rounds, record["variant"])
    for index, event in enumerate(record["events"]):
        try:
            oracle.feed(event)
        except Illegal as error:
            raise Illegal(error.rule, f"event {index}: {error.text}") from error
    rule = "E9" if oracle.rounds == 1 else "E10"
    result = oracle.result()
    need(same(record["result"], result), rule, f"the result is {result}, not {record['result']}")
    return oracle
