"""What a family file is written with: ops, samples and inputs, as plain data that knows no framework.

    OPS = [
        Op("mindspore.ops.abs", [sample(t(3, 4)), sample(t(2, dtype="int32"))], also=["mindspore.Tensor.abs"]),
        Op("mindspore.ops.ReduceSum", [sample(t(2, 3), (1,)).init(keep_dims=True)]),
        Op("mindspore.nn.Conv2d", [sample(t(1, 3, 8, 8)).init(3, 6, 3, pad_mode="pad", padding=1)]),
    ]

docs/testing.md tells the rest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

SHORT_DTYPES = {
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "c64",
    "complex128": "c128",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "u8",
    "uint16": "u16",
    "uint32": "u32",
    "uint64": "u64",
    "bool": "bool",
}


# ----------------------------------------------------------------------------------------------------- inputs
@dataclass(frozen=True)
class TensorSpec:
    """A tensor to be made: random in [low, high), or from explicit values."""

    shape: tuple[int, ...]
    dtype: str = "float32"
    low: float | None = None
    high: float | None = None
    distinct: bool = False
    values: Any = None
    container: str = "tensor"  # or "array" (numpy), "parameter"

    def __str__(self) -> str:
        dims = ",".join(map(str, self.shape))
        held = {"tensor": "", "array": "np:", "parameter": "param:"}[self.container]
        bounds = "" if self.low is None and self.high is None else f" {self.low}..{self.high}"
        shown = "" if self.values is None else f"={self.values}"[:40]
        return f"{held}{SHORT_DTYPES[self.dtype]}[{dims}]{shown}{bounds}"


@dataclass(frozen=True)
class Named:
    """Something of the framework under test, by its dotted MindSpore name; with `called`, what calling it gives."""

    name: str
    called: bool = False
    args: tuple[Any, ...] = ()
    kwargs: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        short = self.name.rpartition(".")[2]
        return f"{short}({_arguments(self.args, self.kwargs)})" if self.called else short


def t(
    *shape: int, dtype: str = "float32", low: float | None = None, high: float | None = None, distinct: bool = False
) -> TensorSpec:
    """A random tensor. `t()` is 0-d, `t(0, 3)` is empty; floats come from [-3, 3), integers from [-5, 5].

    Args:
        *shape (int): the dimensions.
        dtype (str): any MindSpore dtype. Default: ``"float32"``.
        low (float, optional): the lower bound, for an op with a domain: ``low=0.1`` for log.
        high (float, optional): the upper bound (not included for floats).
        distinct (bool): no two values alike, so that the order is plain. Default: ``False``.
    """
    return TensorSpec(shape, dtype, low, high, distinct)


def values(data: Any, dtype: str = "float32") -> TensorSpec:
    """A tensor of exactly these (nested) values."""
    return TensorSpec(_shape_of(data), dtype, values=_frozen(data))


def array(spec: TensorSpec) -> TensorSpec:
    """The same as a numpy array."""
    return replace(spec, container="array")


def parameter(spec: TensorSpec) -> TensorSpec:
    """The same as a Parameter."""
    return replace(spec, container="parameter")


def named(name: str) -> Named:
    """The object of that MindSpore name in the framework under test, e.g. ``named("mindspore.nn.ReLU")``."""
    return Named(name)


def dtype(name: str) -> Named:
    """The framework's dtype object: ``dtype("int32")``."""
    return Named(f"mindspore.{name}")


def call(name: str, *args: Any, **kwargs: Any) -> Named:
    """What calling that name gives: ``call("mindspore.common.initializer.Normal", 0.1)``."""
    return Named(name, called=True, args=args, kwargs=tuple(kwargs.items()))


# ---------------------------------------------------------------------------------------------------- samples
@dataclass(frozen=True)
class Sample:
    """One call. For a class (Primitive, Cell), `init` says how it is built and the arguments go to the call."""

    args: tuple[Any, ...]
    kwargs: tuple[tuple[str, Any], ...] = ()
    init_args: tuple[Any, ...] = ()
    init_kwargs: tuple[tuple[str, Any], ...] = ()
    training: bool = False
    raises: type[Exception] | None = None
    oracle: str | None = None
    tolerance: float | None = field(default=None, compare=False)
    gradients: bool = field(default=True, compare=False)

    def init(self, *args: Any, **kwargs: Any) -> Sample:
        """Give the constructor's arguments."""
        return replace(self, init_args=args, init_kwargs=tuple(kwargs.items()))

    def train(self) -> Sample:
        """Call the Cell in training mode; its buffers (running statistics) are then part of what is compared."""
        return replace(self, training=True)

    def answered_by(self, name: str) -> Sample:
        """Take the expected answer of this sample from another name, as `Op.oracle` does for all of them."""
        return replace(self, oracle=name)

    def tol(self, tolerance: float) -> Sample:
        """Allow this sample another tolerance than its op."""
        return replace(self, tolerance=tolerance)

    def no_grad(self) -> Sample:
        """Leave this sample out of the gradient check, e.g. at a kink."""
        return replace(self, gradients=False)

    def __str__(self) -> str:
        built = _arguments(self.init_args, self.init_kwargs)
        mode = " train" if self.training else ""
        return (f"({built})" if built else "") + f"({_arguments(self.args, self.kwargs)}){mode}"


def sample(*args: Any, **kwargs: Any) -> Sample:
    """A call with these arguments."""
    return Sample(args, tuple(kwargs.items()))


def error_sample(*args: Any, raises: type[Exception], **kwargs: Any) -> Sample:
    """A call that MindSpore refuses with `raises` (TypeError, ValueError ...)."""
    return Sample(args, tuple(kwargs.items()), raises=raises)


# -------------------------------------------------------------------------------------------------------- ops
@dataclass(frozen=True)
class Op:
    """A MindSpore name and the calls it is tested with.

    Args:
        name (str): the public name: a function, a Tensor method or property, a Primitive or a Cell.
        samples (list[Sample]): what is called, and compared with what MindSpore answered.
        errors (list[Sample]): what is refused.
        also (list[str]): further names of the same op. Each runs all samples and is recorded on its own; a Tensor
            method runs those whose first argument is a tensor.
        like (list[str]): further names whose documentation says the same and which MindSpore cannot run on a CPU
            (much of mint). Each runs all samples against what `name` answered.
        oracle (str, optional): another name that gives the expected answer, where the CPU kernel of `name` contradicts
            its own documentation: a MindSpore name, or one of torch (called with the same arguments).
        tol (float, optional): relative and absolute tolerance. Default: by dtype, see `_answers.py`.
        grad (bool): check gradients in float64. Default: ``True``.
        constant (tuple[int]): which of the floating tensors, counted from 0, get zeros for a gradient, as in MindSpore.
            Default: ``()``.
        mutates (bool): the op writes into its first argument, which is compared too. Default: ``False``.
        written (bool): compare the Parameters among the arguments, and not what the op returns, where MindSpore's CPU
            kernel leaves that unwritten. Default: ``False``.
        random (bool): the values are random: compare structure, dtype and shape only. Default: ``False``.
    """

    name: str
    samples: list[Sample]
    errors: list[Sample] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    like: list[str] = field(default_factory=list)
    oracle: str | None = None
    tol: float | None = None
    grad: bool = True
    constant: tuple[int, ...] = ()
    mutates: bool = False
    written: bool = False
    random: bool = False

    @property
    def names(self) -> list[str]:
        """Every name that is tested."""
        return [self.name, *self.also, *self.like]

    def samples_for(self, name: str) -> list[Sample]:
        """The samples that suit `name`: those for a Tensor method start with a tensor."""
        return _suited(name, self.samples)

    def errors_for(self, name: str) -> list[Sample]:
        """The error samples that suit `name`."""
        return _suited(name, self.errors)

    def source(self, name: str, one: Sample) -> str:
        """The name whose answer is expected of `name`."""
        return one.oracle or self.oracle or self.recorded_under(name)

    def recorded_under(self, name: str) -> str:
        """The name under which the answers for `name` are kept."""
        return self.name if name in self.like else name


def labelled(samples: list[Sample]) -> Iterator[tuple[str, Sample]]:
    """The samples with the labels that messages and known differences use; equal ones are numbered."""
    seen: dict[str, int] = {}
    for one in samples:
        label = str(one)
        seen[label] = seen.get(label, 0) + 1
        yield (label if seen[label] == 1 else f"{label} #{seen[label]}"), one


def sample_key(op: Op, name: str, one: Sample) -> str:
    """Name a recorded answer: it changes with everything that the answer depends on."""
    said: tuple[Any, ...] = (op.name, op.source(name, one), op.mutates, replace(one, tolerance=None, gradients=True))
    if op.written:
        said = (*said, "written")
    return hashlib.sha1(repr(said).encode(), usedforsecurity=False).hexdigest()[:12]


def _suited(name: str, samples: list[Sample]) -> list[Sample]:
    if not name.startswith("mindspore.Tensor."):
        return samples
    return [one for one in samples if one.args and isinstance(one.args[0], TensorSpec)]


def _arguments(args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> str:
    return ", ".join([*map(_show, args), *(f"{key}={_show(value)}" for key, value in kwargs)])


def _show(value: Any) -> str:
    if isinstance(value, (TensorSpec, Named)):
        return str(value)
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(_show, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    return repr(value)


def _shape_of(data: Any) -> tuple[int, ...]:
    if not isinstance(data, (list, tuple)):
        return ()
    return (len(data), *(_shape_of(data[0]) if data else ()))


def _frozen(data: Any) -> Any:
    return tuple(map(_frozen, data)) if isinstance(data, (list, tuple)) else data
