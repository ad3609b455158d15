"""One game being played, as a value: no network, no database, no clock."""

from hexade.match.match import (
    Accepted,
    Match,
    Rejected,
    accepted,
    expire,
    read_move,
    resume,
    reveals_nothing,
    settle,
    start,
    submit,
    take_up,
    told,
)

__all__ = [
    "Accepted",
    "Match",
    "Rejected",
    "accepted",
    "expire",
    "read_move",
    "resume",
    "reveals_nothing",
    "settle",
    "start",
    "submit",
    "take_up",
    "told",
]
