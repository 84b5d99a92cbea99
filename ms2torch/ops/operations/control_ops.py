"""Mirrors `mindspore.ops.operations.control_ops`: Primitives of control flow."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
