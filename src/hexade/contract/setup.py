"""What a table agrees on before a game, as data: variant, edition, seats, start and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hexade.contract.reason import Reason, Refusal
from hexade.contract.whole import whole_number

if TYPE_CHECKING:
    from hexade.contract.game import AnyGame


@dataclass(frozen=True)
class Option:
    """One thing a table may choose, a whole number between two bounds."""

    name: str
    default: int
    low: int
    high: int
    rule: str


@dataclass(frozen=True)
class Form:
    """One variant of a game, and its possible numbers of seats."""

    variant: str
    seats: tuple[int, ...]
    rule: str  # the rule that says so
    editions: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    has_start: bool = True  # whether one seat begins; if not, the start is always 0
    start_rule: str = ""
    edition_rule: str = ""
    takes_back: bool = True  # whether a table may agree that moves can be taken back


@dataclass(frozen=True)
class Setup:
    """What was agreed for one game."""

    game: str
    variant: str
    edition: str | None
    seats: int
    start: int = 0
    options: tuple[tuple[str, int], ...] = ()

    def option(self, name: str) -> int:
        """Return the agreed value of an option."""
        return dict(self.options)[name]


def agree(
    game: AnyGame,
    variant: str | None = None,
    edition: str | None = None,
    seats: int | None = None,
    start: int = 0,
    options: Mapping[str, int] | None = None,
) -> Setup:
    """Return the set-up with defaults filled in; refuse what the game does not allow."""
    form = form_of(game, variant)
    seats = form.seats[0] if seats is None else _whole("seats", seats, form.rule)
    start = _whole("start", start, form.start_rule or form.rule)
    _demand(
        seats in form.seats,
        "seats",
        form.rule,
        f"{form.variant} is for {_list(form.seats, 'or')} players, not {seats}",
    )
    if form.editions and edition is None:
        edition = form.editions[-1]
    _demand(
        isinstance(edition, str | None) and edition in (form.editions or (None,)),
        "edition",
        form.edition_rule or form.rule,
        f"there is no edition {edition} of {game.name} {form.variant}"
        + (f"; choose {_list(form.editions, 'or')}" if form.editions else "; leave it out"),
    )
    _demand(
        0 <= start < (seats if form.has_start else 1),
        "start",
        form.start_rule or form.rule,
        f"seat {start} cannot begin: seats are 0 to {seats - 1}"
        if form.has_start
        else f"nobody begins in {form.variant}, so the start is 0, not {start}",
    )
    found = _options(form, {} if options is None else options)
    return Setup(game.name, form.variant, edition, seats, start, found)


def rematch(game: AnyGame, setup: Setup) -> Setup:
    """Return the set-up of a table's next game: the next seat begins (A5)."""
    has_start = form_of(game, setup.variant).has_start
    return replace(setup, start=(setup.start + 1) % setup.seats if has_start else 0)


def setups(game: AnyGame, tiny: bool = False) -> Iterator[Setup]:
    """Yield every variant, edition and number of seats of a game; with `tiny` the tiny ones too."""
    for form in every_form(game) if tiny else game.forms:
        for edition in form.editions or (None,):
            for seats in form.seats:
                yield agree(game, form.variant, edition, seats)


def every_form(game: AnyGame) -> tuple[Form, ...]:
    """Return the variants of a game that a table may offer, and the tiny ones after them."""
    return (*game.forms, *game.tiny_forms)


def check_game(game: Any) -> None:
    """Refuse anything that is not a game."""
    if not hasattr(game, "forms"):
        text = f"a game is what hexade.games.find(NAME) returns, not {game!r}"
        raise Refusal(Reason("game", "", text))


def form_of(game: AnyGame, variant: str | None, offered: bool = False) -> Form:
    """Return a variant of a game, the first one by default; refuse what it does not have.

    With `offered`, also refuse the tiny ones, which no table offers.
    """
    check_game(game)
    forms = game.forms if offered else every_form(game)
    for form in forms:
        if variant is None or (isinstance(variant, str) and variant == form.variant):
            return form
    names = _list([form.variant for form in forms], "or")
    raise Refusal(Reason("variant", "", f"{game.name} has no variant {variant!r}; choose {names}"))


def _whole(name: str, value: Any, rule: str) -> int:
    found = whole_number(value)
    if found is None:
        raise Refusal(Reason(name, rule, f"{name} must be a whole number, not {value!r}"))
    return found


def _options(form: Form, given: Any) -> tuple[tuple[str, int], ...]:
    known = {option.name: option for option in form.options}
    text = f"options must be a dict of names and whole numbers, not {given!r}"
    _demand(isinstance(given, Mapping), "option", form.rule, text)
    found = {option.name: option.default for option in form.options}
    for name, value in given.items():
        choice = f"choose {_list(known, 'or')}" if known else "it has none"
        text = f"{form.variant} has no option {name!r}; {choice}"
        _demand(name in known, "option", form.rule, text)
        option, number = known[name], whole_number(value)
        if number is None or not option.low <= number <= option.high:
            bounds = f"a whole number from {option.low} to {option.high}"
            text = f"{name} must be {bounds}, not {value!r}"
            raise Refusal(Reason("option", option.rule, text))
        found[name] = number
    return tuple(found.items())


def _demand(holds: bool, code: str, rule: str, text: str) -> None:
    if not holds:
        raise Refusal(Reason(code, rule, text))


def _list(items: object, last: str) -> str:
    words = [str(item) for item in items]  # type: ignore[attr-defined]
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
