"""register_forward_pre_hook and register_forward_hook: what they are given, what they may return, remove()."""

import mindspore as ms
from mindspore import Tensor, nn, ops


class Double(nn.Cell):
    def construct(self, x, y=None):
        return x * 2 if y is None else x * 2 + y


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.mul = Double()

    def construct(self, x, y=None):
        x = x + 1
        return self.mul(x) if y is None else self.mul(x, y)


def pre_hook(cell, inputs):
    print("pre", type(cell).__name__, type(inputs).__name__, inputs)


def forward_hook(cell, inputs, output):
    print("post", type(cell).__name__, type(inputs).__name__, inputs, output)


net = Net()
x = Tensor([1.0, 2.0])
h1 = net.mul.register_forward_pre_hook(pre_hook)
h2 = net.mul.register_forward_hook(forward_hook)
print(net(x))
print(net(x, Tensor([10.0, 20.0])))
print(ms.grad(net)(x))
h1.remove()
print(net(x))
h2.remove()
h2.remove()
print(net(x))

# Several hooks run in the order of registration; what one returns, the next is given.
order = []
h3 = net.mul.register_forward_pre_hook(lambda cell, inputs: order.append(("first", inputs[0].asnumpy().tolist())))
h4 = net.mul.register_forward_pre_hook(lambda cell, inputs: (inputs[0] * 100,))
h5 = net.mul.register_forward_pre_hook(lambda cell, inputs: order.append(("third", inputs[0].asnumpy().tolist())))
print(net(x), order)
h4.remove()
h6 = net.mul.register_forward_pre_hook(lambda cell, inputs: inputs[0] * 1000)
print(net(x))
for handle in (h3, h5, h6):
    handle.remove()

h7 = net.mul.register_forward_hook(lambda cell, inputs, output: output + 0.5)
h8 = net.mul.register_forward_hook(lambda cell, inputs, output: output * 10)
print(net(x), ms.grad(net)(x))
h7.remove()
h8.remove()
print(net(x))


def kwargs_pre(cell, args, kwargs):
    print("kw pre", args, kwargs)
    return args, {"y": kwargs["y"] * 2}


def kwargs_post(cell, args, kwargs, output):
    print("kw post", args, kwargs, output)


k1 = net.mul.register_forward_pre_hook(kwargs_pre, with_kwargs=True)
k2 = net.mul.register_forward_hook(kwargs_post, with_kwargs=True)
print(net.mul(x, y=Tensor([1.0, 1.0])))
k1.remove()
k2.remove()
for bad in (5, None):
    try:
        net.register_forward_hook(bad)
    except TypeError:
        print("TypeError")


# A hook registered on the outermost net.
h9 = net.register_forward_hook(lambda cell, inputs, output: ops.neg(output))
print(net(x))
h9.remove()
