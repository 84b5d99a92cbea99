"""Mirrors `mindspore.ops.auto_generate.gen_ops_prim`: Primitives that MindSpore makes from tables.

Those stand here whose module is printed with MindSpore's lists of classes; the others with their families.
"""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch._lazy import elsewhere
from ms2torch.ops.function.linalg._calls import need_matrix
from ms2torch.ops.function.nn import activation, activation_piecewise
from ms2torch.ops.primitive import Primitive


class ReLU(Primitive, fn=activation.relu):
    """Replace negative elements by zero.

    Source: mindspore.ops.ReLU, MindSpore 2.10
    """


class PReLU(Primitive, fn=activation_piecewise.prelu):
    """Multiply negative elements by a factor of their channel.

    Source: mindspore.ops.PReLU, MindSpore 2.10
    """


class MatMul(Primitive):
    """Multiply two matrices.

    Args:
        transpose_a (bool): transpose the first. Default: ``False``.
        transpose_b (bool): transpose the second. Default: ``False``.

    Source: mindspore.ops.MatMul, MindSpore 2.10
    """

    def __init__(self, transpose_a: bool = False, transpose_b: bool = False) -> None:
        super().__init__()
        self.transpose_a = bool_arg("ops.MatMul", "transpose_a", transpose_a)
        self.transpose_b = bool_arg("ops.MatMul", "transpose_b", transpose_b)

    def __call__(self, input: Tensor, mat2: Tensor) -> Tensor:
        """Multiply `input` and `mat2`, which must be matrices of one type.

        Raises:
            ValueError: if an argument is no matrix or the sizes do not fit.
            TypeError: if the types differ.
        """
        a, b = unwrap(input), unwrap(mat2)
        if a.dim() != 2 or b.dim() != 2:
            msg = f"ops.MatMul: expected two matrices, got shapes {tuple(a.shape)} and {tuple(b.shape)}"
            raise ValueError(msg)
        return _product("ops.MatMul", input, mat2, self.transpose_a, self.transpose_b)


class BatchMatMul(Primitive):
    """Multiply two batches of matrices.

    Args:
        transpose_a (bool): transpose the first. Default: ``False``.
        transpose_b (bool): transpose the second. Default: ``False``.

    Source: mindspore.ops.BatchMatMul, MindSpore 2.10
    """

    def __init__(self, transpose_a: bool = False, transpose_b: bool = False) -> None:
        super().__init__()
        self.transpose_a = bool_arg("ops.BatchMatMul", "transpose_a", transpose_a)
        self.transpose_b = bool_arg("ops.BatchMatMul", "transpose_b", transpose_b)

    def __call__(self, x: Tensor, y: Tensor) -> Tensor:
        """Multiply `x` and `y`, of one type; the batches broadcast.

        Raises:
            ValueError: if the sizes do not fit.
            TypeError: if the types differ.
        """
        need_matrix("ops.BatchMatMul", x)
        need_matrix("ops.BatchMatMul", y)
        return _product("ops.BatchMatMul", x, y, self.transpose_a, self.transpose_b)


def _product(op: str, x: Tensor, y: Tensor, transpose_a: bool, transpose_b: bool) -> Tensor:
    a, b = x._t, y._t
    try:
        return wrap(torch.matmul(a.mT if transpose_a else a, b.mT if transpose_b else b))
    except RuntimeError as error:
        raise op_error(op, error, x=x, y=y) from None


__getattr__ = elsewhere(__name__, "ms2torch.ops.auto_generate")
