"""Creation and random functions of `mindspore.mint`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import Number, unwrap, wrap
from ms2torch._core.convert import int_arg, operand, shape_arg
from ms2torch._core.device import current_device
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError, op_error, require_default, translated

_SEED = "seed with `mindspore.set_seed` and leave it out"
_DEVICE = "set the device with `mindspore.set_device` and leave it out"


_COUNTING = frozenset(
    (torch.int32, torch.int64, torch.float16, torch.float32, torch.float64, torch.bfloat16)
)  # the types of mint.arange


def _kind(dtype: Type | None) -> torch.dtype:
    return torch.float32 if dtype is None else given_type(dtype)


def _shape(size: tuple[Any, ...]) -> tuple[int, ...]:
    """Return a shape given as one tuple or as several ints."""
    return shape_arg(size[0] if len(size) == 1 else size)


@translated
def zeros(size: int | tuple[int, ...] | Tensor, *, dtype: Type | None = None) -> Tensor:
    """Create a tensor of zeros.

    Args:
        size (int, tuple[int, ...], Tensor): shape of the result.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: float32. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.zeros, MindSpore 2.10
    """
    return wrap(torch.zeros(shape_arg(size), dtype=_kind(dtype), device=current_device()))


@translated
def ones(size: int | tuple[int, ...] | Tensor, *, dtype: Type | None = None) -> Tensor:
    """Create a tensor of ones.

    Args:
        size (int, tuple[int, ...], Tensor): shape of the result.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: float32. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.ones, MindSpore 2.10
    """
    return wrap(torch.ones(shape_arg(size), dtype=_kind(dtype), device=current_device()))


@translated
def empty(*size: Any, dtype: Type | None = None, device: str | None = None, pin_memory: bool = False) -> Tensor:
    """Create a tensor whose values nobody should read; they are zeros.

    Args:
        *size (Any): shape, as ints or one tuple.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: float32. Default: ``None``.
        device (str, None): ``"CPU"``, or the device in use, as ``None`` is. Default: ``None``.
        pin_memory (bool): only ``False``. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.empty, MindSpore 2.10
    """
    require_default("mint.empty", "pin_memory", pin_memory, False, "leave it out")
    return wrap(torch.zeros(_shape(size), dtype=_kind(dtype), device=_place("mint.empty", device)))


def _place(op: str, device: str | None, otherwise: torch.device | None = None) -> torch.device | None:
    """Return the device of a name: the CPU, or the one in use, which is another where one is given."""
    used = current_device() if otherwise is None else otherwise
    if device is None or (used is not None and (device, used.type) in (("GPU", "cuda"), ("Ascend", "npu"))):
        return used
    if device not in ("CPU", "cpu"):
        raise UnsupportedArgumentError(op, "device", device, _DEVICE)
    return torch.device("cpu")


def empty_like(
    input: Tensor, *, dtype: Type | None = None, device: str | None = None, pin_memory: bool = False
) -> Tensor:
    """Create a tensor of the same shape whose values nobody should read; they are zeros.

    Args:
        input (Tensor): of any shape.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        device (str, None): ``"CPU"``, or the device in use, as ``None`` is. Default: ``None``.
        pin_memory (bool): only ``False``. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.empty_like, MindSpore 2.10
    """
    require_default("mint.empty_like", "pin_memory", pin_memory, False, "leave it out")
    t = unwrap(input)
    return wrap(
        torch.zeros_like(
            t, dtype=t.dtype if dtype is None else _kind(dtype), device=_place("mint.empty_like", device, t.device)
        )
    )


@translated
def full(size: int | tuple[int, ...], fill_value: Number | Tensor, *, dtype: Type | None = None) -> Tensor:
    """Create a tensor of one value.

    Args:
        size (int, tuple[int, ...]): shape of the result.
        fill_value (Number, Tensor): the value.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the value gives it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.full, MindSpore 2.10
    """
    value = fill_value._t.item() if isinstance(fill_value, Tensor) else fill_value
    return wrap(
        torch.full(shape_arg(size), value, dtype=None if dtype is None else _kind(dtype), device=current_device())
    )


def full_like(input: Tensor, fill_value: Number, *, dtype: Type | None = None) -> Tensor:
    """Create a tensor of one value in the shape of another.

    Args:
        input (Tensor): of any shape.
        fill_value (Number): the value; a tensor of one element too, as public code gives it.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.full_like, MindSpore 2.10
    """
    t = unwrap(input)
    kind = t.dtype if dtype is None else _kind(dtype)
    if isinstance(fill_value, Tensor):
        return wrap(torch.empty_like(t, dtype=kind).copy_(unwrap(fill_value).detach()))
    return wrap(torch.full_like(t, fill_value, dtype=kind))


def arange(start: Any = 0, end: Any = None, step: Any = 1, *, dtype: Type | None = None) -> Tensor:
    """Count from `start` to before `end`.

    Args:
        start (Any): the first value; with no `end`, the end. Default: ``0``.
        end (Any): where to stop, not reached. Default: ``None``.
        step (Any): distance of the values. Default: ``1``.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: int64 for integers, else float32. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.arange, MindSpore 2.10
    """
    first, last, by = operand(start), None if end is None else operand(end), operand(step)
    kind = None if dtype is None else _kind(dtype)
    if last is None:
        first, last = 0, first  # type: ignore[assignment]
    if kind is not None and kind not in _COUNTING:
        msg = f"mint.arange: `dtype` must be int32, int64, float16, float32, float64 or bfloat16, got {dtype}"
        raise ValueError(msg)
    try:
        return wrap(torch.arange(first, last, by, dtype=kind, device=current_device()))  # type: ignore[call-overload]
    except RuntimeError as error:
        raise op_error("mint.arange", error, start=start, end=end, step=step) from None


@translated
def linspace(start: Any, end: Any, steps: int, *, dtype: Type | None = None) -> Tensor:
    """Place values evenly from `start` to `end`, both included.

    Args:
        start (Any): start of the interval.
        end (Any): last value.
        steps (int): number of values.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: float32. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.linspace, MindSpore 2.10
    """
    return wrap(
        torch.linspace(operand(start), operand(end), int_arg(steps), dtype=_kind(dtype), device=current_device())
    )


def rand(*size: Any, generator: None = None, dtype: Type | None = None, device: str | None = None) -> Tensor:
    """Draw from the uniform law on [0, 1).

    Args:
        *size (Any): shape, as ints or one tuple.

    Keyword Args:
        generator (None): only ``None``: the global generator draws. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: float32. Default: ``None``.
        device (str, None): ``"CPU"``, or the device in use, as ``None`` is. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.rand, MindSpore 2.10
    """
    require_default("mint.rand", "generator", generator, None, _SEED)
    return wrap(torch.rand(_shape(size), dtype=_kind(dtype), device=_place("mint.rand", device)))


def randn(*size: Any, generator: None = None, dtype: Type | None = None, device: str | None = None) -> Tensor:
    """Draw from the standard normal law.

    Args:
        *size (Any): shape, as ints or one tuple.

    Keyword Args:
        generator (None): only ``None``: the global generator draws. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: float32. Default: ``None``.
        device (str, None): ``"CPU"``, or the device in use, as ``None`` is. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.randn, MindSpore 2.10
    """
    if len(size) == 2 and isinstance(size[0], (tuple, list)):  # MindSpore's own example has the type in second place
        size, dtype = size[:1], size[1]
    require_default("mint.randn", "generator", generator, None, _SEED)
    return wrap(torch.randn(_shape(size), dtype=_kind(dtype), device=_place("mint.randn", device)))


def rand_like(input: Tensor, *, dtype: Type | None = None, device: str | None = None) -> Tensor:
    """Draw from the uniform law on [0, 1), in the shape of another tensor.

    Args:
        input (Tensor): of any shape.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        device (str, None): ``"CPU"``, or the device in use, as ``None`` is. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.rand_like, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(
        torch.rand(
            t.shape, dtype=t.dtype if dtype is None else _kind(dtype), device=_place("mint.rand_like", device, t.device)
        )
    )


def randn_like(input: Tensor, *, dtype: Type | None = None, device: str | None = None) -> Tensor:
    """Draw from the standard normal law, in the shape of another tensor.

    Args:
        input (Tensor): of any shape.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        device (str, None): ``"CPU"``, or the device in use, as ``None`` is. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.randn_like, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(
        torch.randn(
            t.shape,
            dtype=t.dtype if dtype is None else _kind(dtype),
            device=_place("mint.randn_like", device, t.device),
        )
    )


def randint(*args: Any, generator: None = None, dtype: Type | None = None, device: str | None = None) -> Tensor:
    """Draw integers evenly: ``randint(low=0, high, size)``.

    Args:
        *args (Any): the lowest value (0 if left out), the end (not drawn) and the shape.

    Keyword Args:
        generator (None): only ``None``: the global generator draws. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: int64. Default: ``None``.
        device (str, None): ``"CPU"``, or the device in use, as ``None`` is. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.randint, MindSpore 2.10
    """
    require_default("mint.randint", "generator", generator, None, _SEED)
    low, high, size = args if len(args) == 3 else (0, *args)
    kind = torch.int64 if dtype is None else _kind(dtype)
    return wrap(
        torch.randint(int_arg(low), int_arg(high), shape_arg(size), dtype=kind, device=_place("mint.randint", device))
    )


def randint_like(input: Tensor, *args: int, dtype: Type | None = None, device: str | None = None) -> Tensor:
    """Draw integers evenly in the shape of another tensor: ``randint_like(input, low=0, high)``.

    Args:
        input (Tensor): of any shape.
        *args (int): the lowest value (0 if left out) and the end, which is not drawn.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        device (str, None): ``"CPU"``, or the device in use, as ``None`` is. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.randint_like, MindSpore 2.10
    """
    t = unwrap(input)
    low, high = args if len(args) == 2 else (0, *args)
    return wrap(
        torch.randint_like(
            t,
            int_arg(low),
            int_arg(high),
            dtype=t.dtype if dtype is None else _kind(dtype),
            device=_place("mint.randint_like", device, t.device),
        )
    )


def randperm(n: int, *, generator: None = None, dtype: Type = mstype.int64) -> Tensor:
    """Draw a permutation of the integers below `n`.

    Args:
        n (int): how many.

    Keyword Args:
        generator (None): only ``None``: the global generator draws. Default: ``None``.
        dtype (Type): type of the result; ``None``: as the operands give it. Default: ``mstype.int64``.

    Returns:
        Tensor.

    Source: mindspore.mint.randperm, MindSpore 2.10
    """
    require_default("mint.randperm", "generator", generator, None, _SEED)
    return wrap(torch.randperm(n, dtype=_kind(dtype), device=current_device()))


def normal(
    mean: float | Tensor = 0.0,
    std: float | Tensor = 1.0,
    size: tuple[int, ...] | None = None,
    generator: None = None,
) -> Tensor:
    """Draw from normal laws.

    Args:
        mean (float, Tensor): mean of the law, or one for each element. Default: ``0.0``.
        std (float, Tensor): standard deviation of the law, or one for each element. Default: ``1.0``.
        size (tuple[int, ...], None): shape of the result, where `mean` and `std` are numbers. Default: ``None``.
        generator (None): only ``None``: the global generator draws. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.normal, MindSpore 2.10
    """
    require_default("mint.normal", "generator", generator, None, _SEED)
    if not isinstance(mean, Tensor) and not isinstance(std, Tensor):
        return wrap(torch.normal(float(mean), float(std), shape_arg(() if size is None else size)))
    return wrap(torch.normal(operand(mean), operand(std)))


def bernoulli(input: Tensor, *, generator: None = None) -> Tensor:
    """Draw 0 and 1, with the given chances of 1.

    Args:
        input (Tensor): chances between 0 and 1.

    Keyword Args:
        generator (None): only ``None``: the global generator draws. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.bernoulli, MindSpore 2.10
    """
    require_default("mint.bernoulli", "generator", generator, None, _SEED)
    return wrap(torch.bernoulli(unwrap(input)))


def multinomial(input: Tensor, num_samples: int, replacement: bool = False, *, generator: None = None) -> Tensor:
    """Draw indices with the given weights.

    Args:
        input (Tensor): weights, one row or several.
        num_samples (int): how many to draw.
        replacement (bool): draw with replacement. Default: ``False``.

    Keyword Args:
        generator (None): only ``None``: the global generator draws. Default: ``None``.

    Returns:
        Tensor of int64.

    Source: mindspore.mint.multinomial, MindSpore 2.10
    """
    require_default("mint.multinomial", "generator", generator, None, _SEED)
    return wrap(torch.multinomial(unwrap(input), int_arg(num_samples), replacement))
