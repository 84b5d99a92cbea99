"""The name `Tensor` for annotations, importable from anywhere without an import circle.

At run time it is the storage base class; type checkers see the full Tensor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ms2torch.common.tensor import Tensor as Tensor
else:
    from ms2torch._core.base import TensorBase as Tensor

__all__ = ["Tensor"]
