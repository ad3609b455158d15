"""THE RULES of CONTRAST, once: the state as one record, and the kernels that change it.

`s` is a state (dtype STATE), `v` what was agreed (dtype TABLE, see variants.py), `r` a round (dtype
ROUND). A move is the number of a symbol, or MISS. A chance move is 6 * seat + card while the rows
are laid, and the number of a picture after that. A game has some forty rounds, so that Python calls
these kernels as they are: to compile them would take longer than to play.
"""

from __future__ import annotations

import numpy as np

from hexade.contract.game import Turn
from hexade.contract.kernel import Record, kernel
from hexade.games.contrast import deck
from hexade.games.contrast.variants import ROW, SEATS, STACK, TEAM

LAYING, TURNING, CHOOSING, OVER = range(4)  # phases
PHASE_NAMES = ("laying", "turning", "choosing", "over")
MISS = len(deck.SYMBOLS)  # the table's move for a seat that is too slow (F4)
NOTHING = -1  # where no card lies
ALL_CARDS = (1 << len(deck.CARDS)) - 1
_KINDS, _LONGEST = len(deck.CARDS), max(ROW.values())
_PICTURES = deck.PICTURES

STATE = np.dtype(
    [
        ("rows", "i1", (SEATS[-1], _LONGEST)),  # cards, left to right, or NOTHING
        ("hands", "u1", (SEATS[-1],)),  # a bit for each card that is in hand, not in the row (F2)
        ("won", "i1", (SEATS[-1],)),
        ("shown", "u1", (max(STACK.values()),)),  # the pictures turned up so far, in order
        ("gone", "i1", (deck.PICTURE_CARDS,)),  # 1 for each picture card that they are on
        ("pictures", "i1"),  # how many they are
        ("laid", "i1"),  # how many cards are in all rows together
        ("face_up", "i1"),  # whether the seats must still choose for the last of them
        ("stack", "i1"),
    ],
    align=True,
)
ROUND = np.dtype(
    [
        ("choices", "i1", (SEATS[-1],)),  # of each seat: a symbol, or MISS
        ("wins", "i1", (MISS,)),  # 1 for each symbol that wins
        ("takers", "i1", (SEATS[-1],)),  # 1 for each seat that wins a card
        ("left", "i1"),  # of the stack
    ],
    align=True,
)


def round_of(turn: Turn) -> np.void:
    """Return a round in which all have made their choices."""
    made = np.zeros(1, ROUND)
    made[0]["choices"][: len(turn)] = [turn[seat] for seat in range(len(turn))]
    return made[0]  # type: ignore[no-any-return]


@kernel
def phase(s: Record, v: Record) -> int:
    """Return what happens next."""
    if s["stack"] == 0:
        return OVER  # F9
    if s["face_up"]:
        return CHOOSING
    return LAYING if s["laid"] < int(v["seats"]) * int(v["row"]) else TURNING


@kernel
def decision(s: Record) -> int:
    """Return how many rounds have been played."""
    return int(s["pictures"]) - int(s["face_up"])


@kernel
def laid_by(s: Record, v: Record, seat: int) -> int:
    """Return how many cards a seat has laid in its row."""
    n = 0
    while n < v["row"] and s["rows"][seat, n] != NOTHING:
        n += 1
    return n


@kernel
def in_hand(s: Record, seat: int, card: int) -> bool:
    """Tell whether a card is in a seat's hand: all are that are not in its row (F2)."""
    return bool((int(s["hands"][seat]) >> card) & 1)


@kernel
def list_symbols(s: Record, seat: int, out: Record) -> int:
    """Write the symbols on the cards in a seat's hand, ascending; return how many there are."""
    n, hand = 0, int(s["hands"][seat])
    for card in range(_KINDS):
        if (hand >> card) & 1:
            out[n], out[n + 1] = 2 * card, 2 * card + 1
            n += 2
    return n


@kernel
def list_legal(s: Record, v: Record, seat: int, out: Record) -> int:
    """Write the symbols that a seat may choose now (F3), ascending; return how many there are."""
    if phase(s, v) != CHOOSING or seat < 0 or seat >= v["seats"]:
        return 0
    return list_symbols(s, seat, out)


@kernel
def laying_seat(s: Record, v: Record) -> int:
    """Return whose row is being laid: one that has been started, or else the first without one."""
    first = -1
    for seat in range(v["seats"]):
        laid = laid_by(s, v, seat)
        if 0 < laid < v["row"]:
            return seat
        if laid == 0 and first < 0:
            first = seat
    return first


@kernel
def list_chances(s: Record, v: Record, out: Record) -> int:
    """Write what chance may do, all equally likely; return how many there are."""
    n, now = 0, phase(s, v)
    if now == LAYING:
        seat = laying_seat(s, v)
        for card in range(_KINDS):
            if in_hand(s, seat, card):
                out[n] = _KINDS * seat + card
                n += 1
    elif now == TURNING:
        for picture in range(_PICTURES):
            if not s["gone"][picture // 2]:  # F1
                out[n] = picture
                n += 1
    return n


@kernel
def befall(s: Record, v: Record, move: int) -> None:
    """Let chance lay a card of a row (F2) or turn up a picture (F3)."""
    if phase(s, v) == TURNING:
        s["shown"][s["pictures"]], s["gone"][move // 2] = move, 1
        s["pictures"] += 1
        s["face_up"] = 1
    else:
        seat, card = move // _KINDS, move % _KINDS
        s["rows"][seat, laid_by(s, v, seat)] = card
        s["hands"][seat] = int(s["hands"][seat]) ^ (1 << card)
        s["laid"] += 1


@kernel
def has_winner(seats: int, voters: int, top: int, leaders: int) -> bool:
    """Tell whether a round has a winner, given the most votes and how many symbols have as many."""
    if seats == TEAM:
        return top == TEAM  # F10
    if seats == 3 and voters == 2 and top == 2:
        return True  # F6
    if seats >= 5 and top == 2 and leaders == 2 and voters > 4:
        return True  # F6: two pairs, and somebody else
    return leaders == 1 and voters > top  # F5: not all the same, no tie for the most


@kernel
def award(s: Record, v: Record, r: Record) -> None:
    """Write who wins a round, and what is left of the stack, from what all have chosen.

    Votes are counted in four bits a symbol of one number.
    """
    seats, voters, votes, top, leaders = int(v["seats"]), 0, 0, 0, 0
    for symbol in range(MISS):
        r["wins"][symbol] = 0
    for seat in range(seats):
        choice = int(r["choices"][seat])
        if choice != MISS:
            voters += 1
            votes += 1 << (4 * choice)
            count = (votes >> (4 * choice)) & 15
            leaders = 1 if count > top else leaders + int(count == top)
            top = max(top, count)
    won, takers = voters > 0 and has_winner(seats, voters, top, leaders), 0
    for seat in range(seats):
        choice = int(r["choices"][seat])
        r["takers"][seat] = 0
        if won and choice != MISS and (votes >> (4 * choice)) & 15 == top:
            r["takers"][seat], r["wins"][choice] = 1, 1
            takers += 1
    taken = 1 if seats == TEAM else max(1, takers)  # F7, F10
    r["left"] = max(0, int(s["stack"]) - taken)  # F9: the box fills up the stack


@kernel
def decide(s: Record, v: Record, r: Record) -> None:
    """Let all choose or miss (F3 to F8)."""
    award(s, v, r)
    for seat in range(v["seats"]):
        s["won"][seat] += r["takers"][seat]
        move_on(s, v, seat, int(r["choices"][seat]))
    s["stack"], s["face_up"] = r["left"], 0


@kernel
def move_on(s: Record, v: Record, seat: int, choice: int) -> None:
    """Put the chosen card at the right end of the row (F8), if any was chosen (F4)."""
    if choice == MISS:
        return
    card, last = choice // 2, int(v["row"]) - 1
    back = int(s["rows"][seat, 0])
    for n in range(last):
        s["rows"][seat, n] = s["rows"][seat, n + 1]
    s["rows"][seat, last] = card
    s["hands"][seat] = int(s["hands"][seat]) ^ (1 << card) ^ (1 << back)


@kernel
def fewest_rounds(s: Record, v: Record) -> int:
    """Return the fewest rounds that can still come; the most is as many as cards in the stack.

    A round takes at least one card (F7). All who choose never win together (F5), so it takes at
    most one less than there are seats; the team takes one (F10).
    """
    most = 1 if v["seats"] == TEAM else int(v["seats"]) - 1
    return -(-int(s["stack"]) // most)
