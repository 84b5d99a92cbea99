"""Transforms of audio: filters, spectrograms, effects, masks; on torch.

The list of names is `__init__.pyi`.

Source: mindspore.dataset.audio, MindSpore 2.10
"""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
