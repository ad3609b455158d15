"""What the module of the collecting game exports, for tables in the page (contract/exports.py)."""

from __future__ import annotations

from hexade.contract.exports import (
    INT,
    REAL,
    SCRATCH,
    ArrayOf,
    Export,
    GameModule,
    OneRecord,
    Together,
    rules_of,
)
from hexade.contract.setup import Setup
from hexade.games.genial_collect import mind, outcome, rules, tastes
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.mind import judge
from hexade.games.genial_collect.mind.network import (
    FIRST,
    SECOND,
    WAYS,
    CollectNetwork,
    columns,
    sizes,
)
from hexade.games.genial_collect.mind.turn_tree import NODES, TurnScratch
from hexade.games.genial_collect.state import MOST_MOVES, PHASE_NAMES, STATE, opening
from hexade.games.genial_collect.variants import COLOURS, TABLE, table_of
from hexade.games.genial_collect.view import TOLD

_S, _V = OneRecord(STATE), OneRecord(TABLE)
_NETWORK = Together(
    CollectNetwork,
    (
        ArrayOf("f4", ("inputs", FIRST), "w0"),  # its last row, b0, comes right after it
        ArrayOf("f4", ("middle", SECOND), "w1"),
        ArrayOf("f4", (SECOND + 1, "seats"), "w2"),
    ),
)
_TREE = Together(
    TurnScratch,
    (
        ArrayOf(STATE, (2,), SCRATCH),
        ArrayOf("f4", ("columns",), SCRATCH),
        ArrayOf("f4", (max(FIRST, SECOND),), SCRATCH),
        ArrayOf("f4", (6, WAYS, SECOND), SCRATCH),
        ArrayOf("f8", (2, 4), SCRATCH),
        ArrayOf("f8", (NODES, 4), SCRATCH),
        ArrayOf("f8", (NODES, 6, 4), SCRATCH),
        ArrayOf("f8", (NODES, 4), SCRATCH),
        ArrayOf("f8", (2, 4), SCRATCH),
    ),
)


def _sizes(setup: Setup) -> dict[str, int]:
    (inputs, _), (middle, _), _ = sizes(setup.seats)
    found = {"inputs": inputs, "middle": middle, "seats": setup.seats}
    return {**found, "columns": columns(setup.seats)}


MODULE = GameModule(
    records={"STATE": STATE, "TABLE": TABLE},
    exports=(
        *rules_of(GAME.kernels, STATE, TABLE),
        Export("decision", rules.decision, (_S,), INT),
        Export("is_good", rules.is_good, (_S, INT), INT),
        Export("may_stop", rules.may_stop, (_S,), INT),
        Export("turns_left", outcome.decisions_left, (_S, _V), INT),
        Export("rank_key", outcome.rank_key, (_S, _V, INT), INT),
        Export(
            "judge",
            judge.judge_moves,
            (ArrayOf(STATE, (1,)), ArrayOf(TABLE, (1,)), INT, _NETWORK, _TREE, _TREE,
             ArrayOf("i4", ("n",)), REAL, ArrayOf("f8", ("n",))),
        ),
        Export(
            "tasted",
            tastes.taste_moves,
            (ArrayOf(STATE, (1,)), ArrayOf(TABLE, (1,)), ArrayOf("i4", ("n",)), INT,
             ArrayOf("f8", ("n",))),
        ),
    ),
    opening=lambda setup: opening(setup).data,
    table=table_of,
    constants={
        "phases": list(PHASE_NAMES), "most_moves": MOST_MOVES, "colours": COLOURS,
        "told": list(TOLD),
    },
    weights=mind.__name__,
    learned=lambda setup: f"seats{setup.seats}",
    sizes=_sizes,
)  # fmt: skip
