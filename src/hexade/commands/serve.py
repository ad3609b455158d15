"""`hexade serve`: runs a server."""

from __future__ import annotations

import click

from hexade.commands.options import database_option, examples


@click.command(epilog=examples("hexade serve", "hexade serve --port 8080 --database games.sqlite"))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@database_option
@click.option("open_browser", "--open", is_flag=True, help="Open the page in a browser.")
def command(host: str, port: int, database: str, open_browser: bool) -> None:
    """Serve tables over the network, until Ctrl-C (docs/api.md is the interface for programs)."""
    from hexade.server.app import serve

    serve(host, port, database, open_browser)
