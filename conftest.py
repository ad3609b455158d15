"""Settings for all tests: no timed tests, and the same examples on every run."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Machines are shared and the first call of a kernel compiles it: time says nothing about a rule.
settings.register_profile(
    "hexade", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("hexade")
