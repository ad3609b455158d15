"""Results: ranks and cards won, who plays together, and how many turns are left."""

from __future__ import annotations

from hexade.contract.game import Result, Seat
from hexade.contract.setup import Setup
from hexade.games.contrast.rules import OVER
from hexade.games.contrast.state import ContrastState
from hexade.games.contrast.variants import TEAM, TEAM_GOAL, stack_of
from hexade.games.contrast.view import ContrastView


def scores(view: ContrastView) -> list[int]:
    """Return the cards won."""
    return list(view.won)


def result(state: ContrastState) -> Result | None:
    """Return ranks and cards won at the end (F9), and whether a team has won (F10)."""
    if state.phase != OVER:
        return None
    won = list(state.won)
    if state.setup.seats == TEAM:
        return {"scores": won, "won": won[0] >= TEAM_GOAL, "ranks": [1, 1]}
    return {"ranks": [1 + sum(other > cards for other in won) for cards in won], "scores": won}


def reached_goal(view: ContrastView) -> bool:
    """Tell whether a pair has won already: it plays on to see how far it comes (F10)."""
    return view.setup.seats == TEAM and view.won[0] >= TEAM_GOAL


def sides(setup: Setup) -> tuple[tuple[Seat, ...], ...]:
    """Return every seat alone, but two as one team (F10)."""
    seats = range(setup.seats)
    return (tuple(seats),) if setup.seats == TEAM else tuple((seat,) for seat in seats)


def measure(setup: Setup, result: Result) -> list[float]:
    """Return the cards that each seat has won."""
    return [float(won) for won in result["scores"]]


def stake(setup: Setup) -> float:
    """Return one: the judge of this game values one picture, not the whole game."""
    return 1.0


def reached(setup: Setup, result: Result) -> float:
    """Return the share of the stack that a team has won (F10)."""
    return float(result["scores"][0] / stack_of(setup.variant, setup.seats))


def turns_left(view: ContrastView) -> int:
    """Return how many pictures there may still be: each takes at least one card (F7)."""
    return max(1, view.stack)
