"""The base of optimizers: parameters and groups, learning rate, weight decay, and the frame of a step."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.device import current_device, number
from ms2torch.common.parameter import Parameter, ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.communication.management import warn_if_alone
from ms2torch.context import get_context
from ms2torch.nn._checks import between, of_type
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.container import CellList
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._groups import Entry, read_groups, read_parameters
from ms2torch.nn.optim._rates import Rate, ScaledDecay, build_rate, rate_source, read_decay, read_rate
from ms2torch.ops.composite._on_functions import HyperMap, Map
from ms2torch.ops.operations.math_ops import AssignAdd

__all__ = ["Optimizer", "opt_init_args_register"]

_TARGETS = ("CPU", "Ascend", "GPU")


def keeping_arguments(fn: Callable[..., None]) -> Callable[..., None]:
    """Keep the arguments of an `__init__` as `opt_init_args_register` does, and the signature as well.

    Args:
        fn (Callable): the `__init__`.

    Returns:
        Callable, the same with the arguments kept.
    """
    return wraps(fn)(opt_init_args_register(fn))


def opt_init_args_register(fn: Callable[..., None]) -> Callable[..., None]:
    """Keep the arguments of an optimizer's `__init__` as `init_args`, `init_params` and `init_learning_rate`.

    As in MindSpore, what it returns shows no arguments of its own (`inspect.signature` gives ``*args, **kwargs``):
    programs choose by these what they pass.

    Args:
        fn (Callable): the `__init__`.

    Returns:
        Callable, the same with the arguments kept.

    Source: mindspore.nn.optim.optimizer.opt_init_args_register, MindSpore 2.10
    """
    signature = inspect.signature(fn)

    def deco(self: Any, *args: Any, **kwargs: Any) -> None:
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        given = dict(list(bound.arguments.items())[1:])
        kept: dict[str, Any] = {"init_params": {"params": given.pop("params", None)}}
        rate = given.pop("learning_rate", None)
        kept["init_learning_rate"] = rate._t.tolist() if isinstance(rate, TensorBase) else rate
        if isinstance(rate, Cell):
            kept["init_learning_rate"] = None
        kept["init_args"] = given
        fn(self, *args, **kwargs)
        self.__dict__.update(kept)

    return deco


class _OwnParameters(ParameterTuple):
    """The parameters an optimizer updates, which MindSpore keeps under the name of torch's dict of Parameters.

    Users' optimizers iterate over `self._parameters`, torch looks names up in it; this answers both.
    """

    held: dict[str, torch.nn.Parameter | None]

    def __getitem__(self, key: Any) -> Any:
        return self.held[key] if isinstance(key, str) else tuple.__getitem__(self, key)

    def __setitem__(self, key: str, value: torch.nn.Parameter | None) -> None:
        self.held[key] = value

    def __delitem__(self, key: str) -> None:
        del self.held[key]

    def __contains__(self, key: object) -> bool:
        return key in self.held if isinstance(key, str) else tuple.__contains__(self, key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return torch's Parameter of that name."""
        return self.held.get(key, default)

    def pop(self, key: str, *default: Any) -> Any:
        """Remove torch's Parameter of that name."""
        return self.held.pop(key, *default)

    def items(self) -> Any:
        """Return torch's names and Parameters."""
        return self.held.items()

    def keys(self) -> Any:
        """Return torch's names."""
        return self.held.keys()

    def values(self) -> Any:
        """Return torch's Parameters."""
        return self.held.values()


class Optimizer(Cell):
    """The base of optimizers. Called with the gradients of `parameters`, an optimizer updates these in place.

    Args:
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): a number or 0-d Tensor is fixed; of
            a list or 1-d Tensor the i-th step takes the i-th element; a schedule is called with the step.
        parameters (Union[list[Parameter], list[dict]]): what to update. A dict is a group, with ``params`` and, for
            settings of its own, ``lr``, ``weight_decay`` and ``grad_centralization``; a last dict with
            ``order_params`` alone gives the order.
        weight_decay (Union[float, int, Cell]): times the parameter, is added to its gradient. Without groups,
            parameters with ``beta`` or ``gamma`` in their names are left out. Default: ``0.0``.
        loss_scale (float): the gradients are divided by it, above 0. Default: ``1.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`, in this order.

    Raises:
        TypeError: if an argument is of the wrong kind.
        ValueError: if a number is out of range, or there are no parameters.
        KeyError: if a group has an unknown key.
        RuntimeError: if a parameter is in two groups.

    Differs from MindSpore: for float64 parameters the learning rate and the optimizer's other numbers are kept in
    float64, not float32.

    Source: mindspore.nn.Optimizer, MindSpore 2.10
    """

    _support_parallel_optimizer = False
    parameters: ParameterTuple  # type: ignore[assignment]
    learning_rate: Any
    weight_decay: Any

    def __init__(
        self,
        learning_rate: float | int | Tensor | Iterable[float] | LearningRateSchedule,
        parameters: Iterable[Parameter] | Iterable[dict[str, Any]],
        weight_decay: float | int | Cell = 0.0,
        loss_scale: float = 1.0,
    ) -> None:
        super().__init__(auto_prefix=False)
        warn_if_alone()
        owner = self.cls_name
        given = read_parameters(parameters)
        self.param_rank = None
        if isinstance(loss_scale, int):
            loss_scale = float(loss_scale)
        self.loss_scale = between(owner, "loss_scale", loss_scale, 0.0, float("inf"))
        self.is_group = not isinstance(given[0], Parameter)
        entries, ordered = read_groups(given) if self.is_group else ([Entry(p, 0, {}) for p in given], False)
        self.is_group_params_ordered = ordered
        # MindSpore's numbers are float32; beside float64 parameters that would be the coarsest thing in the net
        doubled = any(entry.param._t.dtype is torch.float64 for entry in entries)
        self._real = torch.float64 if doubled else torch.float32
        self._unique = not any(entry.param.unique for entry in entries)
        self._target = get_context("device_target")
        self.need_scale = self.loss_scale != 1.0
        self._unscale = 1.0 / self.loss_scale  # the operation's: setting `loss_scale` later changes nothing
        self.reciprocal_scale = wrap(number(self._unscale))
        self.use_parallel = False
        self._set_operations()
        self.grad_centralization = False
        self.global_step = Parameter(torch.zeros(1, dtype=torch.int32, device="cpu"), name="global_step")
        self.global_step_increase_tensor = wrap(torch.ones(1, dtype=torch.int32, device=current_device()))
        self._set_rates(learning_rate, entries)
        self._set_parameters(entries)
        self._set_decay(weight_decay, entries)
        self.add_flags(skip_auto_parallel_compile=True)

    # ---- set-up ----------------------------------------------------------------------------------------------

    def _set_operations(self) -> None:
        """Keep the operations that users' optimizers call by the names they inherit."""
        self.assignadd = AssignAdd()
        self.map_ = Map()
        self.map_reverse = Map(None, True)
        self.hyper_map = HyperMap()
        self.hyper_map_reverse = HyperMap(None, True)

    def _set_rates(self, learning_rate: Any, entries: list[Entry]) -> None:
        """Make `learning_rate`: one Parameter or Cell, or with groups of their own rate one for each parameter."""
        owner, real = self.cls_name, self._real
        default = read_rate(owner, learning_rate, real)
        own: dict[int, Rate] = {}
        for entry in entries:
            if "lr" in entry.settings and entry.group not in own:
                own[entry.group] = read_rate(owner, entry.settings["lr"], real)
        rates = [default, *own.values()]
        self.dynamic_lr = any(not isinstance(rate, float) for rate in rates)
        self.is_group_lr = bool(own)
        lengths = {len(rate) for rate in rates if isinstance(rate, torch.Tensor)}
        if self.is_group and len(lengths) > 1:
            msg = f"For '{owner}', all lists of learning rates must be of the same length, but got {sorted(lengths)}."
            raise ValueError(msg)
        if not own:
            self.learning_rate = build_rate(default, "learning_rate", real, as_cell=False)
            return
        shared = build_rate(default, "learning_rate", real, as_cell=self.dynamic_lr)
        built = {n: build_rate(rate, f"learning_rate_group_{n}", real, self.dynamic_lr) for n, rate in own.items()}
        chosen: list[Any] = [built.get(entry.group, shared) for entry in entries]
        self.group_lr = chosen
        self.learning_rate = CellList(chosen, auto_prefix=False) if self.dynamic_lr else ParameterTuple(chosen)

    def _set_parameters(self, entries: list[Entry]) -> None:
        params = [entry.param for entry in entries]
        self.parameters = ParameterTuple(params)
        self._own(params)
        self.param_length = len(params)
        self.optim_filter = (True,) * len(params)
        if self.is_group:
            self.group_params = params
            flags = tuple(entry.settings.get("grad_centralization", False) for entry in entries)
            self.group_grad_centralization = list(flags)
            self.grad_centralization_flags = flags
            self.grad_centralization = any(flags)

    def _own(self, params: list[Parameter]) -> None:
        """Let `_parameters` answer to MindSpore's use of the name, too."""
        both: Any = _OwnParameters(params)
        both.held = self.__dict__["_parameters"]
        self.__dict__["_both"] = both

    def _set_decay(self, weight_decay: Any, entries: list[Entry]) -> None:
        owner, scale = self.cls_name, self.loss_scale
        default = read_decay(owner, weight_decay, scale)
        if self.is_group:
            own = {e.group: read_decay(owner, e.settings["weight_decay"], scale)
                   for e in entries if "weight_decay" in e.settings}  # fmt: skip
            decays = [own.get(entry.group, default) for entry in entries]
            self.group_weight_decay = decays
            self.decay_flags = tuple(isinstance(d, Cell) or d > 0 for d in decays)
            self.dynamic_decay_flags = tuple(isinstance(d, Cell) for d in decays)
            self.dynamic_weight_decay = any(self.dynamic_decay_flags)
            self.exec_weight_decay = any(self.decay_flags)
            # a tuple of Cells and Tensors is no attribute that Cell would take apart
            self.weight_decay = tuple(d if isinstance(d, Cell) else wrap(number(d)) for d in decays)
        else:
            decays = [default] * len(entries)
            self.decay_flags = tuple("beta" not in e.param.name and "gamma" not in e.param.name for e in entries)
            self.dynamic_decay_flags = isinstance(default, Cell)
            self.dynamic_weight_decay = isinstance(default, Cell)
            self.exec_weight_decay = isinstance(default, Cell) or default > 0
            self.weight_decay = default if isinstance(default, Cell) else wrap(number(default))
        self._decays = tuple(decays)

    # ---- attributes ------------------------------------------------------------------------------------------

    @property
    def _parameters(self) -> Any:  # type: ignore[override]
        state = self.__dict__
        return state.get("_both", state["_parameters"])

    @_parameters.setter
    def _parameters(self, value: Any) -> None:
        # torch sets its dict; MindSpore's name for the tuple of parameters cannot be set
        if isinstance(value, dict):
            self.__dict__["_parameters"] = value

    @property
    def unique(self) -> bool:
        """Whether repeated indices of sparse gradients are added up; gradients are dense here.

        Source: mindspore.nn.Optimizer.unique, MindSpore 2.10
        """
        return self._unique

    @unique.setter
    def unique(self, value: bool) -> None:
        self._unique = of_type(self.cls_name, "unique", value, bool)

    @property
    def target(self) -> str:
        """The device whose operators MindSpore would update with; here the update runs where the parameters are.

        Source: mindspore.nn.Optimizer.target, MindSpore 2.10
        """
        return self._target

    @target.setter
    def target(self, value: str) -> None:
        of_type(self.cls_name, "target", value, str)
        if value not in _TARGETS:
            msg = f"For '{self.cls_name}', the property 'target' must be one of {list(_TARGETS)}, but got {value}."
            raise ValueError(msg)
        if value not in ("CPU", self._target):
            msg = f"For '{self.cls_name}', the property 'target' cannot be set to {value!r} on {self._target}."
            raise ValueError(msg)
        self._target = value

    def _set_base_target(self, value: str) -> None:
        """Set `target`, from a property that a user's optimizer overrides."""
        Optimizer.target.fset(self, value)  # type: ignore[misc]

    # ---- what users' own optimizers call ---------------------------------------------------------------------

    def _is_dynamic_lr_or_weight_decay(self) -> bool:
        """Tell whether the learning rate or the weight decay changes with the step."""
        return self.dynamic_lr or self.dynamic_weight_decay

    def _grad_sparse_indices_deduplicate(self, gradients: Any) -> Any:
        """Return the gradients: dense ones have no indices that could repeat."""
        return gradients

    def get_lr(self) -> Any:
        """Return the learning rate of the next step.

        Returns:
            Parameter if it is fixed, Tensor if it changes; with groups of their own rate, one for each parameter.

        Source: mindspore.nn.Optimizer.get_lr, MindSpore 2.10
        """
        rate = self.learning_rate
        if not self.dynamic_lr:
            return rate
        if self.is_group_lr:
            return tuple(one(self.global_step).reshape(()) for one in rate)
        return rate(self.global_step).reshape(())

    def get_lr_parameter(self, param: Parameter | list[Parameter]) -> Any:
        """Return what holds the learning rate of a parameter.

        Args:
            param (Union[Parameter, list[Parameter]]): among `parameters`.

        Returns:
            Parameter, or LearningRateSchedule where the rate is one; a list of them for a list.

        Raises:
            TypeError: if `param` is neither a Parameter nor a list of them.
            ValueError: if the optimizer does not have it.

        Source: mindspore.nn.Optimizer.get_lr_parameter, MindSpore 2.10
        """
        if not isinstance(param, (Parameter, list)):
            msg = f"For 'get_lr_parameter', the 'param' must be 'Parameter' or 'list' type, but got {type(param)}."
            raise TypeError(msg)
        places = {id(p): i for i, p in enumerate(self.parameters)}
        found = []
        for p in param if isinstance(param, list) else [param]:
            of_type("get_lr_parameter", "param", p, Parameter)
            if id(p) not in places:
                msg = f"For 'get_lr_parameter', the parameter {p.name} is not in optimizer."
                raise ValueError(msg)
            found.append(rate_source(self.learning_rate[places[id(p)]] if self.is_group_lr else self.learning_rate))
        return found if isinstance(param, list) else found[0]

    def get_weight_decay(self) -> Any:
        """Return the weight decay of the next step, times the loss scale.

        Returns:
            Tensor; with groups, a tuple with one for each parameter.

        Source: mindspore.nn.Optimizer.get_weight_decay, MindSpore 2.10
        """
        decay = self.weight_decay
        if isinstance(decay, tuple):
            return tuple(one(self.global_step) if isinstance(one, Cell) else one for one in decay)
        return decay(self.global_step) if isinstance(decay, Cell) else decay

    def decay_weight(self, gradients: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Add the weight decay to the gradients.

        Args:
            gradients (tuple[Tensor]): one for each parameter.

        Returns:
            tuple[Tensor], new gradients.

        Source: mindspore.nn.Optimizer.decay_weight, MindSpore 2.10
        """
        if not self.exec_weight_decay:
            return tuple(gradients)
        return tuple(map(wrap, self._decayed([g._t for g in gradients], [p._t for p in self.parameters])))

    def gradients_centralization(self, gradients: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Subtract the mean of each output channel from the gradients of groups that ask for it.

        Args:
            gradients (tuple[Tensor]): one for each parameter.

        Returns:
            tuple[Tensor], new gradients.

        Source: mindspore.nn.Optimizer.gradients_centralization, MindSpore 2.10
        """
        if not (self.is_group and self.grad_centralization):
            return tuple(gradients)
        return tuple(map(wrap, self._centralized([g._t for g in gradients])))

    def scale_grad(self, gradients: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Divide the gradients by the loss scale.

        Args:
            gradients (tuple[Tensor]): one for each parameter.

        Returns:
            tuple[Tensor], new gradients.

        Source: mindspore.nn.Optimizer.scale_grad, MindSpore 2.10
        """
        if not self.need_scale:
            return tuple(gradients)
        return tuple(map(wrap, torch._foreach_mul([g._t for g in gradients], self._unscale)))

    def flatten_gradients(self, gradients: Any) -> Any:
        """Return the gradients as they are; MindSpore's contiguous parameters do not exist here.

        Source: mindspore.nn.Optimizer.flatten_gradients, MindSpore 2.10
        """
        return gradients

    def broadcast_params(self, optim_result: Any) -> Any:
        """Return the result: there is one process, and nobody to send parameters to.

        Source: mindspore.nn.Optimizer.broadcast_params, MindSpore 2.10
        """
        return optim_result

    # ---- the step --------------------------------------------------------------------------------------------

    def construct(self, *hyper_params: Any) -> Any:
        """Update the parameters. Subclasses define it."""
        raise NotImplementedError

    def _rates(self) -> float | list[float]:
        """Return the learning rate as a number, or one for each parameter."""
        if not self.dynamic_lr and not self.is_group_lr:
            return self._params["learning_rate"]._t.item()  # type: ignore[union-attr, return-value]
        rate = self.get_lr()
        return [float(one._t.item()) for one in rate] if self.is_group_lr else float(rate._t.item())

    def _decay_numbers(self) -> list[float]:
        """Return the weight decay of each parameter as a number; 0 where it does not apply."""
        if not self.exec_weight_decay:
            return [0.0] * len(self._decays)
        known: dict[int, float] = {}
        numbers = []
        for decay, applies in zip(self._decays, self.decay_flags, strict=True):
            if isinstance(decay, ScaledDecay):
                if id(decay) not in known:
                    known[id(decay)] = float(decay(self.global_step)._t.item())
                decay = known[id(decay)]
            numbers.append(decay if applies else 0.0)
        return numbers

    def _decayed(self, grads: list[torch.Tensor], params: list[torch.Tensor]) -> list[torch.Tensor]:
        numbers = self._decay_numbers()
        if len(set(numbers)) == 1:
            return torch._foreach_add(grads, params, alpha=numbers[0])  # type: ignore[return-value]
        return [g if n == 0.0 else g.add(p, alpha=n) for g, p, n in zip(grads, params, numbers, strict=True)]

    def _centralized(self, grads: list[torch.Tensor]) -> list[torch.Tensor]:
        # MindSpore leaves gradients alone whose second dimension is no multiple of 16 (its operator's limit)
        return [
            g - g.mean(dim=tuple(range(1, g.ndim)), keepdim=True) if flag and g.ndim > 1 and g.shape[1] % 16 == 0 else g
            for g, flag in zip(grads, self.grad_centralization_flags, strict=True)
        ]
