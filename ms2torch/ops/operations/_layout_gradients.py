"""Gradients of padding and of the trace, as MindSpore's private Primitives."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.operations._grad_ops._pull_back import pull_back, zeros
from ms2torch.ops.operations.image_ops import PadV3
from ms2torch.ops.primitive import Primitive


class PadV3Grad(Primitive):
    """Compute the gradient of `PadV3` in a mode that pads with elements of its input.

    Args:
        mode (str): ``"reflect"``, ``"edge"`` or ``"circular"``. Default: ``"reflect"``.
        paddings_contiguous (bool): as for `PadV3`. Default: ``True``.

    Inputs:
        - **x** (Tensor) - the gradient of its result.
        - **paddings** (Union[Tensor, tuple[int]]) - as for `PadV3`.

    Outputs:
        Tensor, of the shape of its input.

    Source: mindspore.ops.operations._grad_ops.PadV3Grad, MindSpore 2.10
    """

    def __init__(self, mode: str = "reflect", paddings_contiguous: bool = True) -> None:
        super().__init__()
        self.forward = PadV3(mode, paddings_contiguous)

    def __call__(self, x: Tensor, paddings: Any) -> Tensor:
        """Apply the operation."""
        sides = unwrap(paddings).tolist() if isinstance(paddings, TensorBase) else list(paddings)
        half = len(sides) // 2
        contiguous = self.forward.paddings_contiguous
        both = (
            list(zip(sides[::2], sides[1::2], strict=True))
            if contiguous
            else list(zip(sides[:half], sides[half:], strict=True))
        )
        shape = list(unwrap(x).shape)
        for place, (before, after) in enumerate(both, 1):
            shape[-place] -= before + after
        return pull_back(lambda each: self.forward(each, tuple(sides)), x, zeros(tuple(shape), x))


class TraceV2Grad(Primitive):
    """Compute the gradient of the sum of a diagonal.

    Inputs:
        - **dout** (Tensor) - the gradient of the sum, without the two dimensions.
        - **shape** (Union[Tensor, tuple[int]]) - the shape of the operand.
        - **offset** (int) - which diagonal. Default: ``0``.
        - **axis1** (int), **axis2** (int) - the dimensions of the matrices. Default: ``1`` and ``0``.

    Outputs:
        Tensor, of that shape.

    Source: mindspore.ops.auto_generate.gen_ops_prim.TraceV2Grad, MindSpore 2.10
    """

    def __call__(self, dout: Tensor, shape: Any, offset: int = 0, axis1: int = 1, axis2: int = 0) -> Tensor:
        """Apply the operation."""
        given = unwrap(dout)
        out = given.new_zeros(shape_arg(shape))
        diagonal = torch.diagonal(out, offset, axis1, axis2)
        return wrap(torch.diagonal_scatter(out, given.unsqueeze(-1).expand(diagonal.shape), offset, axis1, axis2))
