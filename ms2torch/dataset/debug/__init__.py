"""Looking at what passes through the operations of a pipeline.

Source: mindspore.dataset.debug, MindSpore 2.10
"""

from ms2torch.dataset.debug.debug_hook import DebugHook as DebugHook
from ms2torch.dataset.debug.pre_defined_hook import (
    PrintDataHook as PrintDataHook,
    PrintMetaDataHook as PrintMetaDataHook,
)

__all__ = ["DebugHook", "PrintDataHook", "PrintMetaDataHook"]
