"""grad: what comes back for each kind of grad_position and weights, and has_aux, outputs that are no scalar."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, ParameterTuple, Tensor, nn, ops


def kind(value):
    if isinstance(value, (tuple, list)):
        return type(value).__name__ + "[" + ", ".join(kind(v) for v in value) + "]"
    return f"{type(value).__name__}{tuple(value.shape) if hasattr(value, 'shape') else ''}"


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 3.0]), name="w")
        self.b = Parameter(Tensor([1.0, 1.0]), name="b")

    def construct(self, x, y):
        return (self.w * x * y + self.b).sum()


net = Net()
x, y = Tensor([1.0, 2.0]), Tensor([5.0, 6.0])
for position in (0, 1, (0,), (0, 1), (1, 0), None):
    for weights in (None, net.w, net.trainable_params(), ParameterTuple([net.b]), (net.w,)):
        if position is None and weights is None:
            continue
        out = ms.grad(net, position, weights)(x, y)
        print(position, type(weights).__name__, kind(out), out)


def f(x, y):
    return x * x * y


print(ms.grad(f)(x, y), ms.grad(f, 1)(x, y), ms.grad(f, (0, 1))(x, y))
print(ms.grad(f)(Tensor(3.0), Tensor(2.0)), ms.grad(f)(Tensor([[1.0, 2.0]]), Tensor(2.0)))
print(ms.grad(f, (0, 1))(Tensor([1.0, 2.0]), 3.0))


def many(x, y):
    return x * y, x + y, (x * x).sum()


print(ms.grad(many, (0, 1))(x, y))
print(ms.grad(many, (0, 1), has_aux=True)(x, y))
print(kind(ms.grad(many, 0, has_aux=True)(x, y)))


def parts(x, scale=2.0, flag=True):
    return ops.sin(x) * scale if flag else x


print(ms.grad(parts)(x), ms.grad(parts)(x, 3.0), ms.grad(parts)(x, flag=False), ms.grad(parts)(x, scale=10.0))
print(ms.grad(lambda x: x.astype(ms.float16).sum())(x).dtype)
print(ms.grad(lambda x, i: (x * i).sum())(x, Tensor([2, 3])))
print(ms.grad(lambda x: Tensor([1.0]))(x), ms.grad(lambda x, y: x.sum(), (0, 1))(x, y))
print(
    ms.grad(lambda x: ops.relu(x).sum())(Tensor([-1.0, 0.0, 1.0])),
    ms.grad(lambda x: x.abs().sum())(Tensor([-1.0, 0.0, 1.0])),
)
print(
    ms.grad(lambda x: x.max())(Tensor([1.0, 3.0, 3.0])),
    ms.grad(lambda x: ops.maximum(x, Tensor([2.0, 2.0])).sum())(Tensor([2.0, 3.0])),
)


@ms.jit
def jitted(x, y):
    return f(x, y)


print(jitted(x, y), type(jitted(x, y)).__name__)
print(kind(ms.grad(net, 0, net.trainable_params())(x, y)))
grad_op = ops.GradOperation()
print(grad_op(f)(x, y), ops.GradOperation(get_all=True)(f)(x, y))
print(ops.GradOperation(get_by_list=True)(net, ParameterTuple(net.trainable_params()))(x, y))
print(ops.GradOperation(get_all=True, get_by_list=True)(net, ParameterTuple(net.trainable_params()))(x, y))
print(ops.GradOperation(sens_param=True)(f)(x, y, Tensor([10.0, 100.0])))
print(ops.grad is ms.grad, ms.ops.value_and_grad is ms.value_and_grad)
