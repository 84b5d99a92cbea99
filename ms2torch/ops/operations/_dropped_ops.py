"""Operators that MindSpore had before 2.10, in the form in which they were called; reached through `ms2torch._dropped`."""

from __future__ import annotations

from ms2torch.common.tensor_type import Tensor
from ms2torch.ops.operations.image_ops import ResizeBilinearV2
from ms2torch.ops.primitive import Primitive

__all__ = ["ResizeBilinear"]


class ResizeBilinear(Primitive):
    """Resize images bilinearly, to a size that is set when the operator is made.

    Args:
        size (tuple[int]): the new height and width.
        align_corners (bool): align the corners' centres. Default: ``False``.
        half_pixel_centers (bool): take pixels' centres for their places. Default: ``False``.

    Source: mindspore.ops.ResizeBilinear, MindSpore 1.10
    """

    def __init__(
        self, size: tuple[int, int], align_corners: bool = False, half_pixel_centers: bool = False
    ) -> None:
        super().__init__()
        self.size = tuple(size)
        self._resize = ResizeBilinearV2(align_corners, half_pixel_centers)

    def __call__(self, x: Tensor) -> Tensor:
        """Resize."""
        return self._resize(x, self.size)
