"""`ms2torch mcp`: the tools as a server of the Model Context Protocol, for assistants and editors."""

from __future__ import annotations

from pathlib import Path

import click

from cli._options import debug_option


@click.command(short_help="Serve the commands to an assistant.")
@click.argument("roots", metavar="[DIR]...", nargs=-1, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--seconds", type=float, default=600.0, show_default=True, help="What one request may take.")
@click.option(
    "--memory", type=int, default=0, metavar="MB", help="What one request may allocate (Linux); 0 sets no bound."
)
@debug_option
def mcp(roots: tuple[Path, ...], seconds: float, memory: int) -> None:
    """Serve `compare`, `port`, `weights`, `scan`, `api` to an assistant, over stdin and stdout.

    It reads and writes files below each DIR alone (default: the working directory), and runs the nets in them.
    """
    try:
        from cli.serving.server import Server
    except ImportError as error:
        raise click.ClickException(f"{error.name} is missing: pip install 'ms2torch[mcp]'") from error
    from cli.serving.requests import Budget

    folders = tuple(root.resolve() for root in roots) or (Path.cwd(),)
    Server(folders, Budget(seconds, memory * 1_000_000)).made().run()
