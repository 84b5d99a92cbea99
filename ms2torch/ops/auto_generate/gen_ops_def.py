"""Mirrors `mindspore.ops.auto_generate.gen_ops_def`: functions that MindSpore makes from tables."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.ops.auto_generate")
