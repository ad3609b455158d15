"""Bodies of the operator's interface: live tables, load, and blocked addresses."""

from __future__ import annotations

import msgspec


class LiveTableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table that is in memory."""

    code: str
    game: str
    phase: str
    public: bool
    people: int
    bots: int
    sockets: int
    addresses: list[str]  # of its sockets, as they are counted


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """How much the server has to do."""

    tables: int
    sockets: int
    bots_waiting: int
    loop_lag_s: float  # the longest delay of the event loop in the last half minute
    busiest: list[AddressLoad]  # the addresses with the most sockets


class AddressLoad(msgspec.Struct, frozen=True, kw_only=True):
    """What one address has open."""

    address: str
    sockets: int


class Block(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An address or a network to block, or to let in again."""

    address: str


class Blocks(msgspec.Struct, frozen=True, kw_only=True):
    """What is blocked."""

    blocked: list[str]


class TableEnded(msgspec.Struct, frozen=True, kw_only=True):
    """How many sockets were closed."""

    sockets: int
