"""Mirrors `mindspore.common.jit_config`: the compiler's settings."""

from ms2torch.common.api import JitConfig as JitConfig

__all__ = ["JitConfig"]
