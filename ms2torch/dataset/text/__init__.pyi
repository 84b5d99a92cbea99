"""What `mindspore.dataset.text` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import transforms as transforms, utils as utils
from ._enums import (
    JiebaMode as JiebaMode,
    NormalizeForm as NormalizeForm,
    SentencePieceModel as SentencePieceModel,
    SPieceTokenizerLoadType as SPieceTokenizerLoadType,
    SPieceTokenizerOutType as SPieceTokenizerOutType,
    to_bytes as to_bytes,
    to_str as to_str,
)
from ._jieba import (
    JiebaTokenizer as JiebaTokenizer,
)
from ._normalize import (
    CaseFold as CaseFold,
    FilterWikipediaXML as FilterWikipediaXML,
    NormalizeUTF8 as NormalizeUTF8,
    RegexReplace as RegexReplace,
)
from ._sentencepiece import (
    SentencePieceVocab as SentencePieceVocab,
)
from ._sequences import (
    AddToken as AddToken,
    Lookup as Lookup,
    Ngram as Ngram,
    SlidingWindow as SlidingWindow,
    ToNumber as ToNumber,
    ToVectors as ToVectors,
    Truncate as Truncate,
    TruncateSequencePair as TruncateSequencePair,
)
from ._tokenizers import (
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
from ._vectors import (
    CharNGram as CharNGram,
    FastText as FastText,
    GloVe as GloVe,
    Vectors as Vectors,
)
from ._vocab import (
    Vocab as Vocab,
)
