"""Cell attributes and odd methods: flags, cls_name, param_prefix, name_cells, apply, set_attr, call rules."""

import mindspore as ms
from mindspore import Tensor, nn


class Net(nn.Cell):
    def __init__(self, flag=True):
        super().__init__()
        self.fc = nn.Dense(2, 2, weight_init="ones")
        self.act = nn.ReLU()
        self.number = 3
        self.items = [1, 2]
        self.flag = flag

    def construct(self, x, scale=1, *, shift=0):
        return self.act(self.fc(x)) * scale + shift

    def extend_repr(self):
        return f"number={self.number}"


net = Net()
print(net.cls_name, net.training, net.requires_grad, net.phase)
print(net.param_prefix, repr(net.fc.param_prefix), net.bprop_debug, net.get_flags())
net.update_cell_prefix()
print(repr(net.param_prefix), repr(net.fc.param_prefix), repr(net.act.param_prefix))
net.add_flags(mine=1, other="b")
print(net.get_flags(), net.mine, net.fc.get_flags())
net.add_flags_recursive(deep=True)
print(net.get_flags(), net.fc.get_flags(), net.fc.deep)
print(net)
print(net.set_grad() is net, net.requires_grad, net.fc.requires_grad)
print(net.set_grad(False).requires_grad)
x = Tensor([[1.0, 2.0]])
print(net(x).shape, (net(x, 2) - net(x)).asnumpy().shape, net(x, scale=2, shift=1).shape)
for bad in (lambda: net(), lambda: net(x, 1, 2, 3), lambda: net(x, wrong=1), lambda: nn.Cell()(x)):
    try:
        print(bad())
    except (TypeError, ValueError, AttributeError, NotImplementedError, RuntimeError) as error:
        print(type(error).__name__)


class NoSuper(nn.Cell):
    def __init__(self):
        self.fc = nn.Dense(2, 2)


try:
    NoSuper()
except AttributeError as error:
    print("AttributeError")
print(net.number, net.items)
net.number = 4
print(net.extend_repr())
try:
    print(net.absent)
except AttributeError as error:
    print(error)
print(hasattr(net, "absent"), getattr(net, "absent", "default"))
print("fc" in net._cells, list(net._cells), list(net._params), list(net.fc._params))
print(isinstance(net, nn.Cell), nn.Cell.__module__, type(net.fc).__module__, nn.ReLU.__name__)
names = []
net.apply(lambda cell: names.append(type(cell).__name__))
print(names)


def init_weights(cell):
    if isinstance(cell, nn.Dense):
        cell.weight.set_data(ms.common.initializer.initializer("zeros", cell.weight.shape))


net.apply(init_weights)
print(net.fc.weight.asnumpy())


class Pair(nn.Cell):
    def construct(self, x):
        return x, [x + 1, (x + 2,)], {"k": x}, None, 5


out = Pair()(Tensor([1.0]))
print(type(out).__name__, out)


class Primed(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = 2

    def construct(self, *args, **kwargs):
        return sum(a.sum() for a in args) * self.scale + kwargs.get("extra", 0)


print(Primed()(Tensor([1.0]), Tensor([2.0, 3.0]), extra=100))
