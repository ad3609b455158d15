"""The manifest beside a game's module: layouts, sizes, set-ups, levels and what was learned.

The page reads all of it from here, so that no offset is written twice. A set-up is the bytes of
its opening and of its table. The module itself holds the first set-up of a game. Every other one is
a patch, the bytes in which it differs; so are the seat that begins and each option.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from hexade.contract.exports import ArrayOf, Export, GameModule, OneRecord
from hexade.contract.game import AnyGame
from hexade.contract.level import mask_of
from hexade.contract.search import load_arrays
from hexade.contract.setup import Form, Setup, setups
from hexade.contract.wasm import parameters

IMAGE = "first_image"  # the data of the module: the first set-up's opening and table
_ALIGN = 16
Patch = list[list[Any]]  # [offset, bytes as hexadecimal digits]


def manifest(game: AnyGame, module: GameModule) -> dict[str, Any]:
    """Return the manifest as plain data for JSON."""
    first = image(module, next(setups(game)))
    return {
        "game": game.name,
        "records": {name: _record(module, kind) for name, kind in module.records.items()},
        "exports": {export.name: _export(module, export) for export in module.all_exports},
        "constants": dict(module.constants),
        "forms": [asdict(form) for form in game.forms],
        "table": table_at(module),
        "setups": [_setup(game, module, setup, first) for setup in setups(game)],
        "learned": _all_learned(game, module),
    }


def table_at(module: GameModule) -> int:
    """Return where the table begins in the image of a set-up."""
    return -(-module.records["STATE"].itemsize // _ALIGN) * _ALIGN


def image(module: GameModule, setup: Setup) -> bytes:
    """Return the bytes of a set-up's opening and table."""
    opening = module.opening(setup).tobytes().ljust(table_at(module), b"\0")
    return opening + module.table(setup).tobytes()


def learned_bytes(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return learned arrays as the page gets them, one after the other."""
    return b"".join(array.tobytes() for array in arrays.values())


def learned_file(game: str, name: str, kept: bytes) -> str:
    """Return the name of a file of what was learned; it contains a digest of the bytes."""
    return f"{game}-{name}-{hashlib.sha256(kept).hexdigest()[:8]}.bin"


def _name(module: GameModule, kind: np.dtype[Any] | str) -> str:
    made = np.dtype(kind)
    for name, record in module.records.items():
        if record == made:
            return name
    if made.fields is not None:
        raise ValueError(f"a record of {made.itemsize} bytes has no name in the module")
    return f"{made.kind}{made.itemsize}"


def _record(module: GameModule, kind: np.dtype[Any]) -> dict[str, Any]:
    fields = {}
    for name, (inner, at, *_) in (kind.fields or {}).items():
        fields[name] = [at, _name(module, inner.base), list(inner.shape)]
    return {"size": kind.itemsize, "fields": fields}


def _export(module: GameModule, export: Export) -> dict[str, Any]:
    taken = [{"name": name, **_argument(module, held)} for name, held in parameters(export)]
    return {"takes": taken, "returns": export.result}


def _argument(module: GameModule, held: Any) -> dict[str, Any]:
    if isinstance(held, OneRecord):
        return {"kind": "record", "of": _name(module, held.kind)}
    if isinstance(held, ArrayOf):
        kind = {"kind": "array", "of": _name(module, held.kind), "shape": list(held.shape)}
        return {**kind, "use": held.use} if held.use else kind
    return {"kind": held}


def _setup(game: AnyGame, module: GameModule, setup: Setup, first: bytes) -> dict[str, Any]:
    form = next(form for form in game.forms if form.variant == setup.variant)
    own = image(module, setup)
    starts = range(setup.seats if form.has_start else 1)
    found = {
        "variant": setup.variant,
        "edition": setup.edition,
        "seats": setup.seats,
        "patch": difference(first, own),
        "starts": [difference(own, image(module, replace(setup, start=n))) for n in starts],
        "options": {
            option.name: {
                "default": option.default,
                "low": option.low,
                "patches": [
                    difference(own, image(module, _with(setup, option.name, value)))
                    for value in range(option.low, option.high + 1)
                ],
            }
            for option in form.options
        },
        "levels": [
            [level.effort, level.noise, level.pull, mask_of(level.tastes, game.tastes)]
            for level in game.levels(setup)
        ],
        "sizes": dict(module.sizes(setup)),
    }
    _check(module, form, setup, found, own)
    return {**found, "learned": module.learned(setup)} if module.learned else found


def _with(setup: Setup, name: str, value: int) -> Setup:
    options = tuple((key, value if key == name else old) for key, old in setup.options)
    return replace(setup, options=options)


def _check(
    module: GameModule, form: Form, setup: Setup, found: Mapping[str, Any], own: bytes
) -> None:
    """Make sure that start and options change different bytes: the page applies all patches."""
    last = replace(setup, start=len(found["starts"]) - 1)
    made = applied(own, found["starts"][-1])
    for option in form.options:
        last = _with(last, option.name, option.high)
        made = applied(made, found["options"][option.name]["patches"][-1])
    if made != image(module, last):
        raise ValueError(f"start and options of {setup.variant} change the same bytes")


def difference(old: bytes, new: bytes) -> Patch:
    """Return the runs of bytes that differ; a few equal bytes between two do not end a run."""
    patch: list[list[int]] = []
    for at in np.flatnonzero(np.frombuffer(old, np.uint8) != np.frombuffer(new, np.uint8)).tolist():
        if patch and at - patch[-1][1] < 8:
            patch[-1][1] = at
        else:
            patch.append([at, at])
    return [[begin, new[begin : end + 1].hex()] for begin, end in patch]


def applied(old: bytes, patch: Patch) -> bytes:
    """Return bytes after a patch."""
    made = bytearray(old)
    for at, digits in patch:
        new = bytes.fromhex(digits)
        made[at : at + len(new)] = new
    return bytes(made)


def _all_learned(game: AnyGame, module: GameModule) -> dict[str, Any]:
    if module.learned is None:
        return {}
    names = dict.fromkeys(module.learned(setup) for setup in setups(game))
    return {name: _learned(game.name, load_arrays(module.weights, name), name) for name in names}


def _learned(game: str, arrays: Mapping[str, np.ndarray], name: str) -> dict[str, Any]:
    at, found = 0, {}
    for key, array in arrays.items():
        found[key] = [at, f"{array.dtype.kind}{array.dtype.itemsize}", list(array.shape)]
        at += array.nbytes
    kept = learned_bytes(arrays)
    return {"file": learned_file(game, name, kept), "size": at, "arrays": found}
