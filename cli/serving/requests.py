"""Requests run in worker processes: within a budget of time and memory, cancelled when the client cancels."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import Process
from anyio.streams.text import TextReceiveStream

Report = Callable[[float, float, str], Awaitable[None]]
"""Called with the progress, its total, and what is being done."""
_WORKER = "from cli.serving.worker import main; main()"
_TAIL = 400


class RequestError(Exception):
    """A request that could not be carried out; the message is one line for the client."""


class OutsideError(RequestError):
    """A path outside the folders that the server was started for."""

    def __init__(self, path: str, roots: tuple[Path, ...]) -> None:
        super().__init__(f"{path} lies outside {', '.join(map(str, roots))}, the folders this server was started for")


@dataclass(frozen=True, slots=True)
class Budget:
    """What one request may use.

    Args:
        seconds (float): of wall clock.
        memory (int): bytes of a worker's own data; 0 sets no bound.
    """

    seconds: float = 600.0
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs requests of one server.

    Args:
        roots (tuple[Path, ...]): the folders that files may lie in; relative paths start at the first.
        budget (Budget): of each request.
    """

    roots: tuple[Path, ...]
    budget: Budget

    def path(self, text: str) -> Path:
        """Return a path below the roots.

        Args:
            text (str): as the client wrote it.

        Raises:
            OutsideError: if it lies elsewhere, links followed.
        """
        path = (self.roots[0] / text).resolve()
        if not any(path.is_relative_to(root) for root in self.roots):
            raise OutsideError(text, self.roots)
        return path

    def target(self, text: str) -> str:
        """Return a target whose file, if it names one, lies below the roots.

        Raises:
            RequestError: if it does not parse, names nothing, or lies elsewhere.
        """
        from parity.code.errors import CannotCompare
        from parity.code.targets import check_target, read_target

        whole = (self.roots[0] / text).resolve()
        if whole.is_dir():
            return str(self.path(text))
        try:
            target = read_target(text)
            if target.file is None:
                return text
            path = self.path(target.source)
            found = str(path) + text.removeprefix(target.source)
            check_target(found)
        except CannotCompare as error:
            raise RequestError(str(error)) from error
        return found

    def inputs(self, given: list[str]) -> list[str]:
        """Return inputs whose files lie below the roots.

        Raises:
            RequestError: if one does not parse or lies elsewhere.
        """
        from parity.code.errors import CannotCompare
        from parity.code.input_specs import FileSpec, read_input

        found: list[str] = []
        for text in given:
            try:
                spec = read_input(text)
            except CannotCompare as error:
                raise RequestError(str(error)) from error
            named = f"{spec.name}=" if spec.name else ""
            found.append(f"{named}{self.path(str(spec.path))}" if isinstance(spec, FileSpec) else text)
        return found

    async def run(self, tool: str, arguments: Mapping[str, Any], report: Report) -> dict[str, Any]:
        """Carry out one request.

        Args:
            tool (str): one of the worker's.
            arguments (Mapping[str, Any]): what it takes.
            report (Report): told of progress.

        Raises:
            RequestError: if the worker says so, dies, or runs out of time.
        """
        request = json.dumps({"tool": tool, "arguments": dict(arguments), "memory": self.budget.memory})
        command = [sys.executable, "-P", "-c", _WORKER]
        process = await anyio.open_process(command, cwd=self.roots[0], env=None)
        try:
            with anyio.move_on_after(self.budget.seconds):
                return await _answered(process, request, report)
        finally:
            with anyio.CancelScope(shield=True):
                if process.returncode is None:
                    process.kill()
                await process.aclose()
        raise RequestError(f"{tool} took more than {self.budget.seconds:g} s: give smaller inputs, or a larger budget")


async def _answered(process: Process, request: str, report: Report) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    said: list[str] = []
    result: dict[str, Any] | None = None
    async with anyio.create_task_group() as group:
        group.start_soon(_listen, process, said)
        await process.stdin.send(request.encode())
        await process.stdin.aclose()
        rest = ""
        async for text in TextReceiveStream(process.stdout):
            *lines, rest = (rest + text).split("\n")
            for line in lines:
                answer = json.loads(line)
                if "progress" in answer:
                    what, done = answer["progress"]
                    await report(float(done), 1.0, str(what))
                else:
                    result = answer
        await process.wait()
    if result is None:
        raise RequestError(
            f"the worker ended with code {process.returncode}: {' '.join(''.join(said).split())[-_TAIL:]}"
        )
    if "error" in result:
        raise RequestError(str(result["error"]))
    return dict(result["result"])


async def _listen(process: Process, said: list[str]) -> None:
    """Keep what the nets print from filling the pipe; its end tells why a worker died."""
    assert process.stderr is not None
    async for text in TextReceiveStream(process.stderr, errors="replace"):
        said[:] = [("".join(said) + text)[-10 * _TAIL :]]
