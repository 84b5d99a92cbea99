"""Python's own values as operators: tuples, lists, dicts, numbers and strings.

MindSpore's compiler knows Python's operators under these names; programs that were written for it call them.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import Any

import torch

from ms2torch._core.base import Number, TensorBase, unwrap, wrap
from ms2torch._core.dtype import given_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array import create as array_create


def tuple_len(x: Sequence[Any]) -> int:
    """Return the length of a tuple.

    Args:
        x (tuple): the tuple.

    Source: mindspore.ops.tuple_len, MindSpore 2.10
    """
    return len(x)


def list_len(x: Sequence[Any]) -> int:
    """Return the length of a list.

    Args:
        x (list): the list.

    Source: mindspore.ops.list_len, MindSpore 2.10
    """
    return len(x)


def tuple_equal(x: tuple[Any, ...], y: tuple[Any, ...]) -> bool:
    """Tell whether two tuples are equal.

    Args:
        x (tuple): one.
        y (tuple): the other.

    Source: mindspore.ops.tuple_equal, MindSpore 2.10
    """
    return x == y


def list_equal(x: list[Any], y: list[Any]) -> bool:
    """Tell whether two lists are equal.

    Args:
        x (list): one.
        y (list): the other.

    Source: mindspore.ops.list_equal, MindSpore 2.10
    """
    return x == y


def tuple_getitem(x: tuple[Any, ...], index: int) -> Any:
    """Return an item of a tuple.

    Args:
        x (tuple): the tuple.
        index (int): which.

    Source: mindspore.ops.tuple_getitem, MindSpore 2.10
    """
    return x[index]


def tuple_setitem(x: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """Return a tuple with another item.

    Args:
        x (tuple): the tuple.
        index (int): which.
        value (Any): the item.

    Source: mindspore.ops.tuple_setitem, MindSpore 2.10
    """
    return tuple(list_setitem(list(x), index, value))


def list_getitem(x: list[Any], index: int) -> Any:
    """Return an item of a list.

    Args:
        x (list): the list.
        index (int): which.

    Source: mindspore.ops.list_getitem, MindSpore 2.10
    """
    return x[index]


def list_setitem(x: list[Any], index: int, value: Any) -> list[Any]:
    """Set an item of a list, and return the list.

    Args:
        x (list): the list.
        index (int): which.
        value (Any): the item.

    Source: mindspore.ops.list_setitem, MindSpore 2.10
    """
    x[index] = value
    return x


def dict_getitem(x: dict[Any, Any], key: Any) -> Any:
    """Return a value of a dict.

    Args:
        x (dict): the dict.
        key (Any): its key.

    Source: mindspore.ops.dict_getitem, MindSpore 2.10
    """
    return x[key]


def dict_setitem(x: dict[Any, Any], key: Any, value: Any) -> dict[Any, Any]:
    """Set a value of a dict, and return the dict.

    Args:
        x (dict): the dict.
        key (Any): its key.
        value (Any): the value.

    Source: mindspore.ops.dict_setitem, MindSpore 2.10
    """
    x[key] = value
    return x


def make_tuple(*items: Any) -> tuple[Any, ...]:
    """Return the arguments as a tuple.

    Args:
        items (Any): the arguments.

    Returns:
        tuple; beside a Tensor, a number is a 0-d Tensor.

    Source: mindspore.ops.make_tuple, MindSpore 2.10
    """
    if not any(isinstance(each, TensorBase) for each in items):
        return items
    return tuple(wrap(torch.tensor(each)) if isinstance(each, (bool, int, float)) else each for each in items)


def make_list(*items: Any) -> list[Any]:
    """Return the arguments as a list.

    Args:
        items (Any): the arguments.

    Source: mindspore.ops.make_list, MindSpore 2.10
    """
    return list(items)


def make_dict(keys: Sequence[Any], values: Sequence[Any]) -> dict[Any, Any]:
    """Return a dict.

    Args:
        keys (tuple): its keys.
        values (tuple): its values.

    Source: mindspore.ops.make_dict, MindSpore 2.10
    """
    return dict(zip(keys, values, strict=True))


def make_slice(start: int | None, stop: int | None, step: int | None) -> slice:
    """Return a slice.

    Args:
        start (int): its beginning.
        stop (int): its end.
        step (int): its step.

    Source: mindspore.ops.make_slice, MindSpore 2.10
    """
    return slice(start, stop, step)


def tuple_div(x: Sequence[int], y: Sequence[int]) -> tuple[int, ...]:
    """Divide the items of two tuples, which must divide without rest.

    Args:
        x (tuple[int]): what is divided.
        y (tuple[int]): by what.

    Raises:
        ValueError: if lengths differ or something is left over.

    Source: mindspore.ops.tuple_div, MindSpore 2.10
    """
    for a, b in zip(x, y, strict=True):
        if a % b:
            msg = f"ops.tuple_div: {a} is no multiple of {b} (x={x}, y={y})"
            raise ValueError(msg)
    return tuple(a // b for a, b in zip(x, y, strict=True))


def tuple_reversed(x: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a tuple in reverse order.

    Args:
        x (tuple): the tuple.

    Source: mindspore.ops.tuple_reversed, MindSpore 2.10
    """
    return x[::-1]


def shape_mul(input_data: Sequence[int]) -> int:
    """Multiply the items of a tuple.

    Args:
        input_data (tuple[int]): the tuple.

    Source: mindspore.ops.shape_mul, MindSpore 2.10
    """
    product = 1
    for size in input_data:
        product *= size
    return product


def reduced_shape(shape: Sequence[int], axes: Sequence[int]) -> tuple[int, ...]:
    """Return a shape with some axes of length 1; all of them if none is named.

    Args:
        shape (tuple[int]): the shape.
        axes (tuple[int]): the axes.

    Source: mindspore.ops.reduced_shape, MindSpore 2.10
    """
    gone = {axis % len(shape) for axis in axes} if axes else set(range(len(shape)))
    return tuple(1 if i in gone else size for i, size in enumerate(shape))


def broadcast_gradient_args(x: Sequence[int], y: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the axes along which gradients are summed when two shapes are broadcast.

    Args:
        x (tuple[int]): one shape.
        y (tuple[int]): the other.

    Returns:
        tuple of the axes for `x` and those for `y`.

    Source: mindspore.ops.broadcast_gradient_args, MindSpore 2.10
    """
    if tuple(x) == tuple(y):
        return (), ()
    rank = max(len(x), len(y))
    a, b = (1,) * (rank - len(x)) + tuple(x), (1,) * (rank - len(y)) + tuple(y)
    return tuple(i for i in range(rank) if a[i] == 1), tuple(i for i in range(rank) if b[i] == 1)


def is_(x: Any, y: Any) -> bool:
    """Tell whether two values are one.

    Args:
        x (Any): one.
        y (Any): the other.

    Source: mindspore.ops.is_, MindSpore 2.10
    """
    return x is y


def is_not(x: Any, y: Any) -> bool:
    """Tell whether two values are not one.

    Args:
        x (Any): one.
        y (Any): the other.

    Source: mindspore.ops.is_not, MindSpore 2.10
    """
    return x is not y


def in_dict(x: Any, y: dict[Any, Any]) -> bool:
    """Tell whether a key is in a dict.

    Args:
        x (Any): the key.
        y (dict): the dict.

    Source: mindspore.ops.in_dict, MindSpore 2.10
    """
    return x in y


def not_in_dict(x: Any, y: dict[Any, Any]) -> bool:
    """Tell whether a key is not in a dict.

    Args:
        x (Any): the key.
        y (dict): the dict.

    Source: mindspore.ops.not_in_dict, MindSpore 2.10
    """
    return x not in y


def bool_and(x: bool, y: bool) -> bool:
    """Tell whether both are true.

    Args:
        x (bool): one.
        y (bool): the other.

    Source: mindspore.ops.bool_and, MindSpore 2.10
    """
    return bool(x and y)


def bool_or(x: bool, y: bool) -> bool:
    """Tell whether one of them is true.

    Args:
        x (bool): one.
        y (bool): the other.

    Source: mindspore.ops.bool_or, MindSpore 2.10
    """
    return bool(x or y)


def bool_eq(x: bool, y: bool) -> bool:
    """Tell whether both are the same.

    Args:
        x (bool): one.
        y (bool): the other.

    Source: mindspore.ops.bool_eq, MindSpore 2.10
    """
    return x == y


def bool_not(x: bool) -> Tensor:
    """Return the opposite, as a Tensor.

    Args:
        x (bool): the value.

    Source: mindspore.ops.bool_not, MindSpore 2.10
    """
    return wrap(torch.tensor(not x))


def scalar_ne(x: float, y: float) -> bool:
    """Tell whether two numbers differ.

    Args:
        x (Number): one.
        y (Number): the other.

    Source: mindspore.ops.scalar_ne, MindSpore 2.10
    """
    return x != y


def string_eq(x: str, y: str) -> bool:
    """Tell whether two strings are equal.

    Args:
        x (str): one.
        y (str): the other.

    Source: mindspore.ops.string_eq, MindSpore 2.10
    """
    return x == y


def string_concat(x: str, y: str) -> str:
    """Join two strings.

    Args:
        x (str): the first.
        y (str): the second.

    Source: mindspore.ops.string_concat, MindSpore 2.10
    """
    return x + y


def switch(condition: Any, x: Any, y: Any) -> Any:
    """Return one of two values.

    Args:
        condition (Union[bool, Tensor]): chooses the first.
        x (Any): the first.
        y (Any): the second.

    Source: mindspore.ops.switch, MindSpore 2.10
    """
    return x if condition else y


def isconstant(x: Any) -> bool:
    """Return True: outside a compiler every value is known.

    Args:
        x (Any): the value.

    Source: mindspore.ops.isconstant, MindSpore 2.10
    """
    del x
    return True


def tail(x: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a tuple without its first item.

    Args:
        x (tuple): the tuple.

    Source: mindspore.ops.tail, MindSpore 2.10
    """
    return x[1:]


def zip_operation(*sequences: Sequence[Any]) -> tuple[tuple[Any, ...], ...]:
    """Return tuples of the items at the same place, as many as the shortest has.

    Args:
        sequences (tuple): the tuples or lists.

    Source: mindspore.ops.zip_operation, MindSpore 2.10
    """
    return tuple(zip(*sequences, strict=False))


def iter_converter(x: Any) -> Iterator[Any]:
    """Return an iterator.

    Args:
        x (Any): what is gone through.

    Source: mindspore.ops.iter_converter, MindSpore 2.10
    """
    return iter(x)


def array_to_scalar(x: Tensor) -> Any:
    """Return the number in a Tensor of one element.

    Args:
        x (Tensor): the Tensor.

    Source: mindspore.ops.array_to_scalar, MindSpore 2.10
    """
    return unwrap(x).item()


def scalar_to_array(input_x: float) -> Tensor:
    """Return a number as a Tensor; float32 or int64 (MindSpore's int32 there), as `mindspore.Tensor` makes it.

    Args:
        input_x (Union[int, float]): the number.

    Raises:
        TypeError: if it is no number.

    Source: mindspore.ops.scalar_to_array, MindSpore 2.10
    """
    if isinstance(input_x, bool) or not isinstance(input_x, (int, float)):
        msg = f"ops.scalar_to_array: a number needed, got {type(input_x).__name__}"
        raise TypeError(msg)
    return wrap(torch.tensor(input_x))


def tensor_range(start: Tensor | Number, end: Tensor | Number, step: Tensor | Number) -> Tensor:
    """Return numbers of equal distance.

    Args:
        start (Union[Tensor, int, float]): the first.
        end (Union[Tensor, int, float]): the end, which is not among them.
        step (Union[Tensor, int, float]): the distance. All three are of one type.

    Source: mindspore.ops.tensor_range, MindSpore 2.10
    """
    return array_create.range(start, end, step)


def mixed_precision_cast(dst_dtype: Any, x: Any) -> Any:
    """Cast the floating-point Tensors in a value to another type; the rest stays as it is.

    Args:
        dst_dtype (DType): float16, float32 or bfloat16.
        x (Union[Tensor, tuple, list, dict]): the value.

    Source: mindspore.ops.mixed_precision_cast, MindSpore 2.10
    """
    if isinstance(x, TensorBase):
        t = unwrap(x)
        return wrap(t.to(given_type(dst_dtype))) if t.is_floating_point() else x
    if isinstance(x, (tuple, list)):
        return type(x)(mixed_precision_cast(dst_dtype, each) for each in x)
    if isinstance(x, dict):
        return {key: mixed_precision_cast(dst_dtype, each) for key, each in x.items()}
    return x


def stop_gradient_(input: Tensor) -> Tensor:
    """Cut a Tensor off from what it was computed of, in place.

    Args:
        input (Tensor): the Tensor.

    Source: mindspore.ops.stop_gradient_, MindSpore 2.10
    """
    unwrap(input).detach_()
    return input


def augassign_add(x: Any, y: Any) -> Any:
    """Compute ``x += y``.

    Args:
        x (Any): what is added to.
        y (Any): what is added.

    Source: mindspore.ops.augassign_add, MindSpore 2.10
    """
    return operator.iadd(x, y)


def augassign_sub(x: Any, y: Any) -> Any:
    """Compute ``x -= y``.

    Args:
        x (Any): what is subtracted from.
        y (Any): what is subtracted.

    Source: mindspore.ops.augassign_sub, MindSpore 2.10
    """
    return operator.isub(x, y)


def augassign_mul(x: Any, y: Any) -> Any:
    """Compute ``x *= y``.

    Args:
        x (Any): what is multiplied.
        y (Any): by what.

    Source: mindspore.ops.augassign_mul, MindSpore 2.10
    """
    return operator.imul(x, y)


def augassign_div(x: Any, y: Any) -> Any:
    """Compute ``x /= y``.

    Args:
        x (Any): what is divided.
        y (Any): by what.

    Source: mindspore.ops.augassign_div, MindSpore 2.10
    """
    return operator.itruediv(x, y)


def augassign_floordiv(x: Any, y: Any) -> Any:
    """Compute ``x //= y``.

    Args:
        x (Any): what is divided.
        y (Any): by what.

    Source: mindspore.ops.augassign_floordiv, MindSpore 2.10
    """
    return operator.ifloordiv(x, y)


def augassign_mod(x: Any, y: Any) -> Any:
    """Compute ``x %= y``.

    Args:
        x (Any): what is divided.
        y (Any): by what.

    Source: mindspore.ops.augassign_mod, MindSpore 2.10
    """
    return operator.imod(x, y)
