"""Transforms of characters."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Literal, cast

from ms2torch.dataset.text._base import TextTensorOperation, check_flag, check_text, each_text
from ms2torch.dataset.text._enums import NormalizeForm
from ms2torch.dataset.text._unicode import compile_pattern


class CaseFold(TextTensorOperation):
    """Turn capital letters into small ones, so that texts that differ only there are equal.

    Source: mindspore.dataset.text.CaseFold, MindSpore 2.10
    """

    def _execute_array(self, *arrays: Any) -> Any:
        return each_text(str.casefold, arrays[0], "CaseFold")


class NormalizeUTF8(TextTensorOperation):
    """Bring text into a normal form of Unicode.

    Args:
        normalize_form (NormalizeForm): the form. Default: `NormalizeForm.NFKC`.

    Raises:
        TypeError: `normalize_form` is no NormalizeForm.

    Source: mindspore.dataset.text.NormalizeUTF8, MindSpore 2.10
    """

    def __init__(self, normalize_form: NormalizeForm = NormalizeForm.NFKC) -> None:
        if not isinstance(normalize_form, NormalizeForm):
            told = "Wrong input type for normalization_form, should be enum of 'NormalizeForm'."
            raise TypeError(f"{told} `normalize_form` is {normalize_form!r}.")
        super().__init__()
        self.normalize_form = normalize_form

    def _execute_array(self, *arrays: Any) -> Any:
        return each_text(lambda text: normal(text, self.normalize_form), arrays[0], "NormalizeUTF8")


def normal(text: str, form: NormalizeForm) -> str:
    """Return a text in a normal form."""
    if form == NormalizeForm.NONE:
        return text
    return unicodedata.normalize(cast("Literal['NFC', 'NFKC', 'NFD', 'NFKD']", form.name), text)


class RegexReplace(TextTensorOperation):
    """Replace what a regular expression finds.

    Args:
        pattern (str): the expression, as ICU writes it.
        replace (str): what to put there; ``$1`` is the first group.
        replace_all (bool): everywhere, instead of once. Default: True.

    Raises:
        TypeError: an argument is of another type.
        RuntimeError: the expression is wrong.

    Differs from MindSpore:
        Each element of an array is treated by itself; MindSpore joins them into the first.

    Source: mindspore.dataset.text.RegexReplace, MindSpore 2.10
    """

    def __init__(self, pattern: str, replace: str, replace_all: bool = True) -> None:
        check_text("pattern", pattern)
        check_text("replace", replace)
        check_flag("replace_all", replace_all)
        super().__init__()
        self.pattern = pattern
        self.replace = replace
        self.replace_all = replace_all

    def _execute_array(self, *arrays: Any) -> Any:
        pattern = compile_pattern(self.pattern)
        count = 0 if self.replace_all else 1
        return each_text(lambda text: pattern.sub(self._filled, text, count=count), arrays[0], "RegexReplace")

    def _filled(self, found: re.Match[str]) -> str:
        def part(piece: re.Match[str]) -> str:
            return piece[2] if piece[1] is None else found[int(piece[1])] or ""

        try:
            return re.sub(r"\$(\d)|\\(.)", part, self.replace, flags=re.DOTALL)
        except IndexError as error:
            raise RuntimeError(
                f"RegexReplace: {self.replace!r} names a group that {self.pattern!r} has not."
            ) from error


_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class FilterWikipediaXML(TextTensorOperation):
    """Keep the words of a dump of Wikipedia: small letters a to z; digits are spelled.

    Differs from MindSpore:
        Each element of an array is treated by itself; MindSpore joins them into the first.

    Source: mindspore.dataset.text.FilterWikipediaXML, MindSpore 2.10
    """

    def _execute_array(self, *arrays: Any) -> Any:
        return each_text(_words_only, arrays[0], "FilterWikipediaXML")


def _words_only(text: str) -> str:
    # measured: all from the first "<" to the last ">" goes, and entities; links leave the words of their addresses
    text = re.sub(r"<.*>", "", text)
    text = re.sub(r"&[^;]*;", " ", text)
    text = re.sub("[0-9]", lambda digit: f" {_DIGITS[int(digit[0])]} ", text.lower())
    return re.sub("[^a-z]+", " ", text).strip()
