"""Spreading one network over devices, which is MindSpore's compiler's work. Settings are kept; one process is what runs."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__, functions=frozenset({"shard"}))
