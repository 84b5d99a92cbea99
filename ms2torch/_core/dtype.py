"""MindSpore data types as objects, and their torch and numpy counterparts.

`ms.float32` prints `Float32`, is unique, hashable, picklable, and compares by identity. The generic types
(`ms.number`, `ms.float_` ...) stand for families and hold no torch type.
"""

from __future__ import annotations

import builtins
from inspect import isfunction

import numpy as np
import torch


class Type:
    """A MindSpore type object.

    Args:
        name (str): MindSpore's spelling when printed, for example ``"Float32"``.
        attribute (str): its attribute name under `mindspore`, for example ``"float32"``.
        torch_dtype (torch.dtype, optional): the torch element type. Default ``None``: a generic type.
        nptype (type, optional): the numpy scalar type.
        pytype (type, optional): the Python type.

    Source: mindspore.dtype, MindSpore 2.10
    """

    __slots__ = ("_attribute", "_name", "nptype", "pytype", "torch_dtype")

    def __init__(
        self,
        name: str,
        attribute: str,
        torch_dtype: torch.dtype | None = None,
        nptype: type | None = None,
        pytype: type | None = None,
    ) -> None:
        self._name = name
        self._attribute = attribute
        self.torch_dtype = torch_dtype
        self.nptype = nptype
        self.pytype = pytype

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"mindspore.{self._attribute}"

    def __reduce__(self) -> str:
        # pickle and deepcopy find the one object by name in this module
        return self._attribute

    def __copy__(self) -> Type:
        return self

    def __deepcopy__(self, memo: object) -> Type:
        return self


class Number(Type):
    """A type whose values are numbers."""

    __slots__ = ()


class Bool(Number):
    """The type of truth values."""

    __slots__ = ()


class Int(Number):
    """A signed integer type."""

    __slots__ = ()


class UInt(Number):
    """An unsigned integer type."""

    __slots__ = ()


class Float(Number):
    """An IEEE floating-point type."""

    __slots__ = ()


class BFloat(Number):
    """The 16-bit brain floating-point type."""

    __slots__ = ()


class Complex(Number):
    """A complex type."""

    __slots__ = ()


class String(Type):
    """The type of text."""

    __slots__ = ()


class List(Type):
    """The type of lists."""

    __slots__ = ()


class Tuple(Type):
    """The type of tuples."""

    __slots__ = ()


class TensorType(Type):
    """The type of tensors."""

    __slots__ = ()


bool_ = Bool("Bool", "bool", torch.bool, np.bool_, builtins.bool)
qint4x2 = Int("Int4", "int4")
int8 = Int("Int8", "int8", torch.int8, np.int8, builtins.int)
int16 = Int("Int16", "int16", torch.int16, np.int16, builtins.int)
int32 = Int("Int32", "int32", torch.int32, np.int32, builtins.int)
int64 = Int("Int64", "int64", torch.int64, np.int64, builtins.int)
uint8 = UInt("UInt8", "uint8", torch.uint8, np.uint8, builtins.int)
uint16 = UInt("UInt16", "uint16", torch.uint16, np.uint16, builtins.int)
uint32 = UInt("UInt32", "uint32", torch.uint32, np.uint32, builtins.int)
uint64 = UInt("UInt64", "uint64", torch.uint64, np.uint64, builtins.int)
float16 = Float("Float16", "float16", torch.float16, np.float16, builtins.float)
float32 = Float("Float32", "float32", torch.float32, np.float32, builtins.float)
float64 = Float("Float64", "float64", torch.float64, np.float64, builtins.float)
bfloat16 = BFloat("BFloat16", "bfloat16", torch.bfloat16, None, builtins.float)
float8_e4m3fn = Float("Float8E4M3FN", "float8_e4m3fn", torch.float8_e4m3fn, None, builtins.float)
float8_e5m2 = Float("Float8E5M2", "float8_e5m2", torch.float8_e5m2, None, builtins.float)
complex64 = Complex("Complex64", "complex64", torch.complex64, np.complex64, builtins.complex)
complex128 = Complex("Complex128", "complex128", torch.complex128, np.complex128, builtins.complex)

number = Number("Number", "number")
int_ = Int("Int", "int_")
uint = UInt("UInt", "uint")
float_ = Float("Float", "float_")
string = String("String", "string", None, np.str_, builtins.str)
tensor_type = TensorType("Tensor", "tensor_type")
list_ = List("List", "list_", None, None, builtins.list)
tuple_ = Tuple("Tuple", "tuple_", None, None, builtins.tuple)
type_none = Type("NoneType", "type_none")
function = Type("Function", "function")

# MindSpore's own module has `bool` and the C-like names as aliases of the same objects
bool = bool_
byte = int8
short = int16
intc = int32
intp = int64
long = int64
ubyte = uint8
ushort = uint16
uintc = uint32
uintp = uint64
half = float16
single = float32
double = float64
cfloat = complex64
cdouble = complex128
int = int64
float = float32

all_types: tuple[Type, ...] = (
    bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bfloat16,
    complex64, complex128,
)  # fmt: skip
int_type: tuple[Type, ...] = (int8, int16, int32, int64)
uint_type: tuple[Type, ...] = (uint8, uint16, uint32, uint64)
float_type: tuple[Type, ...] = (float16, float32, float64, bfloat16)
complex_type: tuple[Type, ...] = (complex64, complex128)
signed_type: tuple[Type, ...] = (int8, int16, int32, int64, float16, float32, float64, bfloat16, complex64, complex128)
number_type: tuple[Type, ...] = (
    int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bfloat16, complex64,
    complex128,
)  # fmt: skip

_FROM_TORCH: dict[torch.dtype, Type] = {
    d.torch_dtype: d for d in (*all_types, float8_e4m3fn, float8_e5m2) if d.torch_dtype is not None
}
_FROM_NUMPY: dict[object, Type] = {np.dtype(d.nptype): d for d in all_types if d.nptype is not None}
_FROM_PYTHON: dict[object, Type] = {
    builtins.bool: bool_,
    builtins.int: int64,
    builtins.float: float64,
    builtins.complex: complex128,
    builtins.str: string,
    builtins.list: list_,
    builtins.tuple: tuple_,
}
_GENERIC_TORCH: dict[Type, torch.dtype] = {int_: torch.int64, uint: torch.uint64, float_: torch.float32}


def from_torch_dtype(dtype: torch.dtype) -> Type:
    """Return the MindSpore type of a torch element type.

    Raises:
        TypeError: if MindSpore has no such type.
    """
    try:
        return _FROM_TORCH[dtype]
    except KeyError:
        msg = f"MindSpore has no type for {dtype}; convert the tensor first, for example with .to(torch.float32)"
        raise TypeError(msg) from None


def to_torch_dtype(dtype: object) -> torch.dtype:
    """Return the torch element type for a MindSpore type, a numpy dtype, a Python type or its name.

    Args:
        dtype (Union[Type, torch.dtype, numpy.dtype, type, str]): for example ``ms.float32``, ``np.float32``,
            ``float`` (float32, as a MindSpore tensor of Python floats is) or ``"float32"``.

    Raises:
        TypeError: if there is no such type.
    """
    if isinstance(dtype, Type):
        found = dtype.torch_dtype or _GENERIC_TORCH.get(dtype)
        if found is not None:
            return found
    elif isinstance(dtype, torch.dtype):
        return dtype
    elif dtype is builtins.float:
        return torch.float32
    elif dtype in _FROM_PYTHON:
        found = _FROM_PYTHON[dtype].torch_dtype
        if found is not None:
            return found
    elif dtype == "bfloat16" or getattr(dtype, "name", None) == "bfloat16":
        return torch.bfloat16
    else:
        try:
            return _FROM_NUMPY[np.dtype(dtype)].torch_dtype  # type: ignore[call-overload, return-value]
        except (TypeError, KeyError):
            pass
    msg = f"expected a mindspore dtype such as mindspore.float32, got {dtype!r}"
    raise TypeError(msg)


# what the types without a size mean to a function
_SIZED = {int_: torch.int32, uint: torch.uint32, float_: torch.float32}


def given_type(dtype: object) -> torch.dtype:
    """Return the torch element type for the `dtype` of a function of `ops` or `mint`, which takes MindSpore's only.

    Args:
        dtype (Type): for example ``ms.float32``; a torch type is taken as well.

    Raises:
        TypeError: if it is anything else: a numpy or Python type, or a name.
    """
    if isinstance(dtype, Type):
        found = dtype.torch_dtype or _SIZED.get(dtype)
        if found is not None:
            return found
    elif isinstance(dtype, torch.dtype):
        return dtype
    msg = f"the dtype must be one of mindspore's such as mindspore.float32, got {dtype!r}"
    raise TypeError(msg)


def optional_type(dtype: object) -> torch.dtype | None:
    """Return what `given_type` does, and None for None.

    Args:
        dtype (Type, optional): for example ``ms.float32``; a torch type is taken as well.

    Raises:
        TypeError: if it is anything else: a numpy or Python type, or a name.
    """
    return None if dtype is None else given_type(dtype)


def dtype_to_nptype(type_: Type) -> type | None:
    """Convert a MindSpore type to its numpy scalar type.

    Args:
        type_ (Type): MindSpore's type.

    Returns:
        type, for example ``numpy.float32``.

    Source: mindspore.dtype_to_nptype, MindSpore 2.10
    """
    if type_ is bfloat16:
        # numpy has no bfloat16 of its own; imported here because most programs never need it
        from ml_dtypes import bfloat16 as numpy_bfloat16

        return numpy_bfloat16
    return type_.nptype


def dtype_to_pytype(type_: Type) -> type | None:
    """Convert a MindSpore type to a Python type.

    Args:
        type_ (Type): MindSpore's type.

    Returns:
        type, for example ``float``.

    Source: mindspore.dtype_to_pytype, MindSpore 2.10
    """
    return type(None) if type_ is type_none else type_.pytype


def pytype_to_dtype(obj: object) -> Type:
    """Convert a Python or numpy type to a MindSpore type.

    Args:
        obj (type): for example ``float`` (gives float64) or ``numpy.int32``.

    Returns:
        Type.

    Raises:
        NotImplementedError: if there is no counterpart.

    Source: mindspore.pytype_to_dtype, MindSpore 2.10
    """
    if isinstance(obj, Type):
        return obj
    if obj in _FROM_PYTHON:
        return _FROM_PYTHON[obj]
    try:
        return _FROM_NUMPY[np.dtype(obj)]  # type: ignore[call-overload]
    except (TypeError, KeyError):
        msg = f"no mindspore type for {obj!r}"
        raise NotImplementedError(msg) from None


def get_py_obj_dtype(obj: object) -> Type:
    """Return the MindSpore type of a Python object.

    Args:
        obj (object): a number, string, list, tuple, type or function.

    Returns:
        Type.

    Source: mindspore.get_py_obj_dtype, MindSpore 2.10
    """
    if isfunction(obj):
        return function
    if isinstance(obj, type):
        return pytype_to_dtype(obj)
    return pytype_to_dtype(type(obj))


def type_size_in_bytes(dtype: Type) -> builtins.int:
    """Return how many bytes one element of `dtype` takes.

    Source: mindspore.common.dtype.type_size_in_bytes, MindSpore 2.10
    """
    return to_torch_dtype(dtype).itemsize


def _issubclass_(type_: Type, dtype: Type) -> builtins.bool:
    """Tell whether `type_` belongs to the family `dtype` (`ms.number`, `ms.int_`, `ms.float_` ...)."""
    if dtype.torch_dtype is not None:
        return type_ is dtype
    return isinstance(type_, type(dtype))
