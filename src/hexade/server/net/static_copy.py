"""What the page needs when no server answers: the catalogue and the rules as plain files.

`python -m hexade.server.net.static_copy FOLDER` writes them; the build of the page calls it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hexade.rulebook import FILES
from hexade.server.net.catalogue import catalogue
from hexade.server.net.rules import written
from hexade.wire.messages import encode


def write(folder: Path) -> None:
    """Write the files, as the server would answer."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "games.json").write_bytes(encode(catalogue()))
    for lang in FILES:
        (folder / f"rules-{lang}.json").write_bytes(encode(written(lang)))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
