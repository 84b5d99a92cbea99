"""Gradient freezing: stop_gradient cuts what lies before it, requires_grad=False leaves only its own parameter out."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops


class Scale(nn.Cell):
    def __init__(self, value):
        super().__init__()
        self.w = Parameter(Tensor([value], ms.float32), name="w")

    def construct(self, x):
        return self.w * x


class Net(nn.Cell):
    def __init__(self, cut):
        super().__init__()
        self.a = Scale(2.0)
        self.b = Scale(3.0)
        self.cut = cut

    def construct(self, x):
        a = self.a(x)
        if self.cut:
            a = ops.stop_gradient(a)
        y = self.b(a)
        return y.sum()


x = Tensor(np.array([1.0, 2.0, 3.0]), ms.float32)
for cut in (False, True):
    net = Net(cut)
    weights = net.trainable_params()
    dx, dw = ms.grad(net, 0, weights)(x)
    print(cut, dx, [(p.name, g) for p, g in zip(weights, dw)])

net = Net(False)
net.a.w.requires_grad = False
print([p.name for p in net.trainable_params()])
dx, dw = ms.grad(net, 0, net.trainable_params())(x)
print(dx, dw)
# A frozen weight that is asked for all the same.
everything = ms.ParameterTuple(list(net.get_parameters()))
print(ms.grad(net, None, everything)(x))


def f(x, y):
    return ops.stop_gradient(x * y) * x


print(ms.grad(f, (0, 1))(x, x + 1))
print(ops.stop_gradient(x) is x, ops.stop_gradient(x))
