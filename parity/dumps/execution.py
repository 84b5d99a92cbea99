"""A recorded execution: its calls in order, with arguments, tensors and lines; read from a dump or recorded live."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

import torch

Phase = Literal["forward", "backward", "parameters_grad", "debug"]
Kind = Literal["module", "api", "debug"]

_BLOCK = 1 << 20


class Figures(NamedTuple):
    """What msprobe keeps of every tensor; None where there is no such number (booleans, empty tensors)."""

    max: float | None
    min: float | None
    mean: float | None
    norm: float | None

    @property
    def finite(self) -> bool:
        """Tell whether every figure is a finite number, and so every element."""
        return all(value is None or math.isfinite(value) for value in self)


class Frame(NamedTuple):
    """One line of a stack: `text` is the source that stood there."""

    file: str
    line: int
    function: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Stored:
    """One tensor of an execution.

    Args:
        dtype (str): as torch names it, ``"float32"``.
        shape (tuple[int, ...]): of the tensor.
        figures (Figures | None): greatest, least, mean and L2 norm; None where the dump holds none.
        digest (str): md5, crc32 or xor of its bytes, or "".
        load (Callable): gives the values, None where they were not kept.
        trainable (bool | None): torch's ``requires_grad``, if known.
        source (str): the name of the parameter or buffer that it is, where the execution was live.
        held (torch.Tensor | None): the tensor itself, where the execution was live.
        has_values (bool): whether `values` gives any.
        cut (int | str | None): what the dump says that a rank holds of a tensor of several: the axis along which it is
            cut, or ``"sum"`` where the ranks hold parts of a sum; None where it says nothing, or all of it.
    """

    dtype: str
    shape: tuple[int, ...]
    figures: Figures | None = None
    digest: str = ""
    load: Callable[[], torch.Tensor | None] = lambda: None
    trainable: bool | None = None
    source: str = ""
    held: torch.Tensor | None = None
    has_values: bool = False
    cut: int | str | None = None

    @property
    def numel(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def is_floating(self) -> bool:
        """Tell whether it holds real numbers of floating point."""
        return "float" in self.dtype

    def values(self) -> torch.Tensor | None:
        """Return the values, read from disk where they lie there; None where they were not kept."""
        return self.held if self.held is not None else self.load()


@dataclass(frozen=True, slots=True)
class Entry:
    """One call, or what flowed back through one.

    Args:
        name (str): its key in the dump, ``"Module.conv1.Conv2d.forward.0"``.
        kind (Kind): a module (Cell) or an API.
        family (str): ``"Module"``, ``"Cell"``, ``"Functional"``, ``"Tensor"``, ``"Primitive"``, ``"Mint"`` ...
        path (str): the module's attribute path; of an API the Primitive's attribute or "".
        type (str): class name of the module or Primitive, or the API's name.
        phase (Phase): forward, backward, gradients of parameters, or debug.
        number (int): 0 for the first call.
        args (tuple[object, ...]): positional arguments; backward: gradients of the outputs.
        kwargs (Mapping[str, object]): arguments by name.
        outputs (tuple[object, ...]): results; backward: gradients of the inputs.
        parameters (Mapping[str, Stored]): weights of the module itself, or their gradients.
        parent (str | None): the module around it.
        frames (tuple[Frame, ...]): innermost first.
        micro_step (int | None): Megatron's, of the batches that make one step.
    """

    name: str
    kind: Kind
    family: str
    path: str
    type: str
    phase: Phase
    number: int
    args: tuple[object, ...] = ()
    kwargs: Mapping[str, object] = field(default_factory=dict)
    outputs: tuple[object, ...] = ()
    parameters: Mapping[str, Stored] = field(default_factory=dict)
    parent: str | None = None
    frames: tuple[Frame, ...] = ()
    micro_step: int | None = None

    @property
    def inputs(self) -> list[Stored]:
        """Return the tensors among the arguments, in order."""
        return [*tensors_in(self.args), *tensors_in(self.kwargs)]

    @property
    def results(self) -> list[Stored]:
        """Return the tensors among the outputs, in order."""
        return list(tensors_in(self.outputs))

    @property
    def user_frame(self) -> Frame | None:
        """The innermost line of the user's own code."""
        return next((frame for frame in self.frames if is_users(frame.file)), None)


@dataclass(slots=True)
class Execution:
    """A step of a rank as it was recorded.

    Args:
        name (str): how messages call it.
        folder (Path | None): where it lies; None for a live one.
        framework (str): ``"pytorch"``, ``"mindspore"`` or ``"mindtorch"``.
        level (str): ``"L0"``, ``"L1"``, ``"mix"``, ``"debug"``.
        task (str): ``"tensor"`` or ``"statistics"``, or another of msprobe's.
        entries (list[Entry]): in order of execution.
        step (int | None), rank (str): from its folders.
        notes (list[str]): what of it could not be read, in words.
    """

    name: str
    folder: Path | None = None
    framework: str = ""
    level: str = ""
    task: str = ""
    entries: list[Entry] = field(default_factory=list)
    step: int | None = None
    rank: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def is_torch(self) -> bool:
        """Tell whether its names are torch's."""
        return self.framework in {"pytorch", "mindtorch", "ms2torch"}

    @property
    def writes_torch(self) -> bool:
        """Tell whether its net is written with torch's layers; a Cell run on ms2torch calls torch and is not."""
        return self.is_torch and self.framework != "ms2torch"

    def of_phase(self, phase: Phase) -> list[Entry]:
        """Return the entries of one phase, in order."""
        return [entry for entry in self.entries if entry.phase == phase]


def tensors_in(value: object) -> Iterator[Stored]:
    """Yield the tensors in nested arguments, in order."""
    if isinstance(value, Stored):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from tensors_in(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from tensors_in(item)


_NOT_USERS = ("/site-packages/", "/dist-packages/", "/lib/python3", "/lib/python/", "\\site-packages\\", "\\lib\\")


@functools.lru_cache(maxsize=4096)
def is_users(file: str) -> bool:
    """Tell whether a file of a stack is the user's: neither installed nor Python's own."""
    return not file.startswith("<") and not any(part in file for part in _NOT_USERS)


def figures_of(tensor: torch.Tensor) -> Figures:
    """Return the figures of a tensor as msprobe computes them; blockwise, so that no copy of it is made."""
    if tensor.dtype == torch.bool:
        return Figures(float(tensor.any()), float(tensor.all()), None, None) if tensor.numel() else _NONE
    if not tensor.numel() or tensor.is_complex():
        return _NONE
    flat = tensor.detach().reshape(-1)
    greatest, least, total, square = -math.inf, math.inf, 0.0, 0.0
    for start in range(0, flat.numel(), _BLOCK):
        part = flat[start : start + _BLOCK].double()
        if not bool(part.isfinite().all()):
            return _whole(flat)
        greatest, least = max(greatest, float(part.max())), min(least, float(part.min()))
        total, square = total + float(part.sum()), square + float((part * part).sum())
    return Figures(greatest, least, total / flat.numel(), math.sqrt(square))


_NONE = Figures(None, None, None, None)


def _whole(flat: torch.Tensor) -> Figures:
    wide = flat.double()
    return Figures(float(wide.max()), float(wide.min()), float(wide.mean()), float(wide.norm()))


def held(tensor: torch.Tensor, source: str = "") -> Stored:
    """Return a tensor of a live execution.

    Args:
        tensor (torch.Tensor): a copy that nobody changes.
        source (str): the parameter or buffer that it is. Default: ``""``.
    """
    return Stored(
        dtype=str(tensor.dtype).removeprefix("torch."),
        shape=tuple(tensor.shape),
        figures=figures_of(tensor),
        trainable=tensor.requires_grad,
        source=source,
        held=tensor.detach(),
        has_values=True,
    )
