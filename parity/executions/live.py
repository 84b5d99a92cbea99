"""A net run once, recorded as a dump records it: modules, the calls of torch inside them, their tensors and lines."""

from __future__ import annotations

import functools
import linecache
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode, resolve_name

from mappings.rows.model import Opaque
from parity.code.errors import CannotCompare
from parity.code.faults import raise_own
from parity.code.places import at_fault, is_framework
from parity.dumps.execution import Entry, Execution, Frame, held
from parity.nets.base import Subject
from parity.nets.inputs import Input
from parity.nets.loading import seed_everything

_FAMILIES = (("torch.nn.functional.", "Functional"), ("torch.Tensor.", "Tensor"), ("torch.", "Torch"))
_QUIET = frozenset(
    {
        "size", "dim", "numel", "stride", "is_contiguous", "type", "item", "tolist", "requires_grad_", "detach",
        "is_floating_point", "is_complex", "data_ptr", "storage_offset", "element_size", "__len__", "__bool__",
        "__repr__", "__format__", "__iter__", "__hash__", "register_hook", "numpy", "get_device", "ndimension",
        "nelement",
        "__setitem__", "__int__", "__float__", "__index__", "backward", "broadcast_shapes", "is_tensor", "__dlpack__",
    }
)  # fmt: skip
"""What asks a tensor for something and computes none."""


class LiveRecorder:
    """Records runs of one net.

    Args:
        subject (Subject): the net.
    """

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self._names = {id(weight.tensor): weight.name for weight in subject.weights}

    def run(self, inputs: Sequence[torch.Tensor], seed: int) -> Execution:
        """Run the net and return what it did.

        Args:
            inputs (Sequence[torch.Tensor]): what it is given, in order.
            seed (int): seeds what it draws.

        Raises:
            CannotCompare: if it raises on these inputs.
        """
        execution = Execution(
            self.subject.name,
            framework="pytorch" if self.subject.framework == "torch" else "ms2torch",
            level="mix",
            task="tensor",
        )
        given = tuple(Input("", tensor, "dump") for tensor in inputs)
        noting = _Noting(execution, self._names, self.subject)
        seed_everything(seed)
        try:
            with torch.no_grad(), noting.modules(), noting:
                self.subject.call(given, [tensor.clone() for tensor in inputs], self.subject.parameter_names())
        except Exception as error:
            raise_own(error)
            shapes = ", ".join(str(list(tensor.shape)) for tensor in inputs)
            raise CannotCompare(
                f"{self.subject.role} {self.subject.name} raises on the dump's inputs {shapes}: {at_fault(error)} (if "
                "these are not its inputs, give --input)"
            ) from error
        return execution


class _Noting(TorchFunctionMode):
    """Writes down every call of torch and of every module."""

    def __init__(self, execution: Execution, names: Mapping[int, str], subject: Subject) -> None:
        super().__init__()
        self._execution = execution
        self._names = names
        self._subject = subject
        self._stack: list[str] = []
        self._counts: dict[str, int] = {}

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run a call and note it."""
        del types
        given = kwargs or {}
        named = _name_of(func)
        if named is None:
            return func(*args, **given)
        family, name = named
        before = (self._stored(list(args)), self._stored(given))
        result = func(*args, **given)
        outputs = self._stored([result] if not isinstance(result, (tuple, list)) else list(result))
        number = self._number(f"{family}.{name}")
        self._execution.entries.append(
            Entry(
                f"{family}.{name}.{number}.forward",
                "api",
                family,
                "",
                name,
                "forward",
                number,
                tuple(before[0]),
                before[1],
                tuple(outputs),
                parent=self._stack[-1] if self._stack else None,
                frames=_frames(sys._getframe(1)),
            )
        )
        return result

    def _number(self, name: str) -> int:
        number = self._counts.get(name, 0)
        self._counts[name] = number + 1
        return number

    def _stored(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
            return [self._stored(item) for item in value] if not isinstance(value, torch.Size) else tuple(value)
        if isinstance(value, (list, tuple)):
            return [self._stored(item) for item in value]
        if isinstance(value, dict):
            return {str(key): self._stored(item) for key, item in value.items()}
        tensor = self._subject.tensor_of(value)
        if tensor is not None:
            with torch._C.DisableTorchFunction():
                return held(tensor.detach().clone(), self._names.get(id(tensor), ""))
        if isinstance(value, (bool, int, float, str, type(None))):
            return value
        return Opaque(repr(value))

    @contextmanager
    def modules(self) -> Iterator[None]:
        """Note the calls of modules too, within the block."""
        handles: list[Any] = []
        for path, module in self._subject.net.named_modules():
            if not path:
                continue
            handles.append(module.register_forward_pre_hook(functools.partial(self._enter, path), with_kwargs=True))
            handles.append(module.register_forward_hook(functools.partial(self._leave, path), with_kwargs=True))
        try:
            yield
        finally:
            for handle in handles:
                handle.remove()

    def _enter(self, path: str, module: torch.nn.Module, args: Any, kwargs: Any) -> None:
        family = "Module" if self._subject.api_of(type(module)) is None else self._family(module)
        number = self._number(f"{family}.{path}")
        self._stack.append(f"{family}.{path}.{type(module).__name__}.forward.{number}")
        self._given = getattr(self, "_given", [])
        with torch._C.DisableTorchFunction():
            self._given.append(
                (self._stored(list(args)), self._stored(kwargs), self._stack[-2] if len(self._stack) > 1 else None)
            )

    def _family(self, module: torch.nn.Module) -> str:
        return "Cell" if self._subject.method_of(module) == "construct" else "Module"

    def _leave(self, path: str, module: torch.nn.Module, args: Any, kwargs: Any, result: Any) -> None:
        del args, kwargs
        name = self._stack.pop()
        given, named, parent = self._given.pop()
        with torch._C.DisableTorchFunction():
            weights = {
                key: held(tensor.detach().clone(), self._names.get(id(tensor), f"{path}.{key}"))
                for key, tensor in module._parameters.items()
                if tensor is not None
            }
            outputs = self._stored([result] if not isinstance(result, (tuple, list)) else list(result))
        parts = name.split(".")
        self._execution.entries.append(
            Entry(
                name,
                "module",
                parts[0],
                path,
                type(module).__name__,
                "forward",
                int(parts[-1]),
                tuple(given),
                named,
                tuple(outputs),
                weights,
                parent,
                _frames(sys._getframe(1)),
            )
        )


@functools.lru_cache(maxsize=4096)
def _resolved(func: Any) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        name = resolve_name(func)
    return None if name is None else str(name)


def _name_of(func: Any) -> tuple[str, str] | None:
    """Return family and name of a call as a dump spells them; None of what is not to be noted."""
    try:
        full = _resolved(func)
    except TypeError:
        return None
    if full is None or full.endswith((".__get__", ".__set__", ".__delete__")):
        return None
    for prefix, family in _FAMILIES:
        if full.startswith(prefix):
            name = full[len(prefix) :]
            return None if "." in name or name in _QUIET else (family, name)
    return None


_DEPTH = 12


def _frames(frame: FrameType | None) -> tuple[Frame, ...]:
    """Return the lines of the user's that are running, innermost first."""
    found: list[Frame] = []
    while frame is not None and len(found) < _DEPTH:
        file = frame.f_code.co_filename
        if not is_framework(file) and not file.startswith("<") and not _installed(file):
            text = linecache.getline(file, frame.f_lineno).strip()
            found.append(Frame(file, frame.f_lineno, frame.f_code.co_name, text))
        frame = frame.f_back
    return tuple(found)


_PREFIXES = tuple({os.path.realpath(path) + os.sep for path in (sys.prefix, sys.base_prefix)})


@functools.lru_cache(maxsize=1024)
def _installed(file: str) -> bool:
    return os.path.realpath(file).startswith(_PREFIXES) or "site-packages" in file or Path(file).name == "ms2torch"
