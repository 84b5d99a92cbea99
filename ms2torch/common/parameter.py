"""`Parameter` and `ParameterTuple`: what optimizers update and checkpoints hold."""

from __future__ import annotations

import copy as _copy
import itertools
from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.convert import to_torch
from ms2torch._core.device import named_device, number
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.common.initializer import Initializer, initializer
from ms2torch.common.tensor import Tensor, UninitializedTensor

__all__ = ["Parameter", "ParameterTuple"]

_GENERATED = "Parameter#"
_counter = itertools.count()
_NAME_LIMIT = 1024


class Parameter(Tensor):
    """A Tensor that belongs to a network. Its storage is a torch.nn.Parameter, which torch optimizers can update.

    Args:
        default_input (Union[Tensor, int, float, numpy.ndarray, list]): the value; a Tensor from `initializer` is
            filled now.
        name (str, optional): Default ``None``: the attribute name it gets in a Cell.
        requires_grad (bool): whether optimizers update it. Default: ``True``.
        layerwise_parallel (bool): kept, without effect in one process. Default: ``False``.
        parallel_optimizer (bool): kept, without effect in one process. Default: ``True``.
        storage_format (str): only the default is supported. Default: ``""``.
        device (str, optional): ``"CPU"``, ``"GPU:0"`` and the like. Default ``None``: the one chosen by `set_device`.

    Raises:
        ValueError: if `default_input` is a bool, or the name is not a string.
        TypeError: if `default_input` is of another kind.

    Differs from MindSpore: after torch's `backward()` it has the attribute `grad`, a torch tensor.

    Source: mindspore.Parameter, MindSpore 2.10
    """

    __slots__ = ()

    layerwise_parallel: bool = False
    parallel_optimizer: bool = True
    comm_fusion: int = 1
    sliced: bool = False
    is_init: bool = False  # type: ignore[assignment]  # pyright: ignore[reportIncompatibleMethodOverride]
    unique: bool = False
    cache_enable: bool = False
    key: int = -1
    parallel_optimizer_comm_recompute: bool = False
    _is_state: bool  # made without gradient, as running statistics are: a buffer to torch

    def __init__(
        self,
        default_input: object,
        name: str | None = None,
        requires_grad: bool = True,
        layerwise_parallel: bool = False,
        parallel_optimizer: bool = True,
        storage_format: str = "",
        device: str | None = None,
    ) -> None:
        if storage_format != "":
            raise UnsupportedArgumentError("Parameter", "storage_format", storage_format, "leave it at its default")
        if not (requires_grad.__class__ is layerwise_parallel.__class__ is parallel_optimizer.__class__ is bool):
            _refuse_flags(requires_grad, layerwise_parallel, parallel_optimizer)
        if type(default_input) is Tensor:
            t = default_input._t
            t = t.detach().clone() if t.requires_grad else t.clone()
        else:
            t = _value(default_input)
        if device is not None:
            t = t.to(named_device("Parameter", device))
        self._t = torch.nn.Parameter(t, requires_grad and (t.is_floating_point() or t.is_complex()))
        state = self.__dict__
        state["_requires_grad"] = requires_grad
        state["_is_state"] = not requires_grad
        if layerwise_parallel or not parallel_optimizer:
            state.update(layerwise_parallel=layerwise_parallel, parallel_optimizer=parallel_optimizer)
        self.name = name  # type: ignore[assignment]

    @classmethod
    def _adopt(cls, t: torch.nn.Parameter, name: str) -> Parameter:
        """Make a Parameter around an existing torch.nn.Parameter, which stays the storage."""
        out = cls(0.0, name, t.requires_grad)
        out._t = t
        return out

    @classmethod
    def _holding(cls, t: torch.Tensor, name: str) -> Parameter:
        """Make a Parameter of a tensor that nobody else uses: it is held as it is, not copied."""
        out = cls(0.0, name)
        out._t = torch.nn.Parameter(t, t.is_floating_point() or t.is_complex())
        return out

    def __getattr__(self, name: str) -> Any:
        if name == "requires_aggr":  # of MindSpore's instances, not of the class
            return True
        if name == "grad" and isinstance(self._t, torch.Tensor) and self._t.grad is not None:
            return self._t.grad
        msg = f"'{type(self).__name__}' object has no attribute '{name}'"
        raise AttributeError(msg)

    # ---- name and flags --------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name: the path of attribute names from the outermost Cell."""
        return self.__dict__["_name"]

    @name.setter
    def name(self, value: str | None) -> None:
        if value is not None and not isinstance(value, str):
            msg = f"The type of the Parameter's name should be 'string' or 'None', but got {type(value)}."
            raise ValueError(msg)
        value = (value or "").strip() or f"{_GENERATED}{next(_counter)}"
        if len(value) > _NAME_LIMIT:
            msg = f"The length of the '{value[:40]}...' name should be at most {_NAME_LIMIT}."
            raise ValueError(msg)
        self.__dict__["_name"] = value

    @property
    def _has_generated_name(self) -> bool:
        """Whether nobody has named the parameter yet."""
        return self.name.startswith(_GENERATED)

    @property
    def requires_grad(self) -> bool:
        """Whether optimizers update the parameter; also kept for integers, which torch cannot differentiate."""
        t = self._t
        # torch's flag is the one that counts where torch has one: Module.requires_grad_() sets only that
        if isinstance(t, torch.nn.Parameter) and (t.is_floating_point() or t.is_complex()):
            return t.requires_grad
        return self.__dict__["_requires_grad"]

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if not isinstance(value, bool):
            msg = f"The argument `requires_grad` must be bool type, got {type(value).__name__}"
            raise TypeError(msg)
        self.__dict__["_requires_grad"] = value
        t = self._t
        if t.is_leaf and (t.is_floating_point() or t.is_complex()):
            t.requires_grad_(value)

    def requires_grad_(self, requires_grad: bool = True) -> None:
        """Set whether optimizers update the parameter.

        Args:
            requires_grad (bool): whether they do. Default: ``True``.

        Source: mindspore.Parameter.requires_grad_, MindSpore 2.10
        """
        self.requires_grad = requires_grad

    @property
    def cache_shape(self) -> list[int]:
        """The shape of the cache of an embedding table; kept, without effect here."""
        return self.__dict__.setdefault("_cache_shape", [])

    @cache_shape.setter
    def cache_shape(self, value: list[int]) -> None:
        self.__dict__["_cache_shape"] = value

    # ---- value -----------------------------------------------------------------------------------------------

    @property
    def param_info(self) -> Parameter:
        """What holds the settings: in MindSpore an object of its own, here the Parameter.

        Setting it takes over the settings of another Parameter: name, `requires_grad` and the flags of parallel
        training. In MindSpore both share them from then on, so that programs set a clone.
        """
        return self

    @param_info.setter
    def param_info(self, param_info: Any) -> None:
        for name in ("name", "requires_grad", "layerwise_parallel", "parallel_optimizer", "comm_fusion"):
            if hasattr(param_info, name):
                setattr(self, name, getattr(param_info, name))

    def add_pipeline_stage(self, stage: int) -> None:
        """Accept the number of a pipeline stage; all stages run in this process.

        Args:
            stage (int): not negative.

        Raises:
            TypeError: if it is something else.

        Source: mindspore.Parameter.add_pipeline_stage, MindSpore 2.10
        """
        if isinstance(stage, bool) or not isinstance(stage, int) or stage < 0:
            msg = "`stage` must be a positive number of int type"
            raise TypeError(msg)

    def set_data(self, data: Tensor | int | float, slice_shape: bool = False) -> Parameter:
        """Replace the value; another shape is taken over, another element type converted to the parameter's.

        As in MindSpore, a Tensor or Parameter of the same element type shares its memory from then on: what is assigned
        to one is seen in both. Give a copy (``other.copy()``, ``other.value()``) for values of its own.

        Args:
            data (Union[Tensor, int, float]): the new value; a number becomes a 0-d value.
            slice_shape (bool): kept in `sliced`, without effect in one process. Default: ``False``.

        Returns:
            Parameter, itself.

        Raises:
            TypeError: if `data` is of another kind, or a float for an integer parameter.

        Source: mindspore.Parameter.set_data, MindSpore 2.10
        """
        if not isinstance(data, (Tensor, int, float)):
            msg = (
                "Parameter data must be [`Tensor`, `int`, `float`] or a kind of `Tensor` (like `Tensor`). But with "
                f"type {type(data)}."
            )
            raise TypeError(msg)
        current = self._t
        if isinstance(data, float) and not (current.is_floating_point() or current.is_complex()):
            msg = f"Incoming Parameter dtype can not be converted to current dtype implicitly: float to {self.dtype}."
            raise TypeError(msg)
        self._hold_as(data, current.dtype)
        self.sliced = slice_shape
        return self

    def _hold_as(self, data: Tensor | int | float, kind: torch.dtype | None) -> None:
        """Hold values as a type (None: their own), in their own memory where they are all of it."""
        new = to_torch(data) if not isinstance(data, Tensor) or data.has_init else data._t.detach()
        whole = new.is_contiguous() and new.untyped_storage().nbytes() == new.nbytes
        self._hold(new.to(self._t.device, kind or new.dtype, copy=not whole))

    def assign_value(self, value: Tensor) -> Parameter:
        """Hold the values of a Tensor from now on, sharing its memory.

        Args:
            value (Tensor): whose values.

        Returns:
            Parameter, itself.

        Source: mindspore.Parameter.assign_value, MindSpore 2.10
        """
        self._hold(value._t.detach())
        return self

    def _hold(self, t: torch.Tensor) -> None:
        """Take over the memory of `t`; views of the memory so far keep its values."""
        held = self._t
        if held.dtype is not t.dtype and isinstance(held, torch.nn.Parameter):
            # torch has no gradient of integers, and the flag is kept beside it
            differentiable = t.is_floating_point() or t.is_complex()
            wanted = self.requires_grad
            self.__dict__["_requires_grad"] = wanted
            held.requires_grad_(False)
            held.data = t
            held.requires_grad_(wanted and differentiable)
        else:
            held.data = t
        shown = self.__dict__.get("_shown")
        if shown is not None:
            shown.data = self._t.data

    @property
    def inited_param(self) -> Parameter | None:
        """The Parameter that replaced this one when it was sliced for parallel training; None: none did."""
        return None

    @property
    def data(self) -> Tensor:
        """The value as a Tensor that shares memory and passes no gradient.

        What is assigned to it becomes the value as `set_data` does it, but keeps its own element type.
        """
        return wrap(self._t.data)

    @data.setter
    def data(self, value: Tensor | torch.Tensor) -> None:
        given = wrap(value) if isinstance(value, torch.Tensor) else value
        if isinstance(given, Tensor):
            self._hold_as(given, None)
        else:
            self.set_data(given)

    def init_data(self, layout: object = None, set_sliced: bool = False) -> Parameter:  # type: ignore[override]
        """Return the parameter, which always holds its value.

        Args:
            layout (tuple, optional): only the default is meaningful in one process. Default: ``None``.
            set_sliced (bool): kept in `sliced`. Default: ``False``.

        Source: mindspore.Parameter.init_data, MindSpore 2.10
        """
        if layout is not None:
            raise UnsupportedArgumentError("Parameter.init_data", "layout", layout, "leave it at its default")
        self.sliced = set_sliced
        return self

    def value(self) -> Tensor:
        """Return a copy of the value, which takes part in differentiation.

        Source: mindspore.Parameter.value, MindSpore 2.10
        """
        return wrap(self._t.clone())

    def clone(self, init: str | float | Initializer = "same") -> Parameter:  # type: ignore[override]
        """Make another parameter of the same name, flags, shape and type.

        Args:
            init (Union[str, numbers.Number, Initializer]): ``"same"`` copies the value, anything else is what
                `initializer` takes. Default: ``"same"``.

        Returns:
            Parameter.

        Source: mindspore.Parameter.clone, MindSpore 2.10
        """
        out = _copy.deepcopy(self)
        if not (isinstance(init, str) and init == "same"):
            out.set_data(initializer(init, self.shape, self.dtype))
        return out

    def copy(self) -> Parameter:
        """Make a copy; the same as ``clone("same")``.

        Source: mindspore.Parameter.copy, MindSpore 2.10
        """
        return self.clone()

    def __repr__(self) -> str:
        return (
            f"Parameter (name={self.name}, shape={self.shape}, dtype={self.dtype}, requires_grad={self.requires_grad})"
        )

    __str__ = __repr__

    def __copy__(self) -> Parameter:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Parameter:
        out = type(self).__new__(type(self))
        memo[id(self)] = out
        # through memo, so that a copied Cell's torch parameter and this one stay the same object
        out._t = _copy.deepcopy(self._t, memo)
        out.__dict__.update(self.__dict__)
        out.__dict__.pop("_shown", None)
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self._t, {name: value for name, value in self.__dict__.items() if name != "_shown"})


def _is_parameter_generated(param_name: object) -> bool:
    """Tell whether a name is one that a Parameter gets where none was given."""
    return isinstance(param_name, str) and param_name.startswith(_GENERATED)


class _BufferKind(type(Tensor)):
    """Makes what `_Buffer` returned an instance of it."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor) and getattr(instance, "_is_buffer", False)


class _Buffer(Tensor, metaclass=_BufferKind):
    """A Tensor that becomes a buffer of the Cell it is assigned to.

    Args:
        data (Tensor): the value, whose memory is shared.
        persistent (bool): part of `state_dict`. Default: ``True``.

    Raises:
        ValueError: if `data` is None.
        TypeError: if it is no Tensor.

    Source: mindspore.common.parameter._Buffer, MindSpore 2.10
    """

    __slots__ = ()

    def __new__(cls, data: Tensor | None, *, persistent: bool = True) -> Tensor:  # type: ignore[misc]
        if data is None:
            msg = "For create Buffer, input data should not be None"
            raise ValueError(msg)
        if not isinstance(data, Tensor):
            msg = f"For create Buffer, type of input data should be Tensor, got {type(data).__name__}"
            raise TypeError(msg)
        made = wrap(data._t.detach())
        made.__dict__.update(_is_buffer=True, persistent=persistent)
        return made


class ParameterTuple(tuple[Parameter, ...]):  # noqa: SLOT001 - programs set attributes
    """A tuple of Parameters with different names.

    Args:
        iterable (Iterable[Parameter]): the parameters; the same object may come twice.

    Raises:
        TypeError: if an element is not a Parameter.
        ValueError: if two parameters share a name.

    Source: mindspore.ParameterTuple, MindSpore 2.10
    """

    def __new__(cls, iterable: Iterable[Parameter]) -> ParameterTuple:  # noqa: PYI034, D102 - documented in the class
        data = tuple(iterable)
        seen: dict[str, Parameter] = {}
        for x in data:
            if not isinstance(x, Parameter):
                msg = (
                    "For ParameterTuple initialization, ParameterTuple input should be 'Parameter' collection, but "
                    f"got a {type(x)}."
                )
                raise TypeError(msg)
            if seen.setdefault(x.name, x) is not x:
                msg = f"The value {x} , its name '{x.name}' already exists. Please set a unique name for the parameter."
                raise ValueError(msg)
        return tuple.__new__(cls, data)

    def clone(self, prefix: str, init: str | float | Initializer = "same") -> ParameterTuple:
        """Clone every parameter, its name preceded by ``prefix + "."``.

        Args:
            prefix (str): what to put before the names.
            init (Union[str, numbers.Number, Initializer]): as in `Parameter.clone`. Default: ``"same"``.

        Returns:
            ParameterTuple.

        Source: mindspore.ParameterTuple.clone, MindSpore 2.10
        """
        out = []
        for x in self:
            twin = x.clone(init)
            twin.name = f"{prefix}.{x.name}"
            out.append(twin)
        return ParameterTuple(out)


def _refuse_flags(requires_grad: object, layerwise_parallel: object, parallel_optimizer: object) -> None:
    """Raise for the first flag that is no bool."""
    flags = {
        "requires_grad": requires_grad,
        "layerwise_parallel": layerwise_parallel,
        "parallel_optimizer": parallel_optimizer,
    }
    for flag, value in flags.items():
        if not isinstance(value, bool):
            msg = f"The argument `{flag}` must be bool type, got {type(value).__name__}"
            raise TypeError(msg)


def _value(default_input: object) -> torch.Tensor:
    """Return the initial value as a torch tensor of its own."""
    if isinstance(default_input, bool):
        msg = "Parameter data can not be `bool`"
        raise ValueError(msg)  # noqa: TRY004 - MindSpore's class of error
    if isinstance(default_input, tuple):
        msg = (
            "The type of the argument 'default_input' must be in ['Tensor', 'int', 'float', 'numpy.ndarray', 'list']. "
            "But got type <class 'tuple'>."
        )
        raise TypeError(msg)
    if isinstance(default_input, UninitializedTensor):
        return (
            default_input.init_data()._t
        )  # shared: MindSpore fills it for the Parameter and lets it go (measured 2.10)
    if isinstance(default_input, int):
        return number(default_input, dtype=torch.int32)
    return to_torch(default_input)


def _rebuild(t: torch.nn.Parameter, state: dict[str, Any]) -> Parameter:
    out = Parameter.__new__(Parameter)
    out._t = t
    out.__dict__.update(state)
    return out
