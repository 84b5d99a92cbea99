"""Second and third derivatives, gradients of gradients with weights, jvp, vjp, jacfwd, jacrev, vmap."""

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops


def f(x):
    return x**3


x = Tensor([1.0, 2.0, 3.0])
first = ms.grad(f)
second = ms.grad(first)
third = ms.grad(second)
print(first(x), second(x), third(x))


def g(x, y):
    return (x * x * y).sum()


y = Tensor([4.0, 5.0, 6.0])
print(ms.grad(ms.grad(g, 0), 1)(x, y))
print(ms.grad(ms.grad(g, (0, 1)), (0, 1))(x, y))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 2.0, 2.0]), name="w")

    def construct(self, x):
        return (self.w * x * x).sum()


class GradNet(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.grad_op = ops.GradOperation()

    def construct(self, x):
        return self.grad_op(self.net)(x)


net = Net()
print(GradNet(net)(x))
print(ms.grad(GradNet(net))(x))


def penalty(x):
    dx = ms.grad(net)(x)
    return (dx * dx).sum()


print(penalty(x), ms.grad(penalty)(x))
print(ms.grad(penalty, None, [net.w])(x))
print(ms.grad(lambda x: (ms.value_and_grad(net)(x)[1] * x).sum())(x))
print(ms.jvp(f, x, Tensor([1.0, 1.0, 0.0])))
print(ms.jvp(g, (x, y), (Tensor([1.0, 0.0, 0.0]), Tensor([0.0, 1.0, 0.0]))))
out, vjp_fn = ms.vjp(f, x)
print(out, vjp_fn(Tensor([1.0, 1.0, 10.0])))
out, vjp_fn = ms.vjp(g, x, y)
print(out, vjp_fn(Tensor(1.0)))
print(ms.jacrev(f)(x))
print(ms.jacfwd(f)(x))


def scale(a, b):
    return a * b + 1


print(ms.vmap(scale, in_axes=(0, None))(x, Tensor(2.0)))
print(ms.vmap(scale, in_axes=(None, 0), out_axes=0)(x, Tensor([2.0, 3.0])))
