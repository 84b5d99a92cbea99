"""The place where metrics were before MindSpore 2: now they are in `mindspore.train.metrics`."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__, frozenset({"auc"}))
