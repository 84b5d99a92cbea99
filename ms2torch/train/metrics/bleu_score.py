"""BLEU."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ms2torch.train.metrics.metric import Metric, rearrange_inputs


class BleuScore(Metric):
    """Compute the BLEU score of translations against references.

    Args:
        n_gram (int): longest word group that counts, 1 to 4. Default: ``4``.
        smooth (bool): add one to every count. Default: ``False``.

    Raises:
        ValueError: if `n_gram` is not between 1 and 4.

    Source: mindspore.train.BleuScore, MindSpore 2.10
    """

    def __init__(self, n_gram: int = 4, smooth: bool = False) -> None:
        super().__init__()
        if not isinstance(n_gram, int) or isinstance(n_gram, bool) or not isinstance(smooth, bool):
            raise TypeError(f"For 'BleuScore', 'n_gram' must be int and 'smooth' bool, but got {n_gram!r}, {smooth!r}.")
        if not 1 <= n_gram <= 4:
            raise ValueError(f"For 'BleuScore', the argument 'n_gram' should range from 1 to 4, but got {n_gram}.")
        self.n_gram = n_gram
        self.smooth = smooth
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._numerator = np.zeros(self.n_gram)
        self._denominator = np.zeros(self.n_gram)
        self._translated_words = 0
        self._reference_words = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account.

        Args:
            inputs: a list of translations (each a list of words), and for each a list of references.

        Raises:
            ValueError: if the lists are not of one length.
        """
        if len(inputs) != 2:
            raise ValueError(
                f"For 'BleuScore.update', it needs 2 inputs (candidates, references), but got {len(inputs)}."
            )
        candidates, references = inputs
        if len(candidates) != len(references):
            raise ValueError(
                f"For 'BleuScore.update', candidates and references should be equal in length, "
                f"but got {len(candidates)}, {len(references)}."
            )
        for candidate, its_references in zip(candidates, references, strict=True):
            self._translated_words += len(candidate)
            self._reference_words += min((len(ref) for ref in its_references), key=lambda n: abs(len(candidate) - n))
            groups = self._groups(candidate)
            known: Counter[tuple[str, ...]] = Counter()
            for reference in its_references:
                known |= self._groups(reference)
            for group, count in (groups & known).items():
                self._numerator[len(group) - 1] += count
            for group, count in groups.items():
                self._denominator[len(group) - 1] += count
        self._is_update = True

    def eval(self) -> Any:
        """Return the score.

        Raises:
            RuntimeError: before any `update`.
        """
        if not self._is_update:
            raise RuntimeError("Please call the 'update' method before calling 'eval' method.")
        if self._numerator.min() == 0:
            return np.array(0.0)
        extra = 1 if self.smooth else 0
        precision = (self._numerator + extra) / (self._denominator + extra)
        brevity = 1.0
        if self._translated_words <= self._reference_words:
            brevity = np.exp(1 - self._reference_words / self._translated_words)
        return float(brevity * np.exp((np.log(precision) / self.n_gram).sum()))

    def _groups(self, words: Sequence[str]) -> Counter[tuple[str, ...]]:
        return Counter(
            tuple(words[start : start + size])
            for size in range(1, self.n_gram + 1)
            for start in range(len(words) - size + 1)
        )
