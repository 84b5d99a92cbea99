"""The basic Cell: parameter names with and without auto_prefix."""

import mindspore as ms
import mindspore.nn as nn
import mindspore.ops as ops


class MyCell(nn.Cell):
    def __init__(self, forward_net):
        super(MyCell, self).__init__(auto_prefix=True)
        self.net = forward_net
        self.relu = ops.ReLU()

    def construct(self, x):
        y = self.net(x)
        return self.relu(y)


class NoPrefix(nn.Cell):
    def __init__(self, forward_net):
        super().__init__(auto_prefix=False)
        self.net = forward_net
        self.relu = ops.ReLU()

    def construct(self, x):
        return self.relu(self.net(x))


inner_net = nn.Conv2d(120, 240, 4, has_bias=False)
print(inner_net.trainable_params())
my_net = MyCell(inner_net)
print(my_net.trainable_params())
print(inner_net.trainable_params())

bare = NoPrefix(nn.Conv2d(120, 240, 4, has_bias=False))
print(bare.trainable_params())

# A wrapper without a prefix around a net that has one leaves the names alone; one with a prefix adds to them.
keep = NoPrefix(MyCell(nn.Conv2d(2, 3, 1)))
print([p.name for p in keep.get_parameters()])
again = MyCell(MyCell(nn.Conv2d(2, 3, 1, has_bias=True)))
print([p.name for p in again.get_parameters()])
outer = MyCell(NoPrefix(nn.Conv2d(2, 3, 1, has_bias=True)))
print([p.name for p in outer.get_parameters()])

x = ms.ops.ones((1, 2, 3, 3), ms.float32)
print(keep(x).shape, keep(x).dtype, type(keep(x)).__name__)
