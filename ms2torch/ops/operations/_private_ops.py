"""Primitives that MindSpore keeps for itself, and packages import by their private names."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import operand, shape_arg
from ms2torch._core.device import current_device
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array.scatter import tensor_scatter_elements
from ms2torch.ops.function.random._seeds import seeded
from ms2torch.ops.operations.debug_ops import InsertGradientOf
from ms2torch.ops.primitive import Primitive


def _torch_type(dtype: Any, otherwise: torch.dtype) -> torch.dtype:
    return otherwise if dtype is None else mstype.to_torch_dtype(dtype)


class Empty(Primitive):
    """Create a Tensor whose values nobody should read; they are zeros.

    Inputs:
        - **size** (tuple[int]) - its shape.
        - **dtype** (mindspore.dtype) - its type; ``None``: float32.
        - **device** (str) - without effect: it is made on the device in use.
        - **pin_memory** (bool) - without effect.

    Outputs:
        Tensor.

    Source: mindspore.ops.auto_generate.gen_ops_prim.Empty, MindSpore 2.10
    """

    def __call__(self, size: Any, dtype: Any = None, device: Any = None, pin_memory: bool = False) -> Tensor:
        """Apply the operation."""
        kind = _torch_type(dtype, torch.float32)
        return wrap(torch.zeros(shape_arg(size), dtype=kind, device=current_device()))


class RandInt(Primitive):
    """Draw ints from `low` to ``high - 1``, the same for the same seed and offset.

    Differs from MindSpore: the numbers are those of torch.

    Inputs:
        - **low** (int), **high** (int) - the least, and one more than the greatest.
        - **shape** (tuple[int]) - the shape.
        - **seed** (Tensor), **offset** (Tensor) - the stream, and the place in it.
        - **dtype** (mindspore.dtype) - the type; ``None``: int64.
        - **device** (str) - without effect.

    Outputs:
        Tensor.

    Source: mindspore.ops.auto_generate.gen_ops_prim.RandInt, MindSpore 2.10
    """

    def __call__(
        self, low: int, high: int, shape: Any, seed: Any, offset: Any, dtype: Any = None, device: Any = None
    ) -> Tensor:
        """Apply the operation."""
        source = seeded(int(seed), int(offset))
        kind = _torch_type(dtype, torch.int64)
        size = shape_arg(shape)
        return wrap(torch.randint(int(low), int(high), size, generator=source, device=source.device).to(kind))


class TensorScatterElements(Primitive):
    """Write or add elements along a dimension.

    Args:
        axis (int): the dimension. Default: ``0``.
        reduce (str): ``"none"``: replace; ``"add"``: add. Default: ``"none"``.

    Inputs:
        - **data** (Tensor) - what to start from.
        - **indices** (Tensor) - where, of as many dimensions.
        - **updates** (Tensor) - what to write, of the shape of `indices`.

    Outputs:
        Tensor, of the shape and type of `data`.

    Source: mindspore.ops.auto_generate.gen_ops_prim.TensorScatterElements, MindSpore 2.10
    """

    def __init__(self, axis: int = 0, reduce: str = "none") -> None:
        super().__init__()
        self.axis = axis
        self.reduce = reduce

    def __call__(self, data: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        """Apply the operation."""
        return tensor_scatter_elements(data, indices, updates, self.axis, self.reduce)


class DumpGradient(Primitive):
    """Return a Tensor, and write its gradient to a file when that is computed.

    Inputs:
        - **path** (str) - the file, ``.npy``.
        - **x** (Tensor) - of any shape.
        - **input_output** (str) - ``"in"`` or ``"out"``, without effect.

    Outputs:
        Tensor, `x`.

    Source: mindspore.ops.DumpGradient, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, path: str, x: Tensor, input_output: str) -> Tensor:
        """Apply the operation."""

        def dump(gradient: Tensor) -> Tensor:
            np.save(os.fspath(path), unwrap(gradient).detach().cpu().float().numpy())
            return gradient

        found: Tensor = InsertGradientOf(dump)(x)
        return found


class Generator(Primitive):
    """Keep the seed of a stream of random numbers and the place in it.

    Args:
        seed (Parameter): the seed.
        offset (Parameter): the place.

    Inputs:
        - **cmd** (int) - 0: move on by a number of places; 1: set a seed that nobody chose; 2: return the state;
          3: set the state; 4: set the seed; 5: return the seed.
        - **inputs** (tuple[Tensor]) - seed, place and, where the command takes one, a number or a state.

    Outputs:
        tuple of three Tensors: the seed and the place before the command, and the state.

    Source: mindspore.ops.operations._inner_ops.Generator, MindSpore 2.10
    """

    def __init__(self, seed: Tensor | None = None, offset: Tensor | None = None) -> None:
        super().__init__()
        self._seed = int(seed) if seed is not None else 0
        self._offset = int(offset) if offset is not None else 0

    def __call__(self, cmd: int, inputs: tuple[Any, ...]) -> tuple[Tensor, Tensor, Tensor]:
        """Apply the operation."""
        given: Any = inputs[2] if len(inputs) > 2 else None
        before = self._seed, self._offset
        if cmd == 0:
            self._offset += int(given)
        elif cmd in (1, 4):
            self._seed = torch.Generator().seed() % 2**32 if cmd == 1 else int(given)
            self._offset = 0
            before = self._seed, self._offset
        elif cmd == 3:
            self._seed, self._offset = np.asarray(given.asnumpy()).view(np.int64).tolist()
            before = self._seed, self._offset
        state = np.array([self._seed, self._offset], np.int64).view(np.uint8)
        return (*(wrap(torch.tensor(each)) for each in before), wrap(torch.from_numpy(state.copy())))  # type: ignore[return-value]


class Shift(Primitive):
    """Move the elements along a dimension, and put a value where none come from.

    MindSpore has its kernel alone; a program declares the Primitive itself.

    Args:
        periods (int): how far; below 0: towards the start. Default: ``1``.
        axis (int): the dimension. Default: ``-1``.

    Inputs:
        - **x** (Tensor) - of any shape.
        - **fill_value** (Union[Number, Tensor]) - what comes in.

    Outputs:
        Tensor, same shape and type as `x`.
    """

    def __init__(self, periods: int = 1, axis: int = -1) -> None:
        super().__init__()
        self.periods, self.axis = periods, axis

    def __call__(self, x: Tensor, fill_value: Any) -> Tensor:
        """Apply the operation."""
        t, value = unwrap(x), operand(fill_value)
        length = t.shape[self.axis]
        moved = min(abs(self.periods), length)
        came = t.new_full([moved if d == self.axis % t.ndim else n for d, n in enumerate(t.shape)], float(value))
        kept = t.narrow(self.axis, max(-self.periods, 0) if moved < length else 0, length - moved)
        return wrap(torch.cat([came, kept] if self.periods > 0 else [kept, came], self.axis))
