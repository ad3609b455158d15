"""A description of the machine that a measurement was made on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from hexade import __version__


def machine() -> dict[str, str | int]:
    """Return the machine in a few words; nothing that names its owner."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "hexade": __version__,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
