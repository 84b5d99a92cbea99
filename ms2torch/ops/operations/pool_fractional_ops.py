"""Fractional pooling as Primitives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.nn import pool_fractional as pool
from ms2torch.ops.primitive import Primitive


class _Fractional(Primitive):
    """What the two fractional poolings with drawn sequences share."""

    largest = False

    def __init__(
        self,
        pooling_ratio: Sequence[float],
        pseudo_random: bool = False,
        overlapping: bool = False,
        deterministic: bool = False,
        seed: int = 0,
        seed2: int = 0,
    ) -> None:
        op = f"ops.{type(self).__name__}"
        ratio = list(pooling_ratio)
        if len(ratio) != 4 or ratio[0] != 1.0 or ratio[3] != 1.0 or min(ratio) < 1.0:
            msg = f"{op}: pooling_ratio must be [1.0, rows, columns, 1.0], none below 1, got {pooling_ratio!r}"
            raise ValueError(msg)
        if not deterministic and (seed or seed2):
            msg = f"{op}: seed and seed2 must be 0 unless deterministic is True, got {seed} and {seed2}"
            raise ValueError(msg)
        self.pooling_ratio = ratio
        self.pseudo_random = pseudo_random
        self.overlapping = overlapping
        self.deterministic = deterministic
        self.seed = seed
        self.seed2 = seed2

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        t = unwrap(x)
        if t.ndim != 4:
            msg = f"ops.{type(self).__name__}: x must have shape (N, H, W, C), got {tuple(t.shape)}"
            raise ValueError(msg)
        # numpy's global state is what set_seed sets, and what all unseeded draws here come from
        seed = (self.seed % 2**32, self.seed2 % 2**32)
        source = np.random.RandomState(seed if self.deterministic else np.random.randint(0, 2**31))
        rows, columns = (
            pool.pooling_sequence(length, int(length / ratio), self.pseudo_random, source)
            for length, ratio in zip(t.shape[1:3], self.pooling_ratio[1:3], strict=True)
        )
        out = pool.fractional_pool(t, rows, columns, overlapping=self.overlapping, largest=self.largest)
        return wrap(out), wrap(rows.to(t.device)), wrap(columns.to(t.device))


class FractionalAvgPool(_Fractional):
    """Average windows whose places are drawn at random.

    Args:
        pooling_ratio (list[float]): [1.0, rows, columns, 1.0], how much smaller the result is.
        pseudo_random (bool): steps as even as can be with a random phase; else in random order. Default: ``False``.
        overlapping (bool): windows also take the first element of the next. Default: ``False``.
        deterministic (bool): draw the same each time, from the seeds. Default: ``False``.
        seed (int): first seed. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, H, W, C)`.

    Outputs:
        tuple[Tensor]: the means, and where the windows begin, with the ends, along rows and columns (int64).

    Raises:
        ValueError: if `pooling_ratio` is wrong, or seeds are given without `deterministic`.

    Differs from MindSpore: a seed gives another sequence.

    Source: mindspore.ops.FractionalAvgPool, MindSpore 2.10
    """


class FractionalMaxPool(_Fractional):
    """Take the largest element of windows whose places are drawn at random.

    Args:
        pooling_ratio (list[float]): [1.0, rows, columns, 1.0], how much smaller the result is.
        pseudo_random (bool): steps as even as can be with a random phase; else in random order. Default: ``False``.
        overlapping (bool): windows also take the first element of the next. Default: ``False``.
        deterministic (bool): draw the same each time, from the seeds. Default: ``False``.
        seed (int): first seed. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, H, W, C)`.

    Outputs:
        tuple[Tensor]: the elements, and where the windows begin, with the ends, along rows and columns (int64).

    Raises:
        ValueError: if `pooling_ratio` is wrong, or seeds are given without `deterministic`.

    Differs from MindSpore: a seed gives another sequence.

    Source: mindspore.ops.FractionalMaxPool, MindSpore 2.10
    """

    largest = True


def _sizes(op: str, name: str, value: Any, n: int) -> tuple[int, ...]:
    sizes = tuple(int(v) for v in value) if isinstance(value, (tuple, list)) else (int(value),) * n
    if len(sizes) != n or min(sizes) < 1:
        msg = f"{op}: {name} must be one positive number or {n}, got {value!r}"
        raise ValueError(msg)
    return sizes


class FractionalMaxPoolWithFixedKsize(Primitive):
    """Take the largest element of windows of one size at random places of images.

    Args:
        ksize (Union[int, tuple[int]]): the window.
        output_shape (Union[int, tuple[int]]): rows and columns of the result.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(N, C, H, W)`.
        - **random_samples** (Tensor) - phases in [0, 1), that of the columns first, of shape :math:`(N, C, 2)`.

    Outputs:
        tuple[Tensor]: the elements, and their places in the flattened images (int64).

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.FractionalMaxPoolWithFixedKsize, MindSpore 2.10
    """

    def __init__(self, ksize: Any, output_shape: Any, data_format: str = "NCHW") -> None:
        op = "ops.FractionalMaxPoolWithFixedKsize"
        if data_format != "NCHW":
            msg = f"{op}: data_format must be 'NCHW', got {data_format!r}"
            raise ValueError(msg)
        self.ksize = _sizes(op, "ksize", ksize, 2)
        self.output_shape = _sizes(op, "output_shape", output_shape, 2)

    def __call__(self, input_x: Tensor, random_samples: Tensor) -> tuple[Tensor, Tensor]:
        return pool.fractional_max_pool_fixed(
            "ops.FractionalMaxPoolWithFixedKsize", input_x, random_samples, self.ksize, self.output_shape
        )


class FractionalMaxPool3DWithFixedKsize(Primitive):
    """Take the largest element of windows of one size at random places of volumes.

    Args:
        ksize (Union[int, tuple[int]]): the window.
        output_shape (Union[int, tuple[int]]): the size of the result.
        data_format (str): ``"NCDHW"`` or ``"NDHWC"``. Default: ``"NCDHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)`, or :math:`(N, D, H, W, C)`.
        - **random_samples** (Tensor) - phases in [0, 1), for D, H and W, of shape :math:`(N, C, 3)`.

    Outputs:
        tuple[Tensor]: the elements, and their places in the flattened volumes (int64).

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.FractionalMaxPool3DWithFixedKsize, MindSpore 2.10
    """

    def __init__(self, ksize: Any, output_shape: Any, data_format: str = "NCDHW") -> None:
        op = "ops.FractionalMaxPool3DWithFixedKsize"
        if data_format not in ("NCDHW", "NDHWC"):
            msg = f"{op}: data_format must be 'NCDHW' or 'NDHWC', got {data_format!r}"
            raise ValueError(msg)
        self.ksize = _sizes(op, "ksize", ksize, 3)
        self.output_shape = _sizes(op, "output_shape", output_shape, 3)
        self.data_format = data_format

    def __call__(self, x: Tensor, random_samples: Tensor) -> tuple[Tensor, Tensor]:
        last = self.data_format == "NDHWC"
        best, places = pool.fractional_max_pool_fixed(
            "ops.FractionalMaxPool3DWithFixedKsize",
            wrap(unwrap(x).movedim(-1, 1)) if last else x,
            random_samples,
            self.ksize,
            self.output_shape,
        )
        return (wrap(unwrap(best).movedim(1, -1)), wrap(unwrap(places).movedim(1, -1))) if last else (best, places)
