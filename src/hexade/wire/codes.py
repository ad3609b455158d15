"""Codes of tables, names of replays, and tokens, of which only the hash is stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

_CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no characters that look alike
_CODE_LENGTH = 6
_MARK = 6  # hexadecimal digits: 256 IPv4 addresses share a mark
_MAKER_MARK = 16
_IN_TEXT = re.compile(rf"(?<![0-9A-Za-z_])[{_CODE_LETTERS}]{{{_CODE_LENGTH}}}(?![0-9A-Za-z_])")
_WORDS = ("DELETE", "SELECT", "UPDATE", "VALUES")  # of messages of databases
_REPLAY = re.compile(r"([0-9A-Z]+)\.([1-9][0-9]{0,5})")


def new_token() -> str:
    """Return a secret that cannot be guessed."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """Return a short code for a table that can be read out loud."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def code_from(id: str, attempt: int) -> str:  # noqa: A002  as on the wire
    """Return the table code for a request's id: the same whenever the request is repeated."""
    digest = hashlib.sha256(f"code {attempt} {id}".encode()).digest()
    return "".join(_CODE_LETTERS[byte % len(_CODE_LETTERS)] for byte in digest[:_CODE_LENGTH])


def token_from(id: str) -> str:  # noqa: A002
    """Return the seat token for a request with an id but without a token."""
    digest = hashlib.sha256(f"token {id}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def is_code(text: str) -> bool:
    """Tell whether a text could be a table's code."""
    return len(text) == _CODE_LENGTH and set(text) <= set(_CODE_LETTERS)


def without_codes(text: str) -> str:
    """Return a text in which nobody can read the codes of tables."""
    return _IN_TEXT.sub(lambda found: found[0] if found[0] in _WORDS else "(code)", text)


def replay_name(code: str, number: int) -> str:
    """Return the permanent name of a table's n-th game."""
    return f"{code}.{number}"


def replay_parts(name: str) -> tuple[str, int] | None:
    """Return the table's code and the number of the game in a replay's name, if it is one."""
    found = _REPLAY.fullmatch(name.upper())
    return (found[1], int(found[2])) if found and is_code(found[1]) else None


def address_mark(code: str, address: str) -> str:
    """Return a mark by which one table recognises an address; too short to find it by trying."""
    return (
        hashlib.sha256(f"address {code} {address}".encode()).hexdigest()[:_MARK] if address else ""
    )


def maker_mark(key: str, address: str) -> str:
    """Return a mark by which all tables recognise an address, as long as the key is kept."""
    digest = hmac.new(key.encode(), address.encode(), hashlib.sha256).hexdigest()
    return digest[:_MAKER_MARK] if address else ""


def hashed(token: str) -> str:
    """Return the hash of a token, which is all that is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token_hash: str, kept: str | None) -> bool:
    """Tell whether the hash of a token is the one kept, in constant time."""
    return hmac.compare_digest(token_hash, kept or "")
