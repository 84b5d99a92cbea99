"""Initial values of parameters: the initializer classes, their names, and `initializer`.

Random initializers take one 63-bit key each from numpy's global generator and run the stream of `_philox` with it.
The values and the order in which keys are taken are those of MindSpore 2.10, bit for bit: `set_seed(n)` and the same
net give the same weights. A key is taken when a tensor is filled, which is when a Parameter is made of it.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.device import placed
from ms2torch._core.philox import (
    Float32Array,
    fill_normal,
    fill_truncated_normal,
    fill_uniform,
)
from ms2torch._core.seed import _get_graph_seed, get_seed
from ms2torch._lazy import elsewhere

if TYPE_CHECKING:
    from ms2torch.common.tensor import Tensor

__all__ = [
    "Constant",
    "Dirac",
    "HeNormal",
    "HeUniform",
    "Identity",
    "Initializer",
    "Normal",
    "One",
    "Orthogonal",
    "Sparse",
    "TruncatedNormal",
    "Uniform",
    "VarianceScaling",
    "XavierNormal",
    "XavierUniform",
    "Zero",
    "initializer",
]

Array: TypeAlias = npt.NDArray[Any]
_Shape: TypeAlias = Sequence[int]
_Fill: TypeAlias = Callable[[int, Float32Array], None]
_Class = TypeVar("_Class", bound="type[Initializer]")

_INITIALIZER_ALIAS: dict[str, type[Initializer]] = {}

_LINEAR = ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d")


def _register(*aliases: str) -> Callable[[_Class], _Class]:
    """Make a class known to `initializer` under its own name in lower case and under `aliases`; first come stays."""

    def register(cls: _Class) -> _Class:
        for name in (cls.__name__.lower(), *aliases):
            _INITIALIZER_ALIAS.setdefault(name, cls)
        return cls

    return register


class Initializer:
    """The base of all initializers; a subclass overrides ``_initialize(self, arr)``, which fills `arr` in place.

    Args:
        **kwargs (object): kept in ``_kwargs``.

    Source: mindspore.common.initializer.Initializer, MindSpore 2.10
    """

    shape: ClassVar[_Shape | None] = None

    def __init__(self, **kwargs: object) -> None:
        self._kwargs = kwargs
        self._seed: int | None = None

    @property
    def seed(self) -> tuple[int, int]:
        """Two seeds for a generator of one's own; they change with every reading unless a seed was assigned."""
        if self._seed is None:
            return _get_graph_seed(get_seed(), "init")
        return self._seed + 1, 0

    @seed.setter
    def seed(self, value: int | None) -> None:
        self._seed = value

    def _initialize(self, arr: Array) -> object:
        raise NotImplementedError(f"{type(self).__name__} must override _initialize(self, arr), which fills `arr`.")

    def __call__(self, arr: Array) -> object:
        """Fill `arr` in place and return what ``_initialize`` returns."""
        return self._initialize(arr)


# ---- helpers that code outside imports ---------------------------------------------------------------------------


def _assignment(arr: Array, num: object) -> Array:
    """Write a number or an array of the same shape into `arr` and return it."""
    arr[...] = num
    return arr


def _calculate_fan_in_and_fan_out(shape: _Shape) -> tuple[int, int]:
    """Return the inputs and outputs of one unit of a weight of shape (out, in, *kernel)."""
    if len(shape) < 2:
        raise ValueError(
            f"'fan_in' and 'fan_out' can not be computed for a tensor with fewer than 2 dimensions, got shape "
            f"{tuple(shape)}; use an initializer that needs no fan, such as Uniform or Normal."
        )
    receptive_field = math.prod(shape[2:])
    return shape[1] * receptive_field, shape[0] * receptive_field


def _calculate_in_and_out(arr: Array) -> tuple[int, int]:
    """Return the fan-in and fan-out of a weight array."""
    return _calculate_fan_in_and_fan_out(arr.shape)


def _calculate_correct_fan(shape: _Shape, mode: str) -> int:
    """Return the fan-in or the fan-out of a weight shape, as `mode` says (in any case of letters)."""
    if mode.lower() not in {"fan_in", "fan_out"}:
        raise ValueError(f"'mode' must be 'fan_in' or 'fan_out', got {mode!r}.")
    fan_in, fan_out = _calculate_fan_in_and_fan_out(shape)
    return fan_in if mode.lower() == "fan_in" else fan_out


def _calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return the gain recommended for a nonlinearity; `param` is the slope of leaky_relu."""
    if nonlinearity in _LINEAR or nonlinearity == "sigmoid":
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        if isinstance(slope, bool) or not isinstance(slope, (int, float)):
            raise ValueError(
                f"'negative_slope' must be an int or a float, got {param!r} of type {type(param).__name__}."
            )
        return math.sqrt(2.0 / (1 + slope**2))
    raise ValueError(
        f"'nonlinearity' must be 'sigmoid', 'tanh', 'relu', 'leaky_relu' or one of {_LINEAR}, got {nonlinearity!r}."
    )


def _draw_key() -> int:
    return int(np.random.randint(1, 1 << 63, dtype=np.int64))


def _check_sigma(sigma: float) -> None:
    if sigma < 0:
        raise ValueError(f"'sigma' must not be negative, got {sigma}.")


def _init_random_normal(mean: float, sigma: float, shape: _Shape) -> Float32Array:
    """Return a new float32 array of samples of N(mean, sigma^2)."""
    _check_sigma(sigma)
    return _sample(shape, lambda key, out: fill_normal(key, out, mean, sigma))


def _init_random_uniform(a: float, b: float, shape: _Shape) -> Float32Array:
    """Return a new float32 array of samples of U(a, b)."""
    return _sample(shape, lambda key, out: fill_uniform(key, out, a, b))


def _init_truncated_normal(a: float, b: float, mean: float, sigma: float, shape: _Shape) -> Float32Array:
    """Return a new float32 array of samples of N(mean, sigma^2) cut to [a, b]."""
    _check_sigma(sigma)
    return _sample(shape, lambda key, out: fill_truncated_normal(key, out, a, b, mean, sigma))


def _sample(shape: _Shape, fill: _Fill) -> Float32Array:
    data = np.empty(shape, dtype=np.float32)
    fill(_draw_key(), data.reshape(-1))
    return data


def _sample_into(arr: Array, fill: _Fill) -> None:
    """Fill `arr`: in place where it is float32 in one piece, else through a float32 array that is cast."""
    if isinstance(arr, np.ndarray) and arr.dtype == np.float32 and arr.flags.c_contiguous:
        fill(_draw_key(), arr.reshape(-1))
    else:
        _assignment(arr, _sample(arr.shape, fill))


# ---- constants ---------------------------------------------------------------------------------------------------


@_register("zeros")
class Zero(Initializer):
    """Fill with zeros; also ``'zeros'`` and ``'zero'``.

    Source: mindspore.common.initializer.Zero, MindSpore 2.10
    """

    def _initialize(self, arr: Array) -> None:
        arr.fill(0)


@_register("ones")
class One(Initializer):
    """Fill with ones; also ``'ones'`` and ``'one'``.

    Source: mindspore.common.initializer.One, MindSpore 2.10
    """

    def _initialize(self, arr: Array) -> None:
        arr.fill(1)


class Constant(Initializer):
    """Fill with one value.

    Args:
        value (Union[int, float, numpy.ndarray]): a number or an array of one element.

    Source: mindspore.common.initializer.Constant, MindSpore 2.10
    """

    def __init__(self, value: Any) -> None:
        super().__init__(value=value)
        self.value = value

    def _initialize(self, arr: Array) -> None:
        arr.fill(self.value)


@_register()
class Identity(Initializer):
    """Fill a 2-d tensor with the identity matrix; also ``'identity'``.

    Raises:
        ValueError: if the tensor is not 2-d.

    Source: mindspore.common.initializer.Identity, MindSpore 2.10
    """

    def _initialize(self, arr: Array) -> None:
        _check_matrix("Identity", arr)
        _assignment(arr, np.eye(*arr.shape))


@_register()
class Dirac(Initializer):
    """Fill a convolution weight so that it passes as many channels through unchanged as it can; also ``'dirac'``.

    Args:
        groups (int, optional): number of groups, each initialized alike. Default: ``1``.

    Raises:
        ValueError: if the tensor has not 3, 4 or 5 dimensions, or its first is not divisible by `groups`.

    Source: mindspore.common.initializer.Dirac, MindSpore 2.10
    """

    def __init__(self, groups: int = 1) -> None:
        super().__init__()
        self.groups = groups

    def _initialize(self, arr: Array) -> None:
        shape = arr.shape
        if len(shape) not in {3, 4, 5}:
            raise ValueError(f"Dirac: the tensor must have 3, 4 or 5 dimensions, got shape {shape}.")
        if shape[0] % self.groups != 0:
            raise ValueError(f"Dirac: the first dimension must be divisible by groups={self.groups}, got {shape[0]}.")
        per_group = shape[0] // self.groups
        centre = tuple(size // 2 for size in shape[2:])
        data = np.zeros(shape)
        for group in range(self.groups):
            for channel in range(min(per_group, shape[1])):
                data[(group * per_group + channel, channel, *centre)] = 1
        _assignment(arr, data)


# ---- plain distributions -----------------------------------------------------------------------------------------


@_register()
class Uniform(Initializer):
    """Fill with samples of U(-scale, scale); also ``'uniform'``.

    Args:
        scale (float, optional): the bound. Default: ``0.07``.

    Source: mindspore.common.initializer.Uniform, MindSpore 2.10
    """

    def __init__(self, scale: float = 0.07) -> None:
        super().__init__(scale=scale)
        self.scale = scale

    def _initialize(self, arr: Array) -> None:
        _sample_into(arr, lambda key, out: fill_uniform(key, out, -self.scale, self.scale))


@_register()
class Normal(Initializer):
    """Fill with samples of N(mean, sigma^2); also ``'normal'``.

    Args:
        sigma (float, optional): the standard deviation. Default: ``0.01``.
        mean (float, optional): the mean. Default: ``0.0``.

    Raises:
        ValueError: if `sigma` is negative, when a tensor is filled.

    Source: mindspore.common.initializer.Normal, MindSpore 2.10
    """

    def __init__(self, sigma: float = 0.01, mean: float = 0.0) -> None:
        super().__init__(sigma=sigma, mean=mean)
        self.sigma = sigma
        self.mean = mean

    def _initialize(self, arr: Array) -> None:
        _check_sigma(self.sigma)
        _sample_into(arr, lambda key, out: fill_normal(key, out, self.mean, self.sigma))


@_register()
class TruncatedNormal(Initializer):
    """Fill with samples of N(mean, sigma^2) cut to [a, b]; also ``'truncatednormal'``.

    The bounds are values, not multiples of `sigma`: the defaults cut nothing that N(0, 0.01^2) reaches.

    Args:
        sigma (float, optional): the standard deviation. Default: ``0.01``.
        mean (float, optional): the mean. Default: ``0.0``.
        a (float, optional): the lower bound. Default: ``-2.0``.
        b (float, optional): the upper bound. Default: ``2.0``.

    Raises:
        ValueError: if `sigma` is negative, when a tensor is filled.
        RuntimeError: if `sigma` is 0, when a tensor is filled.

    Source: mindspore.common.initializer.TruncatedNormal, MindSpore 2.10
    """

    def __init__(self, sigma: float = 0.01, mean: float = 0.0, a: float = -2.0, b: float = 2.0) -> None:
        super().__init__(sigma=sigma, mean=mean, a=a, b=b)
        self.sigma = sigma
        self.mean = mean
        self.a = a
        self.b = b

    def _initialize(self, arr: Array) -> None:
        _check_sigma(self.sigma)
        _sample_into(arr, lambda key, out: fill_truncated_normal(key, out, self.a, self.b, self.mean, self.sigma))


# ---- scaled by the number of units -------------------------------------------------------------------------------


@_register("xavier_uniform")
class XavierUniform(Initializer):
    """Fill with samples of U(-b, b), ``b = gain * sqrt(6 / (fan_in + fan_out))``; also ``'xavier_uniform'``.

    Args:
        gain (float, optional): scaling factor. Default: ``1``.

    Raises:
        ValueError: if the tensor has fewer than 2 dimensions.

    Source: mindspore.common.initializer.XavierUniform, MindSpore 2.10
    """

    def __init__(self, gain: float = 1) -> None:
        super().__init__(gain=gain)
        self.gain = gain

    def _initialize(self, arr: Array) -> None:
        bound = self.gain * math.sqrt(6.0 / sum(_calculate_fan_in_and_fan_out(arr.shape)))
        _sample_into(arr, lambda key, out: fill_uniform(key, out, -bound, bound))


@_register("xavier_normal")
class XavierNormal(Initializer):
    """Fill with samples of N(0, s^2), ``s = gain * sqrt(2 / (fan_in + fan_out))``; also ``'xavier_normal'``.

    Args:
        gain (float, optional): scaling factor. Default: ``1``.

    Raises:
        ValueError: if the tensor has fewer than 2 dimensions.

    Source: mindspore.common.initializer.XavierNormal, MindSpore 2.10
    """

    def __init__(self, gain: float = 1) -> None:
        super().__init__(gain=gain)
        self.gain = gain

    def _initialize(self, arr: Array) -> None:
        std = self.gain * math.sqrt(2.0 / sum(_calculate_fan_in_and_fan_out(arr.shape)))
        _check_sigma(std)
        _sample_into(arr, lambda key, out: fill_normal(key, out, 0.0, std))


class _He(Initializer):
    """What HeUniform and HeNormal share: the standard deviation ``gain / sqrt(fan)``."""

    def __init__(self, negative_slope: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu") -> None:
        super().__init__(negative_slope=negative_slope, mode=mode, nonlinearity=nonlinearity)
        self.negative_slope = negative_slope
        self.mode = mode
        self.nonlinearity = nonlinearity

    def _std(self, shape: _Shape) -> float:
        fan = _calculate_correct_fan(shape, self.mode)
        return _calculate_gain(self.nonlinearity, self.negative_slope) / math.sqrt(fan)


@_register("he_uniform")
class HeUniform(_He):
    """Fill with samples of U(-b, b), ``b = gain * sqrt(3 / fan)``; also ``'he_uniform'``.

    Args:
        negative_slope (Union[int, float], optional): slope of leaky_relu, from which the gain follows. Default: ``0``.
        mode (str, optional): ``'fan_in'`` or ``'fan_out'``. Default: ``'fan_in'``.
        nonlinearity (str, optional): ``'relu'``, ``'leaky_relu'`` ... Default: ``'leaky_relu'``.

    Raises:
        ValueError: when a tensor is filled, if it has fewer than 2 dimensions or an argument is none of the above.

    Source: mindspore.common.initializer.HeUniform, MindSpore 2.10
    """

    def _initialize(self, arr: Array) -> None:
        bound = math.sqrt(3.0) * self._std(arr.shape)
        _sample_into(arr, lambda key, out: fill_uniform(key, out, -bound, bound))


@_register("he_normal")
class HeNormal(_He):
    """Fill with samples of N(0, s^2), ``s = gain / sqrt(fan)``; also ``'he_normal'``.

    Args:
        negative_slope (Union[int, float], optional): slope of leaky_relu, from which the gain follows. Default: ``0``.
        mode (str, optional): ``'fan_in'`` or ``'fan_out'``. Default: ``'fan_in'``.
        nonlinearity (str, optional): ``'relu'``, ``'leaky_relu'`` ... Default: ``'leaky_relu'``.

    Raises:
        ValueError: when a tensor is filled, if it has fewer than 2 dimensions or an argument is none of the above.

    Source: mindspore.common.initializer.HeNormal, MindSpore 2.10
    """

    def _initialize(self, arr: Array) -> None:
        std = self._std(arr.shape)
        _sample_into(arr, lambda key, out: fill_normal(key, out, 0.0, std))


@_register()
class VarianceScaling(Initializer):
    """Fill with samples whose variance is ``scale / fan``; also ``'variancescaling'``.

    Args:
        scale (float, optional): scaling factor. Default: ``1.0``.
        mode (str, optional): ``'fan_in'``, ``'fan_out'`` or ``'fan_avg'``. Default: ``'fan_in'``.
        distribution (str, optional): ``'uniform'``, ``'untruncated_normal'`` or ``'truncated_normal'``, which, as in
            MindSpore 2.10, samples the uniform distribution. Default: ``'truncated_normal'``.

    Raises:
        ValueError: if an argument is none of the above or `scale` is not positive.

    Differs from MindSpore: from its documentation, in ``'truncated_normal'``: the released code never reaches the
    branch that truncates, and the same seed gives the same weights here.

    Source: mindspore.common.initializer.VarianceScaling, MindSpore 2.10
    """

    def __init__(self, scale: float = 1.0, mode: str = "fan_in", distribution: str = "truncated_normal") -> None:
        super().__init__(scale=scale, mode=mode, distribution=distribution)
        if scale <= 0.0:
            raise ValueError(f"VarianceScaling: `scale` must be greater than 0, got {scale}.")
        _check_choice("mode", mode, ("fan_in", "fan_out", "fan_avg"))
        _check_choice("distribution", distribution, ("uniform", "truncated_normal", "untruncated_normal"))
        self.scale = scale
        self.mode = mode
        self.distribution = distribution

    def _initialize(self, arr: Array) -> None:
        fan_in, fan_out = _calculate_fan_in_and_fan_out(arr.shape)
        fan = {"fan_in": fan_in, "fan_out": fan_out}.get(self.mode, (fan_in + fan_out) / 2.0)
        variance = self.scale / max(1.0, fan)
        if self.distribution == "untruncated_normal":
            std = math.sqrt(variance)
            _sample_into(arr, lambda key, out: fill_normal(key, out, 0.0, std))
        else:
            bound = math.sqrt(3.0 * variance)
            _sample_into(arr, lambda key, out: fill_uniform(key, out, -bound, bound))


# ---- matrices ----------------------------------------------------------------------------------------------------


@_register()
class Orthogonal(Initializer):
    """Fill with a (semi-)orthogonal matrix, the trailing dimensions taken as one; also ``'orthogonal'``.

    Args:
        gain (float, optional): scaling factor. Default: ``1.0``.

    Raises:
        ValueError: if the tensor has fewer than 2 dimensions.

    Source: mindspore.common.initializer.Orthogonal, MindSpore 2.10
    """

    def __init__(self, gain: float = 1.0) -> None:
        super().__init__(gain=gain)
        self.gain = gain

    def _initialize(self, arr: Array) -> None:
        if len(arr.shape) < 2:
            raise ValueError(f"Orthogonal: the tensor must have at least 2 dimensions, got shape {arr.shape}.")
        rows, columns = arr.shape[0], math.prod(arr.shape[1:])
        data = _init_random_normal(0.0, 1.0, (rows, columns))
        q, r = np.linalg.qr(data.T if rows < columns else data)
        q *= np.sign(np.diag(r))
        if rows < columns:
            q = q.T
        _assignment(arr, (q * self.gain).reshape(arr.shape))


@_register()
class Sparse(Initializer):
    """Fill a 2-d tensor with samples of N(0, sigma^2), of which a fraction in each column is set to zero.

    Args:
        sparsity (float): the fraction of zeros in each column, rounded up to whole elements.
        sigma (float, optional): the standard deviation. Default: ``0.01``.

    Raises:
        ValueError: if the tensor is not 2-d.

    Source: mindspore.common.initializer.Sparse, MindSpore 2.10
    """

    def __init__(self, sparsity: float, sigma: float = 0.01) -> None:
        super().__init__()
        self.sparsity = sparsity
        self.sigma = sigma

    def _initialize(self, arr: Array) -> None:
        _check_matrix("Sparse", arr)
        rows, columns = arr.shape
        zeros = math.ceil(self.sparsity * rows)
        data = _init_random_normal(0.0, self.sigma, arr.shape)
        for column in range(columns):
            data[np.random.permutation(rows)[:zeros], column] = 0.0
        _assignment(arr, data)


def _check_matrix(name: str, arr: Array) -> None:
    if len(arr.shape) != 2:
        raise ValueError(f"{name}: the tensor must have 2 dimensions, got shape {arr.shape}.")


def _check_choice(argument: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"VarianceScaling: `{argument}` must be one of {choices}, got {value!r}.")


# ---- initializer() -----------------------------------------------------------------------------------------------


def initializer(
    init: Tensor | str | Initializer | numbers.Number | float,
    shape: Sequence[int] | int | None = None,
    dtype: mstype.Type = mstype.float32,
) -> Tensor:
    """Make a Tensor that is filled when it is first used.

    Making a Parameter of it counts as use, so the keys of random weights are taken in the order of the Parameters.

    Args:
        init (Union[Tensor, str, Initializer, Number]): a Tensor is returned as it is; a string is the name of an
            initializer in any case of letters, such as ``'normal'`` or ``'zeros'``; a number stands for `Constant`.
        shape (Union[tuple, list, int], optional): the shape; may be left out where `init` is a Tensor.
            Default: ``None``.
        dtype (mindspore.dtype, optional): element type; not applied to a Tensor. Default: ``mindspore.float32``.

    Returns:
        Tensor of the given shape and dtype.

    Raises:
        TypeError: if `init` is of another type, or `dtype` is no element type.
        ValueError: if the name is unknown, the shape has other than positive ints, or a Tensor `init` has another
            shape.

    Differs from MindSpore: an operation on the tensor fills it, where MindSpore asks for ``init_data()`` first.

    Source: mindspore.common.initializer.initializer, MindSpore 2.10
    """
    # not at module level: tensor imports the ops, and some of those import parameter, which imports this module
    from ms2torch.common.tensor import Tensor, UninitializedTensor

    if isinstance(init, Tensor):
        return _check_given(init, shape)
    if not isinstance(init, (numbers.Number, str, Initializer)):
        raise TypeError(
            f"initializer: `init` must be a Tensor, a number, a string or an Initializer object, got {init!r} of type "
            f"{type(init).__name__}."
        )
    if isinstance(init, str):
        init = _by_name(init)
    elif isinstance(init, numbers.Number):
        init = Constant(init)
    element_type = mstype.from_torch_dtype(mstype.to_torch_dtype(dtype))  # a wrong type is told here, not at first use
    return UninitializedTensor(init, _check_shape(init.shape if shape is None else shape), element_type, _fill)


def _check_given(init: Tensor, shape: Sequence[int] | int | None) -> Tensor:
    if shape is not None:
        wanted = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
        if init.shape != wanted:
            raise ValueError(f"initializer: `init` is a Tensor of shape {init.shape}, but `shape` is {wanted}.")
    return init


def _by_name(name: str) -> Initializer:
    cls = _INITIALIZER_ALIAS.get(name.lower())
    if cls is None:
        known = ", ".join(sorted(_INITIALIZER_ALIAS))
        raise ValueError(f"initializer: there is no initializer of the name {name!r}; the names are {known}.")
    return cls()


def _check_shape(shape: Sequence[int] | int | None) -> tuple[int, ...]:
    if shape is None:
        raise AttributeError("initializer: give `shape`; the initializer object has no attribute 'shape' either.")
    sizes = (shape,) if isinstance(shape, numbers.Number) else tuple(shape)  # type: ignore[arg-type]
    for size in sizes:
        if not isinstance(size, int) or size <= 0:
            raise ValueError(f"initializer: `shape` must hold positive ints, got {shape}.")
    return sizes  # type: ignore[return-value]


def _fill(init: Initializer, shape: tuple[int, ...], dtype: mstype.Type) -> torch.Tensor:
    """Return a new torch tensor filled by `init`."""
    target = mstype.to_torch_dtype(dtype)
    # numpy has no bfloat16: fill in float32, as MindSpore's random numbers are, and round once
    array_type = np.float32 if target is torch.bfloat16 else dtype.nptype
    arr = np.zeros(shape, array_type) if isinstance(init, Zero) else np.empty(shape, array_type)
    if not isinstance(init, Zero):
        init(arr)
    return placed(torch.from_numpy(arr)).to(target)


# MindSpore's module has the names that it imports itself, such as Tensor; programs take them from it
__getattr__ = elsewhere(__name__, "ms2torch.common")
