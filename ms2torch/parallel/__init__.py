"""Spreading one network over devices, the work of MindSpore's compiler. Settings are kept; one process runs."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__, functions=frozenset({"parameter_broadcast", "shard"}))
