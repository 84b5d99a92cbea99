"""Mathematical functions as layers."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.element_types import check_type
from ms2torch._errors import op_error
from ms2torch._lazy import elsewhere
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean
from ms2torch.ops.function.math.reduce import axes

__all__ = [
    "CosineSimilarity",
    "DiGamma",
    "IGamma",
    "LBeta",
    "LGamma",
    "MatDet",
    "MatInverse",
    "MatMul",
    "Moments",
    "Range",
    "ReduceLogSumExp",
]


def _floats(layer: str, **named: Tensor) -> tuple[torch.Tensor, ...]:
    """Return the torch tensors of floating-point inputs of one type."""
    out: list[torch.Tensor] = []
    for name, value in named.items():
        t = unwrap(value)
        if not t.is_floating_point() or (out and t.dtype != out[0].dtype):
            msg = f"For '{layer}', the '{name}' must be float16 or float32 and as the others, but got {t.dtype}."
            raise TypeError(msg)
        out.append(t)
    return tuple(out)


class ReduceLogSumExp(Cell):
    """Compute ``log(sum(exp(x)))`` along some dimensions.

    Args:
        axis (Union[int, tuple(int), list(int)]): the dimensions; ``()``: all.
        keep_dims (bool): kept as an attribute without effect, as in MindSpore. Default: ``False``.

    Raises:
        TypeError: if `axis` is of another kind or `keep_dims` no bool.

    Source: mindspore.nn.ReduceLogSumExp, MindSpore 2.10
    """

    def __init__(self, axis: Any, keep_dims: bool = False) -> None:
        super().__init__()
        if isinstance(axis, bool) or not isinstance(axis, (int, list, tuple)):
            msg = f"For 'ReduceLogSumExp', the 'axis' must be int, list or tuple, but got {axis!r}."
            raise TypeError(msg)
        self.axis = axis
        self.keep_dims = boolean("ReduceLogSumExp", "keep_dims", keep_dims)

    def construct(self, x: Tensor) -> Tensor:
        check_type(x, "nn.ReduceLogSumExp")
        t = unwrap(x)
        return wrap(torch.logsumexp(t, axes("nn.ReduceLogSumExp", self.axis, t.dim()), self.keep_dims))


class Range(Cell):
    """Return numbers from `start` to `limit`, which is left out, in steps.

    Args:
        start (Union[int, float]): the first; with `limit` left out, the limit, and 0 is the first.
        limit (Union[int, float]): where to stop. Default: ``None``.
        delta (Union[int, float]): the step. Default: ``1``.

    Raises:
        ValueError: if `delta` is 0.

    Source: mindspore.nn.Range, MindSpore 2.10
    """

    def __init__(self, start: float, limit: float | None = None, delta: float = 1) -> None:
        super().__init__()
        if delta == 0:
            msg = "For 'Range', the 'delta' can not be zero."
            raise ValueError(msg)
        data = np.arange(start, limit, delta) if limit is not None else np.arange(0, start, delta)
        kind = torch.float32 if data.dtype == np.float64 else torch.int32
        self.result_tensor = wrap(torch.from_numpy(data).to(dtype=kind))

    def construct(self) -> Tensor:
        """Return the numbers."""
        return self.result_tensor


class LGamma(Cell):
    """Compute the logarithm of the absolute value of the gamma function.

    Source: mindspore.nn.LGamma, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        check_type(x, "nn.LGamma")
        (t,) = _floats("LGamma", x=x)
        return wrap(torch.lgamma(t))


class DiGamma(Cell):
    """Compute the derivative of `LGamma`.

    Source: mindspore.nn.DiGamma, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        check_type(x, "nn.DiGamma")
        (t,) = _floats("DiGamma", x=x)
        return wrap(torch.digamma(t))


class IGamma(Cell):
    """Compute the lower incomplete gamma function P(a, x).

    Differs from MindSpore: there is no gradient for `a`, only for `x`; asking for it raises.

    Source: mindspore.nn.IGamma, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, a: Tensor, x: Tensor) -> Tensor:
        first, second = _floats("IGamma", a=a, x=x)
        return wrap(torch.special.gammainc(first, second))


class LBeta(Cell):
    """Compute the logarithm of the beta function of two positive numbers.

    Source: mindspore.nn.LBeta, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor, y: Tensor) -> Tensor:
        check_type(x, "nn.LBeta")
        first, second = _floats("LBeta", x=x, y=y)
        # three large numbers almost cancel: float64 keeps the digits
        a, b = first.to(dtype=torch.float64), second.to(dtype=torch.float64)
        return wrap((torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b)).to(dtype=first.dtype))


class MatMul(Cell):
    """Multiply matrices, batches of them, or vectors.

    Args:
        transpose_x1 (bool): transpose the last two dimensions of the first. Default: ``False``.
        transpose_x2 (bool): those of the second. Default: ``False``.

    Raises:
        TypeError: if an argument is no bool.
        ValueError: if sizes do not fit.

    Source: mindspore.nn.MatMul, MindSpore 2.10
    """

    def __init__(self, transpose_x1: bool = False, transpose_x2: bool = False) -> None:
        super().__init__()
        self.transpose_x1 = _flag("transpose_x1", transpose_x1)
        self.transpose_x2 = _flag("transpose_x2", transpose_x2)

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        a, b = unwrap(x1), unwrap(x2)
        a = a.mT if self.transpose_x1 and a.dim() > 1 else a
        b = b.mT if self.transpose_x2 and b.dim() > 1 else b
        try:
            return wrap(torch.matmul(a, b))
        except RuntimeError as error:
            raise op_error("nn.MatMul", error, x1=x1, x2=x2) from None


def _flag(name: str, value: Any) -> bool:
    return boolean("MatMul", name, value)


class CosineSimilarity(Cell):
    """Compute the cosine of the angle between vectors.

    Args:
        dim (int): along which the vectors lie. Default: ``1``.
        eps (float): the smallest product of their lengths. Default: ``1e-08``.

    Raises:
        TypeError: if an input is no Tensor.

    Unlike torch's this bounds the product of the two lengths, not each of them.

    Source: mindspore.nn.CosineSimilarity, MindSpore 2.10
    """

    def __init__(self, dim: int = 1, eps: float = 1e-08) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        for name, value in (("x1", x1), ("x2", x2)):
            if not isinstance(value, TensorBase):
                msg = f"For 'CosineSimilarity', '{name}' must be a tensor, but got {type(value)}"
                raise TypeError(msg)
        a, b = x1._t, x2._t
        lengths = (a * a).sum(self.dim) * (b * b).sum(self.dim)
        return wrap((a * b).sum(self.dim) / lengths.clamp_min(self.eps * self.eps).sqrt())


class Moments(Cell):
    """Compute mean and variance (divided by n) along some dimensions.

    Args:
        axis (Union[int, tuple(int)]): the dimensions. Default ``None``: all.
        keep_dims (bool): keep them with length 1. Default ``None``: ``False``.

    Outputs:
        Tuple of mean and variance.

    Raises:
        TypeError: if `axis` is of another kind, `keep_dims` no bool, or the input not floating-point.

    Source: mindspore.nn.Moments, MindSpore 2.10
    """

    def __init__(self, axis: Any = None, keep_dims: bool | None = None) -> None:
        super().__init__()
        axis = () if axis is None else axis
        entries = axis if isinstance(axis, tuple) else (axis,)
        if any(isinstance(a, bool) or not isinstance(a, int) for a in entries):
            msg = f"For 'Moments', the 'axis' must be an int or a tuple of ints, but got {axis!r}."
            raise TypeError(msg)
        self.axis = axis
        self.keep_dims = boolean("Moments", "keep_dims", False if keep_dims is None else keep_dims)

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        check_type(x, "nn.Moments")
        (t,) = _floats("Moments", x=x)
        wide = t.to(dtype=torch.float32) if t.dtype is torch.float16 else t
        dims = axes("nn.Moments", self.axis, t.dim())
        var, mean = torch.var_mean(wide, dims, correction=0, keepdim=self.keep_dims)
        return wrap(mean.to(dtype=t.dtype)), wrap(var.to(dtype=t.dtype))


class MatInverse(Cell):
    """Invert positive-definite matrices.

    Raises:
        TypeError: if the input is not floating-point.
        RuntimeError: if a matrix is not positive-definite.

    Source: mindspore.nn.MatInverse, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, a: Tensor) -> Tensor:
        check_type(a, "nn.MatInverse")
        (t,) = _floats("MatInverse", a=a)
        return wrap(torch.cholesky_inverse(torch.linalg.cholesky(t)))


class MatDet(Cell):
    """Compute the determinant of positive-definite matrices.

    Raises:
        TypeError: if the input is not floating-point.
        RuntimeError: if a matrix is not positive-definite.

    Source: mindspore.nn.MatDet, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, a: Tensor) -> Tensor:
        check_type(a, "nn.MatDet")
        (t,) = _floats("MatDet", a=a)
        return wrap(torch.linalg.cholesky(t).diagonal(dim1=-2, dim2=-1).prod(-1).square())


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
