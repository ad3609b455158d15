"""The plain page that stands where the web app will be."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

_HOME = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hexade</title>
<h1>Hexade</h1>
<p>The server runs. The web app is not built yet.</p>
<ul>
<li><a href="/api/openapi.json">The interface for programs (OpenAPI)</a></li>
<li><a href="/api/games">What can be played</a></li>
<li><a href="/api/tables">Open tables</a></li>
</ul>
</html>
"""


async def home(_: Request) -> Response:
    """Say that the web app is not there yet, and where the interface is described."""
    return HTMLResponse(_HOME)
