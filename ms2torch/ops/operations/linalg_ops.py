"""Matrix products, solvers and decompositions as Primitives."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._lazy import elsewhere
from ms2torch.ops.function.linalg import (
    matrix as linalg_matrix,
    products as linalg_products,
    solve as linalg_solve,
)
from ms2torch.ops.function.linalg._calls import need_floats, need_matrix, on_tensors
from ms2torch.ops.function.math.reduce import axes
from ms2torch.ops.primitive import Primitive


class Trace(Primitive, fn=linalg_products.trace):
    """Add up the main diagonal of a matrix.

    Source: mindspore.ops.Trace, MindSpore 2.10
    """


class Cross(Primitive):
    """Compute the cross product of vectors of three elements.

    Args:
        dim (int): the dimension of size 3. Default ``-65530``: the first that has it.

    Source: mindspore.ops.Cross, MindSpore 2.10
    """

    def __init__(self, dim: int = linalg_products.NO_DIM) -> None:
        super().__init__()
        self.dim = dim

    def __call__(self, input: Tensor, other: Tensor) -> Tensor:
        return linalg_products.cross(input, other, self.dim)


class Einsum(Primitive):
    """Sum products of elements as an equation of subscripts says.

    Args:
        equation (str): for example ``"ij,jk->ik"``.

    Source: mindspore.ops.Einsum, MindSpore 2.10
    """

    def __init__(self, equation: str) -> None:
        super().__init__()
        if not isinstance(equation, str):
            msg = f"ops.Einsum: equation must be a str, got {equation!r}"
            raise TypeError(msg)
        self.equation = equation

    def __call__(self, x: tuple[Tensor, ...]) -> Tensor:
        """Apply the operation to a tuple of Tensors."""
        return linalg_products.einsum(self.equation, *x)


class TridiagonalMatMul(Primitive):
    """Multiply a tridiagonal matrix, given by its diagonals, with a matrix.

    Source: mindspore.ops.TridiagonalMatMul, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, superdiag: Tensor, maindiag: Tensor, subdiag: Tensor, rhs: Tensor) -> Tensor:
        """Multiply; each diagonal is as long as the matrix: the last above it and the first below it do not count."""
        up, mid, low, x = (unwrap(t) for t in (superdiag, maindiag, subdiag, rhs))
        if len({t.dtype for t in (up, mid, low, x)}) > 1:
            msg = "ops.TridiagonalMatMul: all arguments must have one type"
            raise TypeError(msg)
        if x.dim() < 2 or not up.shape == mid.shape == low.shape == x.shape[:-1]:
            msg = f"ops.TridiagonalMatMul: diagonals of shape {tuple(x.shape[:-1])} needed, got {tuple(mid.shape)}"
            raise ValueError(msg)
        zeros = torch.zeros_like(x[..., :1, :])
        above = torch.cat([x[..., 1:, :], zeros], -2)
        below = torch.cat([zeros, x[..., :-1, :]], -2)
        return wrap(up.unsqueeze(-1) * above + mid.unsqueeze(-1) * x + low.unsqueeze(-1) * below)


# ---- norms -------------------------------------------------------------------------------------------------------


class LpNorm(Primitive):
    """Compute a p-norm along some dimensions.

    Args:
        axis (Union[int, list(int), tuple(int)]): the dimensions.
        p (int): which norm. Default: ``2``.
        keep_dims (bool): keep the dimensions with length 1. Default: ``False``.
        epsilon (float): the smallest result. Default: ``1e-12``.

    Source: mindspore.ops.LpNorm, MindSpore 2.10
    """

    def __init__(self, axis: Any, p: int = 2, keep_dims: bool = False, epsilon: float = 1e-12) -> None:
        super().__init__()
        if isinstance(p, bool) or not isinstance(p, int):
            msg = f"ops.LpNorm: p must be an int, got {p!r}"
            raise TypeError(msg)
        self.axis = axis
        self.p = p
        self.keep_dims = bool_arg("ops.LpNorm", "keep_dims", keep_dims)
        self.epsilon = epsilon

    def __call__(self, input: Tensor) -> Tensor:
        t = unwrap(input)
        dims = axes("ops.LpNorm", self.axis, t.dim())
        found = torch.linalg.vector_norm(t, self.p, dims, self.keep_dims)
        return wrap(found.clamp_min(self.epsilon))


class EuclideanNorm(Primitive):
    """Compute the root of the sum of squares along some dimensions.

    Args:
        keep_dims (bool): keep the dimensions with length 1. Default: ``False``.

    Source: mindspore.ops.EuclideanNorm, MindSpore 2.10
    """

    def __init__(self, keep_dims: bool = False) -> None:
        super().__init__()
        self.keep_dims = bool_arg("ops.EuclideanNorm", "keep_dims", keep_dims)

    def __call__(self, x: Tensor, axes_: Any) -> Tensor:
        """Apply the operation along `axes_`, ints or an int Tensor."""
        t = unwrap(x)
        dims = axes("ops.EuclideanNorm", axes_, t.dim())
        return on_tensors("ops.EuclideanNorm", lambda a: torch.linalg.vector_norm(a, 2, dims, self.keep_dims), x)


# ---- determinants, inverses, solvers -----------------------------------------------------------------------------


class MatrixDeterminant(Primitive, fn=linalg_matrix.det):
    """Compute the determinant.

    Source: mindspore.ops.MatrixDeterminant, MindSpore 2.10
    """


class LogMatrixDeterminant(Primitive, fn=linalg_matrix.slogdet):
    """Compute sign and logarithm of the absolute value of the determinant.

    Source: mindspore.ops.LogMatrixDeterminant, MindSpore 2.10
    """


class MatrixInverse(Primitive):
    """Invert square matrices.

    Args:
        adjoint (bool): invert the conjugate transpose. Default: ``False``.

    Source: mindspore.ops.MatrixInverse, MindSpore 2.10
    """

    def __init__(self, adjoint: bool = False) -> None:
        super().__init__()
        self.adjoint = bool_arg("ops.MatrixInverse", "adjoint", adjoint)

    def __call__(self, x: Tensor) -> Tensor:
        return linalg_matrix.inverse(linalg_products.adjoint(x) if self.adjoint else x)


class MatrixSolve(Primitive):
    """Solve ``matrix @ x = rhs``.

    Args:
        adjoint (bool): use the conjugate transpose of `matrix`. Default: ``False``.

    Source: mindspore.ops.MatrixSolve, MindSpore 2.10
    """

    def __init__(self, adjoint: bool = False) -> None:
        super().__init__()
        self.adjoint = bool_arg("ops.MatrixSolve", "adjoint", adjoint)

    def __call__(self, matrix: Tensor, rhs: Tensor) -> Tensor:
        return linalg_solve.matrix_solve(matrix, rhs, self.adjoint)


class MatrixTriangularSolve(Primitive):
    """Solve ``matrix @ x = rhs`` for triangular matrices.

    Args:
        lower (bool): they are lower triangular. Default: ``True``.
        adjoint (bool): use the conjugate transpose of `matrix`. Default: ``False``.

    Source: mindspore.ops.MatrixTriangularSolve, MindSpore 2.10
    """

    def __init__(self, lower: bool = True, adjoint: bool = False) -> None:
        super().__init__()
        self.lower = bool_arg("ops.MatrixTriangularSolve", "lower", lower)
        self.adjoint = bool_arg("ops.MatrixTriangularSolve", "adjoint", adjoint)

    def __call__(self, matrix: Tensor, rhs: Tensor) -> Tensor:
        need_matrix("ops.MatrixTriangularSolve", matrix, square=True)
        upper = self.lower == self.adjoint

        def solve(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            return torch.linalg.solve_triangular(a.mH if self.adjoint else a, b, upper=upper)

        return on_tensors("ops.MatrixTriangularSolve", solve, matrix, rhs)


class Cholesky(Primitive):
    """Factor positive-definite matrices into a triangular matrix and its transpose.

    Args:
        upper (bool): return the upper factor instead of the lower. Default: ``False``.

    Source: mindspore.ops.Cholesky, MindSpore 2.10
    """

    def __init__(self, upper: bool = False) -> None:
        super().__init__()
        self.upper = bool_arg("ops.Cholesky", "upper", upper)

    def __call__(self, input_x: Tensor) -> Tensor:
        return linalg_solve.cholesky(input_x, self.upper)


class CholeskyInverse(Primitive):
    """Invert positive-definite matrices, given their Cholesky factors.

    Args:
        upper (bool): these are upper triangular. Default: ``False``.

    Source: mindspore.ops.CholeskyInverse, MindSpore 2.10
    """

    def __init__(self, upper: bool = False) -> None:
        super().__init__()
        self.upper = bool_arg("ops.CholeskyInverse", "upper", upper)

    def __call__(self, input_x: Tensor) -> Tensor:
        return linalg_solve.cholesky_inverse(input_x, self.upper)


class CholeskySolve(Primitive):
    """Solve ``A @ x = b``, given the Cholesky factor of A.

    Args:
        upper (bool): it is upper triangular. Default: ``False``.

    Source: mindspore.ops.CholeskySolve, MindSpore 2.10
    """

    def __init__(self, upper: bool = False) -> None:
        super().__init__()
        self.upper = bool_arg("ops.CholeskySolve", "upper", upper)

    def __call__(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Apply the operation to right-hand sides and factor."""
        return linalg_solve.cholesky_solve(x1, x2, self.upper)


class LuSolve(Primitive, fn=linalg_solve.lu_solve):
    """Solve ``A @ x = b``, given the LU factors of A.

    Source: mindspore.ops.LuSolve, MindSpore 2.10
    """


# ---- decompositions ----------------------------------------------------------------------------------------------


class Svd(Primitive):
    """Factor matrices into ``u @ diag(s) @ v.T``.

    Args:
        full_matrices (bool): complete `u` and `v` to square matrices. Default: ``False``.
        compute_uv (bool): compute all three. Default: ``True``.

    Differs from MindSpore:
        A column of u and the same column of v may both have the other sign, which the factors leave open.

    Source: mindspore.ops.Svd, MindSpore 2.10
    """

    def __init__(self, full_matrices: bool = False, compute_uv: bool = True) -> None:
        super().__init__()
        self.full_matrices = bool_arg("ops.Svd", "full_matrices", full_matrices)
        self.compute_uv = bool_arg("ops.Svd", "compute_uv", compute_uv)

    def __call__(self, input: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return s, u and v; without `compute_uv` a single 0 stands for u and for v."""
        found = linalg_solve.svd(input, self.full_matrices, self.compute_uv)
        if self.compute_uv:
            return found  # type: ignore[no-any-return]
        return found, wrap(found._t.new_zeros(1)), wrap(found._t.new_zeros(1))


class Qr(Primitive):
    """Factor matrices into an orthogonal and an upper triangular one.

    Args:
        full_matrices (bool): make the orthogonal matrix square. Default: ``False``.

    Source: mindspore.ops.Qr, MindSpore 2.10
    """

    def __init__(self, full_matrices: bool = False) -> None:
        super().__init__()
        self.full_matrices = bool_arg("ops.Qr", "full_matrices", full_matrices)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return linalg_solve.qr(x, "complete" if self.full_matrices else "reduced")


class Geqrf(Primitive, fn=linalg_solve.geqrf):
    """Factor matrices as `Qr` does, and return the reflections.

    Source: mindspore.ops.Geqrf, MindSpore 2.10
    """


class Orgqr(Primitive, fn=linalg_solve.orgqr):
    """Multiply out the reflections that `Geqrf` returns.

    Source: mindspore.ops.Orgqr, MindSpore 2.10
    """


class MatrixExp(Primitive, fn=linalg_solve.matrix_exp):
    """Compute the exponential of square matrices.

    Source: mindspore.ops.MatrixExp, MindSpore 2.10
    """


class MatrixPower(Primitive):
    """Multiply square matrices n times with themselves; a negative n inverts.

    Args:
        n (int): the exponent.

    Source: mindspore.ops.MatrixPower, MindSpore 2.10
    """

    def __init__(self, n: int) -> None:
        super().__init__()
        if isinstance(n, bool) or not isinstance(n, int):
            msg = f"ops.MatrixPower: n must be an int, got {n!r}"
            raise TypeError(msg)
        self.n = n

    def __call__(self, x: Tensor) -> Tensor:
        return linalg_solve.matrix_power(x, self.n)


class MatrixLogarithm(Primitive):
    """Compute the logarithm of square complex matrices that can be diagonalised.

    Source: mindspore.ops.MatrixLogarithm, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the operation.

        Raises:
            TypeError: if `x` is not complex.
            ValueError: if the matrices are not square.
        """
        need_floats("ops.MatrixLogarithm", x)
        t = need_matrix("ops.MatrixLogarithm", x, square=True)
        if not t.is_complex():
            msg = f"ops.MatrixLogarithm: expected complex matrices, got {t.dtype}"
            raise TypeError(msg)
        values, vectors = torch.linalg.eig(t)
        return wrap((vectors * values.log().unsqueeze(-2)) @ torch.linalg.inv(vectors))


class Cdist(Primitive):
    """Compute the p-norm distance of every row of one tensor from every row of another.

    Args:
        p (float): which norm, at least 0. Default: ``2.0``.

    Source: mindspore.ops.Cdist, MindSpore 2.10
    """

    def __init__(self, p: float = 2.0) -> None:
        super().__init__()
        self.p = p

    def __call__(self, x1: Tensor, x2: Tensor) -> Tensor:
        return linalg_solve.cdist(x1, x2, self.p)


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
