"""Products, sums and roots written out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch

Steps = Iterator[tuple[str, torch.Tensor]]


def addmm(input: torch.Tensor, mat1: torch.Tensor, mat2: torch.Tensor, *, beta: float = 1, alpha: float = 1) -> Steps:
    """Write out `addmm` and `baddbmm`."""
    yield "product", (product := mat1 @ mat2)
    if alpha != 1:
        yield "scaled", (product := product * alpha)
    yield "plus bias", product + (input if beta == 1 else beta * input)


def addcmul(input: torch.Tensor, tensor1: torch.Tensor, tensor2: torch.Tensor, *, value: float = 1) -> Steps:
    """Write out `addcmul`."""
    yield "product", (product := tensor1 * tensor2)
    yield "sum", input + value * product


def embedding(weight: torch.Tensor, indices: torch.Tensor, *rest: object) -> Steps:
    """Write out `embedding` as the product of one-hot rows."""
    yield "one for each index", (hot := torch.nn.functional.one_hot(indices, weight.shape[0]).to(weight.dtype))
    yield "rows", hot @ weight


def mean(
    input: torch.Tensor,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: torch.dtype | None = None,
) -> Steps:
    """Write out `mean`."""
    axes = list(range(input.dim())) if not dim else list(dim)
    yield "sum", (total := input.sum(axes, keepdim=keepdim, dtype=dtype))
    yield "over the number", total / (input.numel() / max(total.numel(), 1))


def var(
    input: torch.Tensor,
    dim: Sequence[int] | None = None,
    *,
    correction: float | None = None,
    keepdim: bool = False,
) -> Steps:
    """Write out `var`."""
    axes = list(range(input.dim())) if not dim else list(dim)
    yield "mean", (middle := input.mean(axes, keepdim=True))
    yield "centred", (centred := input - middle)
    yield "squares", (squares := centred.square())
    yield "sum of squares", (total := squares.sum(axes, keepdim=keepdim))
    number = input.numel() / max(total.numel(), 1)
    yield "result", total / (number - (1 if correction is None else correction))


def std(
    input: torch.Tensor,
    dim: Sequence[int] | None = None,
    *,
    correction: float | None = None,
    keepdim: bool = False,
) -> Steps:
    """Write out `std`."""
    square = input
    for name, value in var(input, dim, correction=correction, keepdim=keepdim):
        yield "variance" if name == "result" else name, value
        square = value
    yield "result", square.sqrt()


def power(input: torch.Tensor | float, exponent: torch.Tensor | float) -> Steps:
    """Write out `pow` with a whole exponent."""
    if (
        isinstance(input, torch.Tensor)
        and isinstance(exponent, (int, float))
        and float(exponent).is_integer()
        and 2 <= exponent <= 4
    ):
        result = input
        for _ in range(int(exponent) - 1):
            yield "product", (result := result * input)
    else:
        yield "result", torch.as_tensor(input).pow(exponent)


def sqrt(input: torch.Tensor) -> Steps:
    """Write out `sqrt`, with one over it."""
    yield "one over the root", input.rsqrt()
    yield "root", input.sqrt()


def rsqrt(input: torch.Tensor) -> Steps:
    """Write out `rsqrt`."""
    yield "root", (root := input.sqrt())
    yield "one over the root", root.reciprocal()


def vector_norm(
    input: torch.Tensor,
    ord: float = 2,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: torch.dtype | None = None,
) -> Steps:
    """Write out `linalg_vector_norm` of order 1 and 2."""
    axes = list(range(input.dim())) if not dim else list(dim)
    if ord == 1:
        yield "magnitudes", (sizes := input.abs())
        yield "sum", sizes.sum(axes, keepdim=keepdim)
    elif ord == 2:
        yield "squares", (squares := input.square())
        yield "sum of squares", (total := squares.sum(axes, keepdim=keepdim))
        yield "root", total.sqrt()
    else:
        yield "norm", torch.linalg.vector_norm(input, ord, axes, keepdim=keepdim)


def cdist(x1: torch.Tensor, x2: torch.Tensor, p: float = 2.0, compute_mode: int | None = None) -> Steps:
    """Write out `cdist`."""
    yield "differences", (apart := x1.unsqueeze(-2) - x2.unsqueeze(-3))
    if p == 2:
        yield "squares", (squares := apart.square())
        yield "sum of squares", (total := squares.sum(-1))
        yield "root", total.sqrt()
    else:
        yield "distance", torch.linalg.vector_norm(apart, p, -1)


def cosine_similarity(x1: torch.Tensor, x2: torch.Tensor, dim: int = 1, eps: float = 1e-8) -> Steps:
    """Write out `cosine_similarity`."""
    yield "products", (products := x1 * x2)
    yield "dot product", (dot := products.sum(dim))
    roots = []
    for name, tensor in (("first", x1), ("second", x2)):
        yield f"squares of the {name}", (squares := tensor.square())
        yield f"sum of squares of the {name}", (total := squares.sum(dim))
        yield f"norm of the {name}", (root := total.sqrt())
        yield f"the {name} over its norm", tensor / root.unsqueeze(dim).clamp(min=eps)
        roots.append(root.clamp(min=eps))
    yield "product of the norms", (both := roots[0] * roots[1])
    yield "result", dot / both


def dot(input: torch.Tensor, tensor: torch.Tensor) -> Steps:
    """Write out `dot`."""
    yield "products", (products := input * tensor)
    yield "sum", products.sum()


def multiply(input: torch.Tensor, other: torch.Tensor | float) -> Steps:
    """Write out the product of complex numbers by their real and imaginary parts."""
    if not (isinstance(other, torch.Tensor) and input.is_complex() and other.is_complex()):
        yield "product", torch.mul(input, other)
        return
    yield "real part x real part", (first := input.real * other.real)
    yield "imaginary part x imaginary part", (second := input.imag * other.imag)
    yield "real part x imaginary part", (third := input.real * other.imag)
    yield "imaginary part x real part", (fourth := input.imag * other.real)
    yield "real part", (real := first - second)
    yield "imaginary part", (imaginary := third + fourth)
    yield "product", torch.complex(real, imaginary)


def polar(abs: torch.Tensor, angle: torch.Tensor) -> Steps:
    """Write out `polar`."""
    yield "cosine", (cosine := angle.cos())
    yield "sine", (sine := angle.sin())
    yield "result", torch.complex(abs * cosine, abs * sine)


def view_as_complex(input: torch.Tensor) -> Steps:
    """Write out `view_as_complex`: every second number is an imaginary part."""
    yield "even places", (real := input[..., 0])
    yield "odd places", (imaginary := input[..., 1])
    yield "result", torch.complex(real, imaginary)
