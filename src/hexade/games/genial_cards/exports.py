"""What the module of the card game exports, for tables in the page (contract/exports.py)."""

from __future__ import annotations

from hexade.contract.exports import (
    INT,
    REAL,
    SCRATCH,
    WORD,
    ArrayOf,
    Export,
    GameModule,
    OneRecord,
    Together,
    WordsOf,
    rules_of,
)
from hexade.contract.setup import Setup
from hexade.games.genial_cards import (
    determinize,
    mind,
    outcome,
    reasons,
    rules,
    scoring,
    slips,
    tastes,
)
from hexade.games.genial_cards.cards import DECK_SIZE
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.mind import judge
from hexade.games.genial_cards.mind.network import CardsNetwork
from hexade.games.genial_cards.mind.search import CardsScratch
from hexade.games.genial_cards.mind.value_features import most_features
from hexade.games.genial_cards.state import MOST_MOVES, PHASE_NAMES, STATE, opening
from hexade.games.genial_cards.variants import TABLE, table_of
from hexade.games.genial_cards.view import BESIDE, PUBLIC, TOLD, redact

_S, _V, _BESIDE = OneRecord(STATE), OneRecord(TABLE), OneRecord(BESIDE)
_CARDS = ArrayOf("i1", (DECK_SIZE,), SCRATCH)
_DEALT = Together(
    determinize.Dealt,
    (ArrayOf("i8", (determinize.KINDS + 1, determinize.LONGEST), SCRATCH), _CARDS, _CARDS),
)
_SCRATCH = Together(
    CardsScratch,
    (
        ArrayOf(STATE, (1,), SCRATCH),
        ArrayOf("i4", (MOST_MOVES,), SCRATCH),
        ArrayOf("i4", ("features",), SCRATCH),
        ArrayOf("f4", (2, "longest"), SCRATCH),
        ArrayOf("i8", (1,), SCRATCH),
    ),
)
_NETWORK = Together(
    CardsNetwork,
    (
        ArrayOf("f4", ("inputs", "outer"), "w0"),
        ArrayOf("f4", ("outer",), "b0"),
        ArrayOf("f4", ("outer", "inner"), "w1"),
        ArrayOf("f4", ("inner",), "b1"),
        ArrayOf("f4", ("last",), "w2"),  # the last bias, b2, comes right after it
    ),
)
_TRIALS = Together(
    judge.Trials,
    tuple(ArrayOf(kind, ("n",), SCRATCH) for kind in ("u1", "f8", "f8", "f8")),
)


def _sizes(setup: Setup) -> dict[str, int]:
    net = judge.network(setup.seats)
    inputs, outer = net.weights_1.shape
    inner = net.weights_2.shape[1]
    sizes = {"inputs": inputs, "outer": outer, "inner": inner, "last": inner + 1}
    return {**sizes, "longest": max(outer, inner), "features": most_features(setup.seats)}


MODULE = GameModule(
    records={"STATE": STATE, "TABLE": TABLE, "BESIDE": BESIDE},
    exports=(
        *rules_of(GAME.kernels, STATE, TABLE),
        Export("decision", rules.decision, (_S,), INT),
        Export("turns_left", outcome.turns_to_goal, (_S, _V), INT),
        Export("redact", redact, (_S, _V, INT, _S, _BESIDE, WordsOf("s"), WordsOf("known"))),
        Export("determinize", determinize.deal_unseen, (_S, _V, INT, _BESIDE, WORD, _DEALT)),
        Export(
            "judge",
            judge.judge_moves,
            (ArrayOf(STATE, (3,)), ArrayOf(TABLE, (1,)), INT, ArrayOf(BESIDE, (1,)), _SCRATCH,
             _NETWORK, _TRIALS, ArrayOf("i4", ("n",)), REAL, WORD, ArrayOf("f8", ("n",))),
        ),
        Export("rank_key", scoring.rank_key, (_S, INT), INT),
        Export("order_matters", scoring.order_matters, (_S, _V, INT, INT), INT),
        Export("limit", scoring.limit, (INT,), INT),
        Export("may_renew", scoring.may_renew, (_S, _V, INT), INT),
        Export(
            "list_reasons",
            reasons.list_reasons,
            (ArrayOf(STATE, (reasons.STATES,)), ArrayOf(TABLE, (1,)), INT, INT,
             ArrayOf("i4", ("n",)), ArrayOf("i8", (reasons.MOST, reasons.ROW))),
            INT,
        ),
        Export(
            "list_slips",
            slips.list_slips,
            (ArrayOf(STATE, (reasons.STATES,)), ArrayOf(TABLE, (1,)), INT, INT, INT, WORD,
             ArrayOf("i8", (1, slips.ROW))),
            INT,
        ),
        Export(
            "tasted",
            tastes.taste_moves,
            (ArrayOf(STATE, (tastes.STATES,)), ArrayOf(TABLE, (1,)), INT, ArrayOf(BESIDE, (1,)),
             ArrayOf("i4", ("n",)), INT, ArrayOf("f8", ("n",))),
        ),
    ),
    opening=lambda setup: opening(setup).data,
    table=table_of,
    constants={
        "phases": list(PHASE_NAMES), "most_moves": MOST_MOVES,
        "public": list(PUBLIC), "told": list(TOLD), "reasons": list(reasons.CODES),
        "slips": [[code, slips.TASTE_OF[code]] for code in slips.CODES],
    },
    weights=mind.__name__,
    learned=lambda setup: f"seats{setup.seats}",
    sizes=_sizes,
)  # fmt: skip
