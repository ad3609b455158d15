"""The kernels as modules of WebAssembly for the page: `python -m hexade.wire.modules` makes them.

Each game with an `exports.py` gets a module and a manifest, in `local/` of its folder in the page.
They are kept in the repository; a test makes them again and compares.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from hexade import games

_PAGE = Path(__file__).parents[3] / "web" / "src" / "games"
_FILES = ("kernels.wasm", "kernels.json")


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
    subprocess.run([sys.executable, "-m", "hexade.wire.modules", name, str(folder)], check=True)


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
