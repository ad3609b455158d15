"""The variants of CONTRAST as data, and the numbers that depend on the table (F2, F10)."""

from __future__ import annotations

from hexade.contract.setup import Form

SEATS = (2, 3, 4, 5, 6)
STACK = {2: 44, 3: 48, 4: 52, 5: 56, 6: 60}  # F2
ROW = {"base": 2, "expert": 3}  # F2
TEAM = 2  # seats that play as a team (F10)
TEAM_GOAL = 22
FORMS = tuple(Form(variant, SEATS, "F2", has_start=False) for variant in ROW)
