"""Who deals at a table: a secret that nobody can try out, whatever they have seen of the game.

A seed of 53 bits and a fast mixer are right for millions of games in a laboratory; but someone who
has seen a few hands could try all seeds and know what is still in the bag. Here 128 bits more
decide, through a hash. Games that began before there was a key are dealt on by their seed.
"""

from __future__ import annotations

import hashlib
import secrets

from hexade.contract.chance import Dealer, Stream

SEED_BITS = 53  # what every reader of JSON keeps
_KEY_BYTES = 16
_WORD_BYTES = 16  # so many more than any limit needs that none of its numbers is favoured


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
    """Return a seed that nobody chose."""
    return secrets.randbits(SEED_BITS)


def new_key() -> str:
    """Return the secret of one game."""
    return secrets.token_hex(_KEY_BYTES)


def dealer(seed: int, key: str) -> Dealer:
    """Return whoever deals a game."""
    return Sealed(seed, key) if key else Stream(seed)
