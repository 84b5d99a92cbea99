"""The nets' outputs, one by one."""

from __future__ import annotations

from dataclasses import dataclass

from parity.forward.results import Forward, TensorResult
from parity.report.model import OutputResult, Status


@dataclass(frozen=True, slots=True)
class OutputCheck:
    """The nets' outputs, one by one, and whether all agree."""

    results: tuple[OutputResult, ...]
    tensors: tuple[TensorResult, ...]
    same: bool


def check_outputs(forward: Forward) -> OutputCheck:
    """Compare what the two nets return."""
    root = forward.results.get(("", 0))
    names = [path for path, _ in forward.reference64.outputs]
    tensors = root.outputs if root is not None else []
    results: list[OutputResult] = []
    for index, name in enumerate(names):
        if root is None or not root.ran or index >= min(len(tensors), *root.count):
            results.append(OutputResult(name, "unmatched"))
            continue
        same = forward.tensor_same(tensors[index])
        status: Status = "same" if same else "introduced"
        results.append(OutputResult(name, status, forward.errors(tensors[index])))
    if root is not None and root.ran:
        results += [OutputResult(f"output[{i}]", "unmatched") for i in range(root.count[0], root.count[1])]
    same = bool(results) and all(entry.status == "same" for entry in results)
    return OutputCheck(tuple(results), tuple(tensors), same)
