"""Mirrors `mindspore.mint.nn.layer.activation`: activations."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.mint.nn", exports=("ELU", "GLU", "LogSigmoid", "SiLU", "Tanh", "Threshold"))
