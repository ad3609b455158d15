"""What the module of CONTRAST exports, for tables in the page (contract/exports.py)."""

from __future__ import annotations

from hexade.contract.exports import INT, SCRATCH, WORD, ArrayOf, Export, GameModule, OneRecord
from hexade.games.contrast import deck, players, rules
from hexade.games.contrast.players import THOUGHT
from hexade.games.contrast.rules import MISS, ROUND, STATE
from hexade.games.contrast.state import opening
from hexade.games.contrast.variants import TABLE, table_of
from hexade.games.contrast.view import TOLD

_S, _V, _R = OneRecord(STATE), OneRecord(TABLE), OneRecord(ROUND)
_STATE, _TABLE = ArrayOf(STATE, (1,)), ArrayOf(TABLE, (1,))
_SYMBOLS = ArrayOf("i4", (MISS,))
_THOUGHT = ArrayOf(THOUGHT, (1,), SCRATCH)

MODULE = GameModule(
    records={"STATE": STATE, "TABLE": TABLE, "ROUND": ROUND, "THOUGHT": THOUGHT},
    exports=(
        Export("phase", rules.phase, (_S, _V), INT),
        Export("decision", rules.decision, (_S,), INT),
        Export("in_hand", rules.in_hand, (_S, INT, INT), INT),
        Export("list_symbols", rules.list_symbols, (_S, INT, _SYMBOLS), INT),
        Export("list_legal", rules.list_legal, (_S, _V, INT, _SYMBOLS), INT),
        Export("laying_seat", rules.laying_seat, (_S, _V), INT),
        Export("list_chances", rules.list_chances, (_S, _V, ArrayOf("i4", (deck.PICTURES,))), INT),
        Export("befall", rules.befall, (_S, _V, INT)),
        Export("award", rules.award, (_S, _V, _R)),
        Export("decide", rules.decide, (_S, _V, _R)),
        Export("fewest_rounds", rules.fewest_rounds, (_S, _V), INT),
        Export("reader_choice", players.reader_choice, (_STATE, _TABLE, _THOUGHT, INT, WORD), INT),
        Export("crowd_choice", players.crowd_choice, (_STATE, _TABLE, _THOUGHT, INT, WORD), INT),
        Export(
            "values",
            players.values,
            (_STATE, _TABLE, _THOUGHT, INT, ArrayOf("i4", ("n",)), ArrayOf("f8", ("n",))),
        ),
    ),
    opening=lambda setup: opening(setup).data,
    table=table_of,
    constants={
        "phases": list(rules.PHASE_NAMES),
        "cards": [list(card) for card in deck.CARDS],
        "told": list(TOLD),
    },
)
