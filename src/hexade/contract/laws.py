"""The laws that every game must obey: `check(game)` plays it at random and checks each law.

They ship with the package: the tests of a game, here or elsewhere, end with `check(GAME)`.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from hexade.contract.chance import Stream
from hexade.contract.features import DTYPE, length
from hexade.contract.game import CHANCE, CHANCE_ACTS, WATCHER, AnyGame, Event, Turn
from hexade.contract.reason import Refusal
from hexade.contract.record import Record, parse, read, verify, why_refused, write
from hexade.contract.setup import Setup, agree, every_form, rematch, setups

LONGEST_GAME = 100_000  # turns, chance included
LEVEL_COUNT = 8
JUDGED_EVERY, FEW = 8, 4  # how often, in turns, the judge is asked, and about how many moves
SEEDS = range(1, 7)  # for states that could be behind a view


class LawBrokenError(AssertionError):
    """A game breaks a law."""


@dataclass(frozen=True)
class Moment:
    """A state on the way through a random game, and the turn that was taken from it."""

    game: AnyGame
    setup: Setup
    state: Any
    turn: Turn
    after: Any
    number: int

    def demand(self, holds: bool, law: str) -> None:
        """Raise unless the law holds here."""
        if not holds:
            raise LawBrokenError(f"{self.setup}, turn {self.number}: {law}")

    @property
    def viewers(self) -> list[int]:
        """All seats, and a spectator."""
        return [*range(self.setup.seats), WATCHER]


def check(game: AnyGame, games: int = 2, every: int = 7, seed: int = 1) -> None:
    """Check every law on random games of every set-up; most laws only every few turns."""
    _check_setups(game)
    for setup in setups(game, tiny=True):
        begun = setup
        for n in range(games):
            _check_game(game, begun, Stream(seed + n), every)
            begun = rematch(game, begun)


def _check_setups(game: AnyGame) -> None:
    for form in every_form(game):
        for seats in set(range(-1, 12)) - set(form.seats):
            _demand_refusal(game, variant=form.variant, seats=seats)
        _demand_refusal(game, variant=form.variant, edition="1066")
        _demand_refusal(game, variant=form.variant, start=99)
        _demand_refusal(game, variant=form.variant, options={"no": 1})
    _demand_refusal(game, variant="no such variant")


def _demand_refusal(game: AnyGame, **wishes: Any) -> None:
    try:
        agree(game, **wishes)
    except Refusal:
        return
    raise LawBrokenError(f"an impossible table was not refused: {wishes}")


def _check_game(game: AnyGame, setup: Setup, chance: Stream, every: int) -> None:
    events: list[Event] = []
    state, last = game.begin(setup), 0
    for moment in _walk(game, setup, chance):
        state = moment.after
        law_of_turns(moment)
        law_of_private_choices(moment)
        last = len(events)  # before the last turn, which may end the game with several events
        events += game.events(moment.state, moment.turn, moment.after)
        if moment.number % every == 0:
            for law in LAWS:
                law(moment)
    result = game.result(state)
    law_of_results(game, setup, result)
    law_of_levels(game, setup)
    law_of_sides(game, setup, result)
    names = tuple(f"Player {seat}" for seat in range(setup.seats))
    law_of_records(game, Record(setup, names, 1, tuple(events), result))
    for cut in (0, min(1, last), min(len(events) // 3, last), min(len(events) // 2, last), last):
        law_of_records(game, Record(setup, names, 1, tuple(events[:cut]), None))


def _walk(game: AnyGame, setup: Setup, chance: Stream) -> Iterator[Moment]:
    state = game.begin(setup)
    for number in range(LONGEST_GAME):
        acting = sorted(game.to_act(state))
        if not acting:
            return
        turn = {}
        for n, seat in enumerate(acting):
            draw = number * 16 + n
            if seat == CHANCE:
                turn[seat] = chance.pick(draw, game.chances(state))
            else:
                legal = game.legal(state, seat)
                turn[seat] = legal[chance.below(draw, len(legal))]
        slow = acting[number % len(acting)]
        absent = game.absent(state, slow) if slow != CHANCE and number % 3 == 0 else None
        if absent is not None:
            turn[slow] = absent
        after = game.apply(state, turn)
        yield Moment(game, setup, state, turn, after, number)
        state = after
    raise LawBrokenError(f"{setup}: the game did not end within {LONGEST_GAME} turns")


def law_of_turns(at: Moment) -> None:
    """Demand that exactly the seats to act have legal moves, and that chance acts alone."""
    acting = at.game.to_act(at.state)
    at.demand(CHANCE not in acting or len(acting) == 1, "chance acts alone")
    at.demand(at.game.result(at.state) is None, "there is no result before the end")
    for seat in range(at.setup.seats):
        legal = list(at.game.legal(at.state, seat))
        at.demand(bool(legal) == (seat in acting), f"seat {seat} has legal moves if it is to act")
        at.demand(legal == sorted(set(legal)), "legal moves are in ascending order")
        at.demand(
            all(0 <= move < at.game.moves for move in legal), "a move is less than game.moves"
        )
    outcomes = list(at.game.chances(at.state))
    at.demand(bool(outcomes) == (CHANCE in acting), "chance has outcomes when it acts")
    at.demand(all(weight > 0 for _, weight in outcomes), "weights are positive")
    at.demand(outcomes == sorted(set(outcomes)), "outcomes are in ascending order")
    below = all(0 <= outcome < at.game.chance_moves for outcome, _ in outcomes)
    at.demand(below, "an outcome is less than game.chance_moves")


def law_of_private_choices(at: Moment) -> None:
    """Demand that a private choice that is declined leaves no trace for all other seats.

    There is no event, and views, features and refusals stay the same.
    """
    game = at.game
    acting, seen = game.to_act(at.state), game.seen_to_act(at.state)
    if acting == seen:
        return
    at.demand(len(acting) == 1 and seen == CHANCE_ACTS, "a private choice looks like chance")
    (seat,) = acting
    decline = -1 if game.declining is None else game.declining
    at.demand(decline in game.legal(at.state, seat), "a private choice can be declined")
    after = game.apply(at.state, {seat: decline})
    at.demand(not game.events(at.state, {seat: decline}, after), "declining leaves no event")
    for viewer in set(at.viewers) - {seat}:
        pair = game.view(at.state, viewer), game.view(after, viewer)
        at.demand(pair[0] == pair[1], f"seat {viewer} sees nothing of a choice of seat {seat}")
        rows = [game.features(view) for view in pair]
        at.demand(bool((rows[0] == rows[1]).all()), "features hide a private choice of others")
        for move in (*game.legal(at.state, seat), game.moves - 1) if viewer >= 0 else ():
            words = [str(game.why_not(state, viewer, move)) for state in (at.state, after)]
            at.demand(words[0] == words[1], "refusals hide a private choice of others")


def law_of_moves(at: Moment) -> None:
    """Demand that legal moves can be made and written, and all others are refused in words."""
    game = at.game
    for seat in at.viewers[:-1]:
        legal = list(game.legal(at.state, seat))
        for move in legal[:: 1 + len(legal) // 50]:
            at.demand(game.why_not(at.state, seat, move) is None, f"{game.text(move)} is legal")
            at.demand(game.parse(game.text(move)) == move, f"{game.text(move)} reads back")
            at.demand(bool(game.forecast(game.view(at.state, seat), move)), "a move has a forecast")
        strange = {-(10**9), -1, 10**9, *(m + d for m in legal[:9] for d in (-1, 1))} - {*legal}
        for move in strange:
            reason = game.why_not(at.state, seat, move)
            at.demand(reason is not None and bool(reason.text), f"move {move} is refused in words")
        absent = game.absent(at.state, seat) if seat in game.to_act(at.state) else None
        at.demand(
            absent is None or absent not in legal, "no player may choose what an absent one gets"
        )


def law_of_values(at: Moment) -> None:
    """Demand that states and views are values: never changed, hashed by what they hold."""
    before = pickle.dumps(at.state)
    again = at.game.apply(at.state, at.turn)
    at.demand(again == at.after and hash(again) == hash(at.after), "apply is deterministic")
    at.demand(pickle.dumps(at.state) == before, "apply leaves its argument alone")
    for value in (at.state, *(at.game.view(at.state, viewer) for viewer in at.viewers)):
        restored = pickle.loads(pickle.dumps(value))
        at.demand(restored == value and hash(restored) == hash(value), "a value can be pickled")
        for array in (*_arrays(value), *_arrays(restored)):
            at.demand(not array.flags.writeable, "nobody can write to a state or a view")


def _arrays(value: object) -> Iterator[np.ndarray]:
    """Yield every array that a value holds."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple | list):
        for held in value:
            yield from _arrays(held)
    elif isinstance(value, dict):
        yield from _arrays(list(value.values()))
    elif is_dataclass(value):
        yield from _arrays([getattr(value, field.name) for field in fields(value)])
    elif hasattr(value, "__dict__"):
        yield from _arrays(vars(value))


def law_of_views(at: Moment) -> None:
    """Demand that no secret is in a view, nor in anything else that a seat is shown.

    Any state behind the same view must look the same: view, JSON, picture, legal moves, and what
    the seat learns of the next turn. If no other state ever comes up, nothing is hidden.
    """
    for viewer in at.viewers:
        view = at.game.view(at.state, viewer)
        others = [at.game.determinize(view, seed) for seed in SEEDS]
        for other in others:
            _demand_same(at, viewer, other)
            public = at.game.view(other, WATCHER) == at.game.view(at.state, WATCHER)
            at.demand(public, f"a spectator knows nothing that seat {viewer} does not know")
        at.demand((view.seat, view.setup) == (viewer, at.setup), "a view says whose it is")
        varies = any(other != others[0] for other in others)
        at.demand(varies or others[0] == at.state, f"what seat {viewer} cannot know varies")


def _demand_same(at: Moment, viewer: int, other: Any) -> None:
    game = at.game
    view, guess = game.view(at.state, viewer), game.view(other, viewer)
    names = [str(seat) for seat in range(at.setup.seats)]
    at.demand(guess == view, f"the view of seat {viewer} fits every state behind it")
    at.demand(_dumped(game.show(guess)) == _dumped(game.show(view)), "its JSON hides the same")
    at.demand(
        game.picture(guess, names, True) == game.picture(view, names, True), "so does its picture"
    )
    acting, guessed = game.to_act(at.state), game.to_act(other)
    public = game.seen_to_act(other) == game.seen_to_act(at.state)
    at.demand(public, "who is seen to act is public")
    own = (viewer in acting) == (viewer in guessed)
    at.demand(own, f"seat {viewer} knows whether it is to act")
    at.demand(
        list(game.legal(other, viewer)) == list(game.legal(at.state, viewer)),
        f"the legal moves of seat {viewer} do not depend on secrets",
    )
    for move in (*game.legal(at.state, viewer)[:5], 0, 1, game.moves - 1):
        words = [str(game.why_not(state, viewer, move)) for state in (at.state, other)]
        at.demand(words[0] == words[1] or viewer == WATCHER, "a refusal depends on no secret")
    for move in game.legal(at.state, viewer)[:5]:
        at.demand(
            game.forecast(view, move) == game.forecast(guess, move),
            "a forecast depends on no secret",
        )
    if all(why_refused(game, other, seat, move) is None for seat, move in at.turn.items()):
        _demand_same_news(at, viewer, other)


def _demand_same_news(at: Moment, viewer: int, other: Any) -> None:
    """Demand that a turn after which two states still look alike produces the same events."""
    game, after = at.game, at.game.apply(other, at.turn)
    if game.view(after, viewer) != game.view(at.after, viewer):
        return  # the turn itself reveals what was hidden, as when tiles are shown
    both = (at.state, at.after), (other, after)
    events = [game.events(before, at.turn, later) for before, later in both]
    told = [_dumped([game.tell(event, viewer) for event in said]) for said in events]
    at.demand(told[0] == told[1], f"events reveal no secret to seat {viewer}")


def law_of_chance(at: Moment) -> None:
    """Demand that events tell a seat as much about chance as its view shows, and no more."""
    outcomes = at.game.chances(at.state)
    if len(outcomes) < 2:
        return
    turns = [{CHANCE: outcomes[0][0]}, {CHANCE: outcomes[-1][0]}]
    states = [at.game.apply(at.state, turn) for turn in turns]
    events = [at.game.events(at.state, *pair) for pair in zip(turns, states, strict=True)]
    for viewer in at.viewers:
        told = [[at.game.tell(event, viewer) for event in said] for said in events]
        alike = at.game.view(states[0], viewer) == at.game.view(states[1], viewer)
        at.demand(told[0] == told[1] or not alike, f"seat {viewer} sees what it hears")
        at.demand(alike or told[0] != told[1] or not told[0], f"seat {viewer} hears what it sees")


def law_of_telling(at: Moment) -> None:
    """Demand that `tell` uses an allow-list, and that every seat gets an event of its own."""
    for event in at.game.events(at.state, at.turn, at.after):
        for viewer in at.viewers:
            told = at.game.tell(event | {"a note": "a secret"}, viewer)
            at.demand("a note" not in told, "nobody receives what no allow-list names")
            at.demand(
                at.game.tell(event, viewer) is not event,
                "a seat that changes its event does not change the record",
            )
            said = at.game.say(at.game.tell(event, viewer), [str(seat) for seat in at.viewers])
            at.demand(said is None or bool(said), "an event can be said")


def law_of_previews(at: Moment) -> None:
    """Demand that a preview is plain data, the same for every state behind the view."""
    game = at.game
    for seat in at.viewers:
        view, legal = game.view(at.state, seat), game.legal(at.state, seat)
        at.demand(_is_plain(game.scores(view)), "scores can be sent")
        if not legal:
            continue
        shown = game.preview(view, legal)
        risks = [game.risk(view, move) for move in legal[:FEW]]
        at.demand(_is_plain(shown), "a preview can be sent")
        fits = all(risk is None or (0 <= risk.chance <= 1 and risk.cost > 0) for risk in risks)
        at.demand(fits, "a risk is a chance to lose something")
        for seed in SEEDS[:2]:
            guess = game.view(game.determinize(view, seed), seat)
            at.demand(game.preview(guess, legal) == shown, "a preview does not depend on secrets")
            again = [game.risk(guess, move) for move in legal[:FEW]]
            at.demand(again == risks, "a risk depends on no secret")
        intents = [game.intent(seat, move) for move in legal[:FEW]]
        at.demand(
            all(one is None or one["seat"] == seat for one in intents), "an intent names its seat"
        )


def law_of_json(at: Moment) -> None:
    """Demand that what a game writes as JSON itself is what encoding would give, byte by byte."""
    game = at.game
    for seat in at.viewers:
        view, legal = game.view(at.state, seat), game.legal(at.state, seat)
        written = game.show_json(view), _compact(game.show(view))
        at.demand(written[0] in (None, written[1]), "a view is written as it is shown")
        moves = game.legal_json(at.state, seat), _compact([game.text(move) for move in legal])
        at.demand(moves[0] in (None, moves[1]), "legal moves are written as they are spelled")
        if legal:
            seen = game.preview_json(view), _compact(game.preview(view, legal))
            at.demand(seen[0] in (None, seen[1]), "a preview is written as it is shown")


def law_of_worth(at: Moment) -> None:
    """Demand that a greedy player is given a worth for every legal move, or none for any."""
    for seat in at.viewers[:-1]:
        legal = at.game.legal(at.state, seat)
        if legal:
            worth = at.game.worth(at.game.view(at.state, seat), legal)
            at.demand(worth is None or len(worth) == len(legal), "each move has a worth")


def law_of_judging(at: Moment) -> None:
    """Demand that a judge values every legal move from 0 to 1, and gives the same values twice."""
    if at.number > JUDGED_EVERY and at.number % JUDGED_EVERY:
        return  # it is slow, above all as plain Python
    for seat in at.viewers[:-1]:
        legal = at.game.legal(at.state, seat)[:FEW]
        if legal:
            view = at.game.view(at.state, seat)
            values = at.game.judge(view, legal, 0.0, at.number)
            again = at.game.judge(view, legal, 0.0, at.number)
            same = (values is None) == (again is None) and _listed(values) == _listed(again)
            at.demand(same, "a judge is deterministic")
            at.demand(values is None or len(values) == len(legal), "each move is judged")
            at.demand(all(0 <= value <= 1 for value in _listed(values)), "values are from 0 to 1")
            at.demand(at.game.turns_left(view) >= 1, "a seat that is to move has a turn left")
            for taste in at.game.tastes:
                tasted = at.game.tasted(view, legal, (taste,))
                at.demand(tasted is None or len(tasted) == len(legal), "each move has its taste")
            slip = at.game.slip(view, legal, legal[0], legal[-1])
            known = slip is None or slip["taste"] in at.game.tastes
            at.demand(known, "what was overlooked is one of the game's tastes")


def law_of_levels(game: AnyGame, setup: Setup) -> None:
    """Demand eight levels with tastes of the game's list, the last without noise or taste.

    Of two that follow each other and see the same, the higher one has no more noise.
    """
    levels = game.levels(setup)
    numbers = [number for one in levels for number in (one.effort, one.noise, one.pull)]
    fits = all(0 <= number <= 1 for number in numbers)
    alike = [(a.noise, b.noise) for a, b in pairwise(levels) if replace(a, noise=b.noise) == b]
    if len(levels) != LEVEL_COUNT or not fits or any(lower < higher for lower, higher in alike):
        raise LawBrokenError(f"{setup}: eight levels, from the weakest to the champion: {levels}")
    if not {taste for level in levels for taste in level.tastes} <= set(game.tastes):
        raise LawBrokenError(f"{setup}: a level has only tastes that its game lists: {levels}")
    if levels[-1].noise or levels[-1].pull:
        raise LawBrokenError(f"{setup}: the champion does not err on purpose: {levels[-1]}")


def law_of_sides(game: AnyGame, setup: Setup, result: Any) -> None:
    """Demand that every seat is on one side, with its rank, and has a measure."""
    sides = game.sides(setup)
    if sorted(seat for side in sides for seat in side) != list(range(setup.seats)):
        raise LawBrokenError(f"{setup}: every seat is on one side: {sides}")
    if any(len({result["ranks"][seat] for seat in side}) > 1 for side in sides):
        raise LawBrokenError(f"{setup}: a side is placed as one: {sides}, {result}")
    if len(game.measure(setup, result)) != setup.seats:
        raise LawBrokenError(f"{setup}: a result has a measure for each seat")


def law_of_features(at: Moment) -> None:
    """Demand that a view gives one row, always of the same shape, without any secret."""
    game, setup = at.game, at.setup
    size = length(game.parts(setup))
    at.demand(0 < game.actions(setup) <= game.moves, "the moves of a set-up are some of all moves")
    for viewer in at.viewers:
        view = game.view(at.state, viewer)
        row = game.features(view)
        at.demand(row.shape == (size,) and row.dtype == DTYPE, "features have one shape and type")
        legal = game.legal(at.state, viewer) if viewer >= 0 else ()
        at.demand(
            all(move < game.actions(setup) for move in legal),
            "a move is less than the number of actions",
        )
        for seed in SEEDS[:2]:
            guess = game.view(game.determinize(view, seed), viewer)
            same = (game.features(guess) == row).all()
            at.demand(bool(same), f"the features of seat {viewer} come from its view alone")


def law_of_results(game: AnyGame, setup: Setup, result: Any) -> None:
    """Demand ranks for all seats of a finished game, the best of them 1."""
    if result is None:
        raise LawBrokenError(f"{setup}: a game that is over has a result")
    ranks = result["ranks"]
    if len(ranks) != setup.seats or min(ranks) != 1 or max(ranks) > setup.seats:
        raise LawBrokenError(f"{setup}: ranks are one per seat, from 1 on: {ranks}")
    names = [f"Seat {seat}" for seat in range(setup.seats)]
    if not all(any(name in line for line in game.verdict(setup, result, names)) for name in names):
        raise LawBrokenError(f"{setup}: the verdict speaks of everybody")
    if not game.competes(setup) and (
        set(ranks) != {1} or not 0 <= game.reached(setup, result) <= 1
    ):
        raise LawBrokenError(
            f"{setup}: seats that do not compete share a rank and reach a share of the whole"
        )
    if "scores" not in result or json.loads(_dumped(result)) != result:
        raise LawBrokenError(f"{setup}: the result can be written down: {result}")


def law_of_records(game: AnyGame, record: Record) -> None:
    """Demand that a record, finished or not, can be written and read, and the rules agree."""
    again = read(game, parse(write(record)))
    if again != record:
        raise LawBrokenError(f"{record.setup}: a record survives being written and read")
    verify(game, again)
    for event in record.events:
        tidy = game.tidy(event)
        if game.tidy(tidy) != tidy:
            raise LawBrokenError(f"{record.setup}: an event has one tidy spelling: {event}")


def _is_plain(value: object) -> bool:
    return json.loads(_dumped(value)) == value  # type: ignore[no-any-return]


def _listed(values: Sequence[float] | None) -> list[float]:
    return [] if values is None else list(values)


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _compact(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


LAWS = (
    law_of_moves,
    law_of_values,
    law_of_views,
    law_of_chance,
    law_of_telling,
    law_of_previews,
    law_of_json,
    law_of_worth,
    law_of_judging,
    law_of_features,
)
