"""Who sits where: names that can be shown, and tokens of which only the hash is kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexade.contract.reason import Reason, Refusal
from hexade.server import facts

_RESERVED = ("bot:", "cmd:")  # how records name players made of code
_JOINER = "\u200d"
_IN_COLOUR = "\ufe0f"
_SHADES = range(0x1F3FB, 0x1F400)  # of skin
_ODD = ("C", "Zl", "Zp")  # control, format, private and unassigned characters, line separators
_CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # nothing that looks like something else
_CODE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat of a table; without name and bot it is free."""

    name: str | None = None
    avatar: str = ""
    token: str | None = None  # the hash of it
    bot: str | None = None
    stand_in: str | None = None
    left: str = ""  # who sat here before, in mid-game

    @property
    def free(self) -> bool:
        """Whether anybody may sit here."""
        return self.name is None

    @property
    def person(self) -> bool:
        """Whether it is a person's seat, whoever plays for them now."""
        return self.token is not None

    @property
    def driver(self) -> str | None:
        """The bot that moves for this seat, if one does."""
        return self.bot or self.stand_in


FREE = Chair()


def chairs_after(chairs: Sequence[Chair], fact: facts.Fact) -> list[Chair]:
    """Return who sits where after a fact."""
    after = list(chairs)
    if isinstance(fact, facts.Sat):
        after[fact.seat] = Chair(fact.name, fact.avatar, fact.token)
    elif isinstance(fact, facts.Rose):
        after[fact.seat] = Chair(stand_in=fact.bot, left=recorded_name(after[fact.seat]))
    elif isinstance(fact, facts.Placed):
        after[fact.seat] = Chair(fact.bot, bot=fact.bot)
    elif isinstance(fact, facts.StoodIn):
        after[fact.seat] = replace(after[fact.seat], stand_in=fact.bot)
    elif isinstance(fact, facts.Swapped):
        one, other = after[fact.seat], after[fact.other]
        after[fact.seat], after[fact.other] = other, one
    return after


def recorded_name(chair: Chair) -> str:
    """Return how a record names whoever plays here, or was the last to do so."""
    bot = chair.bot or (chair.stand_in if chair.free else None)
    return f"bot:{bot}" if bot else chair.name or chair.left


def new_token() -> str:
    """Return a secret that nobody guesses."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """Return a short code for a table that can be read out loud."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def code_from(id: str, attempt: int) -> str:  # noqa: A002  as on the wire
    """Return the code that a request's own id leads to: the same whenever it is repeated."""
    digest = hashlib.sha256(f"code {attempt} {id}".encode()).digest()
    return "".join(_CODE_LETTERS[byte % len(_CODE_LETTERS)] for byte in digest[:_CODE_LENGTH])


def token_from(id: str) -> str:  # noqa: A002
    """Return the secret of the seat that a request took which has an id and brought no token."""
    digest = hashlib.sha256(f"token {id}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def is_code(text: str) -> bool:
    """Tell whether a text could be a table's code."""
    return len(text) == _CODE_LENGTH and set(text) <= set(_CODE_LETTERS)


def hashed(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token_hash: str, chair: Chair) -> bool:
    """Tell whether a token opens a seat, in the same time whether or not."""
    return hmac.compare_digest(token_hash, chair.token or "")


def shown_name(text: str, limit: int) -> str:
    """Return a name as it will be shown; refuse one that cannot be."""
    name = clean(text)
    if not name or len(name) > limit:
        raise Refusal(Reason("name", "", f"a name has 1 to {limit} characters"))
    if name.casefold().startswith(_RESERVED):
        raise Refusal(Reason("name", "", f"names that begin with {name[:4]!r} are for bots"))
    return name


def shown_avatar(text: str) -> str:
    """Return an avatar's name; refuse one that is none."""
    if not re.fullmatch(r"[a-z0-9-]{0,32}", text):
        raise Refusal(Reason("avatar", "", "an avatar is named by small letters, digits and -"))
    return text


def shown_text(text: str, limit: int) -> str:
    """Return what was said as it will be shown; refuse nothing and too much."""
    said = clean(text)
    if not said or len(said) > limit:
        raise Refusal(Reason("chat", "", f"say something of 1 to {limit} characters"))
    return said


def clean(text: str) -> str:
    """Return a text in one normal form, on one line, without characters that cannot be seen."""
    composed = unicodedata.normalize("NFC", text)
    seen = "".join(
        " " if letter.isspace() else letter
        for n, letter in enumerate(composed)
        if letter.isspace() or _is_seen(composed, n)
    )
    return " ".join(seen.split())


def _is_seen(text: str, n: int) -> bool:
    """Tell whether a character can be seen, or makes one picture of others, such as a family."""
    letter = text[n]
    if letter == _JOINER:
        return _ends_picture(text[:n]) and _is_picture(text[n + 1 : n + 2])
    if letter == _IN_COLOUR:
        return _is_picture(text[n - 1 : n])
    return not unicodedata.category(letter).startswith(_ODD)


def _ends_picture(text: str) -> bool:
    text = text.removesuffix(_IN_COLOUR)
    shaded = bool(text) and ord(text[-1]) in _SHADES
    return _is_picture(text[-2:-1] if shaded else text[-1:])


def _is_picture(letter: str) -> bool:
    """Tell whether a character is drawn as a picture: emoji, signs that join them, and arrows."""
    if not letter:
        return False
    code = ord(letter)
    return (
        0x1F300 <= code <= 0x1FAFF
        or 0x2600 <= code <= 0x27BF
        or 0x2190 <= code <= 0x21FF
        or 0x2B00 <= code <= 0x2BFF
    )
