"""Similarity of rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch.train.metrics.metric import Metric, rearrange_inputs


class CosineSimilarity(Metric):
    """Compute the similarity of every row of a matrix with every other.

    Args:
        similarity (str): ``"cosine"`` or ``"dot"``. Default: ``"cosine"``.
        reduction (str): ``"none"``, ``"sum"`` or ``"mean"`` over the last axis. Default: ``"none"``.
        zero_diagonal (bool): put zeros on the diagonal. Default: ``True``.

    Raises:
        ValueError: if `similarity` or `reduction` is none of those above.

    Source: mindspore.train.CosineSimilarity, MindSpore 2.10
    """

    def __init__(self, similarity: str = "cosine", reduction: str = "none", zero_diagonal: bool = True) -> None:
        super().__init__()
        if similarity not in ("dot", "cosine"):
            raise ValueError(f"For 'CosineSimilarity', 'similarity' must be 'dot' or 'cosine', but got {similarity!r}.")
        if reduction not in ("none", "sum", "mean"):
            raise ValueError(
                f"For 'CosineSimilarity', 'reduction' must be 'none', 'sum' or 'mean', but got {reduction!r}."
            )
        if not isinstance(zero_diagonal, bool):
            raise TypeError(f"For 'CosineSimilarity', the type of 'zero_diagonal' must be bool: {type(zero_diagonal)}.")
        self.similarity = similarity
        self.reduction = reduction
        self.zero_diagonal = zero_diagonal
        self.clear()

    def clear(self) -> None:
        """Forget the matrix."""
        self.sqr_mtx_res: Any = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, inputs: Any) -> None:
        """Take a matrix; it replaces the one before."""
        rows = self._convert_data(inputs)
        if self.similarity == "cosine":
            rows = rows / np.linalg.norm(rows, ord=2, axis=1)[:, None]
        self.sqr_mtx_res = rows @ rows.T
        self._is_update = True

    def eval(self) -> Any:
        """Return the similarities.

        Raises:
            RuntimeError: before any `update`.
        """
        if not self._is_update:
            raise RuntimeError("Please call the 'update' method before calling 'eval' method.")
        out = self.sqr_mtx_res.copy()
        if self.zero_diagonal:
            np.fill_diagonal(out, 0)
        if self.reduction == "mean":
            return out.mean(axis=-1)
        return out.sum(axis=-1) if self.reduction == "sum" else out
