"""Networks and models for the second-order optimizer THOR.

Source: mindspore.train.train_thor, MindSpore 2.10
"""

from ms2torch.train.train_thor.convert_utils import (
    ConvertModelUtils as ConvertModelUtils,
    ConvertNetUtils as ConvertNetUtils,
)

__all__ = ["ConvertModelUtils", "ConvertNetUtils"]
