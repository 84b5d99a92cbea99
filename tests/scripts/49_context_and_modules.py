"""context, version, module paths that programs import, classes named by their MindSpore path, isinstance checks."""

import mindspore as ms
import mindspore.common.dtype as mstype
import mindspore.nn as nn
import mindspore.numpy as mnp
import mindspore.ops as ops
from mindspore import Model, Parameter, ParameterTuple, Tensor, context, dtype, jit, load_checkpoint
from mindspore.common import set_seed
from mindspore.common.initializer import HeNormal, Initializer, initializer
from mindspore.common.parameter import Parameter as CommonParameter
from mindspore.common.tensor import Tensor as CommonTensor
from mindspore.nn.cell import Cell
from mindspore.nn.layer.conv import Conv2d
from mindspore.nn.learning_rate_schedule import LearningRateSchedule
from mindspore.nn.loss.loss import LossBase
from mindspore.nn.optim import Optimizer
from mindspore.ops import composite as C
from mindspore.ops import functional as F
from mindspore.ops import operations as P
from mindspore.ops.primitive import Primitive
from mindspore.train.callback import Callback, LossMonitor
from mindspore.train.serialization import load_param_into_net, save_checkpoint

print(ms.__version__)
context.set_context(mode=context.PYNATIVE_MODE, device_target="CPU")
print(context.get_context("mode"), context.get_context("device_target"), ms.PYNATIVE_MODE, ms.GRAPH_MODE)
ms.set_context(mode=ms.GRAPH_MODE)
print(ms.get_context("mode"))
ms.set_context(mode=ms.PYNATIVE_MODE)
print(
    CommonTensor is Tensor,
    CommonParameter is Parameter,
    Cell is nn.Cell,
    Conv2d is nn.Conv2d,
    mstype is dtype,
    mstype.float32 is ms.float32,
)
print(P.ReLU is ops.ReLU, F.relu is ops.relu, ops.operations is P, isinstance(P.ReLU(), Primitive))
print(Tensor, Parameter, ParameterTuple, nn.Dense, nn.SGD, nn.MSELoss, Initializer, Callback, Model)
print(
    P.ReLU()(Tensor([-1.0, 1.0])),
    P.Cast()(Tensor([1.5]), ms.int32),
    P.Reshape()(Tensor([1, 2]), (2, 1)),
    P.MatMul(transpose_b=True)(Tensor([[1.0, 2.0]]), Tensor([[3.0, 4.0]])),
    P.Concat(axis=1)((Tensor([[1]]), Tensor([[2]]))),
)
print(mnp.ones((2, 2)), mnp.arange(3).dtype, mnp.mean(Tensor([1.0, 2.0])))
print(
    issubclass(nn.MSELoss, LossBase),
    issubclass(nn.SGD, Optimizer),
    issubclass(nn.Optimizer, nn.Cell),
    issubclass(nn.CosineDecayLR, LearningRateSchedule),
)
print(
    isinstance(Tensor([1]), ms.Tensor),
    isinstance(Parameter(Tensor([1.0])), ms.Tensor),
    issubclass(ParameterTuple, tuple),
)


@jit
def add(a, b):
    return a + b


print(add(Tensor([1.0]), Tensor([2.0])))


class Jitted(nn.Cell):
    @ms.jit
    def construct(self, x):
        return x * 2


print(Jitted()(Tensor([3.0])))
hyper_map = C.HyperMap()
print(hyper_map(lambda a: a * 2, (Tensor([1.0]), Tensor([2.0]))))
mapped = C.Map()
print(mapped(lambda a, b: a + b, (Tensor([1.0]), Tensor([2.0])), (Tensor([10.0]), Tensor([20.0]))))
print(ops.partial(add, Tensor([1.0]))(Tensor([5.0])))
double = C.MultitypeFuncGraph("double")


@double.register("Tensor")
def _double_tensor(x):
    return x * 2


@double.register("Number")
def _double_number(x):
    return x * 3


print(double(Tensor([4.0])), double(4))
print(
    isinstance(HeNormal(), Initializer),
    type(initializer("zeros", (1,))).__name__,
    ms.load_checkpoint is load_checkpoint,
)
print(
    callable(set_seed),
    callable(load_param_into_net),
    ms.save_checkpoint is save_checkpoint,
    issubclass(LossMonitor, Callback),
)
