"""The tools of the server, each a typed function; what they run, they run in processes of their own."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from cli.main import version_of
from cli.serving.answers import PAGE, Certificate, Comparison, Finding, Looked, comparison_of, findings_of
from cli.serving.mending import Loop, certificate
from cli.serving.requests import Budget, RequestError, Runner

_INSTRUCTIONS = """\
Tells whether a torch net and its MindSpore port (a Cell; MindSpore itself is not needed) are the same network, and if
not, which line is wrong and what to write. Start with `port` to convert torch source, or write the port by hand with
`api` for each name; then `compare` both with inputs such as float32[2,3,32,32]; apply the edits that its errors carry
and compare again, or let `mend` do so. Only the verdict "same" means that the nets agree. Nets are named file.py:Name
or file.py:make(num_classes=10), inputs DTYPE[SHAPE], int64[2,16]<1000, or a .npy file.
"""
_Given = TypeVar("_Given")
_Found = TypeVar("_Found")
_KEPT = 16
"""Reports kept for `findings`, the newest."""


class Server:
    """The tools over one set of folders.

    Args:
        roots (tuple[Path, ...]): the folders that files may lie in.
        budget (Budget): of each request.
    """

    def __init__(self, roots: tuple[Path, ...], budget: Budget) -> None:
        self._run = Runner(roots, budget)
        self._reports: dict[str, list[Finding]] = {}
        self._numbers = itertools.count(1)

    def made(self) -> MCPServer[Any]:
        """Return the server with its tools."""
        server: MCPServer[Any] = MCPServer(
            "ms2torch", instructions=_INSTRUCTIONS, version=version_of("ms2torch"), log_level="WARNING"
        )
        for tool in (
            self.compare, self.findings, self.mend, self.port, self.scan, self.api, self.rule, self.weights,
            self.dump,
        ):  # fmt: skip
            server.tool()(tool)
        return server

    async def compare(
        self,
        ctx: Context[Any, Any],
        reference: str,
        port: str,
        inputs: list[str],
        mode: Literal["eval", "train"] = "eval",
        grad: bool = False,
        steps: int = 0,
        thorough: bool = False,
        dtype: Literal["float32", "float16", "bfloat16"] = "float32",
    ) -> Comparison:
        """Compare two nets layer by layer: the verdict, and for each cause the line and the edit that mends it.

        `reference` is the net taken as right, `port` the net under test; either may be a folder that `ms2torch record`
        wrote. `grad` compares gradients, `steps` training steps, `thorough` other batches, sizes and values too.
        """
        options = {"mode": mode, "grad": grad, "steps": steps, "thorough": thorough, "dtype": dtype}
        return (await self._compared(ctx, reference, port, inputs, options))[0]

    async def findings(self, report: str, page: int = 1) -> list[Finding]:
        """Return further findings of a comparison: the pages of what `compare` named as `report`, from 1."""
        if report not in self._reports:
            raise ToolError(f"there is no report {report!r}: compare again, the last {_KEPT} are kept")
        return self._reports[report][(page - 1) * PAGE : page * PAGE]

    async def mend(
        self,
        ctx: Context[Any, Any],
        reference: str,
        port: str,
        inputs: list[str],
        rounds: int = 5,
        keep: bool = False,
        grad: bool = False,
        steps: int = 0,
        mode: Literal["eval", "train"] = "eval",
    ) -> Certificate:
        """Compare, write the edits into the port's files, and compare again, until SAME or `rounds` are used up.

        Returns a certificate: the last verdict, every edit, the digests of the files. Where the nets do not become the
        same the files are put back, unless `keep`. The reference's file is never changed.
        """
        options = {"mode": mode, "grad": grad, "steps": steps}

        async def compared() -> tuple[Comparison, list[Finding]]:
            return await self._compared(ctx, reference, port, inputs, options)

        asked = {"reference": reference, "port": port, "inputs": inputs, "options": options}
        outcome = await Loop(compared, self._changeable(reference), rounds).run()
        files = self._files(reference, port)
        versions = {package: version_of(package) for package in ("ms2torch", "torch")}
        return certificate(outcome, asked, files, versions, keep=keep)

    async def port(
        self,
        ctx: Context[Any, Any],
        path: str,
        output: str,
        to: Literal["mindspore", "torch"] = "mindspore",
        nets: list[str] | None = None,
        inputs: list[str] | None = None,
    ) -> dict[str, Any]:
        """Convert torch source to MindSpore (or back with `to`), write it to `output`, and prove the nets named.

        What cannot be converted stays under a comment that says why. `nets` such as ["Net(10)"] or ["auto"] with
        `inputs` are compared with their originals: outputs, gradients and a training step.
        """
        arguments = {
            "path": str(self._path(path)), "output": str(self._path(output)), "to": to, "nets": nets or [],
            "inputs": self._inputs(inputs or []),
        }  # fmt: skip
        return await self._request(ctx, "port", arguments)

    async def scan(self, ctx: Context[Any, Any], paths: list[str]) -> dict[str, Any]:
        """Say what to change when source files are ported, from the sources alone: nothing of them is executed."""
        return await self._request(ctx, "scan", {"paths": [str(self._path(path)) for path in paths]})

    async def api(self, ctx: Context[Any, Any], name: str) -> dict[str, Any]:
        """Show what a name of torch or MindSpore is in the other framework: arguments, weights, differences."""
        return await self._request(ctx, "api", {"name": name})

    async def rule(self, ctx: Context[Any, Any], code: str = "") -> dict[str, Any]:
        """Explain the rule that a finding names; without `code`, list all."""
        return await self._request(ctx, "rule", {"code": code})

    async def weights(
        self,
        ctx: Context[Any, Any],
        source: str,
        output: str,
        reference: str = "",
        port: str = "",
        inputs: list[str] | None = None,
        to: Literal["", "torch", "mindspore"] = "",
    ) -> dict[str, Any]:
        """Convert a file of weights (.pth, .safetensors, .ckpt, a folder of shards); every tensor is accounted for.

        With both nets and inputs, running them tells which weight is which; else the names do.
        """
        arguments = {
            "source": str(self._path(source)), "output": str(self._path(output)), "to": to,
            "reference": self._target(reference) if reference else None,
            "port": self._target(port) if port else None, "inputs": self._inputs(inputs or []),
        }  # fmt: skip
        return await self._request(ctx, "weights", arguments)

    async def dump(
        self,
        ctx: Context[Any, Any],
        look: Literal["first-nan", "precheck", "ranks", "determinism"],
        target: str,
        other: str = "",
        inputs: list[str] | None = None,
        source: str = "",
    ) -> Looked:
        """Look into a dump of msprobe's, a trace, or (first-nan, precheck) a net with its inputs.

        first-nan: the first call that makes NaN or infinity of finite inputs, and why. precheck: every call run again
        by itself and judged by its own rounding. ranks: where ranks disagree that must not. determinism: the first
        call where equal inputs give unequal outputs, of `target` and `other`. `source` is where the sources of a
        dump's stacks lie. To compare a dump with a net or another dump, give it to `compare`.
        """
        arguments = {
            "look": look, "target": self._target(target), "other": self._target(other) if other else "",
            "inputs": self._inputs(inputs or []), "source": str(self._path(source or ".")),
        }  # fmt: skip
        return Looked(**await self._request(ctx, "dump", arguments))

    async def _compared(
        self, ctx: Context[Any, Any], reference: str, port: str, inputs: list[str], options: dict[str, Any]
    ) -> tuple[Comparison, list[Finding]]:
        arguments = {
            "reference": self._target(reference), "port": self._target(port), "inputs": self._inputs(inputs),
            "options": options,
        }  # fmt: skip
        answer = await self._request(ctx, "compare", arguments)
        edits = [self._within(edit) for edit in answer["edits"]]
        name = f"report-{next(self._numbers)}"
        self._reports[name] = findings_of(answer["report"], edits)
        for old in list(self._reports)[:-_KEPT]:
            del self._reports[old]
        return comparison_of(answer["report"], edits, name), self._reports[name]

    def _changeable(self, reference: str) -> Callable[[Path], bool]:
        """Return what tells whether a file may be changed: one below the roots that is not the reference's."""
        own = self._files(reference)

        def may_change(path: Path) -> bool:
            return path not in own and any(path.is_relative_to(root) for root in self._run.roots)

        return may_change

    def _files(self, *targets: str) -> tuple[Path, ...]:
        """Return the files that targets name."""
        found = [_target_file(_asked(self._run.target, text)) for text in targets]
        return tuple(path.resolve() for path in found if path is not None)

    def _within(self, edit: dict[str, Any] | None) -> dict[str, Any] | None:
        """Return an edit of a file below the roots with its whole path; None of any other."""
        if edit is None:
            return None
        path = (self._run.roots[0] / edit["file"]).resolve()
        return {**edit, "file": str(path)} if any(path.is_relative_to(root) for root in self._run.roots) else None

    async def _request(self, ctx: Context[Any, Any], tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            return await self._run.run(tool, arguments, _reporting(ctx))
        except RequestError as error:
            raise ToolError(str(error)) from error

    def _path(self, text: str) -> Path:
        return _asked(self._run.path, text)

    def _target(self, text: str) -> str:
        return _asked(self._run.target, text)

    def _inputs(self, given: list[str]) -> list[str]:
        return _asked(self._run.inputs, given)


def _asked(read: Callable[[_Given], _Found], given: _Given) -> _Found:
    """Read what a client wrote; what is wrong with it is the tool's error."""
    try:
        return read(given)
    except RequestError as error:
        raise ToolError(str(error)) from error


def _target_file(target: str) -> Path | None:
    from parity.code.targets import read_target

    return None if Path(target).is_dir() else read_target(target).file


def _reporting(ctx: Context[Any, Any]) -> Callable[[float, float, str], Awaitable[None]]:
    async def report(done: float, total: float, what: str) -> None:
        await ctx.report_progress(done, total, what)

    return report
