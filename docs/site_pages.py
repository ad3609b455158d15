"""What the site needs besides the documents: pages from elsewhere, a reference, and links.

mkdocs calls the functions here (`mkdocs.yml`). Files outside docs/ that are pages themselves become
pages of the site; links to any other file of the repository lead to its address.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
PAGES = {  # files outside docs/, and where they are on the site
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "bench/results.md": "bench/results.md",
    "bench/earlier.md": "bench/earlier.md",
    "bench/strength.md": "bench/strength.md",
    "src/hexade/rules.md": "rules/rules.md",
    "src/hexade/rules.de.md": "rules/rules.de.md",
    "src/hexade/rules.nl.md": "rules/rules.nl.md",
}
REFERENCE = {  # pages made from docstrings
    "lab": (
        "envs", "lab.vector", "lab.batch", "lab.adapters.gymnasium", "lab.adapters.batch_env",
        "lab.adapters.pettingzoo", "lab.adapters.openspiel", "lab.adapters.registration",
        "lab.adapters.factors", "lab.returns", "lab.arena", "lab.dataset",
        "lab.decisions", "lab.simulate", "lab.players", "lab.perft", "lab.solve", "client",
    ),
    "contract": (
        "contract.base", "contract.game", "contract.setup", "contract.player", "contract.record",
        "contract.chance", "contract.features", "contract.reason", "contract.level",
        "contract.kernel", "contract.batch_templates", "contract.laws",
    ),
}  # fmt: skip
LINK = re.compile(r"(\]\()(?!https?://|#|mailto:)([^)\s#]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are not files of docs/."""
    for source, place in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, place, content=_linked(text, source, place, config)))
    for name, modules in REFERENCE.items():
        blocks = "\n\n".join(f"::: hexade.{module}" for module in modules)
        page = f"# Reference: the {name}\n\n{blocks}\n"
        files.append(File.generated(config, f"reference/{name}.md", content=page))
    files.append(File.generated(config, "reference/http.md", content=_http()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:  # noqa: ARG001
    """Turn links that leave docs/ into links of the site, or to the repository."""
    if page.file.src_uri in (*PAGES.values(), "reference/http.md"):
        return markdown
    return _linked(markdown, f"docs/{page.file.src_uri}", page.file.src_uri, config)


def _linked(text: str, source: str, place: str, config: Any) -> str:
    """Return a page that is the file `source` of the repository with links as at `place`."""

    def changed(found: re.Match[str]) -> str:
        path = os.path.normpath(os.path.join(os.path.dirname(source), found[2]))
        on_site = PAGES.get(path, path.removeprefix("docs/") if _is_page(path) else None)
        if on_site is None:
            kind = "tree" if (ROOT / path).is_dir() else "blob"
            return f"{found[1]}{config.repo_url}/{kind}/main/{path})"
        here = os.path.relpath(on_site, os.path.dirname(place) or ".")
        return f"{found[1]}{here}{found[3] or ''})"

    return LINK.sub(changed, text)


def _is_page(path: str) -> bool:
    return path.startswith("docs/") and path.endswith((".md", ".png", ".svg"))


def _http() -> str:
    """Return the HTTP interface as a page, from its OpenAPI description."""
    from hexade.wire.http_reference import http_reference
    from hexade.wire.openapi import openapi

    return http_reference(openapi())
