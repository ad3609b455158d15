"""Names and talk as they are shown: what cannot be seen goes, pictures stay whole."""

from __future__ import annotations

import pytest

from hexade.server.table.names import clean

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
SHAKING = "\U0001f642\u200d\u2194\ufe0f"
HEART = "\u2764\ufe0f\u200d\U0001f525"
TEACHER = "\U0001f468\U0001f3fd\u200d\U0001f3eb"


@pytest.mark.parametrize(
    "text", [FAMILY, RAINBOW, TEACHER, SHAKING, HEART, f"Ada {FAMILY}", "Jos\u00e9"]
)
def test_what_can_be_seen_stays(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ad\u200da", "Ada"),  # a joiner that joins nothing would make two names look the same
        (f"\u200d{FAMILY}\u200d", FAMILY),
        (f"a\u200d{FAMILY}", f"a{FAMILY}"),
        ("\u00a9\u200d\u00ae", "\u00a9\u00ae"),
        ("\u2800\u200d\u2800", "\u2800\u2800"),
        ("A\ufe0fda", "Ada"),
        ("Ada\u200b\u202e", "Ada"),
        (" A \t\n da ", "A da"),
        ("Jose\u0301", "Jos\u00e9"),
    ],
)
def test_what_cannot_be_seen_goes(text: str, shown: str) -> None:
    assert clean(text) == shown
