"""Products of vectors, matrices and tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.linalg._calls import need_numbers, on_tensors

Axes = int | Sequence[Any]


def bmm(input_x: Tensor, mat2: Tensor) -> Tensor:
    """Multiply two batches of matrices, one by one.

    Args:
        input_x (Tensor): shape (..., n, m).
        mat2 (Tensor): shape (..., m, p).

    Returns:
        Tensor of shape (..., n, p).

    Raises:
        ValueError: if the shapes do not fit.
        TypeError: if the types differ.

    Source: mindspore.ops.bmm, MindSpore 2.10
    """
    a, b = unwrap(input_x), unwrap(mat2)
    if 3 == a.ndim == b.ndim:
        try:
            return wrap(torch.bmm(a, b))
        except RuntimeError:
            pass  # matrices that are repeated, or what is told below
    return on_tensors("ops.bmm", torch.matmul, input_x, mat2)


def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """Multiply two matrices.

    Args:
        input (Tensor): shape (n, m).
        mat2 (Tensor): shape (m, p).

    Returns:
        Tensor of shape (n, p).

    Raises:
        ValueError: if an argument is no matrix, or the shapes do not fit.

    Source: mindspore.ops.mm, MindSpore 2.10
    """
    return on_tensors("ops.mm", torch.mm, input, mat2)


def mv(mat: Tensor, vec: Tensor) -> Tensor:
    """Multiply a matrix and a vector.

    Args:
        mat (Tensor): shape (n, m).
        vec (Tensor): shape (m,), or a matrix of m elements.

    Returns:
        Tensor of shape (n,).

    Raises:
        ValueError: if the shapes do not fit.
        TypeError: if an argument is no Tensor.

    Source: mindspore.ops.mv, MindSpore 2.10
    """
    if unwrap(vec).ndim == 2:  # taken as one column, as in MindSpore
        vec = wrap(vec._t.reshape(-1))
    return on_tensors("ops.mv", torch.mv, mat, vec)


def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """Compute ``beta * input + alpha * (mat1 @ mat2)``.

    Args:
        input (Tensor): broadcasts with the product.
        mat1 (Tensor): shape (n, m).
        mat2 (Tensor): shape (m, p).

    Keyword Args:
        beta (Union[float, int]): factor of `input`. Default: ``1``.
        alpha (Union[float, int]): factor of the product. Default: ``1``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the shapes do not fit.
        TypeError: if a factor is no number.

    Source: mindspore.ops.addmm, MindSpore 2.10
    """
    return _added("ops.addmm", torch.addmm, torch.matmul, (input, mat1, mat2), beta, alpha)


def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """Compute ``beta * input + alpha * (mat @ vec)``.

    Args:
        input (Tensor): broadcasts with the product.
        mat (Tensor): shape (n, m).
        vec (Tensor): shape (m,).

    Keyword Args:
        beta (Union[float, int]): factor of `input`. Default: ``1``.
        alpha (Union[float, int]): factor of the product. Default: ``1``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the shapes do not fit.
        TypeError: if a factor is no number, or `mat` and `vec` differ in type.

    Source: mindspore.ops.addmv, MindSpore 2.10
    """
    check_type(input, "ops.addmv")
    if not unwrap(input).is_floating_point():  # the factors are of its type (measured 2.10)
        beta, alpha = int(beta), int(alpha)
    return _added("ops.addmv", torch.addmv, torch.mv, (input, mat, vec), beta, alpha)


def addr(x: Tensor, vec1: Tensor, vec2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """Compute ``beta * x + alpha * outer(vec1, vec2)``.

    Args:
        x (Tensor): broadcasts with the product.
        vec1 (Tensor): shape (n,).
        vec2 (Tensor): shape (m,).

    Keyword Args:
        beta (Union[float, int]): factor of `x`. Default: ``1``.
        alpha (Union[float, int]): factor of the product. Default: ``1``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the shapes do not fit.
        TypeError: if a factor is no number, or the vectors differ in type.

    Source: mindspore.ops.addr, MindSpore 2.10
    """
    check_type(x, "ops.addr")
    return _added("ops.addr", torch.addr, torch.outer, (x, vec1, vec2), beta, alpha)


def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """Compute ``beta * input + alpha * sum(batch1 @ batch2)``, the sum over the batch.

    Args:
        input (Tensor): broadcasts with the sum.
        batch1 (Tensor): shape (b, n, m).
        batch2 (Tensor): shape (b, m, p).

    Keyword Args:
        beta (Union[float, int]): factor of `input`. Default: ``1``.
        alpha (Union[float, int]): factor of the sum. Default: ``1``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the shapes do not fit.
        TypeError: if a factor is no number.

    Source: mindspore.ops.addbmm, MindSpore 2.10
    """
    return _added("ops.addbmm", torch.addbmm, _summed_bmm, (input, batch1, batch2), beta, alpha)


def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, beta: float = 1, alpha: float = 1) -> Tensor:
    """Compute ``beta * input + alpha * (batch1 @ batch2)``, batch by batch.

    Args:
        input (Tensor): broadcasts with the product.
        batch1 (Tensor): shape (b, n, m).
        batch2 (Tensor): shape (b, m, p).
        beta (Union[float, int]): factor of `input`; an int for integer tensors. Default: ``1``.
        alpha (Union[float, int]): factor of the product; an int for integer tensors. Default: ``1``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the shapes do not fit.
        TypeError: if a factor is no number, or the tensors differ in type.

    Source: mindspore.ops.baddbmm, MindSpore 2.10
    """
    t, dtype = unwrap(input), unwrap(batch1).dtype
    if t.dtype is not dtype or unwrap(batch2).dtype is not dtype:
        kinds = {unwrap(t).dtype for t in (input, batch1, batch2)}
        msg = f"ops.baddbmm: the tensors must have one type, got {kinds}"
        raise TypeError(msg)
    if not t.is_floating_point() and not (isinstance(beta, int) and isinstance(alpha, int)):
        msg = f"ops.baddbmm: beta and alpha must be ints for integer tensors, got {beta!r} and {alpha!r}"
        raise TypeError(msg)
    return _added("ops.baddbmm", torch.baddbmm, torch.matmul, (input, batch1, batch2), beta, alpha)


def _summed_bmm(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a @ b).sum(0)


def _added(
    op: str,
    fused: Callable[..., torch.Tensor],
    product: Callable[..., torch.Tensor],
    operands: tuple[Tensor, Tensor, Tensor],
    beta: float,
    alpha: float,
) -> Tensor:
    """Scale and add; by one kernel where torch's agrees: it needs one type, and with beta 0 it skips NaNs."""
    if beta.__class__ is not int or alpha.__class__ is not int:
        need_numbers(op, beta=beta, alpha=alpha)
    x, a, b = map(unwrap, operands)
    kind = a.dtype
    if kind is not b.dtype:
        msg = f"{op}: the factors must have one type, got {a.dtype} and {b.dtype}"
        raise TypeError(msg)
    if beta != 0 and x.dtype is kind and kind.is_floating_point:
        try:
            if beta == 1 == alpha:  # each keyword costs
                return wrap(fused(x, a, b))
            return wrap(fused(x, a, b, beta=beta, alpha=alpha))
        except (RuntimeError, IndexError):
            pass  # the other form also broadcasts the product to `input`, or says what is wrong
    try:
        return wrap(beta * x + alpha * product(a, b))
    except RuntimeError as error:
        raise op_error(op, error, input=operands[0], a=operands[1], b=operands[2]) from None


def dot(input: Tensor, other: Tensor) -> Tensor:
    """Multiply over the last dimension of `input` and the last but one of `other`.

    Args:
        input (Tensor): float16 or float32, at least two dimensions.
        other (Tensor): of the same type, at least two dimensions.

    Returns:
        Tensor of the other dimensions of `input`, then those of `other`.

    Raises:
        TypeError: if the types differ.
        ValueError: if an argument has fewer than two dimensions, or the sizes differ.

    Unlike torch.dot and numpy.dot this takes no vectors.

    Source: mindspore.ops.dot, MindSpore 2.10
    """
    a, b = unwrap(input), unwrap(other)
    if a.dtype != b.dtype or not a.is_floating_point():
        msg = f"ops.dot: both arguments must be float16 or float32 and alike, got {a.dtype} and {b.dtype}"
        raise TypeError(msg)
    if a.dim() < 2 or b.dim() < 2:
        msg = f"ops.dot: both arguments must have at least 2 dimensions, got {a.dim()} and {b.dim()}; see ops.inner"
        raise ValueError(msg)
    return on_tensors("ops.dot", torch.tensordot, input, other, dims=([-1], [-2]))


def inner(input: Tensor, other: Tensor) -> Tensor:
    """Multiply over the last dimensions of both; a 0-d argument multiplies elementwise.

    Args:
        input (Tensor): first factor.
        other (Tensor): second factor, with as long a last dimension.

    Returns:
        Tensor of the other dimensions of `input`, then those of `other`.

    Raises:
        ValueError: if the last dimensions differ.

    Source: mindspore.ops.inner, MindSpore 2.10
    """
    return on_tensors("ops.inner", torch.inner, input, other)


def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """Multiply each element of `input` with each of `vec2`.

    Args:
        input (Tensor): a vector; other shapes are flattened.
        vec2 (Tensor): a vector.

    Returns:
        Tensor of shape (n, m).

    Raises:
        TypeError: if an argument is no Tensor.

    Source: mindspore.ops.outer, MindSpore 2.10
    """
    a, b = unwrap(input), unwrap(vec2)
    if a.dtype is b.dtype and a.ndim == 1 == b.ndim:
        return wrap(torch.outer(a, b))
    return wrap(a.reshape(-1, 1) * b)


def ger(input: Tensor, vec2: Tensor) -> Tensor:
    """Multiply each element of one vector with each of another.

    Args:
        input (Tensor): shape (n,), floating-point.
        vec2 (Tensor): shape (m,), of the same type.

    Returns:
        Tensor of shape (n, m).

    Raises:
        TypeError: if the types differ or are no floating-point types.
        ValueError: if an argument is no vector.

    Source: mindspore.ops.ger, MindSpore 2.10
    """
    a, b = unwrap(input), unwrap(vec2)
    if a.dtype != b.dtype or not a.is_floating_point():
        msg = f"ops.ger: both arguments must be floating-point and alike, got {a.dtype} and {b.dtype}"
        raise TypeError(msg)
    return on_tensors("ops.ger", torch.outer, input, vec2)


def tensor_dot(x1: Tensor, x2: Tensor, axes: Axes) -> Tensor:
    """Multiply over some dimensions of each tensor.

    Args:
        x1 (Tensor): first factor.
        x2 (Tensor): second factor, of the same type.
        axes (Union[int, tuple(int), tuple(tuple(int)), list(list(int))]): a number n: the last n of `x1` and the first
            n of `x2`; or the axes of `x1` and those of `x2`, one or several each.

    Returns:
        Tensor of the remaining dimensions of `x1`, then those of `x2`.

    Raises:
        TypeError: if `axes` is of another kind, or the types differ.
        ValueError: if `axes` is no pair, or the sizes differ.

    Source: mindspore.ops.tensor_dot, MindSpore 2.10
    """
    dims: Any = axes
    if axes.__class__ is int and axes == 1:
        try:  # torch refuses to multiply so what are no two vectors of one length and type
            a = x1._t
            if a.ndim == 1:
                return wrap(a.dot(x2._t))
        except (AttributeError, RuntimeError):
            pass
    if isinstance(axes, bool) or not isinstance(axes, (int, list, tuple)):
        msg = f"ops.tensor_dot: axes must be an int, tuple or list, got {axes!r}"
        raise TypeError(msg)
    if not isinstance(axes, int):
        if len(axes) != 2:
            msg = f"ops.tensor_dot: axes must be a number or a pair, got {axes!r}"
            raise ValueError(msg)
        dims = tuple([side] if isinstance(side, int) else list(side) for side in axes)
        if len(dims[0]) != len(dims[1]):
            msg = f"ops.tensor_dot: axes must name as many dimensions of each tensor, got {axes!r}"
            raise ValueError(msg)
    return on_tensors("ops.tensor_dot", torch.tensordot, x1, x2, dims=dims)


def einsum(equation: str, *operands: Any) -> Tensor:
    """Sum products of elements as an equation of subscripts says.

    Args:
        equation (str): for example ``"ij,jk->ik"``.
        operands (Tensor): one for each part on the left; a tuple of them is accepted too. Without an equation, Tensors
            and lists of subscript numbers take turns.

    Returns:
        Tensor.

    Raises:
        ValueError: if the equation does not fit the operands.

    Source: mindspore.ops.einsum, MindSpore 2.10
    """
    check_type(equation, "ops.einsum")
    given = operands[0] if len(operands) == 1 and isinstance(operands[0], (tuple, list)) else operands
    if isinstance(equation, str):
        parts: list[Any] = [equation, *(unwrap(each) for each in given)]
    else:
        parts = [each._t if isinstance(each, Tensor) else list(each) for each in (equation, *given)]
    try:
        return wrap(torch.einsum(*parts))
    except RuntimeError as error:
        raise op_error("ops.einsum", error, equation=equation) from None


def kron(input: Tensor, other: Tensor) -> Tensor:
    """Compute the Kronecker product.

    Args:
        input (Tensor): first factor.
        other (Tensor): second factor.

    Returns:
        Tensor; each dimension has the product of both sizes.

    Raises:
        TypeError: if an argument is no Tensor.

    Source: mindspore.ops.kron, MindSpore 2.10
    """
    return on_tensors("ops.kron", torch.kron, input, other)


def cross(input: Tensor, other: Tensor, dim: int | None = None) -> Tensor:
    """Compute the cross product of vectors of three elements.

    Args:
        input (Tensor): first factor.
        other (Tensor): second factor, of the same shape and type, or both of floating types.
        dim (int, optional): the dimension of size 3. Default ``None``: the first that has it.

    Returns:
        Tensor, same shape.

    Raises:
        ValueError: if no dimension, or not the one named, has size 3, or the shapes differ.
        TypeError: if the types differ.

    Source: mindspore.ops.cross, mindspore.mint.cross, MindSpore 2.10
    """
    a, b = unwrap(input), unwrap(other)
    if a.dtype != b.dtype:
        if not (a.is_floating_point() and b.is_floating_point()):
            msg = f"ops.cross: both arguments must have one type, got {a.dtype} and {b.dtype}"
            raise TypeError(msg)
        b = b.to(dtype=a.dtype)  # of two floating types that of the first counts, as in MindSpore
    if dim is None or dim == NO_DIM:
        dim = next((i for i, size in enumerate(a.shape) if size == 3), None)
        if dim is None:
            msg = f"ops.cross: no dimension of {tuple(a.shape)} has size 3"
            raise ValueError(msg)
    return on_tensors("ops.cross", torch.linalg.cross, wrap(a), wrap(b), dim=dim)


NO_DIM = -65530  # what the Cross primitive takes for "the first dimension of size 3"


def vecdot(x: Tensor, y: Tensor, *, axis: int = -1) -> Tensor:
    """Multiply elementwise and add up along an axis; a complex `x` is conjugated.

    Args:
        x (Tensor): first factor.
        y (Tensor): second factor; the shapes broadcast.

    Keyword Args:
        axis (int): the dimension. Default: ``-1``.

    Returns:
        Tensor.

    Raises:
        TypeError: if an argument is no Tensor or `axis` no int.
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.vecdot, MindSpore 2.10
    """
    if isinstance(axis, bool) or not isinstance(axis, int):
        msg = f"ops.vecdot: axis must be an int, got {axis!r}"
        raise TypeError(msg)
    return on_tensors("ops.vecdot", lambda a, b: (a.conj() * b if a.is_complex() else a * b).sum(axis), x, y)


def batch_dot(x1: Tensor, x2: Tensor, axes: Axes | None = None) -> Tensor:
    """Multiply over one dimension of each tensor, batch by batch.

    Args:
        x1 (Tensor): first factor, at least two dimensions, the first of which is the batch.
        x2 (Tensor): second factor, likewise, of the same type.
        axes (Union[int, tuple(int), list(int)]): the dimension of each. Default ``None``: the last of `x1`, the last
            but one of `x2` (the last of a matrix).

    Returns:
        Tensor of the batch, then the other dimensions of `x1` and of `x2`; of two matrices, shape (batch, 1).

    Raises:
        TypeError: if the types differ, or `axes` is of another kind.
        ValueError: if batches or sizes differ, a dimension is out of range, or an argument has fewer than two.

    Source: mindspore.ops.batch_dot, MindSpore 2.10
    """
    a, b = unwrap(x1), unwrap(x2)
    if a.dtype != b.dtype or not a.is_floating_point():
        msg = f"ops.batch_dot: both arguments must be floating-point and alike, got {a.dtype} and {b.dtype}"
        raise TypeError(msg)
    i, j = _batch_axes(a, b, axes)
    # one letter per dimension; the batch and the multiplied one are shared
    names_a = [0, *range(2, a.dim() + 1)]
    names_b = [0, *range(100, 99 + b.dim())]
    names_a[i] = names_b[j] = 1
    letters = {name: chr(97 + k) for k, name in enumerate(sorted({*names_a, *names_b}))}
    left, right = ("".join(letters[n] for n in names) for names in (names_a, names_b))
    out = letters[0] + "".join(letters[n] for n in (*names_a, *names_b) if n > 1)
    product = on_tensors("ops.batch_dot", lambda s, t: torch.einsum(f"{left},{right}->{out}", s, t), x1, x2)
    return wrap(product._t.unsqueeze(-1)) if a.dim() == b.dim() == 2 else product


def _batch_axes(a: torch.Tensor, b: torch.Tensor, axes: Axes | None) -> tuple[int, int]:
    if a.dim() < 2 or b.dim() < 2 or a.shape[0] != b.shape[0]:
        msg = f"ops.batch_dot: expected two batches of one size, got shapes {tuple(a.shape)} and {tuple(b.shape)}"
        raise ValueError(msg)
    if axes is None:
        return a.dim() - 1, max(b.dim() - 2, 1)
    pair = (axes, axes) if isinstance(axes, int) else tuple(axes)
    if len(pair) != 2 or not all(isinstance(x, int) for x in pair):
        msg = f"ops.batch_dot: axes must be an int or two ints, got {axes!r}"
        raise ValueError(msg)
    for axis, t in zip(pair, (a, b), strict=True):
        if not -t.dim() < axis < t.dim() or axis == 0:
            msg = f"ops.batch_dot: axes must not name the batch and lie within the dimensions, got {axes!r}"
            raise ValueError(msg)
    return pair[0] % a.dim(), pair[1] % b.dim()


def trace(input: Tensor) -> Tensor:
    """Add up the main diagonal.

    Args:
        input (Tensor): a matrix.

    Returns:
        Tensor, 0-d.

    Raises:
        ValueError: if `input` is no matrix.

    Source: mindspore.ops.trace, MindSpore 2.10
    """
    t = admitted(input, "ops.trace")
    if t.dim() != 2:
        msg = f"ops.trace: expected a matrix, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    return wrap(torch.diagonal(t).sum(dtype=t.dtype))


def adjoint(x: Tensor) -> Tensor:
    """Swap the last two dimensions and conjugate.

    Args:
        x (Tensor): at least two dimensions.

    Returns:
        Tensor.

    Raises:
        ValueError: if `x` has fewer than two dimensions.

    Source: mindspore.ops.adjoint, MindSpore 2.10
    """
    t = unwrap(x)
    if t.dim() < 2:
        msg = f"ops.adjoint: expected at least 2 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    return wrap(t.mH.resolve_conj() if t.is_complex() else t.mT)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-08) -> Tensor:
    """Compute the cosine of the angle between vectors along a dimension.

    Args:
        x1 (Tensor): of any shape.
        x2 (Tensor): of a shape that broadcasts with `x1`.
        dim (int): the dimension of the vectors. Default: ``1``.
        eps (float): lower bound of the product of the norms. Default: ``1e-8``.

    Returns:
        Tensor of the broadcast shape without `dim`.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if the shapes do not broadcast or `dim` is out of range.

    Source: mindspore.ops.cosine_similarity, MindSpore 2.10
    """
    first, second = admitted(x1, "ops.cosine_similarity"), unwrap(x2)
    try:
        norms = [torch.linalg.vector_norm(vectors, dim=dim) for vectors in (first, second)]
        return wrap((first * second).sum(dim) / (norms[0] * norms[1]).clamp(min=eps))
    except (RuntimeError, IndexError) as error:
        raise op_error("ops.cosine_similarity", error, x1=x1, x2=x2, dim=dim) from None


def tensor_addmm_(self: Tensor, mat1: Tensor, mat2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """Do what `addmm` does in place.

    Source: mindspore.Tensor.addmm_, MindSpore 2.10
    """
    out = addmm(wrap(self._t), mat1, mat2, beta=beta, alpha=alpha)
    self._t.copy_(out._t)
    return self


def tensor_addr(self: Tensor, vec1: Tensor, vec2: Tensor, beta: float = 1, alpha: float = 1) -> Tensor:
    """Do what `ops.addr` does; the factors may be given by position.

    Source: mindspore.Tensor.addr, MindSpore 2.10
    """
    return addr(wrap(self._t), vec1, vec2, beta=beta, alpha=alpha)


def tensor_baddbmm(self: Tensor, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """Do what `ops.baddbmm` does; the factors are given by keyword.

    Source: mindspore.Tensor.baddbmm, MindSpore 2.10
    """
    return baddbmm(wrap(self._t), batch1, batch2, beta, alpha)


def tensor_trace(self: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Type | None = None) -> Tensor:
    """Add up a diagonal.

    Args:
        offset (int): how far to the right of the main diagonal. Default: ``0``.
        axis1 (int): the dimension of rows. Default: ``0``.
        axis2 (int): the dimension of columns. Default: ``1``.
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: that of the tensor.

    Returns:
        Tensor, without the two dimensions.

    Raises:
        ValueError: if the tensor has fewer than two dimensions.

    Source: mindspore.Tensor.trace, MindSpore 2.10
    """
    t = unwrap(self)
    if t.dim() < 2:
        msg = f"Tensor.trace: expected at least 2 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    whole = not (t.is_floating_point() or t.is_complex() or t.dtype is torch.bool)
    kind: Any = (torch.int64 if whole else t.dtype) if dtype is None else given_type(dtype)
    return wrap(t.diagonal(offset, axis1, axis2).sum(-1, dtype=kind))
