"""The place where `Metric` was before MindSpore 2."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
