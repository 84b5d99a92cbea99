"""The bases of all operations on data, and the operations on any array.

Source: mindspore.dataset.transforms.transforms, MindSpore 2.10
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ms2torch._core import dtype as mstype
from ms2torch.common.tensor import Tensor
from ms2torch.dataset.core._given import Given
from ms2torch.dataset.core.validator_helpers import INT64_MAX, check_positive, check_value, type_check
from ms2torch.dataset.transforms._random import HoldsOperations, RandomSource
from ms2torch.dataset.transforms.py_transforms_util import FuncWrapper, Implementation

_NUMBERS = "biuf"


def is_pil(value: object) -> bool:
    """Return whether `value` is a Pillow image; does not load Pillow."""
    module = sys.modules.get("PIL.Image")
    return module is not None and isinstance(value, module.Image)


class TensorOperation(Given):
    """Base of the operations on arrays.

    A subclass defines `_execute_array` for numpy arrays, or `_execute_py`, which is called where `implementation`
    is ``PY`` and for a Pillow image.

    Source: mindspore.dataset.transforms.transforms.TensorOperation, MindSpore 2.10
    """

    _columns: int | None = 1  # how many columns the array form takes; None: any number

    def __init__(self) -> None:
        super().__init__()
        self.implementation: Implementation | None = None
        self.device_target = "CPU"

    def __call__(self, *input_tensor_list: Any) -> Any:
        """Return what becomes of the columns."""
        if len(input_tensor_list) == 1 and self._columns in (1, None) and self.implementation is not Implementation.PY:
            # the way of nearly every row: one array
            (only,) = input_tensor_list
            if type(only) is np.ndarray and only.dtype.kind in "biufcUS":
                return self._execute_array(only)
        execute_py = getattr(self, "_execute_py", None)
        in_python = self.implementation == Implementation.PY
        if execute_py is not None and (in_python or (len(input_tensor_list) == 1 and is_pil(input_tensor_list[0]))):
            return execute_py(*input_tensor_list)
        if self._columns is not None and len(input_tensor_list) != self._columns:
            only = "The op is OneToOne, can only accept one tensor as input. " if self._columns == 1 else ""
            raise RuntimeError(
                f"{only}{type(self).__name__}: takes {self._columns} column(s), but got {len(input_tensor_list)}; "
                f"choose them with `input_columns`."
            )
        return self._execute_array(*(_as_array(value, self) for value in input_tensor_list))

    def _execute_array(self, *arrays: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} defines no operation on arrays.")


def _as_array(value: Any, operation: object) -> NDArray[Any]:
    array = value.asnumpy() if isinstance(value, Tensor) else np.asarray(value)
    if array.dtype.kind not in "biufcUS":
        raise TypeError(
            f"{type(operation).__name__}: the input must be numbers or text, but got {value!r} of type {type(value)}."
        )
    return array


class PyTensorOperation(Given):
    """Base of the operations that are Python functions; a subclass defines `_execute_py`.

    Source: mindspore.dataset.transforms.transforms.PyTensorOperation, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()
        self.transforms: list[Any] = []
        self.output_type: Any = None

    def __call__(self, img: Any) -> Any:
        """Return what becomes of the input."""
        return self._execute_py(img)

    def _execute_py(self, *args: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} defines no operation.")


class CompoundOperation(HoldsOperations, TensorOperation, PyTensorOperation):
    """Base of the operations made of others.

    Args:
        transforms (list): operations, or functions.

    Source: mindspore.dataset.transforms.transforms.CompoundOperation, MindSpore 2.10
    """

    _columns = None
    _held = "transforms"

    def __init__(self, transforms: Sequence[Any]) -> None:
        check_operations(transforms, type(self).__name__)
        super().__init__()
        self.transforms = [op if hasattr(op, "implementation") else FuncWrapper(op) for op in transforms]
        kinds = {op.implementation for op in self.transforms if op.implementation is not None}
        self.implementation = kinds.pop() if len(kinds) == 1 else None
        self._random = RandomSource()


def check_operations(transforms: object, where: str) -> None:
    """Raise unless this is a list of operations that is not empty."""
    if not isinstance(transforms, list):
        raise TypeError(
            f"Argument transforms list with value {transforms} is not of type [<class 'list'>], but got "
            f"{type(transforms)}. In {where}."
        )
    if not transforms:
        raise ValueError(f"transforms list can not be empty. In {where}.")
    for place, operation in enumerate(transforms):
        if isinstance(operation, type):
            raise ValueError(  # noqa: TRY004 - MindSpore's kind of error
                f"op_list[{place}] should be a dataset processing operation instance, but got: {operation}. It may be "
                f"missing parentheses for instantiation."
            )
    for place, op in enumerate(transforms):
        if not callable(op):
            told = f"transforms[{place}] is neither a transforms op (TensorOperation) nor a callable pyfunc."
            raise TypeError(f"{told} It is {op!r}. In {where}.")


def not_random(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as giving the same for the same input.

    Source: mindspore.dataset.transforms.not_random, MindSpore 2.10
    """
    function.random = False  # pyright: ignore[reportFunctionMemberAccess]
    return function


def chain(operations: Sequence[Any], values: tuple[Any, ...]) -> Any:
    """Apply operations one after another; several columns travel as a tuple."""
    for op in operations:
        out = op(*values)
        values = out if isinstance(out, tuple) else (out,)
    return values if len(values) != 1 else values[0]


class Compose(CompoundOperation):
    """Apply operations one after another.

    Args:
        transforms (list): operations, or functions.

    Raises:
        TypeError: if `transforms` is no list of functions.
        ValueError: if it is empty.

    Source: mindspore.dataset.transforms.Compose, MindSpore 2.10
    """

    _held = ""  # they stand in the pipeline itself

    def __init__(self, transforms: Sequence[Any]) -> None:
        super().__init__(transforms)
        self.transforms = Compose.decompose(self.transforms)
        if all(getattr(op, "random", True) is False for op in self.transforms):
            self.random = False

    @staticmethod
    def decompose(operations: Sequence[Any]) -> list[Any]:
        """Return the operations with those of every `Compose` among them in its place."""
        flat: list[Any] = []
        for op in operations:
            flat.extend(Compose.decompose(op.transforms) if isinstance(op, Compose) else [op])
        return flat

    def __call__(self, *args: Any) -> Any:
        """Return what becomes of the columns.

        Returns:
            numpy.ndarray, or a tuple of several. Where a Pillow image comes in, or one of the operations runs in Python
            only (`ToPIL`, `Decode(to_pil=True)`), a tuple of one too, as in MindSpore (measured 2.10): write
            ``compose(image)[0]``.
        """
        if any(map(is_pil, args)) or any(op.implementation is Implementation.PY for op in self.transforms):
            out = chain(self.transforms, args)
            return out if isinstance(out, tuple) else (out,)
        out = chain(self.transforms, tuple(_as_array(value, self) for value in args))
        return out if isinstance(out, tuple) or is_pil(out) else np.asarray(out)


class Concatenate(TensorOperation):
    """Join arrays along an axis.

    Args:
        axis (int): only 0 or -1: the arrays have one dimension. Default: ``0``.
        prepend (numpy.ndarray, optional): put before. Default: ``None``.
        append (numpy.ndarray, optional): put after. Default: ``None``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if `axis` is another.

    Source: mindspore.dataset.transforms.Concatenate, MindSpore 2.10
    """

    _columns = None

    def __init__(self, axis: int = 0, prepend: Any = None, append: Any = None) -> None:
        super().__init__()
        type_check(axis, (int,), "axis", "Concatenate")
        if axis not in (0, -1):
            raise ValueError(f"Concatenate: `axis` must be 0 or -1, but got {axis}.")
        for name, value in (("prepend", prepend), ("append", append)):
            if value is not None and (not isinstance(value, np.ndarray) or value.ndim != 1):
                raise TypeError(f"Concatenate: `{name}` must be an array of one dimension, but got {value!r}.")
        self.axis = axis
        self.prepend = prepend
        self.append = append
        self.implementation = Implementation.C

    def _execute_array(self, *arrays: Any) -> Any:
        parts = [part for part in (self.prepend, *arrays, self.append) if part is not None]
        kinds = {part.dtype.kind if part.dtype.kind in "US" else part.dtype for part in parts}
        if any(part.ndim != 1 for part in parts) or len(kinds) > 1:
            raise RuntimeError("Concatenate: the arrays must have one dimension and one element type.")
        return np.concatenate(parts)


class Duplicate(TensorOperation):
    """Give a column twice.

    Source: mindspore.dataset.transforms.Duplicate, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()
        self.implementation = Implementation.C

    def _execute_array(self, array: Any) -> Any:
        return array, array.copy()


class Fill(TensorOperation):
    """Replace every element by one value, in the element type of the input.

    Args:
        fill_value (Union[str, bytes, int, float, bool]): the value.

    Raises:
        TypeError: if it is none of these.

    Source: mindspore.dataset.transforms.Fill, MindSpore 2.10
    """

    def __init__(self, fill_value: Any) -> None:
        super().__init__()
        if not isinstance(fill_value, (str, bytes, int, float)):
            type_check(fill_value, (str, float, bool, int, bytes), "fill_value", "Fill")
        self.fill_value = fill_value
        self.implementation = Implementation.C

    def _execute_array(self, array: Any) -> Any:
        if (array.dtype.kind in "US") is not isinstance(self.fill_value, (str, bytes)):
            raise RuntimeError(f"Fill: cannot put {self.fill_value!r} into an array of {array.dtype}.")
        if array.dtype.kind in "US":
            return np.full(array.shape, self.fill_value)
        return np.full(array.shape, np.asarray(self.fill_value).astype(array.dtype))


class Relational(IntEnum):
    """How `Mask` compares.

    Source: mindspore.dataset.transforms.Relational, MindSpore 2.10
    """

    EQ = 0
    NE = 1
    GT = 2
    GE = 3
    LT = 4
    LE = 5


_COMPARE: dict[Relational, Callable[..., Any]] = {
    Relational.EQ: np.equal,
    Relational.NE: np.not_equal,
    Relational.GT: np.greater,
    Relational.GE: np.greater_equal,
    Relational.LT: np.less,
    Relational.LE: np.less_equal,
}


class Mask(TensorOperation):
    """Compare every element with a constant.

    Args:
        operator (Relational): how.
        constant (Union[str, int, float, bool]): with what; it takes the element type of the input.
        dtype (mindspore.dtype): element type of the answer. Default: ``mindspore.bool``.

    Raises:
        TypeError: if an argument is none of these.

    Source: mindspore.dataset.transforms.Mask, MindSpore 2.10
    """

    def __init__(self, operator: Relational, constant: Any, dtype: Any = mstype.bool_) -> None:
        super().__init__()
        if not isinstance(operator, Relational):
            type_check(operator, (Relational,), "operator", "Mask")
        if not isinstance(constant, (str, int, float, bytes)):
            type_check(constant, (str, float, bool, int, bytes), "constant", "Mask")
        self.operator = operator
        self.constant = constant
        self.dtype = to_numpy_dtype(dtype, "Mask", "dtype")
        if self.dtype.kind not in _NUMBERS:
            raise TypeError(f"Mask: `dtype` must be a number type or bool, but got {dtype}.")
        self.implementation = Implementation.C

    def _execute_array(self, array: Any) -> Any:
        constant = np.asarray(self.constant)
        if (array.dtype.kind in "US") is not (constant.dtype.kind in "US"):
            raise RuntimeError(f"Mask: cannot compare {self.constant!r} with an array of {array.dtype}.")
        if array.dtype.kind not in "US":
            constant = constant.astype(array.dtype)
        return _COMPARE[self.operator](array, constant).astype(self.dtype)


class OneHot(TensorOperation):
    """Turn labels into vectors with a 1 at the label's place.

    Args:
        num_classes (int): length of a vector.
        smoothing_rate (float): share of the 1 that is spread over all classes, 0 to 1. Default: ``0.0``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if it is out of range.
        RuntimeError: if the input is no integer or vector of integers below `num_classes`.

    Differs from MindSpore:
        Smoothing a vector of labels keeps every label; MindSpore's kernel keeps the last alone.

    Source: mindspore.dataset.transforms.OneHot, MindSpore 2.10
    """

    def __init__(self, num_classes: int, smoothing_rate: float = 0.0) -> None:
        super().__init__()
        type_check(num_classes, (int,), "num_classes", "OneHot")
        check_positive(num_classes, where="OneHot")
        type_check(smoothing_rate, (int, float), "smoothing_rate", "OneHot")
        check_value(smoothing_rate, (0.0, 1.0), "smoothing_rate", where="OneHot")
        self.num_classes = num_classes
        self.smoothing_rate = smoothing_rate
        self.random = False

    def _execute_array(self, array: Any) -> Any:
        if array.dtype.kind not in "iu":
            raise RuntimeError(f"OneHot: the labels must be integers, but they are {array.dtype}.")
        if array.ndim > 2 or (array.ndim == 2 and 1 not in array.shape):
            raise RuntimeError(f"OneHot: the labels must be a number or a vector, but they have shape {array.shape}.")
        if array.size and array.max() >= self.num_classes:
            told = "index values should not bigger than num classes"
            raise RuntimeError(f"OneHot: {told}: {self.num_classes}, but got: {array.max()}")
        labels = array.reshape(()) if array.size == 1 else array.reshape(-1)
        hot = np.arange(self.num_classes) == labels[..., None]
        if not self.smoothing_rate:
            return hot.astype(array.dtype)
        low = self.smoothing_rate / self.num_classes
        return np.where(hot, 1 - self.smoothing_rate + low, low)


class PadEnd(TensorOperation):
    """Fill an array up to a shape, at the end of each axis; what is longer is cut off.

    Args:
        pad_shape (list[int]): the shape; ``None`` leaves an axis as it is.
        pad_value (Union[str, bytes, int, float, bool], optional): the filling. Default: ``None``, 0 or an empty text.

    Raises:
        TypeError: if an argument is none of these.

    Source: mindspore.dataset.transforms.PadEnd, MindSpore 2.10
    """

    def __init__(self, pad_shape: Sequence[int | None], pad_value: Any = None) -> None:
        super().__init__()
        if not isinstance(pad_shape, (list, tuple)) or any(
            size is not None and (not isinstance(size, int) or isinstance(size, bool)) for size in pad_shape
        ):
            raise TypeError(f"PadEnd: `pad_shape` must be a list of int or None, but got {pad_shape!r}.")
        if any(size is not None and size <= 0 for size in pad_shape):
            interval = f"[1, {INT64_MAX}]"
            raise ValueError(f"Input is not within the required interval of {interval}. pad_shape is {pad_shape}.")
        if pad_value is not None and not isinstance(pad_value, (str, bytes, int, float)):
            type_check(pad_value, (str, float, bool, int, bytes), "pad_value", "PadEnd")
        self.pad_shape = list(pad_shape)
        self.pad_value = pad_value
        self.implementation = Implementation.C

    def _execute_array(self, array: Any) -> Any:
        text = array.dtype.kind in "US"
        value = (array.dtype.type() if text else 0) if self.pad_value is None else self.pad_value
        if text is not isinstance(value, (str, bytes)):
            raise RuntimeError(f"PadEnd: cannot put {value!r} into an array of {array.dtype}.")
        if array.ndim == 0:
            return array
        if array.ndim != len(self.pad_shape):
            raise RuntimeError(
                f"PadEnd: invalid pad shape, as rank of input is: {array.ndim}, and rank of pad value: "
                f"{len(self.pad_shape)}"
            )
        shape = [have if want is None else want for have, want in zip(array.shape, self.pad_shape, strict=True)]
        fill = np.asarray(value)
        dtype = np.result_type(fill, array) if text else array.dtype
        out = np.full(shape, fill.astype(dtype), dtype)
        cut = tuple(slice(0, min(have, want)) for have, want in zip(array.shape, shape, strict=True))
        out[cut] = array[cut]
        return out


class RandomApply(CompoundOperation):
    """Apply operations, all or none.

    Args:
        transforms (list): operations, or functions.
        prob (float): how likely they are applied. Default: ``0.5``.

    Raises:
        TypeError: if `transforms` is no list of functions.
        ValueError: if it is empty, or `prob` is not between 0 and 1.

    Source: mindspore.dataset.transforms.RandomApply, MindSpore 2.10
    """

    def __init__(self, transforms: Sequence[Any], prob: float = 0.5) -> None:
        super().__init__(transforms)
        type_check(prob, (float, int), "prob", "RandomApply")
        check_value(prob, (0, 1), "prob", where="RandomApply")
        self.prob = prob

    def _execute_py(self, *args: Any) -> Any:
        # the draws on Pillow images are those of Python's own generator, as in MindSpore
        if self.prob < random.random():
            return args if len(args) != 1 else args[0]
        return chain(self.transforms, args)

    def _execute_array(self, *arrays: Any) -> Any:
        if self._random().canonical() > self.prob:
            return arrays if len(arrays) != 1 else arrays[0]
        return chain(self.transforms, arrays)


class RandomChoice(CompoundOperation):
    """Apply one of several operations, all equally likely.

    Args:
        transforms (list): operations, or functions.

    Raises:
        TypeError: if `transforms` is no list of functions.
        ValueError: if it is empty.

    Source: mindspore.dataset.transforms.RandomChoice, MindSpore 2.10
    """

    def _execute_py(self, *args: Any) -> Any:
        return random.choice(self.transforms)(*args)

    def _execute_array(self, *arrays: Any) -> Any:
        return self.transforms[self._random().below(len(self.transforms))](*arrays)


class RandomOrder(PyTensorOperation):
    """Apply all operations in a random order.

    Args:
        transforms (list): operations, or functions.

    Raises:
        TypeError: if `transforms` is no list of functions.
        ValueError: if it is empty.

    Source: mindspore.dataset.transforms.RandomOrder, MindSpore 2.10
    """

    def __init__(self, transforms: Sequence[Any]) -> None:
        check_operations(transforms, "RandomOrder")
        super().__init__()
        self.transforms = list(transforms)
        self.implementation = Implementation.PY

    def _execute_py(self, *args: Any) -> Any:
        random.shuffle(self.transforms)
        return chain(self.transforms, args)


class Slice(TensorOperation):
    """Take a part of an array.

    Args:
        slices (Union[int, list[int], slice, None, Ellipsis]): one for each axis, from the first: positions to
            keep, or ``None`` or ``...`` for all; the axis stays.

    Raises:
        TypeError: if one is none of these.

    Source: mindspore.dataset.transforms.Slice, MindSpore 2.10
    """

    def __init__(self, *slices: Any) -> None:
        super().__init__()
        for one in slices:
            listed = isinstance(one, list) and all(isinstance(item, int) for item in one)
            if not (one is None or one is ... or isinstance(one, (int, slice)) or listed):
                raise TypeError(f"Slice: expected int, list[int], slice, None or Ellipsis, but got {one!r}.")
        self.slices = slices
        self.implementation = Implementation.C

    def _execute_array(self, array: Any) -> Any:
        if len(self.slices) > array.ndim:
            raise RuntimeError(f"Slice: {len(self.slices)} slices for an array of {array.ndim} dimensions.")
        for axis, one in enumerate(self.slices):
            if one is None or one is ... or one is True:
                continue
            places = np.arange(array.shape[axis])
            listed = one if isinstance(one, list) else [one]
            if not isinstance(one, slice) and not all(-len(places) <= place < len(places) for place in listed):
                raise RuntimeError(f"Slice: {one} is out of range for axis {axis} of size {len(places)}.")
            chosen = places[one] if isinstance(one, slice) else places[listed]
            array = np.take(array, chosen, axis=axis)
        return array


class TypeCast(TensorOperation):
    """Convert to another element type.

    Args:
        data_type (Union[mindspore.dtype, numpy.dtype]): the type.

    Raises:
        TypeError: if it is none of these.

    Source: mindspore.dataset.transforms.TypeCast, MindSpore 2.10
    """

    def __init__(self, data_type: Any) -> None:
        super().__init__()
        self.data_type = to_numpy_dtype(data_type, type(self).__name__, "data_type")
        self.implementation = Implementation.C
        self.random = False

    def _execute_array(self, array: Any) -> Any:
        if array.dtype.kind in "US" and self.data_type.kind not in "US":
            raise RuntimeError(f"{type(self).__name__}: text cannot become {self.data_type}; use text.ToNumber.")
        if self.data_type.kind not in "biuf":
            raise RuntimeError(f"{type(self).__name__}: cannot cast {array.dtype} to {self.data_type}.")
        return array.astype(self.data_type)


def to_numpy_dtype(value: Any, where: str, argument: str) -> np.dtype[Any]:
    """Return the numpy type of a MindSpore or numpy type.

    Raises:
        TypeError: if it is neither.
    """
    if isinstance(value, mstype.Type):
        if value.nptype is None:
            raise TypeError(f"{where}: `{argument}` has no numpy type: {value}.")
        return np.dtype(value.nptype)
    try:
        return np.dtype(value)
    except TypeError as error:
        raise TypeError(f"{where}: `{argument}` must be a MindSpore or numpy type, but got {value!r}.") from error


class Unique(TensorOperation):
    """Give the different elements as they first come, where each element is among them, and how often each comes.

    The input, of two dimensions or more, is taken as one row of numbers. Three columns come out: elements, int32
    places, int32 counts.

    Source: mindspore.dataset.transforms.Unique, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()
        self.implementation = Implementation.C

    def _execute_array(self, array: Any) -> Any:
        if array.dtype.kind in "US":
            raise RuntimeError("Unique: the input must be numbers, but it is text.")
        if array.ndim < 2:
            raise RuntimeError(
                f"Unique: input must be at least 2-D in order to do unique op, got rank:{array.ndim}. A row of a "
                f"dataset has one dimension less than a batch of them."
            )
        values, first, places, counts = np.unique(array.reshape(-1), True, True, True)
        order = np.argsort(first)
        rank = np.argsort(order)
        return values[order], rank[places.reshape(-1)].astype(np.int32), counts[order].astype(np.int32)
