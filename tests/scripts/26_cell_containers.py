"""Lists of layers: a plain list is lost, CellList and SequentialCell are not; what the containers can do."""

from collections import OrderedDict

import mindspore as ms
from mindspore import Parameter, ParameterTuple, Tensor, nn


class Plain(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = [nn.Conv2d(1, 3, 3), nn.BatchNorm2d(3), nn.ReLU()]


class Listed(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = nn.CellList([nn.Conv2d(1, 3, 3), nn.BatchNorm2d(3), nn.ReLU()])


class Sequence(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = nn.SequentialCell([nn.Conv2d(1, 3, 3), nn.BatchNorm2d(3), nn.ReLU()])

    def construct(self, x):
        return self.layer(x)


for make in (Plain, Listed, Sequence):
    net = make()
    print(make.__name__, type(net.layer).__name__, len(net.layer), [p.name for p in net.get_parameters()])
print(Sequence()(ms.ops.ones((1, 1, 4, 4))).shape)

seq = nn.SequentialCell(OrderedDict([("fc", nn.Dense(2, 3)), ("act", nn.ReLU())]))
print(seq)
print([p.name for p in seq.get_parameters()], list(seq.name_cells()))
seq.append(nn.Dense(3, 1))
print(len(seq), list(seq.name_cells()), type(seq[0]).__name__, type(seq[-1]).__name__, type(seq[0:2]).__name__)
print([type(c).__name__ for c in seq])
seq[1] = nn.Tanh()
print(type(seq[1]).__name__, seq(ms.ops.ones((1, 2))).shape)
del seq[1]
print(list(seq.name_cells()), [p.name for p in seq.get_parameters()])

cells = nn.CellList([nn.Dense(2, 2), nn.ReLU()])
cells.append(nn.Dense(2, 3))
cells.extend([nn.Tanh(), nn.Dense(3, 1)])
cells.insert(0, nn.Sigmoid())
print(len(cells), [type(c).__name__ for c in cells], [p.name for p in cells.get_parameters()])
print(list(cells.name_cells()), type(cells[1:3]).__name__, [p.name for p in cells[1:3].get_parameters()])
cells += [nn.ReLU()]
del cells[0]
print([type(c).__name__ for c in cells], [p.name for p in cells.get_parameters()])
print(cells)
try:
    cells[99]
except IndexError:
    print("IndexError")
try:
    cells(ms.ops.ones((1, 2)))
except (NotImplementedError, AttributeError, RuntimeError) as error:
    print(type(error).__name__)
try:
    nn.SequentialCell([nn.ReLU(), 5])
except TypeError:
    print("TypeError")

named = nn.CellDict({"conv": nn.Conv2d(1, 2, 1), "relu": nn.ReLU()})
named["fc"] = nn.Dense(2, 2)
print(list(named.keys()), len(named), "fc" in named, [p.name for p in named.get_parameters()])

pair = ParameterTuple([Parameter(Tensor([1.0]), name="a"), Parameter(Tensor([2.0]), name="b")])
print(type(pair).__name__, isinstance(pair, tuple), len(pair), pair)
copy = pair.clone(prefix="moments", init="zeros")
print([p.name for p in copy], [p.asnumpy().tolist() for p in copy])


class Holder(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weights = ParameterTuple([Parameter(Tensor([1.0]), name="p0"), Parameter(Tensor([2.0]), name="p1")])
        self.single = Parameter(Tensor([3.0]))

    def construct(self, x):
        return x * self.weights[0] + self.weights[1] * self.single


holder = Holder()
print([p.name for p in holder.get_parameters()], holder(Tensor([10.0])))
outer = nn.SequentialCell(Holder(), Holder())
print([p.name for p in outer.get_parameters()], outer(Tensor([1.0])))
