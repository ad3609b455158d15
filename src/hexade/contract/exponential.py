"""The exponential function and the logarithm as kernels: the same bits on every machine.

The libraries of systems and browsers differ in the last digit, which would send a search down a
different path. These use nothing but + - * and /, which are exact to the bit everywhere, and their
errors are below one unit in the last place.
"""

from __future__ import annotations

from hexade.contract.kernel import kernel

_LOG2E = 1.4426950408889634
_LN2_HIGH, _LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10  # their sum is ln 2 (fdlibm)
_P1, _P2, _P3 = 0.16666666666666602, -0.0027777777777015593, 6.613756321437934e-05
_P4, _P5 = -1.6533902205465252e-06, 4.1381367970572385e-08
_L1, _L2, _L3 = 0.6666666666666735, 0.3999999999940942, 0.2857142874366239
_L4, _L5 = 0.22222198432149784, 0.1818357216161805
_L6, _L7 = 0.15313837699209373, 0.14798198605116586
_ROOT = 1.4142135623730951
_LEAST, _MOST = -700.0, 700.0  # below: 0; above: clamped to 700


@kernel
def exp(x: float) -> float:
    """Return e to the power of x; 0 where the answer is less than 1e-304."""
    if x < _LEAST:
        return 0.0
    x = min(x, _MOST)
    # x = doublings * ln 2 + rest; then a rational function of the rest (Moler; fdlibm's e_exp.c).
    doublings = int(x * _LOG2E + (0.5 if x >= 0.0 else -0.5))
    high = x - doublings * _LN2_HIGH
    low = doublings * _LN2_LOW
    rest = high - low
    square = rest * rest
    c = rest - square * (_P1 + square * (_P2 + square * (_P3 + square * (_P4 + square * _P5))))
    found = 1.0 - ((low - (rest * c) / (2.0 - c)) - high)
    return found * power_of_two(doublings)


@kernel
def power_of_two(n: int) -> float:
    """Return 2 to the power of n, exactly."""
    factor = 2.0 if n >= 0 else 0.5
    left = abs(n)
    found = 1.0
    while left > 0:
        if left & 1:
            found *= factor
        factor *= factor
        left >>= 1
    return found


@kernel
def log(x: float) -> float:
    """Return the natural logarithm of a number above 0."""
    doublings = 0
    while x >= _ROOT:
        x *= 0.5
        doublings += 1
    while x < 0.5 * _ROOT:
        x *= 2.0
        doublings -= 1
    # A polynomial of (x - 1) / (x + 1), as in fdlibm's e_log.c.
    over = x - 1.0
    part = over / (2.0 + over)
    square = part * part
    fourth = square * square
    even = fourth * (_L2 + fourth * (_L4 + fourth * _L6))
    odd = square * (_L1 + fourth * (_L3 + fourth * (_L5 + fourth * _L7)))
    half = 0.5 * over * over
    rest = part * (half + even + odd) + doublings * _LN2_LOW
    return doublings * _LN2_HIGH - ((half - rest) - over)
