"""Why something was refused: a code for programs, a rule number and a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """One refusal."""

    code: str  # short and stable, such as "not-your-turn": clients translate it
    rule: str  # a rule number such as "A7", or "" if no rule of the game applies
    text: str  # one sentence, without its full stop

    def __str__(self) -> str:
        """Return the sentence with its rule number."""
        return f"{self.text} (rule {self.rule})" if self.rule else self.text


class Refusal(Exception):  # noqa: N818  what it is called at a table
    """Something was refused, for a reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


def unreadable(sentence: str, rule: str = "") -> Refusal:
    """Return a refusal of something that cannot be read."""
    return Refusal(Reason("unreadable", rule, sentence))


def quoted(value: object) -> str:
    """Return a value as a refusal quotes it: shortened, and without what is inside containers."""
    if isinstance(value, str):
        return repr(value[:40])
    return repr(value)[:40] if isinstance(value, int | float | None) else "that"


class Fault(Refusal):
    """A record breaks the rules or the format."""

    def __init__(self, reason: Reason, event: int | None = None) -> None:
        super().__init__(reason)
        self.event = event  # its number, counted from zero; None for the record as a whole
