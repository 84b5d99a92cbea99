"""Training with a loss scale: small float16 gradients are kept from vanishing, and steps that overflow are left out."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.device import current_device, number
from ms2torch.autodiff._differentiate import differentiate
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.context import ParallelMode, get_context
from ms2torch.nn.cell import Cell
from ms2torch.nn.wrap.cell_wrapper import TrainOneStepCell
from ms2torch.ops.composite._on_functions import HyperMap, MultitypeFuncGraph
from ms2torch.ops.operations.comm_ops import AllReduce
from ms2torch.ops.operations.compare_ops import Equal, LessEqual, LogicalNot
from ms2torch.ops.operations.math_ops import Reciprocal
from ms2torch.ops.operations.reduce_ops import ReduceAll, ReduceSum
from ms2torch.ops.operations.status_ops import FloatStatus

__all__ = ["DynamicLossScaleUpdateCell", "FixedLossScaleUpdateCell", "TrainOneStepWithLossScaleCell"]


class DynamicLossScaleUpdateCell(Cell):
    """Lower the loss scale after an overflow, and raise it after many steps without one.

    Args:
        loss_scale_value (float): the scale at first.
        scale_factor (int): what to divide or multiply by.
        scale_window (int): steps without overflow until the scale is raised.

    Inputs:
        - **loss_scale** (Parameter) - the scale, changed in place; never below 1 after an overflow.
        - **overflow** (Tensor) - whether the step overflowed.

    Outputs:
        Tensor, the second input.

    Source: mindspore.nn.DynamicLossScaleUpdateCell, MindSpore 2.10
    """

    def __init__(self, loss_scale_value: float, scale_factor: int, scale_window: int) -> None:
        super().__init__()
        self.scale_window = wrap(number(scale_window, dtype=torch.int32))
        self.scale_factor = wrap(number(scale_factor, dtype=torch.float32))
        self.minimum_loss_scale = wrap(number(1.0))
        self.loss_scale_value = loss_scale_value
        self.cur_iter = Parameter(number(1, dtype=torch.int32), name="current_iterator_step")
        self.last_overflow_iter = Parameter(number(0, dtype=torch.int32), name="last_overflow_iterator_step")

    def get_loss_scale(self) -> float:
        """Return the scale at first.

        Source: mindspore.nn.DynamicLossScaleUpdateCell.get_loss_scale, MindSpore 2.10
        """
        return self.loss_scale_value

    def construct(self, loss_scale: Parameter, overflow: Tensor) -> Tensor:
        """Change the scale."""
        with torch.no_grad():
            now, last, scale = self.cur_iter._t, self.last_overflow_iter._t, loss_scale._t
            long_enough = int(now) - int(last) >= int(self.scale_window)
            overflowed = bool(overflow)
            if overflowed:
                scale.div_(float(self.scale_factor)).clamp_(min=float(self.minimum_loss_scale))
            elif long_enough:
                scale.mul_(float(self.scale_factor))
            if overflowed or long_enough:
                last.copy_(now)
            now.add_(1)
        return overflow


class FixedLossScaleUpdateCell(Cell):
    """Keep the loss scale.

    Args:
        loss_scale_value (float): the scale.

    Inputs:
        - **loss_scale** (Parameter) - left alone.
        - **overflow** (Tensor) - whether the step overflowed.

    Outputs:
        Tensor, the second input.

    Source: mindspore.nn.FixedLossScaleUpdateCell, MindSpore 2.10
    """

    def __init__(self, loss_scale_value: float) -> None:
        super().__init__()
        self.loss_scale_value = loss_scale_value

    def get_loss_scale(self) -> float:
        """Return the scale.

        Source: mindspore.nn.FixedLossScaleUpdateCell.get_loss_scale, MindSpore 2.10
        """
        return self.loss_scale_value

    def construct(self, _: Any, overflow: Tensor) -> Tensor:
        """Return whether the step overflowed."""
        return overflow


class TrainOneStepWithLossScaleCell(TrainOneStepCell):
    """Take one step of training with a loss scale; a step whose gradients are not finite changes no parameter.

    Steps that inherit from it find, besides those of `TrainOneStepCell`, the operations of MindSpore's own:
    `hyper_map`, `base` (1.0), `base0`, `reduce_sum`, `reduce_all`, `less_equal`, `equal`, `logic_not`, `allreduce`, and
    `is_distributed`, `gpu_target`, `ascend_910a_target`, `ascend_910b_target`.

    Args:
        network (Cell): the network with its loss, with one output.
        optimizer (Cell): updates its `parameters`.
        scale_sense (Union[Tensor, Cell]): the scale, of shape () or (1,), or a Cell that changes it.

    Inputs:
        - **inputs** (tuple[Tensor]) - what the network takes.

    Outputs:
        tuple of three Tensors: loss, whether the step overflowed, the scale.

    Raises:
        TypeError: if `scale_sense` is neither a Cell nor a Tensor.
        ValueError: if its shape is another.

    Source: mindspore.nn.TrainOneStepWithLossScaleCell, MindSpore 2.10
    """

    def __init__(self, network: Cell, optimizer: Any, scale_sense: Tensor | Cell) -> None:
        super().__init__(network, optimizer, sens=None)
        self._set_operations()
        self.loss_scaling_manager: Cell | None = None
        if isinstance(scale_sense, Cell):
            self.loss_scaling_manager = scale_sense
            first = number(float(scale_sense.get_loss_scale()), dtype=torch.float32)
            self.scale_sense = Parameter(first, name="scale_sense")
        elif not isinstance(scale_sense, Tensor):
            msg = f"The 'scale_sense' must be Cell or Tensor, but got {type(scale_sense)}."
            raise TypeError(msg)
        elif scale_sense.shape not in ((), (1,)):
            msg = f"The shape of 'scale_sense' must be (1,) or (), but got {scale_sense.shape}."
            raise ValueError(msg)
        else:
            self.scale_sense = Parameter(scale_sense, name="scale_sense")

    def _set_operations(self) -> None:
        self.hyper_map = HyperMap()
        self.base = wrap(number(1.0))
        self.base0 = wrap(number(0, dtype=torch.int32))
        self.reduce_sum = ReduceSum(keep_dims=False)
        self.reduce_all = ReduceAll(keep_dims=False)
        self.less_equal = LessEqual()
        self.equal = Equal()
        self.logic_not = LogicalNot()
        self.allreduce = AllReduce()
        self.is_distributed = self.parallel_mode != ParallelMode.STAND_ALONE
        self.gpu_target = get_context("device_target") == "GPU"
        # the answer for every other device: gradients are looked at, there is no register of an Ascend to read
        self.ascend_910a_target = self.ascend_910b_target = False
        self.enable_allfinite = True

    def construct(self, *inputs: Any) -> tuple[Any, Tensor, Parameter]:
        """Take the step."""
        scale = self.scale_sense._t.detach().reshape(())
        loss, _, scaled = differentiate(self.network, inputs, {}, (), self.weights, sens=wrap(scale))
        inverse = scale.reciprocal()
        grads: Any = tuple(wrap(g._t * inverse.to(g._t.dtype)) for g in scaled)
        if self.reducer_flag:
            grads = self.grad_reducer(grads)
        cond = self.get_overflow_status(None, grads)
        if not bool(self.process_loss_scale(cond)):
            self.optimizer(grads)
        return loss, cond, self.scale_sense

    def set_sense_scale(self, sens: Tensor) -> None:
        """Set the scale.

        Args:
            sens (Tensor): the new scale.

        Raises:
            TypeError: if it is no Tensor.

        Source: mindspore.nn.TrainOneStepWithLossScaleCell.set_sense_scale, MindSpore 2.10
        """
        if not isinstance(sens, Tensor):
            msg = f"For 'TrainOneStepWithLossScaleCell', the type of 'sens' must be Tensor, but got {type(sens)}."
            raise TypeError(msg)
        self.scale_sense.set_data(sens)

    def start_overflow_check(self, pre_cond: Any, compute_input: Any) -> tuple[Tensor, Any]:
        """Return a status for `get_overflow_status` and the input as it is: nothing has to be cleared before.

        Args:
            pre_cond (Tensor): what has to be computed before.
            compute_input (Any): what enters the computation to be checked.

        Returns:
            tuple: a status Tensor, and `compute_input`.

        Source: mindspore.nn.TrainOneStepWithLossScaleCell.start_overflow_check, MindSpore 2.10
        """
        return wrap(torch.zeros(8, dtype=torch.int32, device=current_device())), compute_input

    def get_overflow_status(self, status: Any, compute_output: Any) -> Tensor:
        """Tell whether a Tensor holds what is not finite, in any of the processes that train together.

        Args:
            status (Tensor): from `start_overflow_check`.
            compute_output (Union[Tensor, tuple[Tensor]]): what was computed.

        Returns:
            Tensor, 0-d bool.

        Source: mindspore.nn.TrainOneStepWithLossScaleCell.get_overflow_status, MindSpore 2.10
        """
        tensors = [compute_output] if isinstance(compute_output, Tensor) else compute_output
        overflow = wrap(~torch.stack([torch.isfinite(x._t).all() for x in tensors]).all())
        if not self.is_distributed:
            return overflow
        return wrap(self.allreduce(wrap(overflow._t.float()))._t > 0)

    def process_loss_scale(self, overflow: Tensor) -> Tensor:
        """Let the scale follow, where a Cell changes it.

        Args:
            overflow (Tensor): whether the step overflowed.

        Returns:
            Tensor, `overflow`.

        Source: mindspore.nn.TrainOneStepWithLossScaleCell.process_loss_scale, MindSpore 2.10
        """
        if self.loss_scaling_manager is not None:
            return self.loss_scaling_manager(self.scale_sense, overflow)
        return overflow


reciprocal = Reciprocal()
grad_overflow = FloatStatus()
_grad_scale = MultitypeFuncGraph("grad_scale")
_grad_overflow = MultitypeFuncGraph("_grad_overflow")


# of training in stages, where gradients add up in a buffer
grad_scale = MultitypeFuncGraph("grad_scale")
shard_grad_scale = MultitypeFuncGraph("shard_grad_scale")


@_grad_scale.register("Tensor", "Tensor")
def tensor_grad_scale(scale: Tensor, grad: Tensor) -> Tensor:
    """Return a gradient divided by the loss scale.

    Args:
        scale (Tensor): the scale.
        grad (Tensor): the gradient of the scaled loss.
    """
    return grad * reciprocal(scale).astype(grad.dtype)


@grad_scale.register("Tensor", "Tensor", "Tensor")
def tensor_grad_scale_pipeline(scale: Tensor, grad: Tensor, accu_grad: Parameter) -> Tensor:
    """Return an added-up gradient divided by the loss scale, and empty its buffer.

    Args:
        scale (Tensor): the scale.
        grad (Tensor): the gradient of this step, which the buffer already has.
        accu_grad (Parameter): the buffer; it is zero afterwards.
    """
    del grad
    scaled = accu_grad * reciprocal(scale)
    accu_grad.set_data(accu_grad * 0)
    return scaled


@shard_grad_scale.register("Tensor", "Tensor", "Tensor")
def tensor_shard_grad_scale_pipeline(scale: Tensor, grad: Tensor, accu_grad: Parameter) -> Tensor:
    """Return this step's gradient divided by the loss scale, and empty the buffer.

    Args:
        scale (Tensor): the scale.
        grad (Tensor): the gradient.
        accu_grad (Parameter): the buffer; it is zero afterwards.
    """
    scaled = grad * reciprocal(scale)
    accu_grad.set_data(accu_grad * 0)
    return scaled


@_grad_overflow.register("Tensor")
def _tensor_grad_overflow(grad: Tensor) -> Tensor:
    """Return 1.0 if something in a gradient is not finite, else 0.0.

    Args:
        grad (Tensor): the gradient.
    """
    return grad_overflow(grad)
