"""What shares memory with a Parameter that was given it by `set_data`, as an attribute, or in a graph."""

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor([1.0, 2.0]), name="weight")

    def construct(self, x):
        y = x * 2
        self.weight = y
        return y


def told(*values):
    return [value.asnumpy().tolist() for value in values]


def given(kind, other):
    if kind == "another type":
        return Tensor([5.0, 6.0], ms.float16)
    if kind == "Parameter":
        return other
    if kind == "data":
        return other.data
    if kind == "value":
        return other.value()
    if kind == "copy":
        return other.copy()
    return Tensor([5.0, 6.0]) if kind == "Tensor" else Tensor([4.0, 5.0]) + 1


for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    for kind in ("Tensor", "result", "another type", "Parameter", "data", "value", "copy"):
        weight, other = Parameter(Tensor([1.0, 2.0]), name="weight"), Parameter(Tensor([5.0, 6.0]), name="other")
        value = given(kind, other)
        weight.set_data(value)
        ops.assign(other, Tensor([10.0, 20.0]))
        print(mode, kind, told(weight, other, value))
        ops.assign(weight, Tensor([30.0, 40.0]))
        print(mode, kind, told(weight, other, value))
        nn.SGD([weight], 1.0)((Tensor([1.0, 1.0]),))
        print(mode, kind, told(weight, other, value))
        weight.set_data(Tensor([0.0, 0.0]))
        print(mode, kind, told(weight, other, value))
    net, value = Net(), Tensor([5.0, 6.0])
    net.weight = value
    ops.assign(net.weight, Tensor([7.0, 8.0]))
    print(mode, "attribute", told(net.weight, value))
    result = net(value)
    ops.assign(net.weight, Tensor([0.0, 1.0]))
    print(mode, "in construct", told(net.weight, result))
    value = Tensor([5.0, 6.0])
    nn.ParameterUpdate(net.weight)(value)
    ops.assign(net.weight, Tensor([2.0, 3.0]))
    print(mode, "ParameterUpdate", told(net.weight, value))
