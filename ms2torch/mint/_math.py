"""Arithmetic and matrix products of `mindspore.mint` that have no equal in `mindspore.ops`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import Number, unwrap, unwrap_or_scalar, wrap
from ms2torch._core.convert import is_bool
from ms2torch._core.dtype import Type, optional_type
from ms2torch._core.element_types import admitted
from ms2torch._core.promotion import check_alpha, of_double, operands
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error, translated
from ms2torch.ops.function._elementwise import promoted_pair
from ms2torch.ops.function.math import sums
from ms2torch.ops.function.math.arithmetic import add as plain_add, method_div, method_mul, sub as plain_sub
from ms2torch.ops.function.math.clip import method_clamp
from ms2torch.ops.function.math.compare import tensor_eq


def add(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    """Add `alpha` times `other`.

    Args:
        input (Tensor, Number): of any shape.
        other (Tensor, Number): of a shape that broadcasts with `input`.

    Keyword Args:
        alpha (Number): factor of `other`. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.add, MindSpore 2.10
    """
    if alpha.__class__ is int and alpha == 1:
        return plain_add(input, other)
    a, b = _terms("mint.add", input, other, alpha)
    return wrap(torch.add(a, b, alpha=_alpha(alpha, a, b)))


def sub(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    """Subtract `alpha` times `other`.

    Args:
        input (Tensor, Number): of any shape.
        other (Tensor, Number): of a shape that broadcasts with `input`.

    Keyword Args:
        alpha (Number): factor of `other`. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.sub, MindSpore 2.10
    """
    a, b = operands(input, other)
    if is_bool(a) and is_bool(b):
        return wrap(torch.logical_xor(torch.as_tensor(a), torch.as_tensor(b)))
    if alpha.__class__ is int and alpha == 1:
        return plain_sub(input, other)
    a, b = _terms("mint.sub", input, other, alpha)
    return wrap(torch.sub(a, b, alpha=_alpha(alpha, a, b)))


def _terms(op: str, input: object, other: object, alpha: Number) -> tuple[torch.Tensor, torch.Tensor]:
    """Return both terms of a sum in their common type, in which the second is multiplied."""
    a, b = unwrap_or_scalar(input), unwrap_or_scalar(other)
    if alpha.__class__ is not int:
        check_alpha(op, alpha, a, b)
    return promoted_pair(input, other)


def _alpha(alpha: Number, a: torch.Tensor, b: torch.Tensor) -> Number:
    """Return the factor as float64 has it: a float is a float32 in MindSpore."""
    return (
        of_double(alpha)
        if not isinstance(alpha, complex) and torch.promote_types(a.dtype, b.dtype) is torch.float64
        else alpha
    )


def mul(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Multiply element by element; a number beside float16 is rounded to it first.

    Args:
        input (Union[Tensor, Number, bool]): first factor.
        other (Union[Tensor, Number, bool]): second factor, of a shape that broadcasts with `input`.

    Returns:
        Tensor.

    Source: mindspore.mint.mul, MindSpore 2.10
    """
    return method_mul(input, other)  # type: ignore[arg-type]


def div(input: Tensor | Number, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor:
    """Divide element by element; a number beside float16 is rounded to it first.

    Args:
        input (Union[Tensor, Number, bool]): the dividend.
        other (Union[Tensor, Number, bool]): the divisor, of a shape that broadcasts with `input`.

    Keyword Args:
        rounding_mode (str, optional): ``None``, ``"floor"`` or ``"trunc"``. Default: ``None``.

    Returns:
        Tensor; integers give float32 unless they are rounded.

    Source: mindspore.mint.div, MindSpore 2.10
    """
    return method_div(input, other, rounding_mode=rounding_mode)  # type: ignore[arg-type]


def eq(input: Tensor, other: Tensor | Number) -> Tensor:
    """Tell where two tensors are equal; a number takes the type of the tensor first.

    Args:
        input (Tensor): of any shape.
        other (Union[Tensor, Number, bool]): of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool.

    Source: mindspore.mint.eq, MindSpore 2.10
    """
    return tensor_eq(input, other)


def clamp(input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None) -> Tensor:
    """Limit each element to a range; a Tensor of 0 dimensions goes with a number as the other bound.

    Args:
        input (Tensor): of any shape.
        min (Union[Tensor, Number], optional): the lower bound. Default: ``None``.
        max (Union[Tensor, Number], optional): the upper bound. Default: ``None``.

    Returns:
        Tensor, same shape, of the promoted type.

    Source: mindspore.mint.clamp, MindSpore 2.10
    """
    return method_clamp(input, min, max)


def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor:
    """Add the quotient of two tensors, times `value`.

    Args:
        input (Tensor): of any shape.
        tensor1 (Tensor): the dividend.
        tensor2 (Tensor): the divisor.

    Keyword Args:
        value (Number): the factor. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.addcdiv, MindSpore 2.10
    """
    return wrap(torch.addcdiv(unwrap(input), unwrap(tensor1), unwrap(tensor2), value=value))  # type: ignore[arg-type]


def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Add a product of matrices.

    Args:
        input (Tensor): of any shape.
        mat1 (Tensor): first matrix.
        mat2 (Tensor): second matrix.

    Keyword Args:
        beta (Number): factor of `input`. Default: ``1``.
        alpha (Number): factor of the product. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.addmm, MindSpore 2.10
    """
    return wrap(torch.addmm(admitted(input, "mint.addmm"), unwrap(mat1), unwrap(mat2), beta=beta, alpha=alpha))  # type: ignore[arg-type]


def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor:
    """Add a product of two tensors, times a factor.

    Args:
        input (Tensor): what to add to.
        tensor1 (Tensor): a factor, of a shape that broadcasts.
        tensor2 (Tensor): the other, of a shape that broadcasts.

    Keyword Args:
        value (Number): the factor. Default: ``1``.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: if a tensor is not a Tensor, or the types differ.
        ValueError: if the shapes do not broadcast.

    Differs from MindSpore: its CPU does not run this at all; this is what it documents for Ascend.

    Source: mindspore.mint.addcmul, MindSpore 2.10
    """
    return sums.addcmul(input, tensor1, tensor2, value)


@translated
def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Add a product of a matrix and a vector.

    Args:
        input (Tensor): of any shape.
        mat (Tensor): the matrix.
        vec (Tensor): the vector.

    Keyword Args:
        beta (Number): factor of `input`. Default: ``1``.
        alpha (Number): factor of the product. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.addmv, MindSpore 2.10
    """
    return wrap(torch.addmv(unwrap(input), unwrap(mat), unwrap(vec), beta=beta, alpha=alpha))  # type: ignore[arg-type]


def addr_(input: Tensor, vec1: Tensor, vec2: Tensor, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Add the outer product of two vectors, in place.

    Args:
        input (Tensor): of any shape.
        vec1 (Tensor): first vector.
        vec2 (Tensor): second vector.
        beta (Number): factor of `input`. Default: ``1``.
        alpha (Number): factor of the product. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.addr_, MindSpore 2.10
    """
    unwrap(input).addr_(unwrap(vec1), unwrap(vec2), beta=beta, alpha=alpha)  # type: ignore[arg-type]
    return input


def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Add the sum of the products of two batches of matrices.

    Args:
        input (Tensor): of any shape.
        batch1 (Tensor): first batch of matrices.
        batch2 (Tensor): second batch of matrices.

    Keyword Args:
        beta (Number): factor of `input`. Default: ``1``.
        alpha (Number): factor of the product. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.addbmm, MindSpore 2.10
    """
    return wrap(torch.addbmm(unwrap(input), unwrap(batch1), unwrap(batch2), beta=beta, alpha=alpha))  # type: ignore[arg-type]


def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Add the products of two batches of matrices.

    Args:
        input (Tensor): of any shape.
        batch1 (Tensor): first batch of matrices.
        batch2 (Tensor): second batch of matrices.

    Keyword Args:
        beta (Number): factor of `input`. Default: ``1``.
        alpha (Number): factor of the product. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.baddbmm, MindSpore 2.10
    """
    return wrap(torch.baddbmm(unwrap(input), unwrap(batch1), unwrap(batch2), beta=beta, alpha=alpha))  # type: ignore[arg-type]


def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """Multiply two batches of matrices.

    Args:
        input (Tensor): of any shape.
        mat2 (Tensor): second matrix.

    Returns:
        Tensor.

    Source: mindspore.mint.bmm, MindSpore 2.10
    """
    a, b = unwrap(input), unwrap(mat2)
    if a.ndim != 3 or b.ndim != 3:
        msg = f"mint.bmm: both operands need 3 dimensions, got shapes {tuple(a.shape)} and {tuple(b.shape)}"
        raise ValueError(msg)
    return wrap(torch.bmm(a, b))


def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """Multiply two matrices.

    Args:
        input (Tensor): of any shape.
        mat2 (Tensor): second matrix.

    Returns:
        Tensor.

    Source: mindspore.mint.mm, MindSpore 2.10
    """
    return wrap(torch.mm(unwrap(input), unwrap(mat2)))


def mv(input: Tensor, vec: Tensor) -> Tensor:
    """Multiply a matrix and a vector.

    Args:
        input (Tensor): of any shape.
        vec (Tensor): the vector.

    Returns:
        Tensor.

    Source: mindspore.mint.mv, MindSpore 2.10
    """
    return wrap(torch.mv(unwrap(input), unwrap(vec)))


def dot(input: Tensor, other: Tensor) -> Tensor:
    """Multiply two vectors.

    Args:
        input (Tensor): of any shape.
        other (Tensor): a vector of the same length.

    Returns:
        Tensor.

    Source: mindspore.mint.dot, MindSpore 2.10
    """
    return wrap(torch.dot(unwrap(input), unwrap(other)))


def vdot(input: Tensor, other: Tensor) -> Tensor:
    """Multiply two vectors, the first conjugated.

    Args:
        input (Tensor): of any shape.
        other (Tensor): a vector of the same length.

    Returns:
        Tensor.

    Source: mindspore.mint.vdot, MindSpore 2.10
    """
    return wrap(torch.vdot(unwrap(input), unwrap(other)))


@translated
def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """Multiply each element of one vector with each of another.

    Args:
        input (Tensor): of any shape.
        vec2 (Tensor): second vector.

    Returns:
        Tensor.

    Source: mindspore.mint.outer, MindSpore 2.10
    """
    return wrap(torch.outer(admitted(input, "mint.outer"), unwrap(vec2)))


def einsum(equation: Any, *operands: Any) -> Tensor:
    """Multiply and add as an equation of subscripts says.

    Args:
        equation (Union[str, Tensor]): such as ``'ij,jk->ik'``. Or the first tensor: then each is followed by its list
            of subscripts, numbers from 0 to 51 and ``...``, and the result's may come last.
        *operands (Any): the tensors, or one list of them.

    Returns:
        Tensor.

    Source: mindspore.mint.einsum, MindSpore 2.10
    """
    if not isinstance(equation, str):
        mixed = (equation, *operands)
        plain = [list(x) if isinstance(x, (list, tuple)) else unwrap(x) for x in mixed]
        return wrap(torch.einsum(*plain))
    given = operands[0] if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    return wrap(torch.einsum(equation, *[unwrap(x) for x in given]))


def inverse(input: Tensor) -> Tensor:
    """Invert square matrices.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.inverse, MindSpore 2.10
    """
    return wrap(torch.linalg.inv(admitted(input, "mint.inverse")))


def trace(input: Tensor) -> Tensor:
    """Add up the diagonal of a matrix.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.trace, MindSpore 2.10
    """
    return wrap(torch.trace(unwrap(input)))


@translated
def triangular_solve(
    b: Tensor, A: Tensor, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> tuple[Tensor, Tensor]:
    """Solve triangular systems.

    Args:
        b (Tensor): right sides, (..., n, k).
        A (Tensor): the matrices, (..., n, n).
        upper (bool): they are upper triangular. Default: ``True``.
        transpose (bool): transpose them first. Default: ``False``.
        unitriangular (bool): take their diagonal for ones. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the solution and a copy of `A`.

    Source: mindspore.mint.triangular_solve, MindSpore 2.10
    """
    matrix = unwrap(A)
    sides = matrix.mT if transpose else matrix
    # torch.triangular_solve itself is deprecated, and warns.
    out = torch.linalg.solve_triangular(sides, unwrap(b), upper=upper != transpose, unitriangular=unitriangular)
    return wrap(out), wrap(matrix.clone())


@translated
def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Tensor:
    """Compute the distances between the rows of two batches.

    Args:
        x1 (Tensor): (..., P, M).
        x2 (Tensor): (..., R, M).
        p (float): order of the norm. Default: ``2.0``.
        compute_mode (str): when to use a product of matrices. Default: ``'use_mm_for_euclid_dist_if_necessary'``.

    Returns:
        Tensor.

    Source: mindspore.mint.cdist, MindSpore 2.10
    """
    return wrap(torch.cdist(admitted(x1, "mint.cdist"), unwrap(x2), p, compute_mode))


def diff(
    input: Tensor, n: int = 1, dim: int = -1, prepend: Tensor | None = None, append: Tensor | None = None
) -> Tensor:
    """Compute the differences of neighbours.

    Args:
        input (Tensor): of any shape.
        n (int): how often. Default: ``1``.
        dim (int): the dimension. Default: ``-1``.
        prepend (Tensor, None): put before the elements. Default: ``None``.
        append (Tensor, None): put after the elements. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.diff, MindSpore 2.10
    """
    before, after = (None if x is None else unwrap(x) for x in (prepend, append))
    return wrap(torch.diff(unwrap(input), n, dim, before, after))


def equal(input: Tensor, other: Tensor) -> bool:
    """Tell whether two tensors have the same shape and elements.

    Args:
        input (Tensor): of any shape.
        other (Tensor): of a shape that broadcasts with `input`.

    Returns:
        bool.

    Source: mindspore.mint.equal, MindSpore 2.10
    """
    return torch.equal(unwrap(input), unwrap(other))


def allclose(input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """Tell whether all elements of two tensors are close.

    Args:
        input (Tensor): of any shape.
        other (Tensor): of a shape that broadcasts with `input`.
        rtol (float): relative tolerance. Default: ``1e-05``.
        atol (float): absolute tolerance. Default: ``1e-08``.
        equal_nan (bool): count NaN as equal to NaN. Default: ``False``.

    Returns:
        bool.

    Source: mindspore.mint.allclose, MindSpore 2.10
    """
    a, b = admitted(input, "mint.allclose"), unwrap(other)
    if a.dtype is not b.dtype:
        msg = f"mint.allclose: both must be of one type, got {a.dtype} and {b.dtype}; convert one with .astype()"
        raise TypeError(msg)
    return torch.allclose(a, b, rtol, atol, equal_nan)


def softmax(input: Tensor, dim: int, *, dtype: Type | None = None) -> Tensor:
    """Compute softmax along a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if `dim` is out of range.

    Source: mindspore.mint.softmax, MindSpore 2.10
    """
    kind = optional_type(dtype)
    try:
        return wrap(torch.softmax(admitted(input, "mint.softmax") if kind is None else unwrap(input), dim, dtype=kind))
    except IndexError as error:
        raise op_error("mint.softmax", error, input=input, dim=dim) from None


def fix(input: Tensor) -> Tensor:
    """Round towards zero.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.fix, MindSpore 2.10
    """
    return wrap(torch.trunc(unwrap(input)))


def frac(input: Tensor) -> Tensor:
    """Keep what follows the decimal point.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.frac, MindSpore 2.10
    """
    return wrap(torch.frac(unwrap(input)))


def isnan(tensor: Tensor) -> Tensor:
    """Tell which elements are NaN.

    Args:
        tensor (Tensor): of any shape.

    Returns:
        Tensor of bool.

    Source: mindspore.mint.isnan, MindSpore 2.10
    """
    if isinstance(tensor, (bool, int, float)):  # MindSpore takes a number here
        return wrap(torch.tensor(tensor != tensor))  # noqa: PLR0124
    return wrap(torch.isnan(unwrap(tensor)))


def sqrt(input: Tensor) -> Tensor:
    """Compute the square root.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.sqrt, MindSpore 2.10
    """
    return wrap(torch.sqrt(unwrap(input)))


@translated
def lerp(input: Tensor, end: Tensor, weight: Tensor | float) -> Tensor:
    """Interpolate between two tensors.

    Args:
        input (Tensor): of any shape.
        end (Tensor): taken where the weight is 1.
        weight (Tensor, float): how far to go from `input` to `end`.

    Returns:
        Tensor.

    Source: mindspore.mint.lerp, MindSpore 2.10
    """
    return wrap(torch.lerp(unwrap(input), unwrap(end), unwrap_or_scalar(weight)))


def bitwise_not(input: Tensor) -> Tensor:
    """Invert each bit.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.bitwise_not, MindSpore 2.10
    """
    return wrap(torch.bitwise_not(unwrap(input)))
