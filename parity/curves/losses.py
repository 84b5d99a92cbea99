"""Losses of both frameworks in torch's words: which functions compute them, and what their arguments are called."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any

import torch

from parity.curves.values import MINDSPORE, tensor_in

_ENDS = ("_loss", "cross_entropy", "cross_entropy_with_logits", "kl_div")
_HOMES = ("ms2torch.ops.function.nn.loss", "ms2torch.ops.function.nn.loss_class", "ms2torch.mint.nn._functional_losses")
_WORDS = {"logits": "input", "inputs": "input", "labels": "target", "label": "target", "targets": "target"}
_FUNCTIONS = {
    "SoftmaxCrossEntropyWithLogits": "cross_entropy", "CrossEntropyLoss": "cross_entropy", "NLLLoss": "nll_loss",
    "BCELoss": "binary_cross_entropy", "BCEWithLogitsLoss": "binary_cross_entropy_with_logits", "KLDivLoss": "kl_div",
    "L1Loss": "l1_loss", "MAELoss": "l1_loss", "MSELoss": "mse_loss", "SmoothL1Loss": "smooth_l1_loss",
    "HuberLoss": "huber_loss", "SoftMarginLoss": "soft_margin_loss", "MarginRankingLoss": "margin_ranking_loss",
    "CosineEmbeddingLoss": "cosine_embedding_loss", "TripletMarginLoss": "triplet_margin_loss",
    "GaussianNLLLoss": "gaussian_nll_loss", "PoissonNLLLoss": "poisson_nll_loss",
    "HingeEmbeddingLoss": "hinge_embedding_loss",
}  # fmt: skip
_ARGUMENTS = ("reduction", "ignore_index", "label_smoothing", "beta", "delta", "margin", "p", "swap", "full")
_DEFAULTS = {"cross_entropy": {"label_smoothing": 0.0}}
"""What a Cell that has no such argument does."""


def word(name: str) -> str:
    """Return what torch calls an argument of a loss: MindSpore's ``logits`` are its ``input``."""
    return _WORDS.get(name, name)


def of_cell(cell: object) -> tuple[str, dict[str, object]] | None:
    """Return the function that one of MindSpore's loss Cells computes, and its arguments; None for anything else."""
    for base in type(cell).__mro__:
        if base.__module__.startswith(MINDSPORE) and base.__name__ in _FUNCTIONS:
            function = _FUNCTIONS[base.__name__]
            found = {name: value for name in _ARGUMENTS if (value := getattr(cell, name, None)) is not None}
            weights = {name: value for name in ("weight", "pos_weight") if tensor_in(value := getattr(cell, name, None))
                       is not None}  # fmt: skip
            return function, {**_DEFAULTS.get(function, {}), **found, **weights}
    return None


def functions() -> dict[str, list[FunctionType]]:
    """Return the functions of both frameworks that compute losses, by name."""
    found: dict[str, list[FunctionType]] = {}
    for home in (torch.nn.functional, *(sys.modules[name] for name in _HOMES if name in sys.modules)):
        for name, value in vars(home).items():
            public = name.endswith(_ENDS) and not name.startswith("_") and name != "linear_cross_entropy"
            if public and inspect.isfunction(value) and value.__module__ == home.__name__:
                found.setdefault(name, []).append(value)
    return found


@contextmanager
def replaced(wrappers: list[tuple[Callable[..., Any], Callable[..., Any]]]) -> Iterator[None]:
    """Put functions in place of others within the block, by whatever name a module has imported them.

    Args:
        wrappers (list[tuple[Callable, Callable]]): each function, and what takes its place.
    """
    _exchange({id(old): new for old, new in wrappers})
    try:
        yield
    finally:  # again over all: what was imported meanwhile has taken the wrappers
        _exchange({id(new): old for old, new in wrappers})


def _exchange(instead: dict[int, Callable[..., Any]]) -> None:
    for module in list(sys.modules.values()):
        held = vars(module) if isinstance(module, ModuleType) else {}
        for name in [name for name, value in list(held.items()) if id(value) in instead]:
            held[name] = instead[id(held[name])]
