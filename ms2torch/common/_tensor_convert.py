"""Tensor methods that convert, copy, make new tensors and tell about memory."""

from __future__ import annotations

from ms2torch._core.base import TensorBase
from ms2torch.ops.function.array import (
    convert as array_convert,
    create as array_create,
    info as array_info,
    inplace as array_inplace,
    layout,
    memory as array_memory,
)


class TensorConvert(TensorBase):
    """Conversion, copies and memory as methods. Named after builtins in part: annotations here use no `int`, `bool`."""

    __slots__ = ()

    type_as = array_info.type_as
    numel = array_info.numel
    nelement = array_info.numel
    ndimension = array_info.rank
    dim = array_info.rank
    fills = array_create.fills

    int = array_convert.tensor_int
    float = array_convert.tensor_float
    bool = array_convert.tensor_bool
    long = array_convert.tensor_long
    half = array_convert.tensor_half
    double = array_convert.tensor_double
    short = array_convert.tensor_short
    byte = array_convert.tensor_byte
    bfloat16 = array_convert.tensor_bfloat16
    to = array_convert.tensor_to
    move_to = array_convert.tensor_move_to
    to_ = array_convert.tensor_to_
    type = array_convert.tensor_type
    copy = array_convert.tensor_copy
    clone = array_convert.tensor_clone
    contiguous = array_convert.tensor_contiguous

    new_zeros = array_create.tensor_new_zeros
    new_ones = array_create.tensor_new_ones
    new_full = array_create.tensor_new_full
    new_empty = array_create.tensor_new_empty
    fill = array_create.tensor_fill

    is_contiguous = array_memory.tensor_is_contiguous
    stride = array_memory.tensor_stride
    storage_offset = array_memory.tensor_storage_offset
    data_ptr = array_memory.tensor_data_ptr
    is_pinned = array_memory.tensor_is_pinned
    pin_memory = array_memory.tensor_pin_memory
    is_shared = array_memory.tensor_is_shared

    resize = layout.tensor_resize
    reshape_as = layout.tensor_reshape_as

    fill_ = array_inplace.tensor_fill_
    zero_ = array_inplace.tensor_zero_
    copy_ = array_inplace.tensor_copy_
