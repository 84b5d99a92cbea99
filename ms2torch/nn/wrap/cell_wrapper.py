"""Cells around a network: with its loss, with its gradients, with a step of training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.convert import cast_to
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.autodiff._differentiate import differentiate
from ms2torch.autodiff.grad_operation import GradOperation
from ms2torch.common.parameter import Parameter, ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.context import get_auto_parallel_context
from ms2torch.nn._checks import of_type, positive_int
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.basic import Identity
from ms2torch.nn.wrap.grad_reducer import DistributedGradReducer

__all__ = [
    "ForwardValueAndGrad",
    "GetNextSingleOp",
    "GradAccumulationCell",
    "MicroBatchInterleaved",
    "ParameterUpdate",
    "PipelineCell",
    "TrainOneStepCell",
    "VirtualDatasetCellTriple",
    "WithEvalCell",
    "WithGradCell",
    "WithLossCell",
]


class WithLossCell(Cell):
    """Run a network and its loss.

    Args:
        backbone (Cell): the network.
        loss_fn (Cell): called with the network's output and the label.

    Inputs:
        - **data** (Tensor) - what the network takes.
        - **label** (Tensor) - what the loss takes besides.

    Outputs:
        Tensor, the loss.

    Source: mindspore.nn.WithLossCell, MindSpore 2.10
    """

    def __init__(self, backbone: Cell, loss_fn: Callable[..., Any]) -> None:
        super().__init__(auto_prefix=False)
        self._backbone = backbone
        self._loss_fn = loss_fn

    def construct(self, data: Any, label: Any) -> Any:
        """Compute the loss."""
        return self._loss_fn(self._backbone(data), label)

    @property
    def backbone_network(self) -> Cell:
        """The network.

        Source: mindspore.nn.WithLossCell.backbone_network, MindSpore 2.10
        """
        return self._backbone


class WithGradCell(Cell):
    """Compute the gradients of a network's trainable parameters.

    Args:
        network (Cell): the network, with one output.
        loss_fn (Cell, optional): called with the output and the label. Default ``None``: the network has its loss.
        sens (Union[Tensor, Scalar, Tuple], optional): what to seed the output with. Default ``None``: ones.

    Inputs:
        - **inputs** (tuple[Tensor]) - what the network takes, and with `loss_fn` the label.

    Outputs:
        tuple[Tensor], one gradient for each trainable parameter.

    Source: mindspore.nn.WithGradCell, MindSpore 2.10
    """

    def __init__(self, network: Cell, loss_fn: Callable[..., Any] | None = None, sens: Any = None) -> None:
        super().__init__(auto_prefix=False)
        self.network = network
        self.loss_fn = loss_fn
        self.weights = ParameterTuple(network.trainable_params())
        self.grad = GradOperation(get_by_list=True, sens_param=sens is not None)
        self.sens = sens
        self.network_with_loss = network if loss_fn is None else WithLossCell(network, loss_fn)
        self.network_with_loss.set_train()

    def construct(self, *inputs: Any) -> tuple[Tensor, ...]:
        """Return the gradients of the loss with respect to the weights, in their order."""
        _, _, grads = differentiate(self.network_with_loss, inputs, {}, (), self.weights, sens=self.sens)
        return tuple(grads)


class ForwardValueAndGrad(Cell):
    """Run a network and compute gradients.

    Args:
        network (Union[Cell, Function, MethodType]): the network.
        weights (ParameterTuple, optional): the parameters to differentiate by. Default: ``None``.
        get_all (bool): differentiate by all inputs. Default: ``False``.
        get_by_list (bool): differentiate by `weights`. Default: ``False``.
        sens_param (bool): the last input seeds the output. Default: ``False``.

    Inputs:
        - **inputs** (tuple[Tensor]) - what the network takes.
        - **sens** (Union[Tensor, tuple[Tensor]]) - with `sens_param`, of the shape of the output.

    Outputs:
        tuple: the output, and the gradients: by the first input, by all inputs, by the weights, or a pair of both.

    Raises:
        TypeError: if an argument is of the wrong kind.

    Source: mindspore.nn.ForwardValueAndGrad, MindSpore 2.10
    """

    def __init__(
        self,
        network: Cell | Callable[..., Any],
        weights: Sequence[Parameter] | None = None,
        get_all: bool = False,
        get_by_list: bool = False,
        sens_param: bool = False,
    ) -> None:
        super().__init__(auto_prefix=False)
        if not callable(network):
            msg = f"For 'ForwardValueAndGrad', the 'network' must be cell, function or method, but got {type(network)}."
            raise TypeError(msg)
        of_type("ForwardValueAndGrad", "get_all", get_all, bool)
        if of_type("ForwardValueAndGrad", "get_by_list", get_by_list, bool):
            of_type("ForwardValueAndGrad", "weights", weights, tuple, list)
        self.network = network
        if isinstance(network, Cell):
            network.set_grad()
        self.weights = weights
        self.get_all = get_all
        self.get_by_list = get_by_list
        self.sens_param = sens_param
        self.grad = GradOperation(get_all=get_all, get_by_list=get_by_list, sens_param=sens_param)

    def construct(self, *inputs: Any) -> tuple[Any, Any]:
        """Run the network and compute the gradients."""
        sens = None
        if self.sens_param:
            inputs, sens = inputs[:-1], inputs[-1]
        weights = tuple(self.weights or ()) if self.get_by_list else ()
        wanted = inputs if self.get_all else () if self.get_by_list else inputs[:1]
        value, by_input, by_weight = differentiate(self.network, inputs, {}, wanted, weights, sens=sens)
        if not self.get_by_list:
            return value, tuple(by_input) if self.get_all else by_input[0]
        return value, (tuple(by_input), tuple(by_weight)) if self.get_all else tuple(by_weight)


class TrainOneStepCell(Cell):
    """Take one step of training: run the network, compute the gradients, call the optimizer.

    Steps that inherit from it find what MindSpore's own keeps: `network`, `optimizer`, `weights`, `sens`, `grad` and
    `grad_no_sens` (GradOperation by the weights), `reducer_flag`, `grad_reducer`, `parallel_mode`.

    Args:
        network (Cell): the network with its loss, with one output.
        optimizer (Cell): updates its `parameters`.
        sens (numbers.Number, optional): what to seed the output with, not 0. Default ``None``: 1.
        return_grad (bool): return the gradients too, by parameter name. Default: ``False``.

    Inputs:
        - **inputs** (tuple[Tensor]) - what the network takes.

    Outputs:
        Tensor, the loss before the step; with `return_grad` a pair of it and a dict.

    Raises:
        ValueError: if `sens` is 0.

    Source: mindspore.nn.TrainOneStepCell, MindSpore 2.10
    """

    def __init__(self, network: Cell, optimizer: Any, sens: float | None = None, return_grad: bool = False) -> None:
        super().__init__(auto_prefix=False)
        self.network = network
        self.network.set_grad()
        self.optimizer = optimizer
        self.weights = optimizer.parameters
        self.grad = GradOperation(get_by_list=True, sens_param=True)
        self.grad_no_sens = GradOperation(get_by_list=True)
        self.use_graceful_exit = False
        if sens == 0:
            msg = "The input argument of 'sens' can not be 0."
            raise ValueError(msg)
        self.sense_flag = sens is not None
        self.sens = 1.0 if sens is None else sens
        self.return_grad = return_grad
        if return_grad:
            self.weights_name = [p.name for p in self.weights]
        self.parallel_mode = get_auto_parallel_context("parallel_mode")
        self.reducer_flag = self.parallel_mode in ("data_parallel", "hybrid_parallel")
        self.grad_reducer = DistributedGradReducer(self.weights) if self.reducer_flag else Identity()

    def construct(self, *inputs: Any) -> Any:
        """Take the step."""
        return self._step(inputs, self.sens if self.sense_flag else None)

    def _no_sens_impl(self, *inputs: Any) -> Any:
        """Take the step with ones for the output's gradient, whatever `sens` is."""
        return self._step(inputs, None)

    def _step(self, inputs: tuple[Any, ...], sens: float | None) -> Any:
        loss, _, grads = differentiate(self.network, inputs, {}, (), self.weights, sens=sens)
        grads = tuple(grads)
        if self.reducer_flag or type(self.grad_reducer) is not Identity:
            grads = self.grad_reducer(grads)
        self.optimizer(grads)
        return (loss, dict(zip(self.weights_name, grads, strict=True))) if self.return_grad else loss


class GetNextSingleOp(Cell):
    """Refuse: there is no device queue; iterate over the dataset.

    Args:
        dataset_types (list[mindspore.dtype]): types of the columns.
        dataset_shapes (list[tuple[int]]): shapes of the columns.
        queue_name (str): the queue.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.nn.GetNextSingleOp, MindSpore 2.10
    """

    def __init__(self, dataset_types: Any, dataset_shapes: Any, queue_name: str) -> None:
        super().__init__()
        remedy = "iterate with dataset.create_tuple_iterator()"
        raise UnsupportedArgumentError("nn.GetNextSingleOp", "queue_name", queue_name, remedy)

    def construct(self) -> Any:
        """Never get here: there is no such Cell."""
        raise NotImplementedError


class _MicroBatches(Cell):
    """Run a network on equal parts of the batch and add up what it returns."""

    def __init__(self, network: Cell, count: int, argument: str) -> None:
        super().__init__(auto_prefix=False)
        of_type(self.cls_name, "network", network, Cell)
        of_type(self.cls_name, argument, count, int)
        self._count = positive_int(self.cls_name, argument, count)
        self.network = network

    def construct(self, *inputs: Any) -> Any:
        """Run the network on each part."""
        parts = [self._split(x) for x in inputs]
        total: Any = None
        for i in range(self._count):
            output = self.network(*(part[i] for part in parts))
            total = output if total is None else wrap(total._t + output._t)
        return total

    def _split(self, x: Any) -> list[Any]:
        if not isinstance(x, TensorBase):
            return [x] * self._count
        if x._t.ndim == 0 or x._t.shape[0] % self._count:
            msg = (
                f"For '{self.cls_name}', the first dimension must be divisible by {self._count}, but got a Tensor of "
                f"shape {tuple(x._t.shape)}."
            )
            raise ValueError(msg)
        return [wrap(t) for t in torch.chunk(x._t, self._count)] if x._t.shape[0] else [x] * self._count


class GradAccumulationCell(_MicroBatches):
    """Run a network on equal parts of the batch and add up the losses, so that their gradients add up.

    Args:
        network (Cell): the network with its loss.
        micro_size (int): how many parts, above 0.

    Inputs:
        - **inputs** (tuple[Tensor]) - batches, divisible by `micro_size`.

    Outputs:
        Tensor, the sum of the losses.

    Raises:
        TypeError: if `network` is no Cell or `micro_size` no int.
        ValueError: if `micro_size` is not above 0 or does not divide the batch.

    Source: mindspore.nn.GradAccumulationCell, MindSpore 2.10
    """

    def __init__(self, network: Cell, micro_size: int) -> None:
        super().__init__(network, micro_size, "micro_size")
        self.micro_size = micro_size


class PipelineCell(_MicroBatches):
    """Run a network on equal parts of the batch and add up the losses; all stages run here, one after another.

    Args:
        network (Cell): the network with its loss.
        micro_size (int): how many parts, above 0.
        stage_config (dict, optional): which Cell belongs to which stage; only the default is accepted.
            Default: ``None``.
        segment_config (dict, optional): only the default is accepted. Default: ``None``.

    Inputs:
        - **inputs** (tuple[Tensor]) - batches, divisible by `micro_size`.

    Outputs:
        Tensor, the sum of the losses.

    Raises:
        TypeError: if `network` is no Cell or `micro_size` no int.
        ValueError: if `micro_size` is not above 0 or does not divide the batch.
        UnsupportedArgumentError: if stages or segments are given.

    Source: mindspore.nn.PipelineCell, MindSpore 2.10
    """

    def __init__(self, network: Cell, micro_size: int, stage_config: Any = None, segment_config: Any = None) -> None:
        super().__init__(network, micro_size, "micro_size")
        self.micro_size = micro_size
        for name, value in (("stage_config", stage_config), ("segment_config", segment_config)):
            if value is not None:
                remedy = "leave it out: all of the network runs in this process"
                raise UnsupportedArgumentError("nn.PipelineCell", name, value, remedy)

    def shard(
        self,
        in_strategy: Any,
        out_strategy: Any = None,
        parameter_plan: Any = None,
        device: str = "Ascend",
        level: int = 0,
    ) -> Any:
        """Refuse, as MindSpore does.

        Raises:
            ValueError: always.

        Source: mindspore.nn.PipelineCell.shard, MindSpore 2.10
        """
        msg = "For 'PipelineCell', no 'shard' on 'PipelineCell' is allowed."
        raise ValueError(msg)


class _MicroBatch(Cell):
    """Cut the part of one micro-batch out of the inputs.

    Args:
        micro_size (int): how many micro-batches there are.

    Source: mindspore.nn.wrap.cell_wrapper._MicroBatch, MindSpore 2.10
    """

    def __init__(self, micro_size: int) -> None:
        super().__init__()
        self.micro_size = micro_size

    def construct(self, i: int, *inputs: Tensor) -> tuple[Tensor, ...]:
        """Return part `i` of each input along its first dimension."""
        parts = []
        for each in inputs:
            length = each.shape[0] // self.micro_size
            parts.append(each[i * length : (i + 1) * length])
        return tuple(parts)


class MicroBatchInterleaved(_MicroBatches):
    """Run a network on equal parts of the batch and add up the losses.

    Args:
        network (Cell): the network with its loss.
        interleave_num (int): how many parts, above 0. Default: ``2``.

    Inputs:
        - **inputs** (tuple[Tensor]) - batches, divisible by `interleave_num`.

    Outputs:
        Tensor, the sum of the losses.

    Raises:
        TypeError: if `interleave_num` is no int.
        ValueError: if `interleave_num` is not above 0 or does not divide the batch.

    Source: mindspore.nn.MicroBatchInterleaved, MindSpore 2.10
    """

    def __init__(self, network: Cell, interleave_num: int = 2) -> None:
        super().__init__(network, interleave_num, "interleave_num")
        self.interleave_num = interleave_num


class VirtualDatasetCellTriple(Cell):
    """Run a network that takes three inputs; the marker for parallel compilation means nothing here.

    Args:
        backbone (Cell): the network.

    Inputs:
        - **a** (Tensor) - the first input.
        - **b** (Tensor) - the second.
        - **c** (Tensor) - the third.

    Outputs:
        Tensor, what the network returns.

    Source: mindspore.nn.VirtualDatasetCellTriple, MindSpore 2.10
    """

    def __init__(self, backbone: Cell) -> None:
        super().__init__(auto_prefix=False)
        self._backbone = backbone

    def construct(self, a: Any, b: Any, c: Any) -> Any:
        """Run the network."""
        return self._backbone(a, b, c)


class _VirtualDatasetCell(Cell):
    """Run a network; the marker for parallel compilation means nothing here.

    Args:
        backbone (Cell): the network.

    Inputs:
        - **inputs** (tuple) - what the network takes.

    Outputs:
        Any, what the network returns.
    """

    def __init__(self, backbone: Cell) -> None:
        super().__init__(auto_prefix=False)
        self._backbone = backbone

    def construct(self, *inputs: Any) -> Any:
        """Run the network."""
        return self._backbone(*inputs)


class WithEvalCell(Cell):
    """Run a network and its loss, and return what metrics need.

    Args:
        network (Cell): the network.
        loss_fn (Cell): called with the network's output and the label.
        add_cast_fp32 (bool): convert output and label to float32 first. Default: ``False``.

    Inputs:
        - **data** (Tensor) - what the network takes.
        - **label** (Tensor) - what the loss takes besides.

    Outputs:
        tuple of three: loss, output, label.

    Raises:
        TypeError: if `add_cast_fp32` is no bool.

    Source: mindspore.nn.WithEvalCell, MindSpore 2.10
    """

    def __init__(self, network: Cell, loss_fn: Callable[..., Any], add_cast_fp32: bool = False) -> None:
        super().__init__(auto_prefix=False)
        self._network = network
        self._loss_fn = loss_fn
        self.add_cast_fp32 = of_type("WithEvalCell", "add_cast_fp32", add_cast_fp32, bool)

    def construct(self, data: Any, label: Any) -> tuple[Any, Any, Any]:
        """Run the network and the loss."""
        outputs = self._network(data)
        if self.add_cast_fp32:
            # class numbers stay what they are: MindSpore's cast of the label concerns floats only
            if label._t.is_floating_point():
                label = wrap(cast_to(label._t, mstype.float32))
            outputs = wrap(cast_to(outputs._t, mstype.float32))
        return self._loss_fn(outputs, label), outputs, label


class ParameterUpdate(Cell):
    """Set a parameter to what the Cell is called with.

    Args:
        param (Parameter): the parameter.

    Inputs:
        - **x** (Tensor) - the new value, of the same shape.

    Outputs:
        Tensor, the input.

    Raises:
        TypeError: if `param` is no Parameter.

    Source: mindspore.nn.ParameterUpdate, MindSpore 2.10
    """

    def __init__(self, param: Parameter) -> None:
        super().__init__(auto_prefix=False)
        self._param = of_type("ParameterUpdate", "param", param, Parameter)

    def construct(self, x: Tensor) -> Tensor:
        """Set the parameter."""
        self._param.set_data(x.copy())
        return x
