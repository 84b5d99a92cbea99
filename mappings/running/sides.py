"""The two sides of a case: torch, and whatever has MindSpore's API. The frameworks are passed in."""

from __future__ import annotations

import atexit
import importlib
import math
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias

from mappings.lines.expressions import evaluate
from mappings.rows.model import Weight
from mappings.rows.names import match_weight
from mappings.running.inputs import Input, make_array

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"


@dataclass(frozen=True, slots=True)
class Gradients:
    """What a gradient run gives: by input name, then by torch weight name."""

    inputs: dict[str, Array]
    weights: dict[str, Array]


def flatten(value: Any) -> list[Any]:
    """Return the leaves of nested tuples, lists and dicts (by sorted keys) in order."""
    if isinstance(value, dict):
        return [leaf for key in sorted(value) for leaf in flatten(value[key])]
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in flatten(item)]
    return [value]


@cache
def _folder() -> str:
    """Return a folder of this process for the cases that write files; it goes with the process."""
    folder = tempfile.TemporaryDirectory(prefix="mappings-")
    atexit.register(folder.cleanup)
    return folder.name


@cache
def torchvision() -> Any:
    """Return torchvision, or None where it is not installed: its cases are then skipped."""
    try:
        return importlib.import_module("torchvision")
    except ImportError:
        return None


class TorchSide:
    """Run expressions on torch."""

    def __init__(self, torch: Any) -> None:
        self.torch = torch

    def namespace(self) -> dict[str, object]:
        """Return the names that torch expressions may use."""
        import numpy as np

        torch = self.torch
        names = {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "np": np, "math": math}
        return {**names, "torchvision": torchvision(), "folder": _folder()}

    def tensors(self, inputs: Sequence[Input], step: int = 0) -> dict[str, Any]:
        """Return the input tensors by name."""
        return {spec.name: self.torch.from_numpy(make_array(spec, step).copy()) for spec in inputs}

    def build(self, text: str, tensors: dict[str, Any]) -> Any:
        """Return the expression's value: a module, or an output."""
        self.torch.manual_seed(1234)
        return evaluate(text, {**self.namespace(), **tensors})

    def is_module(self, value: object) -> bool:
        """Return whether `value` is a layer, still to be called with the inputs."""
        return isinstance(value, self.torch.nn.Module)

    def is_function(self, value: object) -> bool:
        """Return whether `value` is a function of Python, still to be called with the inputs."""
        return isinstance(value, FunctionType)

    def array(self, tensor: Any) -> Any:
        """Return one output as a numpy array (a number, bool or None stays)."""
        return tensor.detach().cpu().numpy().copy() if isinstance(tensor, self.torch.Tensor) else tensor

    def arrays(self, value: Any) -> list[Any]:
        """Return all outputs as arrays."""
        return [self.array(leaf) for leaf in flatten(value)]

    def weights(self, module: Any) -> dict[str, Array]:
        """Return parameters and buffers by name."""
        return {name: self.array(tensor) for name, tensor in module.state_dict(keep_vars=True).items()}

    def randomise(self, module: Any) -> None:
        """Give every floating parameter and buffer other values, so that no swap or omission goes unseen."""
        torch = self.torch
        generator = torch.Generator().manual_seed(7)
        with torch.no_grad():
            for name, tensor in module.state_dict(keep_vars=True).items():
                if tensor.is_floating_point():
                    noise = torch.rand(tensor.shape, generator=generator, dtype=tensor.dtype)
                    tensor.copy_(noise + 0.5 if "var" in name else tensor + 0.2 * (noise - 0.5))

    def gradients(self, run: Callable[[dict[str, Any]], Any], tensors: dict[str, Any], module: Any) -> Gradients:
        """Return the gradients of a fixed weighted sum of the outputs."""
        torch = self.torch
        leaves = {name: t.requires_grad_() for name, t in tensors.items() if t.is_floating_point()}
        named = dict(module.named_parameters()) if module is not None else {}
        total = 0.0
        for leaf in flatten(run(tensors)):
            if isinstance(leaf, torch.Tensor) and leaf.is_floating_point():
                total = total + (leaf * torch.from_numpy(cotangent(leaf.shape)).to(leaf.dtype)).sum()
        wanted = [*leaves.values(), *named.values()]
        grads = torch.autograd.grad(total, wanted, allow_unused=True)
        arrays = [self.array(torch.zeros_like(w) if g is None else g) for w, g in zip(wanted, grads, strict=True)]
        return Gradients(
            dict(zip(leaves, arrays[: len(leaves)], strict=True)), dict(zip(named, arrays[len(leaves) :], strict=True))
        )


class MindSporeSide:
    """Run expressions on a module with MindSpore's API."""

    def __init__(self, ms: Any, name: str, modules: Callable[[str], Any]) -> None:
        """`modules` imports a submodule by its MindSpore name, e.g. ``mindspore.common.initializer``."""
        self.ms = ms
        self.name = name
        self.modules = modules

    def namespace(self) -> dict[str, object]:
        """Return the names that MindSpore expressions may use."""
        import numpy as np

        ms = self.ms
        init = self.modules("mindspore.common.initializer")
        found: dict[str, object] = {"ms": ms, "nn": ms.nn, "ops": ms.ops, "mint": ms.mint, "np": np, "math": math}
        return {**found, "init": init, "initializer": init.initializer, "folder": _folder()}

    def resolve(self, name: str) -> Any:
        """Return the object with the public name ``mindspore...``.

        Raises:
            AttributeError: if there is none.
        """
        parts = name.split(".")[1:]
        if parts[:2] == ["common", "initializer"]:
            return getattr(self.modules("mindspore.common.initializer"), parts[2])
        found = self.ms
        for part in parts:
            found = getattr(found, part)
        return found

    def tensors(self, inputs: Sequence[Input], step: int = 0) -> dict[str, Any]:
        """Return the input tensors by name."""
        arrays = {spec.name: make_array(spec, step).astype(spec.theirs or spec.dtype) for spec in inputs}
        return {name: self.ms.Tensor(array.copy()) for name, array in arrays.items()}

    def build(self, text: str, tensors: dict[str, Any]) -> Any:
        """Return the expression's value: a cell, or an output."""
        self.ms.set_seed(1234)
        return evaluate(text, {**self.namespace(), **tensors})

    def is_module(self, value: object) -> bool:
        """Return whether `value` is a cell, still to be called with the inputs."""
        return isinstance(value, self.ms.nn.Cell)

    def is_function(self, value: object) -> bool:
        """Return whether `value` is a function of Python, still to be called with the inputs."""
        return isinstance(value, FunctionType)

    def array(self, tensor: Any) -> Any:
        """Return one output as a numpy array (a number, bool or None stays)."""
        return tensor.asnumpy().copy() if isinstance(tensor, self.ms.Tensor) else tensor

    def arrays(self, value: Any) -> list[Any]:
        """Return all outputs as arrays."""
        return [self.array(leaf) for leaf in flatten(value)]

    def parameter(self, cell: Any, path: str) -> Any:
        """Return the parameter at an attribute path, or None."""
        found = cell
        for part in path.split("."):
            found = found[int(part)] if part.isdigit() else getattr(found, part, None)
            if found is None:
                return None
        return found

    def copy_weights(self, cell: Any, weights: dict[str, Array], table: Sequence[Weight]) -> list[str]:
        """Copy torch's weights in by the row's table; return one line for each unmatched tensor on either side."""
        left: list[str] = []
        taken: set[int] = set()
        for name, array in weights.items():
            try:
                target = match_weight(table, name)
            except KeyError as error:
                left.append(str(error.args[0]))
                continue
            if target is None:
                continue
            path, layout = target
            parameter = self.parameter(cell, path)
            value = layout.apply(array)
            if parameter is None:
                left.append(f"torch weight {name!r}: the cell has no {path!r}")
            elif tuple(parameter.shape) != value.shape:
                left.append(f"weight {name!r}: {value.shape} against {path!r} {tuple(parameter.shape)}")
            else:
                parameter.set_data(self.ms.Tensor(value.copy()))
                taken.add(id(parameter))
        named = [w for w in table if w.mindspore]
        taken |= {id(self.parameter(cell, w.mindspore)) for w in named if w.torch is None and w.mindspore}
        # With affine=False MindSpore's norms keep gamma and beta, frozen at 1 and 0.
        frozen = {id(self.parameter(cell, w.mindspore)) for w in named if w.mindspore}
        for parameter in cell.get_parameters():
            spoken = any(fnmatchcase(parameter.name, w.mindspore or "") for w in named)
            if id(parameter) not in taken and (parameter.requires_grad or not (spoken or id(parameter) in frozen)):
                left.append(f"cell parameter {parameter.name!r} has no torch weight")
        return left

    def gradients(
        self, run: Callable[[dict[str, Any]], Any], tensors: dict[str, Any], cell: Any, paths: dict[str, str]
    ) -> Gradients:
        """Return the gradients of the same weighted sum; `paths` maps torch weight names to attribute paths."""
        ms = self.ms
        names = [name for name, t in tensors.items() if t.dtype in (ms.float16, ms.float32, ms.float64)]
        parameters = {name: self.parameter(cell, path) for name, path in paths.items()}
        parameters = {name: p for name, p in parameters.items() if p is not None}

        def weighted(*values: Any) -> Any:
            total = ms.Tensor(0.0, ms.float32)
            for leaf in flatten(run({**tensors, **dict(zip(names, values, strict=True))})):
                if isinstance(leaf, ms.Tensor) and leaf.dtype in (ms.float16, ms.float32, ms.float64):
                    total = total + (leaf * ms.Tensor(cotangent(leaf.shape))).sum()
            return total

        weights = ms.ParameterTuple(list(parameters.values())) if parameters else None
        positions = tuple(range(len(names))) if names else None
        grads = ms.grad(weighted, positions, weights)(*[tensors[name] for name in names])
        by_input, by_weight = grads if names and parameters else (grads, ()) if names else ((), grads)
        return Gradients(
            dict(zip(names, self.arrays(by_input), strict=True)),
            dict(zip(parameters, self.arrays(by_weight), strict=True)),
        )


def cotangent(shape: Sequence[int]) -> Array:
    """Return the fixed weights by which outputs are summed."""
    import numpy as np

    return np.asarray(np.random.default_rng(99).standard_normal(tuple(shape)), dtype=np.float32)
