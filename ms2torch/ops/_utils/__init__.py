"""Mirrors `mindspore.ops._utils`: helpers on shapes that programs import."""

from ms2torch.ops._utils.utils import get_broadcast_shape

__all__ = ["get_broadcast_shape"]
