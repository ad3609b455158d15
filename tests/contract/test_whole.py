"""A whole number is one of any library, and no truth value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hexade.contract.whole import whole_number


@pytest.mark.parametrize("value", [2, np.int8(2), np.uint64(2), np.array(2)])
def test_a_whole_number_of_any_library_is_pythons_own(value: Any) -> None:
    found = whole_number(value)
    assert found == 2
    assert type(found) is int


@pytest.mark.parametrize("value", [True, False, np.True_, "2", 2.0, np.float64(2), None, [2]])
def test_all_else_is_none(value: Any) -> None:
    assert whole_number(value) is None
