"""The kernels as modules of WebAssembly for the page: `python -m hexade.wire.modules` makes them.

Each game with an `exports.py` gets a module and a manifest, in `local/` of its folder in the page.
They are kept in the repository; a test compares them with what today's sources make.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from hexade import games
from hexade.contract import kernel

_PAGE = Path(__file__).parents[3] / "web" / "src" / "games"
_FILES = ("kernels.wasm", "kernels.json")
_DATA = (".npz", ".csv")
_TOOLS = ("llvmlite", "ziglang")  # Numba and NumPy are in the digest of the sources


def with_modules() -> list[str]:
    """Return the names of the games that have a module."""
    folder = Path(games.__file__).parent
    return [name for name in games.names() if (folder / name / "exports.py").is_file()]


def folder_of(name: str) -> Path:
    """Return where the page keeps a game's module."""
    return _PAGE / name / "local"


def make(name: str, folder: Path) -> None:
    """Make a game's module and manifest, in a process of its own: `wasm.prepare` comes first."""
    folder.mkdir(parents=True, exist_ok=True)
    clean = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    command = [sys.executable, "-m", "hexade.wire.modules", name, str(folder)]
    subprocess.run(command, env=clean, check=True)


def made_once(name: str, folder: Path) -> Path:
    """Return where a game's module lies: kept from an earlier run, or made now in this folder.

    It is kept beside the compiled kernels, under a digest of all that it is made of.
    """
    kept = _kept(name)
    if kept and all((kept / file).is_file() for file in _FILES):
        return kept
    make(name, folder)
    if kept:
        shutil.rmtree(kept, ignore_errors=True)  # what an earlier run has left of it
        with suppress(OSError), tempfile.TemporaryDirectory(dir=kept.parent) as draft:
            shutil.copytree(folder, Path(draft) / name)
            (Path(draft) / name).rename(kept)  # fails where another process was faster
    return folder


def _kept(name: str) -> Path | None:
    """Return where a module is kept that these sources, data and tools make, if anywhere."""
    game, contract = Path(games.__file__).parent / name, Path(kernel.__file__).parent
    files = [path for path in sorted(game.rglob("*.*")) if path.suffix in (".py", *_DATA)]
    files = [path for path in files if path.relative_to(game).parts[0] != "tests"]
    base = kernel.folder_for(frozenset({path.parent for path in files} | {contract}))
    parts = [path.read_bytes() for path in files if path.suffix in _DATA]
    parts += [Path(__file__).read_bytes(), sys.version.encode(), platform.platform().encode()]
    parts += [f"{tool} {version(tool)}".encode() for tool in _TOOLS]
    digest = hashlib.sha256(b"".join(parts)).hexdigest()[:16]
    return base and base / f"module-{name}-{digest}"


def _make_here(name: str, folder: Path) -> None:
    from hexade.contract import wasm

    wasm.prepare()
    from hexade.contract.manifest import IMAGE, image, manifest
    from hexade.contract.setup import setups

    game, module = games.find(name), import_module(f"hexade.games.{name}.exports").MODULE
    first = image(module, next(setups(game)))
    code = wasm.compile_module(module.all_exports, {IMAGE: first})
    for file, kept in zip(_FILES, (code, _text(manifest(game, module))), strict=True):
        (folder / file).write_bytes(kept)


def _text(found: dict[str, object]) -> bytes:
    """Return a manifest with one line for each thing that has a name."""
    parts = []
    for key, value in found.items():
        if isinstance(value, dict) and value:
            inner = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
            parts.append(f'"{key}": {{\n{inner}\n}}')
        elif isinstance(value, list):
            inner = ",\n".join(f"  {json.dumps(item)}" for item in value)
            parts.append(f'"{key}": [\n{inner}\n]')
        else:
            parts.append(f'"{key}": {json.dumps(value)}')
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def main(arguments: list[str]) -> None:
    """Make the modules of all games, or of one into a folder."""
    if arguments:
        _make_here(arguments[0], Path(arguments[1]))
        return
    for name in with_modules():
        make(name, folder_of(name))


if __name__ == "__main__":
    main(sys.argv[1:])
