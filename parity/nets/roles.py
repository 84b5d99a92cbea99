"""What a weight is for, by its name and the layer that holds it: a statistic, a counter, a constant, a shift.

Both frameworks' names are known. Whatever asks what a weight is asks here, so that one tensor is not a statistic to
the one and a constant to the other. The recorder that runs without torch carries this file too.
"""

from __future__ import annotations

_SHIFTS = frozenset({"bias", "beta"})
_MEANS = frozenset({"running_mean", "moving_mean"})
_VARIANCES = frozenset({"running_var", "moving_variance"})
_COUNTERS = frozenset({"num_batches_tracked"})
_TORCH_NAMES = {
    "gamma": "weight", "beta": "bias", "w": "weight", "a": "weight", "embedding_table": "weight",
    "moving_mean": "running_mean", "mean": "running_mean", "moving_variance": "running_var", "variance": "running_var",
}  # fmt: skip

ONLY_MINDSPORE = frozenset({"gamma", "beta", "moving_mean", "moving_variance", "embedding_table"})
"""Names of weights that torch's own layers never have."""

ONLY_TORCH = frozenset({"running_mean", "running_var", "num_batches_tracked"})
"""Names of weights that MindSpore's own layers never have."""


def last(name: str) -> str:
    """Return a weight's name within its layer."""
    return name.rpartition(".")[2]


def torch_name(name: str) -> str:
    """Return a weight's path in torch's words: ``bn.moving_mean`` becomes ``bn.running_mean``."""
    return ".".join(_TORCH_NAMES.get(part, part) for part in name.split("."))


def is_counter(name: str) -> bool:
    """Tell whether a weight counts batches; it is neither trained nor compared."""
    return last(name) in _COUNTERS


def is_mean(name: str, *, in_norm: bool = False) -> bool:
    """Tell whether a weight is a running mean.

    Args:
        name (str): its name or path.
        in_norm (bool): the layer is a framework's own normalization, where a plain ``mean`` is one too; a user's
            ``mean`` is a constant. Default: ``False``.
    """
    return last(name) in _MEANS or (in_norm and last(name) == "mean")


def is_variance(name: str, *, in_norm: bool = False) -> bool:
    """Tell whether a weight is a running variance; arguments as in `is_mean`."""
    return last(name) in _VARIANCES or (in_norm and last(name) == "variance")


def is_statistic(name: str, *, in_norm: bool = False) -> bool:
    """Tell whether a weight is a running statistic; arguments as in `is_mean`."""
    return is_mean(name, in_norm=in_norm) or is_variance(name, in_norm=in_norm)


def is_constant(name: str, *, trainable: bool, in_norm: bool = False) -> bool:
    """Tell whether the constructor computes a weight once and for all: a table of positions, a mask, a frozen scale.

    Args:
        name (str): its name or path.
        trainable (bool): training changes it.
        in_norm (bool): as in `is_mean`. Default: ``False``.
    """
    return not trainable and not is_statistic(name, in_norm=in_norm) and not is_counter(name)


def is_shift(name: str) -> bool:
    """Tell whether a weight is added: a bias, or the shift of a normalization."""
    return last(name) in _SHIFTS
