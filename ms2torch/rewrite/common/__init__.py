"""Mirrors `mindspore.rewrite.common`: what steers how networks are parsed."""

from ms2torch.rewrite.common import namespace as namespace

__all__ = ["namespace"]
