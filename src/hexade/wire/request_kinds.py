"""Types of what messages hold, and kinds of requests: a kind says how the server treats them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Token: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22,64}$")]
Word: TypeAlias = Annotated[str, Meta(max_length=40)]
Text: TypeAlias = Annotated[str, Meta(max_length=1000)]  # settings bound names and chat further
Number: TypeAlias = Annotated[int, Meta(ge=0, lt=2**31)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=64)]
Event: TypeAlias = dict[str, Any]
Phase: TypeAlias = Literal["waiting", "playing", "over", "closed"]
Who: TypeAlias = Literal["nobody", "owner", "anybody"]


class BaseRequest(
    msgspec.Struct, tag_field="t", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A message from a client; the attributes of its class say how the server treats it."""

    without_seat: ClassVar[Who] = "nobody"  # who may send it without a seat
    unlimited: ClassVar[Who] = "nobody"  # who may have as many stored as they like
    needed: ClassVar[bool] = False  # a table needs it even after too much chat: twice the room
    is_help: ClassVar[bool] = False  # costs time and changes nothing: a rate limit of its own
    in_background: ClassVar[bool] = False  # takes long: answered one at a time, beside the others


class FrequentRequest(BaseRequest, frozen=True):
    """A request that is part of play, and may come as often as moves: a looser rate limit."""

    unlimited: ClassVar[Who] = "anybody"


class SilentRequest(BaseRequest, frozen=True):
    """A request without news of its own: it is answered by `done`."""

    id: Id


class NeededRequest(SilentRequest, frozen=True):
    """A request that a table needs even when somebody has stored too many others."""

    needed: ClassVar[bool] = True


class OwnerRequest(NeededRequest, frozen=True):
    """A request of the owner of a table, who need not have a seat there."""

    without_seat: ClassVar[Who] = "owner"
