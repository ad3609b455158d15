"""What the packages of the server share, typed: created once in `app.py` and passed on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexade.server.bots.workers import Bots
    from hexade.server.net.admission import Admission
    from hexade.server.net.limits import Limits
    from hexade.server.ops.gc_policy import GcPolicy
    from hexade.server.ops.loop_lag import LoopLag
    from hexade.server.ops.metrics import Metrics
    from hexade.server.settings import Settings
    from hexade.server.store import Store
    from hexade.server.table.clocks import Time


@dataclass(slots=True)
class Services:
    """Everything that tables, sockets and routes need besides each other."""

    settings: Settings
    time: Time
    store: Store
    bots: Bots
    metrics: Metrics
    limits: Limits
    admission: Admission
    gc_policy: GcPolicy
    loop_lag: LoopLag
