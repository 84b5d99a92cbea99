"""Safetensors files cut over devices by MindSpore's compiler; the function is with the files, in ms2torch.train."""

from __future__ import annotations

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.parallel", exports=("unified_safetensors",))
