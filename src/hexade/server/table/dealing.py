"""Dealing at a table, from a secret that cannot be brute-forced, whatever players have seen.

A seed of 53 bits and a fast mixer suit millions of games in research; but someone who
has seen a few hands could try all seeds and know what is still in the bag. So a secret
key of 128 bits is hashed in as well. Games that began before keys existed continue with their seed.
"""

from __future__ import annotations

import hashlib
import secrets

from hexade.contract.chance import Dealer, Stream

SEED_BITS = 53  # every JSON parser keeps integers of this size exactly
_KEY_BYTES = 16
_WORD_BYTES = 16  # far more than any limit needs, so that the modulo bias is negligible


class Sealed(Stream):
    """The n-th draw as a function of (key, seed, n), by a keyed hash."""

    def __init__(self, seed: int, key: str) -> None:
        self._secret, self._seed = bytes.fromhex(key), seed

    def below(self, n: int, limit: int) -> int:
        """Return the n-th number, between 0 and limit - 1."""
        what = f"{self._seed}.{n}".encode()
        word = hashlib.blake2b(what, digest_size=_WORD_BYTES, key=self._secret).digest()
        return int.from_bytes(word, "big") % limit


def new_seed() -> int:
    """Return a new random seed."""
    return secrets.randbits(SEED_BITS)


def new_key() -> str:
    """Return a new secret key for one game."""
    return secrets.token_hex(_KEY_BYTES)


def dealer(seed: int, key: str) -> Dealer:
    """Return the dealer of a game."""
    return Sealed(seed, key) if key else Stream(seed)
