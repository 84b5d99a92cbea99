"""Gradients of functions that work element by element."""

from __future__ import annotations

import torch

from ms2torch import ops
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.math import _gamma_gradient
from ms2torch.ops.operations._grad_ops._pull_back import GradPrimitive, pull_back, pull_back_all
from ms2torch.ops.primitive import Primitive


class AbsGrad(GradPrimitive):
    """Gradient of `Abs`.

    Inputs:
        - **x** (Tensor) - the input.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.AbsGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, dout: Tensor) -> Tensor:
        return wrap(unwrap(dout) * torch.sgn(unwrap(x)))


class ACosGrad(GradPrimitive):
    """Gradient of `ACos`.

    Inputs:
        - **x** (Tensor) - the input.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.ACosGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, dout: Tensor) -> Tensor:
        return pull_back(ops.acos, dout, x)


class AsinGrad(GradPrimitive):
    """Gradient of `Asin`.

    Inputs:
        - **x** (Tensor) - the input.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.AsinGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, dout: Tensor) -> Tensor:
        return pull_back(ops.asin, dout, x)


class AtanGrad(GradPrimitive):
    """Gradient of `Atan`.

    Inputs:
        - **x** (Tensor) - the input.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.AtanGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, dout: Tensor) -> Tensor:
        return pull_back(ops.atan, dout, x)


class AsinhGrad(GradPrimitive):
    """Gradient of `Asinh`.

    Inputs:
        - **out** (Tensor) - the output.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.AsinhGrad, MindSpore 2.10
    """

    def __call__(self, out: Tensor, dout: Tensor) -> Tensor:
        return wrap(unwrap(dout) / torch.cosh(unwrap(out)).conj())


class AcoshGrad(GradPrimitive):
    """Gradient of `Acosh`.

    Inputs:
        - **out** (Tensor) - the output.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.AcoshGrad, MindSpore 2.10
    """

    def __call__(self, out: Tensor, dout: Tensor) -> Tensor:
        return wrap(unwrap(dout) / torch.sinh(unwrap(out)).conj())


class ReciprocalGrad(GradPrimitive):
    """Gradient of `Reciprocal`.

    Inputs:
        - **y** (Tensor) - the output.
        - **dy** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.ReciprocalGrad, MindSpore 2.10
    """

    def __call__(self, y: Tensor, dy: Tensor) -> Tensor:
        t = unwrap(y).conj()
        return wrap(-unwrap(dy) * t * t)


class InvGrad(GradPrimitive):
    """Gradient of `Inv`.

    Inputs:
        - **x** (Tensor) - the output of `Inv`.
        - **grad** (Tensor) - its gradient.

    Source: mindspore.ops.operations._grad_ops.InvGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, grad: Tensor) -> Tensor:
        t = unwrap(x).conj()
        return wrap(-unwrap(grad) * t * t)


class RsqrtGrad(GradPrimitive):
    """Gradient of `Rsqrt`.

    Inputs:
        - **y_backprop** (Tensor) - the output of `Rsqrt`.
        - **x** (Tensor) - its gradient.

    Source: mindspore.ops.auto_generate.RsqrtGrad, MindSpore 2.10
    """

    def __call__(self, y_backprop: Tensor, x: Tensor) -> Tensor:
        t = unwrap(y_backprop).conj()
        scaled = unwrap(x) * t * t * t
        return wrap(scaled / -2 if t.is_floating_point() or t.is_complex() else torch.div(scaled, -2).to(dtype=t.dtype))


class SqrtGrad(GradPrimitive):
    """Gradient of `Sqrt`.

    Inputs:
        - **dy** (Tensor) - the output of `Sqrt`.
        - **y** (Tensor) - its gradient.

    Source: mindspore.ops.auto_generate.SqrtGrad, MindSpore 2.10
    """

    def __call__(self, dy: Tensor, y: Tensor) -> Tensor:
        return wrap(unwrap(y) / (unwrap(dy).conj() * 2))


class LogitGrad(Primitive):
    """Gradient of `Logit`.

    Args:
        eps (float): how far inputs are kept from 0 and 1; negative: not at all. Default: ``-1.0``.

    Inputs:
        - **grad** (Tensor) - the gradient of the output.
        - **input** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.LogitGrad, MindSpore 2.10
    """

    def __init__(self, eps: float = -1.0) -> None:
        self.eps = eps

    def __call__(self, grad: Tensor, input: Tensor) -> Tensor:
        eps = None if self.eps < 0 else self.eps
        return pull_back(lambda t: wrap(torch.logit(unwrap(t), eps)), grad, input)


class _PairGrad(Primitive):
    """The gradient of a choice between two inputs.

    Args:
        grad_x (bool): accepted; both gradients are returned. Default: ``True``.
        grad_y (bool): likewise. Default: ``True``.
    """

    def __init__(self, grad_x: bool = True, grad_y: bool = True) -> None:
        self.grad_x = grad_x
        self.grad_y = grad_y


class MaximumGrad(_PairGrad):
    """Gradient of `Maximum`; where the inputs are equal each gets half of it.

    Args:
        grad_x (bool): accepted; both gradients are returned. Default: ``True``.
        grad_y (bool): likewise. Default: ``True``.

    Inputs:
        - **x** (Tensor) - the first input.
        - **y** (Tensor) - the second input.
        - **grads** (Tensor) - the gradient of the output.

    Outputs:
        tuple of the gradients of x and y.

    Source: mindspore.ops.auto_generate.MaximumGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, y: Tensor, grads: Tensor) -> tuple[Tensor, ...]:
        return _shares(unwrap(x) - unwrap(y), grads, x, y)


class MinimumGrad(_PairGrad):
    """Gradient of `Minimum`; where the inputs are equal each gets half of it.

    Args:
        grad_x (bool): accepted; both gradients are returned. Default: ``True``.
        grad_y (bool): likewise. Default: ``True``.

    Inputs:
        - **x1** (Tensor) - the first input.
        - **x2** (Tensor) - the second input.
        - **grads** (Tensor) - the gradient of the output.

    Outputs:
        tuple of the gradients of x1 and x2.

    Source: mindspore.ops.auto_generate.MinimumGrad, MindSpore 2.10
    """

    def __call__(self, x1: Tensor, x2: Tensor, grads: Tensor) -> tuple[Tensor, ...]:
        return _shares(unwrap(x2) - unwrap(x1), grads, x1, x2)


class MaximumGradGrad(_PairGrad):
    """Gradient of `MaximumGrad`.

    Args:
        grad_x (bool): accepted; all gradients are returned. Default: ``True``.
        grad_y (bool): likewise. Default: ``True``.

    Inputs:
        - **x** (Tensor) - the first input of `Maximum`.
        - **y** (Tensor) - its second input.
        - **dx** (Tensor) - the gradient of the first output of `MaximumGrad`.
        - **dy** (Tensor) - the gradient of its second output.

    Outputs:
        tuple of the gradients of x, y and the gradient; the first two are zero.

    Source: mindspore.ops.auto_generate.MaximumGradGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, y: Tensor, dx: Tensor, dy: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return _chosen(unwrap(x) >= unwrap(y), x, y, dx, dy)


class MinimumGradGrad(GradPrimitive):
    """Gradient of `MinimumGrad`.

    Inputs:
        - **x1** (Tensor) - the first input of `Minimum`.
        - **x2** (Tensor) - its second input.
        - **grad_y1** (Tensor) - the gradient of the first output of `MinimumGrad`.
        - **grad_y2** (Tensor) - the gradient of its second output.

    Outputs:
        tuple of the gradients of x1, x2 and the gradient; the first two are zero.

    Source: mindspore.ops.operations._grad_ops.MinimumGradGrad, MindSpore 2.10
    """

    def __call__(self, x1: Tensor, x2: Tensor, grad_y1: Tensor, grad_y2: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return _chosen(unwrap(x1) <= unwrap(x2), x1, x2, grad_y1, grad_y2)


class MvlgammaGrad(Primitive):
    """Gradient of `Mvlgamma`.

    Args:
        p (int): the dimension.

    Inputs:
        - **y_grad** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.

    Source: mindspore.ops.operations._grad_ops.MvlgammaGrad, MindSpore 2.10
    """

    def __init__(self, p: int) -> None:
        self.p = p

    def __call__(self, y_grad: Tensor, x: Tensor) -> Tensor:
        return pull_back(lambda t: wrap(torch.special.multigammaln(unwrap(t), self.p)), y_grad, x)


class IgammaGradA(Primitive):
    """Derivative of `Igamma` by its first input.

    Inputs:
        - **a** (Tensor) - float32 or float64; NaN where it is not positive.
        - **x** (Tensor) - of the same type; the shapes broadcast.

    Source: mindspore.ops.operations._grad_ops.IgammaGradA, MindSpore 2.10
    """

    def __call__(self, a: Tensor, x: Tensor) -> Tensor:
        return wrap(_gamma_gradient.by_order(*torch.broadcast_tensors(unwrap(a), unwrap(x))))


class LstsqV2Grad(GradPrimitive):
    """Gradient of the solution of least squares.

    Inputs:
        - **gX** (Tensor) - the gradient of the solution.
        - **A** (Tensor) - the matrices.
        - **B** (Tensor) - the right-hand sides.

    Outputs:
        tuple of the gradients of A and B.

    Source: mindspore.ops.auto_generate.LstsqV2Grad, MindSpore 2.10
    """

    def __call__(self, gX: Tensor, A: Tensor, B: Tensor) -> tuple[Tensor, ...]:
        return pull_back_all(_least_squares, gX, A, B)


def _least_squares(a: Tensor, b: Tensor) -> Tensor:
    matrix, right = unwrap(a), unwrap(b)
    inverse = torch.linalg.pinv(matrix)
    if right.ndim == matrix.ndim - 1:
        return wrap((inverse @ right.unsqueeze(-1)).squeeze(-1))
    return wrap(inverse @ right)


lstsq_v2_grad_op = LstsqV2Grad()


class CholeskyGrad(GradPrimitive):
    """Gradient of `Cholesky`.

    Inputs:
        - **x** (Tensor) - the output, a lower triangle.
        - **grad** (Tensor) - its gradient.

    Source: mindspore.ops.auto_generate.CholeskyGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, grad: Tensor) -> Tensor:
        factor = unwrap(x)
        return pull_back(lambda t: wrap(torch.linalg.cholesky(unwrap(t))), grad, wrap(factor @ factor.mT))


def _shares(lead: torch.Tensor, grads: Tensor, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
    """Give the gradient to x where it leads, to y where that does, half to each where neither does."""
    grad = unwrap(grads)
    if lead.is_complex():
        msg = "MaximumGrad, MinimumGrad: complex numbers have no order; the inputs must be real"
        raise TypeError(msg)
    share = (torch.sign(lead).to(dtype=grad.dtype) + 1) / 2
    return (
        wrap((grad * share).to(dtype=grad.dtype).sum_to_size(unwrap(x).shape)),
        wrap((grad * (1 - share)).to(dtype=grad.dtype).sum_to_size(unwrap(y).shape)),
    )


def _chosen(first: torch.Tensor, x: Tensor, y: Tensor, dx: Tensor, dy: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    chosen = torch.where(first, unwrap(dx), unwrap(dy))
    return wrap(torch.zeros_like(unwrap(x))), wrap(torch.zeros_like(unwrap(y))), wrap(chosen)
