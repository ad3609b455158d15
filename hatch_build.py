"""Builds the page before a wheel is made or the package is installed for editing."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs `web/make.py`; the page becomes part of the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page."""
        path = Path(self.root) / "web" / "make.py"
        spec = importlib.util.spec_from_file_location("make_page", path)
        assert spec is not None
        assert spec.loader is not None
        make = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(make)
        make.build()
