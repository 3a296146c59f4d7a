"""Commands of the command line, run in this process."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from eights.cli.app import app


def run(*arguments: str, text: str | None = None, width: int = 100) -> Result:
    """Runs a command and returns its result."""
    return CliRunner().invoke(
        app,
        list(arguments),
        input=text,
        env={"COLUMNS": str(width)},
        terminal_width=width,  # the runner fixes that of help
    )


def good(*arguments: str, text: str | None = None, width: int = 100) -> str:
    """Runs a command that must succeed, and returns its output."""
    result = run(*arguments, text=text, width=width)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str, text: str | None = None) -> str:
    """Runs a command that must fail, and returns its error, a single line; stdout stays empty."""
    result = run(*arguments, text=text)
    assert result.exit_code == 1, result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("error: ")
    assert "Traceback" not in result.output
    return lines[0].removeprefix("error: ")
