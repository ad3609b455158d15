"""The exponential function and the logarithm agree with the library's to the last digit or so."""

from __future__ import annotations

import math

import pytest

from hexade.contract.exponential import exp, log
from hexade.contract.kernel import speed_up


@pytest.mark.parametrize("x", [-690.0, -3.25, -1e-9, 0.0, 1e-9, 0.5, 1.0, 7.75, 690.0])
def test_exp_is_the_exponential_function(x: float) -> None:
    assert exp(x) == pytest.approx(math.exp(x), rel=4e-16)
    assert speed_up(exp)(x) == exp(x)


@pytest.mark.parametrize("x", [1e-300, 1e-9, 0.3, 0.70710678, 1.0, 1.4142136, 2.0, 6.5, 1e9])
def test_log_is_its_inverse(x: float) -> None:
    assert log(x) == pytest.approx(math.log(x), rel=4e-16, abs=1e-16)
    assert speed_up(log)(x) == log(x)
