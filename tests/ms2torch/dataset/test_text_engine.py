"""What programs build on the text transforms' insides, and what differs from MindSpore on purpose."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

import ms2torch._c_dataengine as cde
import ms2torch.dataset as ds
from ms2torch import int64
from ms2torch.dataset import text
from ms2torch.dataset.core.datatypes import mstype_to_detype
from ms2torch.dataset.text.transforms import DE_C_INTER_NORMALIZE_FORM, Implementation, TextTensorOperation
from ms2torch.dataset.transforms.transforms import PyTensorOperation


class OwnLookup(TextTensorOperation):
    def __init__(self, words):
        super().__init__()
        self.words = cde.Vocab.from_dict(words)

    def parse(self):
        return cde.LookupOperation(self.words, "b", str(mstype_to_detype(int64)))


class OwnTokenizer(TextTensorOperation, PyTensorOperation):
    def __init__(self, in_python):
        super().__init__()
        self.implementation = Implementation.PY if in_python else Implementation.C

    def _execute_py(self, line):
        return np.array(str(line).split("-"))

    def parse(self):
        form = DE_C_INTER_NORMALIZE_FORM.get(text.NormalizeForm.NFD)
        return cde.BasicTokenizerOperation(False, False, form, False, False)


def test_own_operation_by_parse():
    found = OwnLookup({"a": 3, "b": 5})(np.array(["a", "x"]))
    assert found.dtype == np.int64
    assert found.tolist() == [3, 5]


def test_own_operation_in_a_pipeline():
    data = ds.NumpySlicesDataset(["a-b"], ["x"], shuffle=False)
    rows = data.map([OwnTokenizer(True), OwnLookup({"a": 3, "b": 5})]).create_tuple_iterator(output_numpy=True)
    assert next(iter(rows))[0].tolist() == [3, 5]


@pytest.mark.parametrize(("in_python", "words"), [(True, ["a!", "b"]), (False, ["a", "!", "-", "b"])])
def test_own_operation_with_two_bases(in_python, words):
    assert OwnTokenizer(in_python)(np.array("a!-b")).tolist() == words


def test_own_operation_without_parse():
    with pytest.raises(NotImplementedError, match="has to define `parse`"):
        TextTensorOperation()(np.array("a"))


def test_lower_case_keeps_reserved_tokens_once():
    # MindSpore repeats "ab" behind the token
    assert text.BasicTokenizer(lower_case=True)("Ab[CLS]Cd").tolist() == ["ab", "[CLS]", "cd"]


def test_regex_replace_treats_each_element():
    assert text.RegexReplace(r"\p{Lu}", "_")(["Ab", "Cd"]).tolist() == ["_b", "_d"]


def test_property_that_is_no_category():
    with pytest.raises(RuntimeError, match="general category"):
        text.RegexReplace(r"\p{Han}", "")("a")


@pytest.mark.skipif(importlib.util.find_spec("sentencepiece") is not None, reason="sentencepiece is installed")
def test_sentencepiece_names_its_library():
    with pytest.raises(ModuleNotFoundError, match="pip install sentencepiece"):
        text.SentencePieceTokenizer("model", text.SPieceTokenizerOutType.STRING)


def test_sentencepiece(tmp_path):
    pytest.importorskip("sentencepiece")
    (tmp_path / "text").write_text("I saw a girl with a telescope.\nI like the girl a lot.\n" * 20, encoding="utf-8")
    vocab = text.SentencePieceVocab.from_file([str(tmp_path / "text")], 24, 0.9995, text.SentencePieceModel.BPE, {})
    text.SentencePieceVocab.save_model(vocab, str(tmp_path), "m.model")
    pieces = text.SentencePieceTokenizer(vocab, text.SPieceTokenizerOutType.STRING)("I saw a girl")
    numbers = text.SentencePieceTokenizer(str(tmp_path / "m.model"), text.SPieceTokenizerOutType.INT)("I saw a girl")
    assert "".join(pieces.tolist()).replace("\u2581", " ").strip() == "I saw a girl"
    assert numbers.dtype == np.int32
    assert len(numbers) == len(pieces)
