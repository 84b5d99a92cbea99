"""Gradient freezing: in some steps the first layers are not trained, which spares their share of the backward pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ms2torch._core import dtype as mstype
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.boost.base import ParameterProcess
from ms2torch.boost.grad_accumulation import GradientAccumulation
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.basic import Identity
from ms2torch.nn.optim.lars import LARS
from ms2torch.nn.optim.optimizer import Optimizer
from ms2torch.nn.wrap.grad_reducer import DistributedGradReducer
from ms2torch.ops.function.array.create import full_like

__all__ = ["FreezeOpt", "GradientFreeze", "freeze_cell"]

_CONTINUOUS, _INTERVAL = 0, 1
_TOGETHER = 3  # a layer is its weight, its bias and its normalization: groups are not made of less


class FreezeOpt(Cell):
    """Optimizers of one kind, each for a group of parameters.

    Args:
        opt (Optimizer): the optimizer whose kind and settings they have.
        train_parameter_groups (Union[tuple, list], optional): the groups. Default ``None``: one of all parameters.
        train_strategy (Union[tuple(int), list(int), Tensor], optional): which group is trained in each step; a list of
            learning rates is divided accordingly. Default: ``None``.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if there is a strategy and no groups, or it is not made of ints.
        UnsupportedArgumentError: if `opt` is a `LARS`.

    Source: mindspore.boost.FreezeOpt, MindSpore 2.10
    """

    def __init__(self, opt: Any, train_parameter_groups: Any = None, train_strategy: Any = None) -> None:
        super().__init__()
        if not isinstance(opt, Optimizer):
            msg = f"The first arg 'opt' must be an Optimizer instance, but got {type(opt)}"
            raise TypeError(msg)
        if train_strategy is not None and train_parameter_groups is None:
            msg = "When the 'train_strategy' is specified, the value of 'train_parameter_groups' must also be specified"
            raise ValueError(msg)
        if isinstance(opt, LARS):
            raise UnsupportedArgumentError("boost.FreezeOpt", "opt", "LARS", "freeze with the optimizer inside it")
        self.single_opt: Any = opt
        self.parameters = self.single_opt.parameters
        self.dynamic_lr = self.single_opt.dynamic_lr
        if train_parameter_groups is None:
            train_parameter_groups = (tuple(opt.parameters),)
        elif not isinstance(train_parameter_groups, (tuple, list)):
            raise TypeError("The specified 'train_parameter_groups' should be tuple or list")
        self.groups_num = len(train_parameter_groups)
        self.train_strategy = _strategy(train_strategy)
        rates = self._rates()
        self.opts = [self._one(i, group, rates[i]) for i, group in enumerate(train_parameter_groups)]

    def _rates(self) -> list[Any]:
        """Return the learning rate of each group: of a list the entries of the steps in which the group is trained."""
        rate = self.single_opt.init_learning_rate
        if rate is None:
            rate = self.single_opt.learning_rate
        steps = [] if self.train_strategy is None else self.train_strategy.asnumpy().tolist()
        if not (self.dynamic_lr and isinstance(rate, list) and len(rate) <= len(steps)):
            return [rate] * self.groups_num
        own: list[list[float]] = [[] for _ in range(self.groups_num)]
        for step, one in zip(steps, rate, strict=False):
            own[step].append(one)
        return [mine or rate for mine in own]

    def _one(self, number: int, params: Any, rate: Any) -> Any:
        if not isinstance(params, (tuple, list)):
            raise TypeError(
                "The each element of 'train_parameter_groups' should be tuple or list to store the Parameter"
            )
        made: Any = type(self.single_opt)(params=list(params), learning_rate=rate, **self.single_opt.init_args)
        trained = {id(p) for p in made.parameters}
        for own in made.get_parameters():  # so that the optimizers' own do not bear the same names
            if id(own) not in trained:
                own.name = f"boost_{number}{own.name}"
        return made


def _strategy(given: Any) -> Tensor | None:
    """Return which group each step trains, as a Tensor of int32."""
    if given is None:
        return None
    if isinstance(given, Tensor):
        if given.ndim != 1 or given.dtype != mstype.int32:
            raise ValueError("When train_strategy is a Tensor, the dimension should be 1 and the dtype should be int32")
        return given
    if not isinstance(given, (tuple, list)):
        raise TypeError("The specified 'train_strategy' should be None, tuple, list or Tensor")
    if not all(isinstance(each, int) for each in given):
        raise ValueError("The element in train_strategy should be int number")
    return Tensor(list(given), mstype.int32)


class _TrainFreezeCell(Cell):
    """A training step of one group of parameters."""

    def __init__(
        self,
        net: Cell,
        sens: float,
        grad: Callable[..., Any],
        grad_reducer: Cell,
        use_grad_accumulation: bool,
        optimizer: Any,
        max_accumulation_step: int = 1,
    ) -> None:
        super().__init__(auto_prefix=False)
        self.net, self.sens, self.grad, self.grad_reducer = net, sens, grad, grad_reducer
        self.opt, self.parameters = optimizer, optimizer.parameters
        self.grad_accumulation = (
            GradientAccumulation(max_accumulation_step, optimizer) if use_grad_accumulation else None
        )

    def construct(self, *inputs: Any) -> Any:
        """Take the step, and return the loss."""
        loss = self.net(*inputs)
        grads = self.grad(self.net, self.parameters)(*inputs, full_like(loss, self.sens))
        grads = self.grad_reducer(grads)
        if self.grad_accumulation is not None:
            return self.grad_accumulation(loss, grads)
        self.opt(grads)
        return loss


class GradientFreeze:
    """Gradient freezing: which parameters are trained together, and which of the groups in each step.

    Args:
        param_groups (int): how many groups.
        freeze_type (int): 0: all groups, then one after the other; 1: all and some, drawn, in turn.
        freeze_p (float): the share of steps that train all parameters.
        total_steps (int): steps of the whole training.

    Source: mindspore.boost.GradientFreeze, MindSpore 2.10
    """

    def __init__(self, param_groups: int, freeze_type: int, freeze_p: float, total_steps: int) -> None:
        self._param_groups = param_groups
        self._freeze_type = freeze_type
        self._freeze_p = freeze_p
        self._total_steps = total_steps
        self.grad_reducer = Identity()

    def split_parameters_groups(self, net: Cell, freeze_para_groups_number: int) -> list[list[Parameter]]:
        """Group the parameters: the first group has all, each later one lacks some more of the first layers.

        Args:
            net (Cell): the network.
            freeze_para_groups_number (int): how many groups.

        Source: mindspore.boost.GradientFreeze.split_parameters_groups, MindSpore 2.10
        """
        layers: list[list[Parameter]] = []
        layer: list[Parameter] = []
        for parameter in net.trainable_params():
            apart = "bn" not in parameter.name and "bias" not in parameter.name
            if apart and len(layer) >= _TOGETHER:
                layers.append(layer)
                layer = []
            layer.append(parameter)
        if layer:
            layers.append(layer)
        stride = len(layers) // freeze_para_groups_number
        return [[p for one in layers[i * stride :] for p in one] for i in range(freeze_para_groups_number)]

    def generate_freeze_index_sequence(
        self, parameter_groups_number: int, freeze_strategy: int, freeze_p: float, total_steps: int
    ) -> list[int]:
        """Return which group each step trains.

        Args:
            parameter_groups_number (int): how many groups.
            freeze_strategy (int): `freeze_type` of the class.
            freeze_p (float): that of the class.
            total_steps (int): that of the class.

        Raises:
            ValueError: if there is no such strategy.

        Source: mindspore.boost.GradientFreeze.generate_freeze_index_sequence, MindSpore 2.10
        """
        wanted = int(total_steps * 1.01)
        if parameter_groups_number <= 1:
            return [0] * wanted
        later = list(range(1, parameter_groups_number))
        if freeze_strategy == _CONTINUOUS:
            whole = int(freeze_p * len(later) // (1 - freeze_p) + 0.5)
            period = [0] * whole + later
            return period * -(-wanted // len(period))
        if freeze_strategy == _INTERVAL:
            return _drawn(later, freeze_p, wanted)
        msg = f"Unsupported freezing training strategy '{freeze_strategy}'"
        raise ValueError(msg)

    def freeze_generate(self, network: Cell, optimizer: Any) -> tuple[Cell, FreezeOpt]:
        """Return the network, and optimizers of its groups.

        Args:
            network (Cell): the network.
            optimizer (Optimizer): the optimizer whose kind and settings they have.

        Source: mindspore.boost.GradientFreeze.freeze_generate, MindSpore 2.10
        """
        origin = optimizer.init_params["params"]
        groups = [
            ParameterProcess.generate_group_params(group, origin)
            for group in self.split_parameters_groups(network, self._param_groups)
        ]
        steps = self.generate_freeze_index_sequence(
            self._param_groups, self._freeze_type, self._freeze_p, self._total_steps
        )
        return network, FreezeOpt(optimizer, groups, steps)


def _drawn(later: Sequence[int], whole: float, wanted: int) -> list[int]:
    """Return all (0) and a group drawn by turns; those that lack less are drawn more often."""
    chances = [each / sum(later) for each in later]
    out, frozen = [0], 0
    while len(out) < wanted:
        if frozen / len(out) < 1 - whole:
            out.append(int(np.random.choice(later[::-1], p=chances)))
            frozen += 1
        else:
            out.append(0)
    return out


def freeze_cell(
    reducer_flag: bool,
    network: Cell,
    optimizer: FreezeOpt,
    sens: float,
    grad: Callable[..., Any],
    use_grad_accumulation: bool,
    mean: bool | None = None,
    degree: int | None = None,
    max_accumulation_step: int = 1,
) -> tuple[Cell, ...]:
    """Return the training step of each group of parameters.

    Args:
        reducer_flag (bool): add up the gradients of all processes.
        network (Cell): the network with its loss.
        optimizer (FreezeOpt): the optimizers of the groups.
        sens (float): what the gradient of the loss begins with.
        grad (GradOperation): with `get_by_list` and `sens_param`.
        use_grad_accumulation (bool): add up the gradients of several steps.
        mean (bool, optional): divide what the processes have added up by their number. Default: ``None``.
        degree (int, optional): their number. Default: ``None``.
        max_accumulation_step (int): how many steps. Default: ``1``.

    Returns:
        tuple[Cell], which take what the network takes, and return the loss.

    Source: mindspore.boost.freeze_cell, MindSpore 2.10
    """

    def reducer(opt: Any) -> Cell:
        if not reducer_flag:
            return Identity()
        return DistributedGradReducer(ParameterProcess().assign_parameter_group(opt.parameters), mean, degree)

    return tuple(
        _TrainFreezeCell(network, sens, grad, reducer(opt), use_grad_accumulation, opt, max_accumulation_step)
        for opt in optimizer.opts
    )
