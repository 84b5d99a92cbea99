"""Losses as Cells, under the module path that MindSpore's own have.

A loss says that it is defined here, so its source is looked for here too: the source of this module, for whoever asks,
is that of the files which define the losses, one after the other.
"""

from __future__ import annotations

import ast
from importlib.machinery import SourceFileLoader
from pathlib import Path

from ms2torch.nn.loss._base import LossBase as LossBase
from ms2torch.nn.loss._classes import (
    BCELoss as BCELoss,
    BCEWithLogitsLoss as BCEWithLogitsLoss,
    CrossEntropyLoss as CrossEntropyLoss,
    CTCLoss as CTCLoss,
    KLDivLoss as KLDivLoss,
    MultilabelMarginLoss as MultilabelMarginLoss,
    MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss,
    MultiMarginLoss as MultiMarginLoss,
    NLLLoss as NLLLoss,
    SoftmaxCrossEntropyWithLogits as SoftmaxCrossEntropyWithLogits,
)
from ms2torch.nn.loss._masks import (
    DiceLoss as DiceLoss,
    FocalLoss as FocalLoss,
    MultiClassDiceLoss as MultiClassDiceLoss,
    SampledSoftmaxLoss as SampledSoftmaxLoss,
)
from ms2torch.nn.loss._values import (
    CosineEmbeddingLoss as CosineEmbeddingLoss,
    GaussianNLLLoss as GaussianNLLLoss,
    HingeEmbeddingLoss as HingeEmbeddingLoss,
    HuberLoss as HuberLoss,
    L1Loss as L1Loss,
    L1LossExt as L1LossExt,
    MAELoss as MAELoss,
    MarginRankingLoss as MarginRankingLoss,
    MSELoss as MSELoss,
    PoissonNLLLoss as PoissonNLLLoss,
    RMSELoss as RMSELoss,
    SmoothL1Loss as SmoothL1Loss,
    SoftMarginLoss as SoftMarginLoss,
    TripletMarginLoss as TripletMarginLoss,
    TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss,
)

__all__ = [
    "BCELoss",
    "BCEWithLogitsLoss",
    "CTCLoss",
    "CosineEmbeddingLoss",
    "CrossEntropyLoss",
    "DiceLoss",
    "FocalLoss",
    "GaussianNLLLoss",
    "HingeEmbeddingLoss",
    "HuberLoss",
    "KLDivLoss",
    "L1Loss",
    "L1LossExt",
    "LossBase",
    "MAELoss",
    "MSELoss",
    "MarginRankingLoss",
    "MultiClassDiceLoss",
    "MultiLabelSoftMarginLoss",
    "MultiMarginLoss",
    "MultilabelMarginLoss",
    "NLLLoss",
    "PoissonNLLLoss",
    "RMSELoss",
    "SampledSoftmaxLoss",
    "SmoothL1Loss",
    "SoftMarginLoss",
    "SoftmaxCrossEntropyWithLogits",
    "TripletMarginLoss",
    "TripletMarginWithDistanceLoss",
]

_Loss = LossBase  # the older name, which older code imports

_FOLDER = Path(__file__).parent


class _Sources(SourceFileLoader):
    """The loader of this module once it is loaded: it reads the source of several files."""

    def get_source(self, fullname: str) -> str:
        """Return the source of the losses, and tell each class where in it it begins, which Python 3.13 asks it."""
        del fullname
        files = ("_base", "_classes", "_masks", "_values")
        source = "".join((_FOLDER / f"{name}.py").read_text(encoding="utf-8") for name in files)
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef) and node.name in globals():
                globals()[node.name].__firstlineno__ = node.lineno
        return source


# no file of this name is there: `linecache` asks the loader
__file__ = str(_FOLDER / "losses.py")
__loader__ = _Sources(__name__, __file__)
if __spec__ is not None:
    __spec__.loader = __loader__
