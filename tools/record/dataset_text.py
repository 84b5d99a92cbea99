"""Record what MindSpore's transforms of text give.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/dataset_text.py     # rewrite tests/goldens/dataset_text.json

Each case is defined here once; tests/ms2torch/dataset/test_text_goldens.py runs the same ones on ms2torch.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "dataset_text.json"

MIXED = "Welcome\tÀ la  Běijīng! 床前[CLS]x [unused12]\u200b\x07é don\u2019t 12.5 $3 ﬁ \u201cq\u201d"
WORDS = ["un", "##aff", "##able", "want", "##ed", "[UNK]", "床", "前", "##ing", "i", "am", "[CLS]", "a", "##é", "!"]

# a dictionary and a model of Markov states, as cppjieba has them
DICTIONARY = (
    "床 10 n\n前 20 f\n明 5 a\n月 8 n\n光 9 n\n明月 3 n\n月光 30 n\n明月光 50 n\n"
    "今天 90 t\n天气 70 n\n天 30 n\n气 5 n\n"
)
MODEL = (
    "#start\n-0.26 -3.14e+100 -3.14e+100 -1.47\n"
    "#step\n-3.14e+100 -0.51 -0.92 -3.14e+100\n-0.59 -3.14e+100 -3.14e+100 -0.81\n"
    "-3.14e+100 -0.33 -1.26 -3.14e+100\n-0.72 -3.14e+100 -3.14e+100 -0.67\n"
    "#emit\n床:-6.1,明:-5.2,今:-3.2,天:-4.1,小:-2.9,王:-5.5\n前:-6.3,月:-5.1,天:-3.9,气:-3.3,明:-4.4\n"
    "光:-7.0,明:-6.6,天:-5.0\n床:-4.4,前:-3.8,好:-2.1,很:-2.2,光:-5.9\n"
)
VECTORS = "the 0.1 0.2 0.3\nok 1 2 3\n! -1.5 0 2e-1\n"
NGRAMS = "2gram-#BEGIN#o 1 2\n2gram-ok 3 4\n3gram-#BEGIN#ok 5 6\n2gram-k#END# 7 8\n"


class Files:
    """The files that the cases read."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        written = {
            "dict.utf8": DICTIONARY,
            "hmm.utf8": MODEL,
            "plain.txt": VECTORS,
            "fast.vec": "3 3\n" + VECTORS,
            "glove.6B.3d.txt": VECTORS,
            "char_n_gram.txt": NGRAMS,
            "words.txt": "not\nall\nthem\nare\nchinese\n",
            "words.csv": "not,1\nall,2\nthem,3\n",
            "twice.txt": "not\nall\nnot\n",
            "user.txt": "今天天气 10\n小王\n",
        }
        for name, text in written.items():
            (self.folder / name).write_text(text, encoding="utf-8")

    def __getitem__(self, name: str) -> str:
        return str(self.folder / name)


@dataclass
class Given:
    """What a case works with: mindspore, mindspore.dataset, mindspore.dataset.text, and the files."""

    ms: Any
    ds: Any
    t: Any
    f: Files


def _jieba(o: Given, mode: str, **options: Any) -> Any:
    return o.t.JiebaTokenizer(o.f["hmm.utf8"], o.f["dict.utf8"], mode=getattr(o.t.JiebaMode, mode), **options)


def _jieba_more(o: Given, *adds: Any) -> Any:
    jieba = _jieba(o, "MIX")
    for add in adds:
        (jieba.add_dict if isinstance(add, dict) else jieba.add_word)(add)
    return jieba


def _dataset(ds: Any, words: list[str]) -> Any:
    return ds.NumpySlicesDataset({"a": words, "b": [w[:1] for w in words]}, shuffle=False)


Case = Callable[["Given"], Any]
_COUNTED = ["b", "a", "c", "b", "a", "b", "d", "é", "Z"]

CASES: dict[str, Case] = {
    "basic": lambda o: o.t.BasicTokenizer()(MIXED),
    "basic, lower case": lambda o: o.t.BasicTokenizer(True)(MIXED.replace("[CLS]", "").replace("[unused12]", "")),
    "basic, lower case, nothing preserved": lambda o: o.t.BasicTokenizer(True, preserve_unused_token=False)(MIXED),
    "basic, white space": lambda o: o.t.BasicTokenizer(keep_whitespace=True)(MIXED),
    "basic, nothing preserved": lambda o: o.t.BasicTokenizer(preserve_unused_token=False)(MIXED),
    "basic, offsets": lambda o: o.t.BasicTokenizer(with_offsets=True)(MIXED),
    "basic, NFKC": lambda o: o.t.BasicTokenizer(normalization_form=o.t.NormalizeForm.NFKC, with_offsets=True)(MIXED),
    "basic, NFD": lambda o: o.t.BasicTokenizer(normalization_form=o.t.NormalizeForm.NFD)(MIXED),
    "basic, empty": lambda o: o.t.BasicTokenizer(with_offsets=True)(""),
    "basic, blank": lambda o: o.t.BasicTokenizer()("  "),
    "basic, two texts": lambda o: o.t.BasicTokenizer()(["a b", "c"]),
    "basic, number": lambda o: o.t.BasicTokenizer()(3),
    "basic, flag is text": lambda o: o.t.BasicTokenizer("yes"),
    "bert": lambda o: o.t.BertTokenizer(o.t.Vocab.from_list(WORDS))("床前 unaffable wanted, I am aé!!"),
    "bert, offsets": lambda o: o.t.BertTokenizer(o.t.Vocab.from_list(WORDS), with_offsets=True)(
        "床前 unaffable [CLS] aé"
    ),
    "bert, lower case": lambda o: o.t.BertTokenizer(o.t.Vocab.from_list(WORDS), lower_case=True)("UNaffable WANTed I"),
    "bert, no unknown": lambda o: o.t.BertTokenizer(o.t.Vocab.from_list(WORDS), unknown_token="")("unaffable 12"),
    "bert, short": lambda o: o.t.BertTokenizer(o.t.Vocab.from_list(WORDS), "##", 4)("unaffable want"),
    "bert, empty": lambda o: o.t.BertTokenizer(o.t.Vocab.from_list(WORDS))(""),
    "wordpiece": lambda o: o.t.WordpieceTokenizer(o.t.Vocab.from_list(WORDS))(["unaffable", "wanted", "x", "aé"]),
    "wordpiece, offsets": lambda o: o.t.WordpieceTokenizer(o.t.Vocab.from_list(WORDS), with_offsets=True)(
        ["unaffable", "aé"]
    ),
    "wordpiece, one": lambda o: o.t.WordpieceTokenizer(o.t.Vocab.from_list(WORDS))("wanting"),
    "wordpiece, no unknown": lambda o: o.t.WordpieceTokenizer(o.t.Vocab.from_list(WORDS), unknown_token="")(
        ["xyz", "want"]
    ),
    "whitespace": lambda o: o.t.WhitespaceTokenizer(True)(" a  b\u3000c\u00a0d\t床 "),
    "whitespace, empty": lambda o: o.t.WhitespaceTokenizer()(""),
    "characters": lambda o: o.t.UnicodeCharTokenizer(True)("Ab 床!é"),
    "characters, empty": lambda o: o.t.UnicodeCharTokenizer()(""),
    "scripts": lambda o: o.t.UnicodeScriptTokenizer()("Welcome  到 BeiJing!é кирилл αβγ かなカナ 한글 ไทย 12abc"),
    "scripts, white space": lambda o: o.t.UnicodeScriptTokenizer(True, True)(" ab \t 床前12。x\u0302y"),
    "regex": lambda o: o.t.RegexTokenizer(r"\s+", r"\s+")("Hi, you  all."),
    "regex, properties": lambda o: o.t.RegexTokenizer(r"\p{P}|[\s\p{Sc}]", r"\p{P}", True)("Hi, 床$  all."),
    "regex, nothing": lambda o: o.t.RegexTokenizer("x")("Hi, you"),
    "replace": lambda o: o.t.RegexReplace("o", "0")("foo boo"),
    "replace once": lambda o: o.t.RegexReplace("o", "0", False)("foo boo"),
    "replace by group": lambda o: o.t.RegexReplace(r"(\w)o", r"$1-\$")("foo boo"),
    "replace, not capital": lambda o: o.t.RegexReplace(r"[^\p{Lu}\x{5E8A}]", "_")("Ab床C"),
    "replace, wrong pattern": lambda o: o.t.RegexReplace("(", "_")("a"),
    "wikipedia": lambda o: o.t.FilterWikipediaXML()("Welcome    to    China 12, é \u00df"),
    "wikipedia, links": lambda o: o.t.FilterWikipediaXML()(
        "a [[b|c d]] [[category:foo|bar]] {{x}} &amp; [http://x.y z] [[image:q|w]]"
    ),
    "wikipedia, tags": lambda o: o.t.FilterWikipediaXML()("a <ref name=x>b</ref> c &lt;i&gt; d &nbsp; e"),
    "case fold": lambda o: o.t.CaseFold()(["ÀßİJ Σ", "Ab"]),
    "NFKC": lambda o: o.t.NormalizeUTF8()(["ﬁ2⁵ẛ", "é"]),
    "NFD": lambda o: o.t.NormalizeUTF8(o.t.NormalizeForm.NFD)("ṩ"),
    "no form": lambda o: o.t.NormalizeUTF8(o.t.NormalizeForm.NONE)("ﬁ"),
    "add token": lambda o: o.t.AddToken("T")(["a", "b"]),
    "add token at the end": lambda o: o.t.AddToken("Tok", False)([["a", "b"], ["c", "d"]]),
    "add token to one": lambda o: o.t.AddToken("T")("a"),
    "truncate": lambda o: o.t.Truncate(2)(["a", "b", "c"]),
    "truncate numbers": lambda o: o.t.Truncate(2)([[1, 2, 3], [4, 5, 6]]),
    "truncate long": lambda o: o.t.Truncate(5)(["a", "b"]),
    "truncate pair": lambda o: o.t.TruncateSequencePair(4)(["a", "b", "c"], ["d", "e", "f"]),
    "truncate pair of unequal": lambda o: o.t.TruncateSequencePair(5)([1, 2, 3, 4, 5, 6], [7, 8]),
    "truncate short pair": lambda o: o.t.TruncateSequencePair(9)([1, 2], [7, 8]),
    "window": lambda o: o.t.SlidingWindow(2)([1, 2, 3, 4]),
    "window of words": lambda o: o.t.SlidingWindow(3, -1)(["a", "b", "c", "d"]),
    "window too wide": lambda o: o.t.SlidingWindow(5)([1, 2, 3]),
    "window of two axes": lambda o: o.t.SlidingWindow(2, 1)([[1, 2, 3], [4, 5, 6]]),
    "ngram": lambda o: o.t.Ngram(3, separator="-")(["a", "b", "c", "d"]),
    "ngram padded": lambda o: o.t.Ngram([1, 3], ("_", 5), ("*", 1), "+")(["a", "b"]),
    "ngram short": lambda o: o.t.Ngram([3, 1, 2])(["a"]),
    "ngram zero": lambda o: o.t.Ngram(0),
    "lookup": lambda o: o.t.Lookup(o.t.Vocab.from_list(WORDS))(["a", "am"]),
    "lookup one": lambda o: o.t.Lookup(o.t.Vocab.from_list(WORDS), "[UNK]")("nothing"),
    "lookup float": lambda o: o.t.Lookup(o.t.Vocab.from_list(WORDS), data_type=o.ms.float32)([["a"], ["am"]]),
    "lookup unknown": lambda o: o.t.Lookup(o.t.Vocab.from_list(WORDS))(["nothing"]),
    "lookup, unknown token unknown": lambda o: o.t.Lookup(o.t.Vocab.from_list(WORDS), "nothing")(["a"]),
    "to int": lambda o: o.t.ToNumber(o.ms.int8)(["1", "-2", " 7 "]),
    "to int, fraction": lambda o: o.t.ToNumber(o.ms.uint8)(["1.5"]),
    "to int, negative": lambda o: o.t.ToNumber(o.ms.uint8)(["-1"]),
    "to int, too great": lambda o: o.t.ToNumber(o.ms.int8)(["300"]),
    "to float": lambda o: o.t.ToNumber(o.ms.float16)(["1.5", "-2e1"]),
    "to float, no number": lambda o: o.t.ToNumber(o.ms.float32)(["x"]),
    "to bool": lambda o: o.t.ToNumber(o.ms.bool_)(["1"]),
    "python": lambda o: o.t.PythonTokenizer(lambda line: line.split("-"))(np.array("a-bc")),
    "python raises": lambda o: o.t.PythonTokenizer(lambda line: line.nothing())(np.array("a-bc")),
    "to_str": lambda o: o.t.to_str(np.array([b"a", "é".encode()])),
    "to_bytes": lambda o: o.t.to_bytes(np.array(["a", "é"])).astype("S2"),
    "to_str of list": lambda o: o.t.to_str(["a"]),
    "vocab list": lambda o: o.t.Vocab.from_list(["w1", "w2"], ["<unk>"], False).vocab(),
    "vocab special first": lambda o: o.t.Vocab.from_list(["w1", "w2"], ["<unk>"]).vocab(),
    "vocab twice": lambda o: o.t.Vocab.from_list(["w1", "w1"]),
    "vocab clash": lambda o: o.t.Vocab.from_list(["w1"], ["w1"]),
    "vocab dict": lambda o: o.t.Vocab.from_dict({"a": 3, "b": 5}).vocab(),
    "vocab dict negative": lambda o: o.t.Vocab.from_dict({"a": -3}),
    "vocab file": lambda o: o.t.Vocab.from_file(o.f["words.txt"], "", 3, ["<pad>"], False).vocab(),
    "vocab file with delimiter": lambda o: o.t.Vocab.from_file(o.f["words.csv"], ",").vocab(),
    "vocab file twice": lambda o: o.t.Vocab.from_file(o.f["twice.txt"]),
    "vocab no file": lambda o: o.t.Vocab.from_file("/nowhere/at.all"),
    "vocab dataset": lambda o: o.t.Vocab.from_dataset(_dataset(o.ds, _COUNTED), "a").vocab(),
    "vocab dataset limits": lambda o: o.t.Vocab.from_dataset(
        _dataset(o.ds, _COUNTED), ["a"], (1, 2), 3, ["<p>"]
    ).vocab(),
    "vocab dataset all": lambda o: o.t.Vocab.from_dataset(
        _dataset(o.ds, ["ab", "c", "ab"]), freq_range=(2, None)
    ).vocab(),
    "vocab dataset no column": lambda o: o.t.Vocab.from_dataset(_dataset(o.ds, _COUNTED), "x").vocab(),
    "vocab ids": lambda o: o.t.Vocab.from_list(["a", "b"]).tokens_to_ids(["b", "x", "a"]),
    "vocab id": lambda o: o.t.Vocab.from_list(["a", "b"]).tokens_to_ids("b"),
    "vocab ids of array": lambda o: o.t.Vocab.from_list(["a", "b"]).tokens_to_ids(np.array(["b"])),
    "vocab words": lambda o: o.t.Vocab.from_list(["a", "b"]).ids_to_tokens([1, 0, 7]),
    "vocab word": lambda o: o.t.Vocab.from_list(["a", "b"]).ids_to_tokens(1),
    "vocab negative id": lambda o: o.t.Vocab.from_list(["a", "b"]).ids_to_tokens(-1),
    "vocab not built": lambda o: o.t.Vocab().vocab(),
    "vectors": lambda o: o.t.ToVectors(o.t.Vectors.from_file(o.f["plain.txt"]))(["ok", "!", "THE"]),
    "vectors, backup": lambda o: o.t.ToVectors(o.t.Vectors.from_file(o.f["plain.txt"]), [9, 9, 9], True)(["THE", "x"]),
    "vectors, few": lambda o: o.t.ToVectors(o.t.Vectors.from_file(o.f["plain.txt"], 1))(["the", "ok"]),
    "vectors, one word": lambda o: o.t.ToVectors(o.t.GloVe.from_file(o.f["glove.6B.3d.txt"]))("ok"),
    "vectors, wrong unknown": lambda o: o.t.ToVectors(o.t.Vectors.from_file(o.f["plain.txt"]), [9])("x"),
    "fast text": lambda o: o.t.ToVectors(o.t.FastText.from_file(o.f["fast.vec"]))(["ok"]),
    "fast text, wrong name": lambda o: o.t.FastText.from_file(o.f["plain.txt"]),
    "glove, wrong name": lambda o: o.t.GloVe.from_file(o.f["plain.txt"]),
    "char ngram": lambda o: o.t.ToVectors(o.t.CharNGram.from_file(o.f["char_n_gram.txt"]), [-1, -1])(["ok", "o", "zz"]),
    "char ngram, backup": lambda o: o.t.ToVectors(o.t.CharNGram.from_file(o.f["char_n_gram.txt"]), None, True)(["OK"]),
    "vectors no file": lambda o: o.t.Vectors.from_file("/nowhere/at.all"),
    "jieba MP": lambda o: _jieba(o, "MP", with_offsets=True)("床前明月光\uff0c今天天气很好"),
    "jieba HMM": lambda o: _jieba(o, "HMM", with_offsets=True)("床前明月光\uff0c今天abc天气1.5很好"),
    "jieba MIX": lambda o: _jieba(o, "MIX", with_offsets=True)("床前明月光\uff0c今天天气很好 小王ab12"),
    "jieba own words": lambda o: _jieba_more(o, "今天天气", "王小")("今天天气很好王小"),
    "jieba own dictionary": lambda o: _jieba_more(o, {"很好": 100, "光": 5})("今天天气很好明月光光"),
    "jieba empty": lambda o: _jieba(o, "MP")(""),
    "jieba no file": lambda o: o.t.JiebaTokenizer("/nowhere/at.all", o.f["dict.utf8"]),
    "pipeline": lambda o: _rows(
        o.ds.NumpySlicesDataset(["Un able.", "i am"], ["x"], shuffle=False)
        .map([o.t.CaseFold(), o.t.WhitespaceTokenizer(), o.t.AddToken("[CLS]")])
        .map(o.t.Lookup(o.t.Vocab.from_list(WORDS), "[UNK]"))
    ),
    "pipeline with offsets": lambda o: _rows(
        o.ds.NumpySlicesDataset(["ab cd"], ["x"], shuffle=False).map(
            o.t.WhitespaceTokenizer(True), ["x"], ["w", "s", "e"]
        )
    ),
}


def _rows(dataset: Any) -> tuple[Any, ...]:
    return tuple(row[name] for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True) for name in row)


def answers(ms: Any, ds: Any, text: Any) -> dict[str, Any]:
    """Return what each case gives, or the error's type."""
    with tempfile.TemporaryDirectory() as folder:
        given = Given(ms, ds, text, Files(folder))
        return {name: answer(case, given) for name, case in CASES.items()}


def answer(case: Case, given: Given) -> Any:
    """Return what a case gives, or the error's type."""
    try:
        return _plain(case(given))
    except Exception as error:
        return {"error": type(error).__name__}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, np.ndarray):
        kind = value.dtype.kind if value.dtype.kind in "US" else str(value.dtype)
        return [kind, (np.char.decode(value, "latin1") if kind == "S" else value).tolist()]
    if isinstance(value, dict):
        return ["dict", sorted(value.items(), key=lambda item: item[1])]
    return value if isinstance(value, (str, int, list)) else type(value).__name__


def main() -> int:
    """Write the golden file."""
    import mindspore as ms
    import mindspore.dataset as ds
    from mindspore.dataset import text

    found = answers(ms, ds, text)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in found.items())
    GOLDEN.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    print(ms.__version__, f"{len(found)} answers, {GOLDEN.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
