"""The types as MindSpore's compiled core names them, and their numbers in its files and kernels."""

from __future__ import annotations

from ms2torch._core import dtype as _dtype
from ms2torch._core.dtype import (
    BFloat as BFloat,
    Bool as Bool,
    Complex as Complex,
    Float as Float,
    Int as Int,
    List as List,
    Number as Number,
    String as String,
    TensorType as TensorType,
    Tuple as Tuple,
    Type as Type,
    UInt as UInt,
)

# measured 2.10: type_to_type_id
_IDS: dict[int, Type] = {
    7: _dtype.type_none,
    11: _dtype.number,
    12: _dtype.string,
    13: _dtype.list_,
    14: _dtype.tuple_,
    17: _dtype.tensor_type,
    30: _dtype.bool_,
    31: _dtype.int_,
    32: _dtype.int8,
    33: _dtype.int16,
    34: _dtype.int32,
    35: _dtype.int64,
    36: _dtype.uint,
    37: _dtype.uint8,
    38: _dtype.uint16,
    39: _dtype.uint32,
    40: _dtype.uint64,
    41: _dtype.float_,
    42: _dtype.float16,
    43: _dtype.float32,
    44: _dtype.float64,
    45: _dtype.bfloat16,
    51: _dtype.complex64,
    52: _dtype.complex128,
}
_BY_TYPE = {kind: number for number, kind in _IDS.items()}

kBool = _dtype.bool_
kInt8 = _dtype.int8
kInt16 = _dtype.int16
kInt32 = _dtype.int32
kInt64 = _dtype.int64
kUInt8 = _dtype.uint8
kUInt16 = _dtype.uint16
kUInt32 = _dtype.uint32
kUInt64 = _dtype.uint64
kFloat16 = _dtype.float16
kFloat32 = _dtype.float32
kFloat64 = _dtype.float64
kBFloat16 = _dtype.bfloat16
kComplex64 = _dtype.complex64
kComplex128 = _dtype.complex128
kString = _dtype.string
kTensorType = _dtype.tensor_type
kNumber = _dtype.number
kList = _dtype.list_
kTuple = _dtype.tuple_
kTypeNone = _dtype.type_none
kInt = _dtype.int_
kUInt = _dtype.uint
kFloat = _dtype.float_


def type_id_to_type(number: int) -> Type:
    """Return the type that has a number.

    Args:
        number (int): for example 43, which is float32's.

    Raises:
        ValueError: if no type here has it.
    """
    if number not in _IDS:
        msg = f"type_id_to_type: no type has the number {number!r}; known are {sorted(_IDS)}"
        raise ValueError(msg)
    return _IDS[number]


def type_to_type_id(t: Type) -> int:
    """Return the number of a type.

    Args:
        t (Type): for example ``mindspore.float32``, whose number is 43.

    Raises:
        ValueError: if it has none.
    """
    if t not in _BY_TYPE:
        msg = f"type_to_type_id: {t!r} has no number"
        raise ValueError(msg)
    return _BY_TYPE[t]


def str_to_type(name: str) -> Type:
    """Return the type that prints as `name`.

    Args:
        name (str): for example ``"Float32"``.

    Raises:
        ValueError: if no type prints so.
    """
    for kind in _BY_TYPE:
        if str(kind) == name:
            return kind
    msg = f"str_to_type: no type prints as {name!r}"
    raise ValueError(msg)


def is_subclass(t: Type, family: Type) -> bool:
    """Tell whether a type is `family` or belongs to it.

    Args:
        t (Type): for example ``mindspore.float32``.
        family (Type): for example ``mindspore.number``.
    """
    return _dtype._issubclass_(t, family)


def type_size_in_bytes(t: Type) -> int:
    """Return how many bytes an element takes.

    Args:
        t (Type): the type.
    """
    return _dtype.type_size_in_bytes(t)
