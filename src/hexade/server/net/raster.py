"""Draws the pictures of links with numpy alone: stamps of hexes and digits, put together as PNG.

A stamp is drawn once in a process, at several times its size; a picture then takes a few
milliseconds, and what takes longest, the compression, lets other threads run.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from math import cos, pi, sin

import numpy as np

from hexade.contract.mosaic import Stone

WIDTH, HEIGHT = 1200, 630
GROUND, LACQUER, RIM, LOGO, TEXT = (
    (32, 27, 46), (23, 20, 31), (74, 67, 96), (47, 42, 64), (245, 240, 230),
)  # fmt: skip
INKS = {
    "r": (220, 58, 80), "g": (92, 217, 176), "b": (15, 122, 207),
    "o": (233, 145, 40), "y": (255, 244, 120), "p": (220, 172, 254),
}  # fmt: skip
_FINER = 3  # how many points a pixel has in each direction while a stamp is drawn
_LARGEST = 34.0  # the radius of a hex in pixels, where few of them lie there
Points = list[tuple[float, float]]


def picture(stones: Sequence[Stone], numbers: Sequence[int]) -> bytes:
    """Return a picture of what lies on a table, with the numbers that decided, as PNG."""
    canvas = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    canvas[:] = GROUND
    if stones:
        _mosaic(canvas, stones)
        _put(canvas, _logo(30), 915, 110 if numbers else 315)
    else:
        _put(canvas, _logo(110), 343 if numbers else 600, 315)
    _write(canvas, " : ".join(map(str, numbers)), 915, 330)
    return _png(canvas)


def _mosaic(canvas: np.ndarray, stones: Sequence[Stone]) -> None:
    """Fit the hexes into the left half."""
    xs, ys = [one.x for one in stones], [one.y for one in stones]
    wide, high = max(xs) - min(xs) + 2, max(ys) - min(ys) + 2
    radius = min(_LARGEST, 590 / wide, 550 / high)
    mid_x, mid_y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    for one in stones:
        stamp = _hex(one.colour, round(radius, 1), one.printed)
        _put(canvas, stamp, 343 + (one.x - mid_x) * radius, 315 + (one.y - mid_y) * radius)


def _put(canvas: np.ndarray, stamp: np.ndarray, x: float, y: float) -> None:
    """Lay a stamp (red, green, blue, cover) with its middle at a point; it may be cut off."""
    high, wide = stamp.shape[:2]
    left, top = round(x - wide / 2), round(y - high / 2)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + wide, canvas.shape[1]), min(top + high, canvas.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    part = stamp[y0 - top : y1 - top, x0 - left : x1 - left]
    under = canvas[y0:y1, x0:x1]
    cover = part[:, :, 3:].astype(np.uint16)
    mixed = (part[:, :, :3] * cover + under * (255 - cover)) // 255
    canvas[y0:y1, x0:x1] = mixed.astype(np.uint8)


@cache
def _hex(colour: str, radius: float, printed: bool) -> np.ndarray:
    """Return a lacquer hex with its symbol, as a stamp."""
    ink = INKS.get(colour, TEXT)
    layers = [(_hexagon(0.955), RIM), (_hexagon(0.92), LACQUER)]
    if printed:
        layers += [(_hexagon(0.83), ink), (_hexagon(0.77), LACQUER)]
    layers += [([*symbol], ink) for symbol in _symbol(colour)]
    return _stamp(layers, radius)


@cache
def _logo(radius: float) -> np.ndarray:
    """Return the logo: six discs on a hexagon."""
    discs = [
        ([_round(0.21, 0.5 * sin(n * pi / 3), -0.5 * cos(n * pi / 3))], INKS[colour])
        for n, colour in enumerate("roygbp")
    ]
    return _stamp([(_hexagon(0.99), LOGO), *discs], radius)


Layer = tuple[list[Points], tuple[int, int, int]]


def _stamp(layers: Sequence[Layer], radius: float) -> np.ndarray:
    """Return layers of shapes, each in its colour, over each other; shapes are even-odd."""
    side = int(2 * radius) + 3
    at = (np.arange(side * _FINER) + 0.5) / _FINER - side / 2
    x, y = (grid / radius for grid in np.meshgrid(at, at))
    found = np.zeros((side, side, 4))
    for shapes, colour in layers:
        cover = _averaged(_inside(shapes, x, y), side)[:, :, None]
        found[:, :, :3] = np.where(found[:, :, 3:] > 0, found[:, :, :3], colour)
        found[:, :, :3] += (np.array(colour) - found[:, :, :3]) * cover
        found[:, :, 3:] = np.maximum(found[:, :, 3:], cover * 255)
    return np.round(found).astype(np.uint8)


def _averaged(fine: np.ndarray, side: int) -> np.ndarray:
    mean: np.ndarray = fine.reshape(side, _FINER, side, _FINER).mean(axis=(1, 3))
    return mean


def _inside(shapes: Sequence[Points], x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Tell which points lie within an odd number of polygons."""
    odd = np.zeros(x.shape, bool)
    for points in shapes:
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            if ay != by:
                odd ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return odd


# -- shapes in units of a hex's radius, as the page draws them (web/src/kit/shapes.ts) ------------


def _round(radius: float, x: float = 0.0, y: float = 0.0) -> Points:
    return [(x + radius * cos(n * pi / 20), y + radius * sin(n * pi / 20)) for n in range(40)]


def _hexagon(radius: float) -> list[Points]:
    return [[(radius * sin(n * pi / 3), -radius * cos(n * pi / 3)) for n in range(6)]]


def _star(n: int, outer: float, inner: float) -> Points:
    turn = pi / n
    return [
        ((inner if i % 2 else outer) * sin(i * turn), -(inner if i % 2 else outer) * cos(i * turn))
        for i in range(2 * n)
    ]


def _lying(radius: float) -> Points:
    return [(radius * cos(n * pi / 3), radius * sin(n * pi / 3)) for n in range(6)]


def _rays() -> Iterator[Points]:
    corners = ((27.5, -6.6), (48.0, -4.2), (48.0, 4.2), (27.5, 6.6))
    for n in range(8):
        c, s = cos(n * pi / 4), sin(n * pi / 4)
        yield [((x * c - y * s) * _SYMBOL, (x * s + y * c) * _SYMBOL) for x, y in corners]


_SYMBOL = 0.58 / 48  # a symbol's own units, as a share of a hex's radius


def _symbol(colour: str) -> list[list[Points]]:
    """Return a symbol as groups of polygons; those of a group cut holes into each other."""
    k = _SYMBOL
    return {
        "r": [[_star(5, 48 * k, 24 * k)]],
        "g": [[_round(38 * k)]],
        "b": [[_star(6, 48.5 * k, 28 * k), _round(12 * k)]],
        "o": [[_lying(45 * k), _lying(31.5 * k)], [_lying(22 * k)]],
        "y": [[_round(20.5 * k)], *([ray] for ray in _rays())],
        "p": [[_round(41 * k), _round(24 * k)]],
    }.get(colour, [[_round(38 * k)]])


# -- numbers -------------------------------------------------------------------------------------


@cache
def _digits() -> dict[int, dict[str, np.ndarray]]:
    """Return the signs of numbers as stamps, by their height (web/e2e/digits.ts draws them)."""
    told = json.loads(files(__package__).joinpath("digits.json").read_text("utf-8"))
    return {
        int(size): {sign: _sign(int(size), **one) for sign, one in signs.items()}
        for size, signs in sorted(told.items(), key=lambda one: -int(one[0]))
    }


def _sign(size: int, width: int, grey: str) -> np.ndarray:
    cover = np.frombuffer(zlib.decompress(base64.b64decode(grey)), np.uint8).reshape(size, width)
    return np.dstack([np.full_like(cover, ink) for ink in TEXT] + [cover])


def _write(canvas: np.ndarray, text: str, x: float, y: float) -> None:
    """Write numbers round a middle, as large as there is room."""
    for signs in _digits().values():
        gap = signs["0"].shape[1] // 3
        widths = [signs[sign].shape[1] if sign in signs else gap for sign in text]
        if sum(widths) > _ROOM and signs is not list(_digits().values())[-1]:
            continue
        left = x - sum(widths) / 2
        for sign, wide in zip(text, widths, strict=True):
            if sign in signs:
                _put(canvas, signs[sign], left + wide / 2, y)
            left += wide
        return


_ROOM = 500  # pixels for numbers in a row


def _png(canvas: np.ndarray) -> bytes:
    """Return pixels as a PNG file."""
    high, wide = canvas.shape[:2]
    lines = np.zeros((high, 1 + 3 * wide), np.uint8)  # each begins with its filter: none
    lines[:, 1:] = canvas.reshape(high, -1)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(lines.tobytes(), 6)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in parts)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
