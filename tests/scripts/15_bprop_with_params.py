"""bprop that also gives the gradients of the Cell's own weights, and bprop with several inputs."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops


class NetWithParam(nn.Cell):
    def __init__(self):
        super(NetWithParam, self).__init__()
        self.w = Parameter(Tensor(np.array([2.0], dtype=np.float32)), name="weight")
        self.internal_params = [self.w]

    def construct(self, x):
        output = self.w * x
        return output

    def bprop(self, *args):
        return (self.w * args[-1],), {self.w: args[0] * args[-1]}


net = NetWithParam()
x = Tensor([3.0], ms.float32)
print(net(x))
print(ms.grad(net, 0)(x))
print(ms.grad(net, 0, net.trainable_params())(x))
print(ms.value_and_grad(net, None, net.trainable_params())(x))


class Outer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = NetWithParam()
        self.scale = Parameter(Tensor([10.0], ms.float32), name="scale")

    def construct(self, x):
        return self.scale * self.inner(x * x)


outer = Outer()
print([p.name for p in outer.trainable_params()])
print(ms.grad(outer, 0, outer.trainable_params())(x))


class MulAdd(nn.Cell):
    def construct(self, x, y):
        return 2 * x + y

    def bprop(self, x, y, out, dout):
        print("bprop", type(x).__name__, type(out).__name__, type(dout).__name__, out, dout)
        # Not the true derivative: what is returned is what counts.
        return 100 * dout, 200 * dout


mul_add = MulAdd()
a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
print(ms.grad(mul_add, (0, 1))(a, b))
print(ms.grad(lambda a, b: (mul_add(a, b) * 5).sum(), (0, 1))(a, b))


class TwoOut(nn.Cell):
    def construct(self, x):
        return x * 2, x * 3

    def bprop(self, x, out, dout):
        print("two", type(out).__name__, len(out), type(dout).__name__, [d.asnumpy().tolist() for d in dout])
        return (dout[0] * 7 + dout[1] * 11,)


two = TwoOut()
print(ms.grad(two)(a))
print(ms.grad(lambda x: two(x)[0].sum())(a))
print(ms.grad(lambda x: ops.exp(two(x)[1] * 0).sum())(a))
