"""Tensor methods of the array family: one assignment per method."""

from __future__ import annotations

from ms2torch._core.base import TensorBase
from ms2torch.ops.function.array import (
    arrange as array_arrange,
    diag as array_diag,
    join as array_join,
    layout,
    shape as array_shape,
)


class TensorArray(TensorBase):
    """Shape, type and layout as methods."""

    __slots__ = ()

    reshape = layout.tensor_reshape
    view = layout.tensor_view
    permute = layout.tensor_permute
    transpose = layout.tensor_transpose
    astype = layout.tensor_astype
    expand_dims = layout.expand_dims

    squeeze = array_shape.squeeze
    unsqueeze = array_shape.unsqueeze
    flatten = array_shape.tensor_flatten
    ravel = array_shape.ravel
    broadcast_to = array_shape.tensor_broadcast_to
    expand = array_shape.tensor_expand
    expand_as = array_shape.tensor_expand_as
    view_as = array_shape.view_as
    swapaxes = array_shape.swapaxes
    swapdims = array_shape.swapdims
    moveaxis = array_shape.moveaxis
    movedim = array_shape.movedim
    t = array_shape.t
    reverse_sequence = array_shape.tensor_reverse_sequence

    tile = array_arrange.tensor_tile
    repeat = array_arrange.tensor_repeat
    repeat_interleave = array_arrange.tensor_repeat_interleave
    flip = array_arrange.flip
    fliplr = array_arrange.fliplr
    flipud = array_arrange.flipud
    reverse = array_arrange.reverse
    rot90 = array_arrange.rot90
    roll = array_arrange.tensor_roll

    split = array_join.tensor_split_method
    chunk = array_join.tensor_chunk
    tensor_split = array_join.tensor_split
    hsplit = array_join.hsplit
    vsplit = array_join.vsplit
    dsplit = array_join.dsplit
    unbind = array_join.unbind

    tril = array_diag.tril
    triu = array_diag.triu
    diag = array_diag.tensor_diag
    diagflat = array_diag.diagflat
    diagonal = array_diag.tensor_diagonal
    diagonal_scatter = array_diag.diagonal_scatter
