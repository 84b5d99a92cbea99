"""Mirrors `mindspore.common.no_inline`: a mark of the compiler."""

from ms2torch.common.graph_marks import no_inline as no_inline

__all__ = ["no_inline"]
