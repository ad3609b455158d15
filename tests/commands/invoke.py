"""Run a command in this process."""

from __future__ import annotations

from click.testing import CliRunner, Result

from hexade.commands.main import main


def hexade(*args: object) -> Result:
    """Return what a command printed and its exit status; raise what it did not catch."""
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result
