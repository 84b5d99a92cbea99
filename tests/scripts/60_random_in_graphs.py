"""Which calls of random functions in a graph draw the same numbers, and how they go on from call to call."""

import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops

x = Tensor(np.ones(12, np.float32))


def shown(value):
    if isinstance(value, (tuple, list)):
        return " ".join(shown(one) for one in value)
    return "".join(str(int(number)) for number in value.asnumpy().reshape(-1))


def function(x):
    return ops.dropout(x, 0.5)


class Inner(nn.Cell):
    def construct(self, x):
        return ops.dropout(x, 0.5)


class Net(nn.Cell):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.layer = nn.Dropout(p=0.5)
        self.other = nn.Dropout(p=0.5)
        self.channels = nn.Dropout2d(0.5)
        self.inner, self.inner2 = Inner(), Inner()
        self.grad = ops.GradOperation()

    def method(self, x):
        return ops.dropout(x, 0.5)

    def by_layer(self, x):
        return self.layer(x)

    def construct(self, x):
        if self.kind == "layers":
            return self.layer(x), self.other(x), self.layer(x + 1)
        if self.kind == "chain":
            return self.layer(self.layer(x))
        if self.kind == "methods":
            return self.method(x), self.method(x + 1), ops.dropout(x, 0.5)
        if self.kind == "functions":
            return function(x), ops.dropout(x, 0.5), function(x + 1)
        if self.kind == "cells":
            return self.inner(x), self.inner2(x), self.inner(x + 1)
        if self.kind == "loop":
            found = []
            for i in range(3):
                found.append(ops.dropout(x + i, 0.5))
            return found
        if self.kind == "gradients":
            return self.method(x), self.grad(self.method)(x + 1), self.by_layer(x), self.grad(self.by_layer)(x + 1)
        images = x.reshape(1, -1, 1, 1)
        return self.channels(images).reshape(-1), self.channels(images + 1).reshape(-1)


ms.set_context(mode=ms.GRAPH_MODE)
for kind in ("layers", "chain", "methods", "functions", "cells", "loop", "gradients", "channels"):
    ms.set_seed(1)
    net = Net(kind).set_train()
    print(kind, shown(net(x)))
    print(kind, "again", shown(net(x)))
    print(kind, "of another size", shown(net(x[:11])))
    print(kind, "and back", shown(net(x)))
    net.set_train(False)
    print(kind, "elsewhere", shown(net(x)))
    net.set_train()
    print(kind, "back", shown(net(x)))
    print(kind, "another", shown(Net(kind).set_train()(x)))

for net in (nn.Dropout(p=0.5).set_train(), Inner()):
    ms.set_seed(1)
    once, both = ms.grad(net), ms.value_and_grad(net)
    print("grad", shown(once(x)), shown(once(x)), shown(ms.grad(net)(x)), shown(net(x)), shown(both(x)), shown(both(x)))
    operation = ops.GradOperation()
    print("GradOperation", shown(operation(net)(x)), shown(operation(net)(x)))

ms.set_context(mode=ms.PYNATIVE_MODE)


@ms.jit
def twice(x):
    return layer(x), function(x), layer(x + 1), function(x + 1), ops.dropout(x, 0.5)


ms.set_seed(1)
layer = nn.Dropout(p=0.5).set_train()
print("jit", shown(twice(x)))
print("jit", shown(twice(x)))
ones = Tensor(np.ones((3, 4, 1, 2), np.float32))
for seed in (1, 2):  # no seed reaches the kernels of channels
    ms.set_seed(seed)
    print("channels", shown(ops.dropout2d(ones, 0.5)[:, :, 0, 0]), shown(ops.dropout2d(ones, 0.3)[:, :, 0, 0] > 0))
    print("types", shown(ops.dropout2d(ones.half(), 0.5)[:, :, 0, 0]))
    print("layers", shown(nn.Dropout2d(0.5).set_train()(ones)[:, :, 0, 0]))
    print("volumes", shown(ops.dropout3d(ones.expand_dims(-1), 0.5)[:, :, 0, 0, 0]))
    print("sequences", shown(ops.dropout1d(ones[:, :, 0], 0.5)[:, :, 0]))
