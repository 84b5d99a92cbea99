"""Mirrors `mindspore.mint.nn.layer.padding`: padding."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(
    __name__,
    "ms2torch.mint.nn",
    exports=(
        "ConstantPad1d",
        "ConstantPad2d",
        "ConstantPad3d",
        "ReflectionPad1d",
        "ReflectionPad2d",
        "ReflectionPad3d",
        "ReplicationPad1d",
        "ReplicationPad2d",
        "ReplicationPad3d",
        "ZeroPad1d",
        "ZeroPad2d",
        "ZeroPad3d",
    ),
)
