"""Mirrors `mindspore.common.lazy_inline`: a mark of the compiler."""

from ms2torch.common.graph_marks import lazy_inline as lazy_inline

__all__ = ["lazy_inline"]
