"""Execute a notebook and write its output back: `python -m notebooks.run [PATH]`.

Cells are plain Python and run one after the other in one namespace. What they print and the figures
that they leave open become their output.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: more threads only wait
import matplotlib

matplotlib.use("Agg")  # figures go into the file, not on a screen
from matplotlib import pyplot

QUICKSTART = Path(__file__).with_name("quickstart.ipynb")


def execute(path: Path) -> dict[str, Any]:
    """Return a notebook with the output of all its cells."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        source = "".join(cell["source"])
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(source, f"{path.name}, cell {number}", "exec"), namespace)
        cell["execution_count"] = number
        cell["outputs"] = [*_stream(printed.getvalue()), *_figures()]
    return notebook


def _stream(text: str) -> list[dict[str, Any]]:
    lines = text.splitlines(keepends=True)
    return [{"output_type": "stream", "name": "stdout", "text": lines}] if lines else []


def _figures() -> list[dict[str, Any]]:
    found = []
    for number in pyplot.get_fignums():
        held = io.BytesIO()
        pyplot.figure(number).savefig(held, format="png", dpi=60, bbox_inches="tight")
        image = base64.b64encode(held.getvalue()).decode()
        data = {"image/png": image, "text/plain": ["<Figure>"]}
        found.append({"output_type": "display_data", "metadata": {}, "data": data})
    pyplot.close("all")
    return found


def main(paths: list[str]) -> None:
    """Execute notebooks and write them back."""
    for path in map(Path, paths or [str(QUICKSTART)]):
        text = json.dumps(execute(path), indent=1, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
