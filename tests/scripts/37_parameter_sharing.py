"""Names when a parameter or a cell is used twice, aliased, or two parameters have one name."""

import mindspore as ms
from mindspore import Parameter, ParameterTuple, Tensor, nn

ms.set_seed(0)


class Tied(nn.Cell):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(5, 3)
        self.head = nn.Dense(3, 5, has_bias=False)
        self.head.weight = self.embed.embedding_table

    def construct(self, ids):
        return self.head(self.embed(ids))


net = Tied()
print([p.name for p in net.get_parameters()], net.head.weight is net.embed.embedding_table)
print([(n, p.name) for n, p in net.parameters_and_names()], len(net.trainable_params()))
ids = Tensor([1, 2])
_, grads = ms.value_and_grad(lambda i: net(i).sum(), None, net.trainable_params())(ids)
print([g.shape for g in grads])


class TwiceCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = nn.Dense(2, 2)
        self.b = self.a

    def construct(self, x):
        return self.b(self.a(x))


net = TwiceCell()
print(
    [p.name for p in net.get_parameters()],
    [n for n, _ in net.cells_and_names()],
    list(net.name_cells()),
    len(list(net.cells())),
)


class TwiceParam(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = Parameter(Tensor([1.0]), name="a")
        self.b = self.a

    def construct(self, x):
        return self.a * self.b * x


net = TwiceParam()
print([p.name for p in net.get_parameters()], [n for n, _ in net.parameters_and_names()])
print(ms.grad(net, None, net.trainable_params())(Tensor([3.0])))

layer = nn.Dense(2, 2)
first = nn.SequentialCell(layer)
print([p.name for p in layer.get_parameters()])
second = nn.SequentialCell(nn.ReLU(), layer)
print([p.name for p in layer.get_parameters()], [p.name for p in first.get_parameters()])


class Same(nn.Cell):
    def __init__(self):
        super().__init__()
        self.x = Parameter(Tensor([1.0]), name="w")
        self.y = Parameter(Tensor([2.0]), name="w")


try:
    net = Same()
    print("built", [p.name for p in net.get_parameters()])
    print(list(net.parameters_dict()))
except (ValueError, RuntimeError) as error:
    print(type(error).__name__)

one, two = Parameter(Tensor([1.0]), name="n"), Parameter(Tensor([2.0]), name="n")
try:
    print(ParameterTuple([one, two]))
except (ValueError, RuntimeError) as error:
    print(type(error).__name__)
try:
    nn.SGD([one, two], 0.1)
    print("optimizer took them")
except (ValueError, RuntimeError) as error:
    print(type(error).__name__)


class Blocks(nn.Cell):
    def __init__(self):
        super().__init__()
        self.stem = nn.SequentialCell(nn.SequentialCell(nn.Dense(2, 2)), nn.CellList([nn.Dense(2, 2)]))
        blocks = [nn.Dense(2, 2) for _ in range(2)]
        self.blocks = nn.CellList(blocks)
        self.tail = nn.SequentialCell([nn.SequentialCell([nn.Dense(2, 2), nn.BatchNorm1d(2)])])
        for i in range(2):
            setattr(self, f"extra{i}", nn.Dense(2, 2, has_bias=False))


for name, p in Blocks().parameters_and_names():
    print(name, p.name)
print(list(Blocks().parameters_dict()))

# With a parameter of the same name in two cells that keep their names.
pair = nn.CellList([nn.Dense(1, 1), nn.Dense(1, 1)], auto_prefix=False)
print([p.name for p in pair.get_parameters()])
