"""`deploy/build.sh` makes a server that runs: `make try-host`, as docs/host.md tells an operator.

The files of the repository, and nothing else, go into an empty folder. There the script runs to its
end; then the server that it installed is started, asked for its page and its health, backed up and
stopped, by a user without rights where this one is root. The standard library is all it takes. Not
part of `make test`: it downloads and compiles everything anew.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
OURS = re.compile(r"PYTHON|VIRTUAL_ENV|HEXADE_|NUMBA_|NODE_|XDG_|MAKE")
NOBODY = 65534
ASKED = {"/": b"<script", "/health": b"ok", "/api/games": b"variants", "/api/rules": b"A1"}


def clean() -> dict[str, str]:
    """Return an environment without anything of the developer's."""
    kept = {name: value for name, value in os.environ.items() if not OURS.match(name)}
    return {**kept, "PATH": PATH}


def checkout(target: Path) -> None:
    """Copy what git knows or would add: what is built here and ignored must not help."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def as_server(words: list[str], home: Path) -> subprocess.Popen[str]:
    """Start a program as the server's user, with a folder of its own."""
    rights: dict[str, Any] = {}
    if os.geteuid() == 0:
        rights = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    settings = {"HEXADE_DATABASE": str(home / "tables.sqlite"), "XDG_CACHE_HOME": str(home / "c")}
    environment = {**clean(), **settings, "HOME": str(home)}
    return subprocess.Popen(
        words, cwd=home, env=environment, stdout=subprocess.PIPE, text=True, **rights
    )


@contextmanager
def serving(hexade: str, home: Path) -> Iterator[str]:
    """Run the server, and give its address; it must stop well."""
    server = as_server([hexade, "serve", "--port", "0"], home)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = line.removeprefix("Hexade is at ").strip().rstrip("/")
        assert address.startswith("http://"), line
        yield address
    finally:
        server.terminate()
        status = server.wait(60)
    assert status == 0, f"the server ended with {status}"


def main() -> None:
    """Build and run in empty folders."""
    began = monotonic()
    with TemporaryDirectory(prefix="hexade-host-") as folder:
        root = Path(folder)
        root.chmod(0o755)
        source, target, home = root / "src", root / "opt" / "hexade", root / "home"
        checkout(source)
        home.mkdir()
        if os.geteuid() == 0:
            os.chown(home, NOBODY, NOBODY)
        python = os.environ.get("PYTHON", sys.executable)
        script = [str(source / "deploy" / "build.sh"), str(target)]
        subprocess.run(script, cwd=root, env={**clean(), "PYTHON": python}, check=True)
        shutil.rmtree(source)  # nothing of it may be needed any more
        hexade = str(target / "bin" / "hexade")
        with serving(hexade, home) as address:
            for path, has in ASKED.items():
                with urlopen(address + path, timeout=120) as answer:
                    assert has in answer.read(), path
            assert as_server([hexade, "backup", "one.backup"], home).wait(300) == 0
        assert as_server([hexade, "restore", "--force", "one.backup"], home).wait(300) == 0
    print(f"built, served, backed up and restored: {monotonic() - began:.0f} s")  # noqa: T201


if __name__ == "__main__":
    main()
