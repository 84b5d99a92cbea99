"""Transforms of text: tokenizers, vocabularies, word vectors.

The list of names is `__init__.pyi`.

Source: mindspore.dataset.text, MindSpore 2.10
"""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
