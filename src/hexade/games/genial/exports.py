"""What the module of the board game exports, for tables in the page (contract/exports.py)."""

from __future__ import annotations

from hexade.contract.exports import (
    INT,
    LONG,
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
from hexade.games.genial import (
    board,
    determinize,
    giveaway,
    mind,
    outcome,
    preview,
    reasons,
    rules,
    scoring,
    slips,
    tastes,
)
from hexade.games.genial.game import GAME
from hexade.games.genial.mind import judge
from hexade.games.genial.mind.cell_points import GROUND, SKETCH
from hexade.games.genial.mind.network import ROWS, ValueNetwork
from hexade.games.genial.mind.shortlist import Scratch
from hexade.games.genial.rules import STATE
from hexade.games.genial.state import opening
from hexade.games.genial.variants import TABLE, table_of
from hexade.games.genial.view import BESIDE, PUBLIC, TOLD, redact

_EDGES = len(board.EDGES)
_S, _V, _BESIDE = OneRecord(STATE), OneRecord(TABLE), OneRecord(BESIDE)
_STATE, _TWO, _TABLE = ArrayOf(STATE, (1,)), ArrayOf(STATE, (2,)), ArrayOf(TABLE, (1,))
_CELLS = ArrayOf("i8", (_EDGES, 2))
_SOME_EDGES = ArrayOf("i8", ("edges_given", 2))
_POINTS = ArrayOf("i8", (board.CELLS, 6))
_POOL = ArrayOf("i1", (board.TILE_COUNT,), SCRATCH)
_SCRATCH = Together(
    Scratch,
    (
        ArrayOf(GROUND, (1,), SCRATCH),
        ArrayOf(SKETCH, (1,), SCRATCH),
        ArrayOf("i4", (judge.WIDTH,), SCRATCH),
        ArrayOf("f4", (judge.WIDTH,), SCRATCH),
        ArrayOf("f4", (ROWS, "longest"), SCRATCH),
        ArrayOf("i4", ("longest",), SCRATCH),
        ArrayOf("i8", (1,), SCRATCH),
    ),
)
_NETWORK = Together(
    ValueNetwork,
    (
        ArrayOf("f4", ("inputs", "outer"), "w0"),
        ArrayOf("f4", ("outer",), "b0"),
        ArrayOf("f4", ("outer", "inner"), "w1"),
        ArrayOf("f4", ("inner",), "b1"),
        ArrayOf("f4", ("last",), "w2"),  # the last bias, b2, comes right after it
    ),
)
_HALVING = Together(
    judge.Halving,
    tuple(
        ArrayOf(kind, (judge.CANDIDATES,), SCRATCH) for kind in ("i4", "i4", "u1", "f8", "f8", "f8")
    ),
)


def _sizes(setup: Setup) -> dict[str, int]:
    net = judge.network(setup.variant, setup.seats)
    rows = judge.scratch_for(setup, net).rows
    inputs, outer = net.weights_1.shape
    inner = net.weights_2.shape[1]
    sizes = {"inputs": inputs, "outer": outer, "inner": inner, "last": inner + 1}
    return {**sizes, "longest": rows.shape[1]}


MODULE = GameModule(
    records={
        "STATE": STATE, "TABLE": TABLE, "BESIDE": BESIDE, "GROUND": GROUND, "SKETCH": SKETCH,
    },
    exports=(
        *rules_of(GAME.kernels, STATE, TABLE),
        Export("decision", rules.decision, (_S,), INT),
        Export("turns_left", outcome.tiles_left, (_S, _V), INT),
        Export("redact", redact, (_S, _V, INT, _S, _BESIDE, WordsOf("s"), WordsOf("known"))),
        Export("determinize", determinize.deal_unseen, (_S, _V, INT, _BESIDE, WORD, _POOL)),
        Export(
            "judge",
            judge.judge_moves,
            (_TWO, _TABLE, INT, ArrayOf(BESIDE, (1,)), _SCRATCH, _NETWORK, _HALVING, _POOL,
             ArrayOf("i4", ("n",)), ArrayOf("f4", ("n",), SCRATCH), REAL, WORD,
             ArrayOf("f8", ("n",))),
        ),
        Export(
            "tasted",
            tastes.taste_moves,
            (_STATE, _TABLE, ArrayOf(BESIDE, (1,)), ArrayOf(GROUND, (1,), SCRATCH),
             ArrayOf(SKETCH, (1,), SCRATCH), ArrayOf("i4", ("n",)), INT, ArrayOf("f8", ("n",))),
        ),
        Export("both_points", rules.both_points, (_S, _V, INT, ArrayOf("i8", (2,))), None),
        Export("rank_key", scoring.rank_key, (_S, _V, INT), LONG),
        Export("exchangeable", scoring.exchangeable, (_S, _V, INT), WORD),
        Export("offer_shows", scoring.offer_shows, (_S, _V, INT), WORD),
        Export("open_edges", preview.open_edges, (_STATE, _TABLE, _CELLS), INT),
        Export("filling", preview.filling, (_STATE, _TABLE, _CELLS), INT),
        Export(
            "lines",
            preview.lines,
            (_STATE, ArrayOf("i8", ("cells_given",)), ArrayOf("i8", (6 * board.CELLS, 4)), _POINTS),
            INT,
        ),
        Export("most_points", preview.most_points, (_SOME_EDGES, _POINTS, ArrayOf("i8", (6,)))),
        Export("reaches", preview.reaches, (_TWO, _TABLE, INT, ArrayOf("i1", (6, "points", 2)))),
        Export(
            "pair_reaches",
            preview.pair_reaches,
            (_TWO, _TABLE, INT, INT, ArrayOf("i8", ("pairs_given", 2)),
             ArrayOf("i1", ("pairs_given", 2))),
        ),
        Export(
            "leave_exchange",
            preview.leave_exchange,
            (_TWO, _TABLE, INT, _SOME_EDGES, _POINTS,
             ArrayOf("i1", (len(board.TILES), "points_given", "points_given"))),
        ),
        Export(
            "best_opened",
            giveaway.best_opened,
            (ArrayOf(STATE, (3,)), _TABLE, INT, INT, WORD, ArrayOf("i8", (4, 6)),
             ArrayOf("i8", (len(giveaway.GIVEN),))),
            INT,
        ),
        Export(
            "list_reasons",
            reasons.list_reasons,
            (ArrayOf(STATE, (reasons.STATES,)), _TABLE, INT, INT, ArrayOf("i4", ("n",)), WORD,
             ArrayOf("i8", (4, 6), SCRATCH), ArrayOf("i8", (len(giveaway.GIVEN),), SCRATCH),
             ArrayOf("i8", (reasons.MOST, reasons.ROW))),
            INT,
        ),
        Export(
            "list_slips",
            slips.list_slips,
            (ArrayOf(STATE, (reasons.STATES,)), _TABLE, INT, INT, INT, WORD,
             ArrayOf("i8", (4, 6), SCRATCH), ArrayOf("i8", (len(giveaway.GIVEN),), SCRATCH),
             ArrayOf("i8", (1, slips.ROW))),
            INT,
        ),
    ),
    opening=lambda setup: opening(setup).data,
    table=table_of,
    constants={
        "phases": list(rules.PHASE_NAMES), "most_moves": rules.MOST_MOVES,
        "public": list(PUBLIC), "told": list(TOLD), "reasons": list(reasons.CODES),
        "slips": [[code, slips.TASTE_OF[code]] for code in slips.CODES],
    },
    weights=mind.__name__,
    learned=lambda setup: f"{setup.variant}{setup.seats}",
    sizes=_sizes,
)  # fmt: skip
