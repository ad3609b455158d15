"""The folder in the user's home where games, seats and tables are stored."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hexade.terminal.record_files import refusal


def data_folder(name: str, instead: str) -> Path:
    """Return a subfolder, created if missing; the refusal names the option to give instead."""
    try:
        folder = _data_home() / "hexade" / name
        folder.mkdir(parents=True, exist_ok=True)
    except RuntimeError:
        raise refusal(f"there is no home folder to keep this in; give {instead}") from None
    except OSError as error:
        why = f"{error.filename}: {(error.strerror or str(error)).lower()}"
        raise refusal(f"there is no folder to keep this in ({why}); give {instead}") from None
    if not os.access(folder, os.W_OK):
        raise refusal(f"{folder} cannot be written to; give {instead}")
    return folder


def _data_home() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
