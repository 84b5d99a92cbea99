"""Make a sample's inputs and call a name, on any of the frameworks: ms2torch, real MindSpore, torch.

The tests use this with ms2torch and the recorder with real MindSpore, so that both do exactly the same thing.
"""

from __future__ import annotations

import importlib
import inspect
import zlib
from functools import partial
from typing import Any

import numpy as np

from tests.opdb._spec import Named, Op, Sample, TensorSpec

# numpy has no bfloat16: such tensors are made from float32 and cast.
STAND_IN = {"bfloat16": "float32"}


def make_values(spec: TensorSpec, seed: str) -> np.ndarray:
    """The values of `spec`; the same seed gives the same ones under every numpy."""
    dtype = np.dtype(STAND_IN.get(spec.dtype, spec.dtype))
    if spec.values is not None:
        return np.array(spec.values, dtype=dtype).reshape(spec.shape)
    rng = np.random.default_rng(zlib.crc32(f"{seed}|{spec!r}".encode()))
    if spec.distinct:
        count = int(np.prod(spec.shape))
        order = np.argsort(rng.random(count)).reshape(spec.shape)
        low = -(count // 2) if spec.low is None else int(spec.low)
        step = 1 if dtype.kind in "iu" else 0.25
        return ((order + low) * step).astype(dtype)
    if dtype.kind == "b":
        return rng.random(spec.shape) < 0.5
    unit = rng.random(spec.shape)
    if dtype.kind in "iu":
        low = (-5 if dtype.kind == "i" else 0) if spec.low is None else spec.low
        high = 5 if spec.high is None else spec.high
        return np.floor(unit * (high - low + 1) + low).astype(dtype)
    low = -3.0 if spec.low is None else spec.low
    high = 3.0 if spec.high is None else spec.high
    if dtype.kind == "c":
        return ((unit + 1j * rng.random(spec.shape)) * (high - low) + low * (1 + 1j)).astype(dtype)
    return (unit * (high - low) + low).astype(dtype)


class MindSporeLike:
    """Real MindSpore, or ms2torch under its own name."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.ms = importlib.import_module(root)
        self.nn = importlib.import_module(f"{root}.nn")
        self.primitive = importlib.import_module(f"{root}.ops").Primitive

    def resolve(self, name: str) -> Any:
        """The object of a dotted MindSpore name.

        Raises:
            AttributeError: if the framework does not have it.
        """
        return resolve(self.root + name.removeprefix("mindspore"))

    def tensor(self, spec: TensorSpec, data: np.ndarray) -> Any:
        """A Tensor, Parameter or array of `data`."""
        if spec.container == "array":
            return data
        made = self.ms.Tensor(data)
        if spec.dtype in STAND_IN:
            made = made.astype(getattr(self.ms, spec.dtype))
        return self.ms.Parameter(made, name="p") if spec.container == "parameter" else made

    def run(self, op: Op, name: str, one: Sample) -> Any:
        """Call `name` with the sample; what it returns, with what it changed where that counts."""
        maker = InputMaker(self, op)
        init_args, init_kwargs = maker.make_all(one.init_args, one.init_kwargs)
        args, kwargs = maker.make_all(one.args, one.kwargs)
        target, buffers = self._target(name, one, init_args, init_kwargs)
        result = target(*args, **kwargs)
        if buffers is not None:
            result = (result, {p.name: p for p in buffers.get_parameters() if not p.requires_grad})
        if op.written:
            return [each for each in args if isinstance(each, self.ms.Parameter)]
        return (result, args[0]) if op.mutates else result

    def _target(self, name: str, one: Sample, init_args: list[Any], init_kwargs: dict[str, Any]) -> tuple[Any, Any]:
        """What to call, and the Cell whose buffers count."""
        if name.startswith("mindspore.Tensor."):
            self.resolve(name)
            return MethodCall(name.rpartition(".")[2]), None
        target = self.resolve(name)
        if not (inspect.isclass(target) and issubclass(target, (self.nn.Cell, self.primitive))):
            return target, None
        built = target(*init_args, **init_kwargs)
        if isinstance(built, self.nn.Cell):
            self.fill_parameters(built)
            built.set_train(one.training)
        return built, built if one.training else None

    def fill_parameters(self, cell: Any) -> None:
        """Give each floating parameter values that follow from its path and shape; variances are positive."""
        for path, p in cell.parameters_and_names():
            kind = str(p.dtype).lower()
            if "float" not in kind:
                continue
            low, high = (0.5, 1.5) if "var" in path else (-0.5, 0.5)
            spec = TensorSpec(tuple(p.shape), kind, low, high)
            p.set_data(MindSporeLike.tensor(self, spec, make_values(spec, path)))


class TorchItself:
    """torch and formulas in torch, where MindSpore's CPU kernel contradicts the documentation or is missing."""

    def resolve(self, name: str) -> Any:
        """The object of a dotted torch name; a dtype of MindSpore becomes torch's."""
        return resolve(name.replace("mindspore.", "torch.", 1))

    def tensor(self, spec: TensorSpec, data: np.ndarray) -> Any:
        """A torch tensor of `data`."""
        import torch

        return torch.from_numpy(np.array(data)).to(getattr(torch, spec.dtype))

    def run(self, op: Op, name: str, one: Sample) -> Any:
        """Call the torch function, or build the Module and call it, with the sample."""
        import torch

        maker = InputMaker(self, op)
        init_args, init_kwargs = maker.make_all(one.init_args, one.init_kwargs)
        args, kwargs = maker.make_all(one.args, one.kwargs)
        target = self.resolve(name)
        if inspect.isclass(target) and issubclass(target, torch.nn.Module):
            target = target(*init_args, **init_kwargs).train(one.training)
            self.fill_parameters(target)
        else:
            target = partial(target, *init_args, **init_kwargs)
        result = target(*args, **kwargs)
        return (result, args[0]) if op.mutates else result

    def fill_parameters(self, module: Any) -> None:
        """Give each parameter the values that MindSporeLike gives the one of that path and shape."""
        import torch

        for path, p in (*module.named_parameters(), *module.named_buffers()):
            if not p.is_floating_point():
                continue
            low, high = (0.5, 1.5) if "var" in path else (-0.5, 0.5)
            spec = TensorSpec(tuple(p.shape), str(p.dtype).removeprefix("torch."), low, high)
            with torch.no_grad():
                p.copy_(self.tensor(spec, make_values(spec, path)))


class MethodCall:
    """Call a method of the first argument, or read a property of it."""

    def __init__(self, method: str) -> None:
        self.method = method

    def __call__(self, first: Any, *args: Any, **kwargs: Any) -> Any:
        """Call it."""
        found = getattr(first, self.method)
        is_property = not callable(inspect.getattr_static(type(first), self.method))
        return found if is_property and not args and not kwargs else found(*args, **kwargs)


class InputMaker:
    """Turn the specs of one sample into values, each with a seed of its own."""

    def __init__(self, framework: Any, op: Op) -> None:
        self.framework = framework
        self.seed = op.name
        self.made = 0

    def make_all(self, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> tuple[list[Any], dict[str, Any]]:
        """Positional and keyword arguments, in order."""
        return [self.make(value) for value in args], {key: self.make(value) for key, value in kwargs}

    def make(self, value: Any) -> Any:
        """A value for one argument."""
        if isinstance(value, TensorSpec):
            self.made += 1
            return self.framework.tensor(value, make_values(value, f"{self.seed}|{self.made}"))
        if isinstance(value, Named):
            found = self.framework.resolve(value.name)
            if not value.called:
                return found
            args, kwargs = self.make_all(value.args, value.kwargs)
            return found(*args, **kwargs)
        if isinstance(value, (list, tuple)):
            return type(value)(map(self.make, value))
        return value


def resolve(path: str) -> Any:
    """The object at a dotted path: the longest importable prefix, then attributes.

    Raises:
        AttributeError: if there is no such object.
    """
    parts = path.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found
    raise AttributeError(path)
