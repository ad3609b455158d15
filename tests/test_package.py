"""What a package index and those who cite read: metadata, README, version, types."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from typing import Any

import hexade

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ADDRESS = PROJECT["urls"]["Repository"]


def hook() -> Any:
    """Return the module of the build hooks."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_every_link_of_the_readme_works_far_from_the_repository() -> None:
    metadata = {"urls": PROJECT["urls"], "version": hexade.__version__}
    hook().CustomMetadataHook(str(ROOT), {}).update(metadata)
    text = metadata["readme"]["text"]
    targets = re.findall(r"(!?)\[[^\]]*\]\(([^)\s]+)\)", text)
    assert targets
    for picture, target in targets:
        assert target.startswith("https://"), target
        kind, path = "raw" if picture else "blob", target.partition(f"/v{hexade.__version__}/")[2]
        if target.startswith(ADDRESS):
            assert f"{ADDRESS}/{kind}/" in target
            assert (ROOT / path).is_file(), target
    assert any(picture for picture, _ in targets)


def test_version_date_and_address_are_the_same_everywhere() -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    said = dict(re.findall(r"^([\w-]+): (\S+)$", cited, re.M))
    assert said["version"] == hexade.__version__
    assert said["repository-code"] == ADDRESS
    dated = f"## [{hexade.__version__}] – {said['date-released']}"
    assert dated in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert all(url.startswith(ADDRESS) for url in PROJECT["urls"].values())


def test_the_package_has_types() -> None:
    assert (Path(hexade.__file__).parent / "py.typed").is_file()


def test_the_command_that_builds_the_package_is_documented_and_strict() -> None:
    rule = (
        (ROOT / "Makefile")
        .read_text(encoding="utf-8")
        .partition("\nwheel:")[2]
        .partition("\n\n")[0]
    )
    assert "uv build" in rule
    assert "twine check --strict" in rule
    assert "| `make wheel` |" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    wanted = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    assert not [name for names in wanted for name in names if name.startswith("twine")]
