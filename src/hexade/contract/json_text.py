"""JSON written by kernels: numbers and short texts, one after the other, into an array of bytes.

What the server sends most is written so: thousands of small strings and lists would otherwise be
made as objects, looked at once by an encoder, and dropped.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import numpy as np

from hexade.contract.kernel import Record, called_often, kernel

ROW = 16  # bytes of a row of texts; the last has the length of its text, so 15 are left for it
_ZERO, _MINUS = ord("0"), ord("-")
_FIRST = cast("int", np.int64(0))  # for a plain 0 Numba would compile `put` once more


def rows_of(texts: Iterable[str]) -> np.ndarray:
    """Return short texts as rows that kernels copy."""
    encoded = [text.encode() for text in texts]
    rows = np.zeros((len(encoded), ROW), np.uint8)
    for row, text in zip(rows, encoded, strict=True):
        row[: len(text)] = np.frombuffer(text, np.uint8)
        row[-1] = len(text)
    return rows


def fit(texts: Iterable[str]) -> bool:
    """Tell whether texts are short enough for rows."""
    return all(len(text.encode()) < ROW for text in texts)


@called_often
def put(out: Record, at: int, rows: Record, n: int) -> int:
    """Write the n-th text of some rows; return where the next goes. `out` needs a row to spare."""
    for k in range(ROW):  # all of the row: a fixed number of bytes is copied at once
        out[at + k] = rows[n, k]
    return at + int(rows[n, ROW - 1])


@called_often
def put_number(out: Record, at: int, number: int) -> int:
    """Write a whole number; return where the next text goes."""
    if number < 0:
        out[at] = _MINUS
        at, number = at + 1, -number
    digits, left = 1, number // 10
    while left > 0:
        digits, left = digits + 1, left // 10
    for k in range(digits):
        out[at + digits - 1 - k] = _ZERO + number % 10
        number //= 10
    return at + digits


@kernel
def put_each(rows: Record, chosen: Record, count: int, out: Record) -> int:
    """Write the texts of the first so many chosen rows; return how many bytes that were."""
    at = _FIRST
    for n in range(count):
        at = put(out, at, rows, chosen[n])
    return at
