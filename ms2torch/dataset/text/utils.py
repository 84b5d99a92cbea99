"""Vocabularies, word vectors, enumerations and conversions of text.

Source: mindspore.dataset.text.utils, MindSpore 2.10
"""

from ms2torch.dataset.text._enums import (
    JiebaMode as JiebaMode,
    NormalizeForm as NormalizeForm,
    SentencePieceModel as SentencePieceModel,
    SPieceTokenizerLoadType as SPieceTokenizerLoadType,
    SPieceTokenizerOutType as SPieceTokenizerOutType,
    to_bytes as to_bytes,
    to_str as to_str,
)
from ms2torch.dataset.text._sentencepiece import SentencePieceVocab as SentencePieceVocab
from ms2torch.dataset.text._vectors import (
    CharNGram as CharNGram,
    FastText as FastText,
    GloVe as GloVe,
    Vectors as Vectors,
)
from ms2torch.dataset.text._vocab import Vocab as Vocab
