"""Samples that suit whole kinds of ops, so that most ops are one line."""

from __future__ import annotations

from tests.opdb._spec import Sample, TensorSpec, sample, t

FLOATS = ("float32", "float64", "float16")
NUMBERS = (*FLOATS, "int32", "int64")


def unary(dtypes: tuple[str, ...] = FLOATS, low: float | None = None, high: float | None = None) -> list[Sample]:
    """One tensor: matrix, 0-d, empty and 4-d, then each other dtype."""
    first, *others = dtypes

    def made(*shape: int, dtype: str = first) -> TensorSpec:
        return t(*shape, dtype=dtype, low=low, high=high)

    shapes: list[tuple[int, ...]] = [(3, 4), (), (0, 3), (2, 1, 3, 2)]
    return [*(sample(made(*shape)) for shape in shapes), *(sample(made(2, 3, dtype=dtype)) for dtype in others)]


def binary(
    dtypes: tuple[str, ...] = NUMBERS,
    left: tuple[float, float] | None = None,
    right: tuple[float, float] | None = None,
    scalar: float | None = 2,
    *,
    empty: bool = True,
) -> list[Sample]:
    """Two tensors: equal shapes, broadcasting, 0-d, empty, each dtype, promotion of unlike dtypes, a Python number."""
    first, *others = dtypes
    a, b = left or (None, None), right or (None, None)

    def pair(x: tuple[int, ...], y: tuple[int, ...], dx: str = first, dy: str = first) -> Sample:
        return sample(t(*x, dtype=dx, low=a[0], high=a[1]), t(*y, dtype=dy, low=b[0], high=b[1]))

    out = [pair((3, 4), (3, 4)), pair((2, 3, 1), (4,)), pair((), (3,)), pair((2, 3), ())]
    if empty:
        out.append(pair((0, 3), (3,)))
    out += [pair((2, 3), (2, 3), dtype, dtype) for dtype in others]
    out += [pair((2, 3), (3,), first, dtype) for dtype in others]
    if scalar is not None:
        out += [sample(t(2, 3, dtype=dtype, low=a[0], high=a[1]), scalar) for dtype in dtypes]
    return out


def over_axes(axis: str, keep: str, dtypes: tuple[str, ...] = FLOATS, *, several: bool = True) -> list[Sample]:
    """One tensor reduced: over all, over one axis (also negative), over several, kept or not, each dtype.

    Args:
        axis (str): the argument's name: ``"axis"`` or ``"dim"``.
        keep (str): ``"keep_dims"``, ``"keepdim"`` or ``"keepdims"``.
        dtypes (tuple[str, ...]): the first is used throughout, the others once each.
        several (bool): a tuple of axes is allowed. Default: ``True``.
    """
    first, *others = dtypes
    x = t(2, 3, 4, dtype=first, distinct=True)
    out = [
        sample(x),
        sample(t(5, dtype=first, distinct=True)),
        sample(x, 1),
        sample(x, -1),
        sample(x, 2, True),
        sample(x, **{axis: 0}),
        sample(x, **{axis: -2, keep: True}),
        sample(t(1, dtype=first), **{axis: 0}),
    ]
    if several:
        out += [sample(x, **{axis: (0, 2)}), sample(x, **{axis: (1, -1), keep: True})]
    return out + [sample(t(3, 4, dtype=dtype, distinct=True), **{axis: 1}) for dtype in others]
