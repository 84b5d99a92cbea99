"""register_backward_hook and register_backward_pre_hook: order, contents, replacing gradients."""

import mindspore as ms
from mindspore import Tensor, nn


class Mul(nn.Cell):
    def construct(self, x, y):
        return x * y


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.mul = Mul()
        self.relu = nn.ReLU()

    def construct(self, x, y):
        z = self.relu(x + 0.5)
        return self.mul(z, y) * 3


def backward_hook(cell, grad_input, grad_output):
    print(
        "backward", type(cell).__name__, type(grad_input).__name__, grad_input, type(grad_output).__name__, grad_output
    )


def backward_pre_hook(cell, grad_output):
    print("backward pre", type(cell).__name__, type(grad_output).__name__, grad_output)


x, y = Tensor([1.0, -2.0]), Tensor([3.0, 4.0])
net = Net()
h1 = net.mul.register_backward_hook(backward_hook)
h2 = net.mul.register_backward_pre_hook(backward_pre_hook)
h3 = net.relu.register_backward_hook(backward_hook)
print(ms.grad(net, (0, 1))(x, y))
print(net(x, y))
h1.remove()
h2.remove()
h3.remove()
print(ms.grad(net, (0, 1))(x, y))


def replace_input(cell, grad_input, grad_output):
    return tuple(g * 10 for g in grad_input)


def replace_output(cell, grad_output):
    return (grad_output[0] * 100,)


h4 = net.mul.register_backward_hook(replace_input)
print(ms.grad(net, (0, 1))(x, y))
h4.remove()
h5 = net.mul.register_backward_pre_hook(replace_output)
print(ms.grad(net, (0, 1))(x, y))
h5.remove()
h6 = net.register_backward_hook(backward_hook)
h7 = net.register_backward_pre_hook(backward_pre_hook)
print(ms.grad(net, (0, 1))(x, y))
h6.remove()
h7.remove()
for register in (net.register_backward_hook, net.register_backward_pre_hook):
    try:
        register("no")
    except TypeError:
        print("TypeError")
