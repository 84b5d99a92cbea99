"""Mirrors `mindspore.nn.layer`."""

from ms2torch._lazy import elsewhere

# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
