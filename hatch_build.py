"""Builds the page before the package is made, and the README as a package index shows it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[((?:[^\[\]])*)\]\((?!https?://|#|mailto:)([^)\s]+)\)")


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


class CustomMetadataHook(MetadataHookInterface):
    """Gives the README links that also work where the repository's files are not at hand."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the README into the metadata."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        repository, version = metadata["urls"]["Repository"], metadata["version"]
        readme = absolute(text, repository, f"v{version}")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def absolute(text: str, repository: str, tag: str) -> str:
    """Return Markdown whose links and pictures lead to a version's files in the repository."""

    def whole(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        return f"{picture}[{words}]({repository}/{'raw' if picture else 'blob'}/{tag}/{path})"

    return LINK.sub(whole, text)
