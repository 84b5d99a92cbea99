"""The transforms of text.

Source: mindspore.dataset.text.transforms, MindSpore 2.10
"""

from ms2torch.dataset.core._engine_types import NormalizeForm as _Form
from ms2torch.dataset.text._base import TextTensorOperation as TextTensorOperation
from ms2torch.dataset.text._enums import (
    JiebaMode as JiebaMode,
    NormalizeForm as NormalizeForm,
    SPieceTokenizerLoadType as SPieceTokenizerLoadType,
    SPieceTokenizerOutType as SPieceTokenizerOutType,
)
from ms2torch.dataset.text._jieba import JiebaTokenizer as JiebaTokenizer
from ms2torch.dataset.text._normalize import (
    CaseFold as CaseFold,
    FilterWikipediaXML as FilterWikipediaXML,
    NormalizeUTF8 as NormalizeUTF8,
    RegexReplace as RegexReplace,
)
from ms2torch.dataset.text._sentencepiece import SentencePieceVocab as SentencePieceVocab
from ms2torch.dataset.text._sequences import (
    AddToken as AddToken,
    Lookup as Lookup,
    Ngram as Ngram,
    SlidingWindow as SlidingWindow,
    ToNumber as ToNumber,
    ToVectors as ToVectors,
    Truncate as Truncate,
    TruncateSequencePair as TruncateSequencePair,
)
from ms2torch.dataset.text._tokenizers import (
    BasicTokenizer as BasicTokenizer,
    BertTokenizer as BertTokenizer,
    PythonTokenizer as PythonTokenizer,
    RegexTokenizer as RegexTokenizer,
    SentencePieceTokenizer as SentencePieceTokenizer,
    UnicodeCharTokenizer as UnicodeCharTokenizer,
    UnicodeScriptTokenizer as UnicodeScriptTokenizer,
    WhitespaceTokenizer as WhitespaceTokenizer,
    WordpieceTokenizer as WordpieceTokenizer,
)
from ms2torch.dataset.text._vectors import (
    CharNGram as CharNGram,
    FastText as FastText,
    GloVe as GloVe,
    Vectors as Vectors,
)
from ms2torch.dataset.text._vocab import Vocab as Vocab
from ms2torch.dataset.transforms.py_transforms_util import Implementation as Implementation

# the engine's names of the normal forms
DE_C_INTER_NORMALIZE_FORM = {
    NormalizeForm.NONE: _Form.DE_NORMALIZE_NONE,
    NormalizeForm.NFC: _Form.DE_NORMALIZE_NFC,
    NormalizeForm.NFKC: _Form.DE_NORMALIZE_NFKC,
    NormalizeForm.NFD: _Form.DE_NORMALIZE_NFD,
    NormalizeForm.NFKD: _Form.DE_NORMALIZE_NFKD,
}
