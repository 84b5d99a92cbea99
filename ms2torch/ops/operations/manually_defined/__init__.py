"""Mirrors `mindspore.ops.operations.manually_defined`: Primitives whose tables MindSpore writes by hand."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
