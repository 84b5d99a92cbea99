"""`Distribution`: what all distributions have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch._checkparam import check_non_negative_int, check_value_type
from ms2torch._core import dtype as mstype
from ms2torch._core.base import wrap
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.probability.distribution._utils.custom_ops import exp_generic, log_generic
from ms2torch.nn.probability.distribution._utils.utils import (
    cast_to_tensor,
    check_tensor,
    check_tuple,
    raise_none_error,
    raise_not_implemented_util,
    set_param_type,
)  # fmt: skip
from ms2torch.ops.function.math import unary as math_unary

__all__ = ["Distribution"]


class Distribution(Cell):
    """Base of the distributions: asked by name, ``distribution("prob", value)``, or by method.

    A subclass defines some of `_prob`, `_log_prob`, `_cdf`, `_log_cdf`, `_survival_function`, `_log_survival`,
    `_sd`, `_var`, `_mean`, `_mode`, `_entropy`, `_kl_loss`, `_cross_entropy` and `_sample`; what can be computed from
    these is there too. Each takes the parameters of another distribution of the same kind as last arguments, to be
    used for this call instead of its own.

    Args:
        seed (int): seed of the samples. ``None`` is 0: torch's default generator.
        dtype (mindspore.dtype): type of the values.
        name (str): name of the distribution.
        param (dict): what the distribution was made of; its parameters under ``"param_dict"``.

    Raises:
        TypeError: if `name` is no str, or parameters are of more than one type.
        ValueError: if `seed` is negative, or the parameters do not broadcast.

    Source: mindspore.nn.probability.distribution.Distribution, MindSpore 2.10
    """

    # what `repr` shows of a distribution of numbers: word and attribute
    _shown: tuple[tuple[str, str], ...] = ()

    def __init__(self, seed: int | None, dtype: Any, name: str, param: dict[str, Any]) -> None:
        super().__init__()
        seed = 0 if seed is None else seed
        check_value_type("name", name, [str], type(self).__name__)
        check_non_negative_int(seed, "seed", name)
        self._name = name
        self._seed = seed
        self._dtype = dtype
        self._given = {k: v for k, v in param.items() if k != "self" and not k.startswith("_")}
        self.default_parameters: list[Any] = []
        self.parameter_names: list[str] = []
        if "distribution" not in self._given:
            numbers = self._given.get("param_dict", {})
            self.parameter_type = set_param_type(numbers, dtype)
            self._batch_shape = _batch_shape(numbers)
            self._is_scalar_batch = all(v is None or isinstance(v, (int, float)) for v in numbers.values())
            self._broadcast_shape = self._batch_shape

    # ---- facts -----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name."""
        return self._name

    @property
    def dtype(self) -> Any:
        """The type of the values."""
        return self._dtype

    @property
    def seed(self) -> int:
        """The seed of the samples."""
        return self._seed

    @property
    def parameters(self) -> Any:
        """What the distribution was made of, by name."""
        return self._given

    @property
    def is_scalar_batch(self) -> bool:
        """Whether all parameters are numbers."""
        return self._is_scalar_batch

    @property
    def batch_shape(self) -> tuple[int, ...] | None:
        """The shape that the parameters broadcast to; None if one is left open."""
        return self._batch_shape

    @property
    def broadcast_shape(self) -> tuple[int, ...] | None:
        """The shape of a value of which each batch has one."""
        return self._broadcast_shape

    def extend_repr(self) -> str:
        """Describe the distribution.

        Source: mindspore.nn.probability.distribution.Distribution.extend_repr, MindSpore 2.10
        """
        if not self._shown:
            return ""
        if not self.is_scalar_batch:
            return f"batch_shape = {self._broadcast_shape}"
        return ", ".join(f"{word} = {getattr(self, name)}" for word, name in self._shown)

    # ---- for subclasses --------------------------------------------------------------------------------------

    def _reset_parameters(self) -> None:
        self.default_parameters = []
        self.parameter_names = []

    def _add_parameter(self, value: Any, name: str) -> Any:
        """Keep a parameter as a Tensor, and return it."""
        made = None if value is None else cast_to_tensor(value, self.parameter_type)
        self.default_parameters.append(made)
        self.parameter_names.append(name)
        return made

    def _check_param_type(self, *args: Any) -> Any:
        """Return the parameters of this call in one shape: those given, else the distribution's own."""
        found: list[torch.Tensor] = []
        for arg, name, default in zip(args, self.parameter_names, self.default_parameters, strict=False):
            check_tensor(arg, name)
            value = default if arg is None else arg
            if value is None:
                raise_none_error(name)
            if found and value._t.dtype != found[0].dtype:
                msg = f"For '{type(self).__name__}', {name} should have the same dtype as other arguments."
                raise TypeError(msg)
            found.append(value._t)
        if len(found) > 1:
            try:
                found = list(torch.broadcast_tensors(*found))
            except RuntimeError as error:
                msg = f"For '{type(self).__name__}', the shapes of {self.parameter_names} do not broadcast: {error}"
                raise ValueError(msg) from None
        cast = [wrap(t).astype(self.parameter_type) for t in found]
        return cast[0] if len(cast) == 1 else tuple(cast)

    def _check_value(self, value: Any, name: str) -> Any:
        """Return `value`, a Tensor."""
        if value is None:
            raise_none_error(name)
        return check_tensor(value, name)

    def _value(self, value: Any, dtype: Any = None) -> Tensor:
        """Return a value in the type of the values, or another."""
        return self._check_value(value, "value").astype(self._dtype if dtype is None else dtype)

    def _other(self, value: Any, name: str) -> Tensor:
        """Return a parameter of another distribution in the type of this one's."""
        return self._check_value(value, name).astype(self.parameter_type)

    def _given_or_own(self, *args: Any) -> tuple[Any, ...]:
        """Return parameters as they are: those given, else the distribution's own."""
        pairs = zip(args, self.parameter_names, self.default_parameters, strict=True)
        return tuple(default if arg is None else check_tensor(arg, name) for arg, name, default in pairs)

    def _sample_shape(self, shape: Any, params: Any) -> tuple[int, ...]:
        """Return the shape of samples: that asked for, and that of the parameters."""
        return check_tuple(shape, "shape") + tuple(params.shape)

    def _has(self, *names: str) -> bool:
        return any(hasattr(self, name) for name in names)

    def _raise(self, name: str, *args: Any, **kwargs: Any) -> Any:
        return raise_not_implemented_util(name, self.name, *args, **kwargs)

    # ---- probabilities ---------------------------------------------------------------------------------------

    def _own(self, name: str) -> Callable[..., Any]:
        """Return what the subclass defines."""
        defined: Callable[..., Any] = getattr(self, name)
        return defined

    def _call_prob(self, *args: Any, **kwargs: Any) -> Tensor:
        if self._has("_prob"):
            return self._own("_prob")(*args, **kwargs)
        if self._has("_log_prob"):
            return self._calc_prob_from_log_prob(*args, **kwargs)
        return self._raise("prob")

    def _calc_prob_from_log_prob(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Return the probability where the subclass defines its logarithm."""
        return exp_generic(self._own("_log_prob")(value, *args, **kwargs))

    def _calc_log_prob_from_prob(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Return the logarithm of the probability where the subclass defines the probability."""
        return log_generic(self._own("_prob")(value, *args, **kwargs))

    def _call_log_prob(self, *args: Any, **kwargs: Any) -> Tensor:
        if self._has("_log_prob"):
            return self._own("_log_prob")(*args, **kwargs)
        if self._has("_prob"):
            return self._calc_log_prob_from_prob(*args, **kwargs)
        return self._raise("log_prob")

    def _call_sd(self, *args: Any, **kwargs: Any) -> Tensor:
        if self._has("_sd"):
            return self._own("_sd")(*args, **kwargs)
        return math_unary.sqrt(self._own("_var")(*args, **kwargs)) if self._has("_var") else self._raise("sd")

    def _call_var(self, *args: Any, **kwargs: Any) -> Tensor:
        if self._has("_var"):
            return self._own("_var")(*args, **kwargs)
        return math_unary.square(self._own("_sd")(*args, **kwargs)) if self._has("_sd") else self._raise("var")

    def _call_cdf(self, *args: Any, **kwargs: Any) -> Tensor:
        if self._has("_cdf"):
            return self._own("_cdf")(*args, **kwargs)
        if self._has("_log_cdf"):
            return exp_generic(self._own("_log_cdf")(*args, **kwargs))
        if self._has("_survival_function"):
            return 1.0 - self._own("_survival_function")(*args, **kwargs)
        if self._has("_log_survival"):
            return 1.0 - exp_generic(self._own("_log_survival")(*args, **kwargs))
        return self._raise("cdf")

    def _call_log_cdf(self, *args: Any, **kwargs: Any) -> Tensor:
        if self._has("_log_cdf"):
            return self._own("_log_cdf")(*args, **kwargs)
        if self._has("_cdf", "_survival_function", "_log_survival"):
            return log_generic(self._call_cdf(*args, **kwargs))
        return self._raise("log_cdf")

    def _call_survival(self, *args: Any, **kwargs: Any) -> Tensor:
        if self._has("_survival_function"):
            return self._own("_survival_function")(*args, **kwargs)
        if self._has("_log_survival"):
            return exp_generic(self._own("_log_survival")(*args, **kwargs))
        if self._has("_cdf", "_log_cdf"):
            return 1.0 - self._call_cdf(*args, **kwargs)
        return self._raise("survival_function")

    def _call_log_survival(self, *args: Any, **kwargs: Any) -> Tensor:
        if self._has("_log_survival"):
            return self._own("_log_survival")(*args, **kwargs)
        if self._has("_survival_function", "_log_cdf", "_cdf"):
            return log_generic(self._call_survival(*args, **kwargs))
        return self._raise("log_cdf")

    def _call_cross_entropy(self, *args: Any, **kwargs: Any) -> Tensor:
        if self._has("_cross_entropy"):
            return self._own("_cross_entropy")(*args, **kwargs)
        return self._raise("cross_entropy")

    def _get_dist_args(self, *args: Any, **kwargs: Any) -> Any:
        return self._raise("get_dist_args", *args, **kwargs)

    def _get_dist_type(self) -> str:
        return self._raise("get_dist_type")

    def _kl_loss(self, *args: Any, **kwargs: Any) -> Tensor:
        return self._raise("kl_loss", *args, **kwargs)

    def _mean(self, *args: Any, **kwargs: Any) -> Tensor:
        return self._raise("mean", *args, **kwargs)

    def _mode(self, *args: Any, **kwargs: Any) -> Tensor:
        return self._raise("mode", *args, **kwargs)

    def _entropy(self, *args: Any, **kwargs: Any) -> Tensor:
        return self._raise("entropy", *args, **kwargs)

    def _sample(self, *args: Any, **kwargs: Any) -> Tensor:
        return self._raise("sample", *args, **kwargs)

    # ---- asking ----------------------------------------------------------------------------------------------

    def prob(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Return the probability, or its density.

        Args:
            value (Tensor): the values.
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.prob, MindSpore 2.10
        """
        return self._call_prob(value, *args, **kwargs)

    def log_prob(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Return the logarithm of the probability, or of its density.

        Args:
            value (Tensor): the values.
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.log_prob, MindSpore 2.10
        """
        return self._call_log_prob(value, *args, **kwargs)

    def cdf(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Return the probability of a value or less.

        Args:
            value (Tensor): the values.
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.cdf, MindSpore 2.10
        """
        return self._call_cdf(value, *args, **kwargs)

    def log_cdf(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Return the logarithm of the probability of a value or less.

        Args:
            value (Tensor): the values.
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.log_cdf, MindSpore 2.10
        """
        return self._call_log_cdf(value, *args, **kwargs)

    def survival_function(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Return the probability of more than a value.

        Args:
            value (Tensor): the values.
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.survival_function, MindSpore 2.10
        """
        return self._call_survival(value, *args, **kwargs)

    def log_survival(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Return the logarithm of the probability of more than a value.

        Args:
            value (Tensor): the values.
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.log_survival, MindSpore 2.10
        """
        return self._call_log_survival(value, *args, **kwargs)

    def kl_loss(self, dist: str, *args: Any, **kwargs: Any) -> Tensor:
        """Return the Kullback-Leibler divergence from another distribution.

        Args:
            dist (str): its kind, such as ``"Normal"``.
            *args: its parameters, and those that stand for this one's.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.kl_loss, MindSpore 2.10
        """
        return self._kl_loss(dist, *args, **kwargs)

    def cross_entropy(self, dist: str, *args: Any, **kwargs: Any) -> Tensor:
        """Return the cross entropy with another distribution.

        Args:
            dist (str): its kind, such as ``"Normal"``.
            *args: its parameters, and those that stand for this one's.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.cross_entropy, MindSpore 2.10
        """
        return self._call_cross_entropy(dist, *args, **kwargs)

    def mean(self, *args: Any, **kwargs: Any) -> Tensor:
        """Return the mean.

        Args:
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.mean, MindSpore 2.10
        """
        return self._mean(*args, **kwargs)

    def mode(self, *args: Any, **kwargs: Any) -> Tensor:
        """Return the most probable value.

        Args:
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.mode, MindSpore 2.10
        """
        return self._mode(*args, **kwargs)

    def sd(self, *args: Any, **kwargs: Any) -> Tensor:
        """Return the standard deviation.

        Args:
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.sd, MindSpore 2.10
        """
        return self._call_sd(*args, **kwargs)

    def var(self, *args: Any, **kwargs: Any) -> Tensor:
        """Return the variance.

        Args:
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.var, MindSpore 2.10
        """
        return self._call_var(*args, **kwargs)

    def entropy(self, *args: Any, **kwargs: Any) -> Tensor:
        """Return the entropy.

        Args:
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.entropy, MindSpore 2.10
        """
        return self._entropy(*args, **kwargs)

    def sample(self, *args: Any, **kwargs: Any) -> Tensor:
        """Draw values.

        Args:
            *args: the shape, a tuple, and parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.sample, MindSpore 2.10
        """
        return self._sample(*args, **kwargs)

    def get_dist_args(self, *args: Any, **kwargs: Any) -> Any:
        """Return the parameters: those given, else the distribution's own.

        Args:
            *args: parameters of another distribution of this kind.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.distribution.Distribution.get_dist_args, MindSpore 2.10
        """
        return self._get_dist_args(*args, **kwargs)

    def get_dist_type(self) -> str:
        """Return the kind of distribution.

        Source: mindspore.nn.probability.distribution.Distribution.get_dist_type, MindSpore 2.10
        """
        return self._get_dist_type()

    def construct(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Return what a function of the distribution gives.

        Args:
            name (str): ``"prob"``, ``"log_prob"``, ``"cdf"``, ``"log_cdf"``, ``"survival_function"``,
                ``"log_survival"``, ``"var"``, ``"sd"``, ``"mode"``, ``"mean"``, ``"entropy"``, ``"kl_loss"``,
                ``"cross_entropy"``, ``"sample"``, ``"get_dist_args"`` or ``"get_dist_type"``.
            *args: its arguments.
            **kwargs: the same, by name.

        Raises:
            NotImplementedError: if the distribution has no such function.

        Source: mindspore.nn.probability.distribution.Distribution.construct, MindSpore 2.10
        """
        function = _FUNCTIONS.get(name)
        if function is None:
            return self._raise(name)
        return getattr(self, function)(*args, **kwargs)


# what `construct` calls: as MindSpore does, past a method of the public name that a subclass overrides
_FUNCTIONS = {
    "prob": "_call_prob", "log_prob": "_call_log_prob", "cdf": "_call_cdf", "log_cdf": "_call_log_cdf",
    "survival_function": "_call_survival", "log_survival": "_call_log_survival", "kl_loss": "_kl_loss",
    "mean": "_mean", "mode": "_mode", "sd": "_call_sd", "var": "_call_var", "entropy": "_entropy",
    "cross_entropy": "_call_cross_entropy", "sample": "_sample", "get_dist_args": "_get_dist_args",
    "get_dist_type": "_get_dist_type",
}  # fmt: skip


def _batch_shape(numbers: dict[str, Any]) -> tuple[int, ...] | None:
    """Return the shape that parameters broadcast to; None if one is missing."""
    if any(value is None for value in numbers.values()):
        return None
    shapes = [tuple(cast_to_tensor(value, mstype.float32).shape) for value in numbers.values()]
    try:
        return tuple(torch.broadcast_shapes(*shapes))
    except RuntimeError as error:
        msg = f"the shapes of {list(numbers)} do not broadcast: {error}"
        raise ValueError(msg) from None
