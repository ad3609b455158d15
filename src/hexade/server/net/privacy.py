"""What this server keeps and for how long, for the page on privacy: it follows the settings."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from hexade.server.net.context import context
from hexade.server.settings import Settings
from hexade.wire import messages
from hexade.wire.http_bodies import Privacy


async def show_privacy(request: Request) -> Response:
    """Return who runs this server, what it keeps, and for how long."""
    told = privacy(context(request).services.settings)
    return Response(messages.encode(told), media_type="application/json")


def privacy(settings: Settings) -> Privacy:
    """Return what the settings mean for the people who play here."""
    return Privacy(
        contact=settings.contact,
        talk_days=settings.keep_chat_days,
        unfinished_days=settings.keep_unfinished_days,
        names_days=settings.keep_names_days,
        finished_days=settings.keep_finished_days,
        puzzle_counts_days=settings.keep_puzzle_counts_days,
        address_minutes=settings.keep_addresses_s / 60,
        access_log=settings.access_log,
    )
