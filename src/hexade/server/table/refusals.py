"""How a table refuses: a stable code, the rule if a rule of the game says so, and one sentence."""

from __future__ import annotations

from hexade.contract.reason import Reason, Refusal


def refuse(code: str, text: str, rule: str = "") -> Refusal:
    """Return a refusal to raise."""
    return Refusal(Reason(code, rule, text))


def demand(holds: bool, code: str, text: str) -> None:
    """Refuse unless something holds."""
    if not holds:
        raise refuse(code, text)
