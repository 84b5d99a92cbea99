"""Parameter: what it takes, default names, attributes, equality and identity, conversion."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, ParameterTuple, Tensor, nn
from mindspore.common.initializer import initializer

p = Parameter(Tensor([1.0, 2.0]))
print(str(p).split("#")[0], str(p).split(",", 1)[1])
print(p.name.split("#")[0], p.requires_grad, p.layerwise_parallel, p.parallel_optimizer)
for value in (
    1,
    2.5,
    [1, 2],
    [1.0],
    np.ones((2,), np.float64),
    Tensor(3, ms.int8),
    initializer("ones", (2,), ms.float16),
):
    try:
        q = Parameter(value, name="v")
        print(type(value).__name__, q.dtype, q.shape, q.asnumpy().tolist())
    except (TypeError, ValueError) as error:
        print(type(value).__name__, type(error).__name__)
print(isinstance(p, Tensor), type(p + 1).__name__, type(p.data).__name__, type(p.value()).__name__)
p.name = "renamed"
p.requires_grad = False
print(p)
for bad in (5, "", None):
    try:
        p.name = bad
        print("name", p.name.split("#")[0])
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
try:
    p.requires_grad = "yes"
except TypeError:
    print("TypeError")
try:
    Parameter("text")
except (TypeError, ValueError) as error:
    print(type(error).__name__)
print((Parameter(Tensor([1.0]), name="a") == Parameter(Tensor([1.0]), name="b")), p == p, p in [p], [p].index(p))
print(len({p, p}), hash(p) == hash(p), p.shape, p.dtype, p.size, p.ndim)
p.comm_fusion = 2
print(p.comm_fusion)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.default = Parameter(Tensor([1.0]))
        self.named = Parameter(Tensor([2.0]), name="other")
        self.dotted = Parameter(Tensor([3.0]), name="x.y")
        self.frozen = Parameter(Tensor([4.0]), requires_grad=False)
        self.plain = Tensor([5.0])

    def construct(self, x):
        return x * self.default + self.named + self.dotted + self.frozen + self.plain


net = Net()
print([(n, p.name) for n, p in net.parameters_and_names()])
print(net.default, type(net.plain).__name__, net(Tensor([10.0])))
outer = nn.SequentialCell(net)
print([(n, p.name) for n, p in outer.parameters_and_names()])
net.default.set_data(Tensor([100.0]))
print(net(Tensor([1.0])))
net.default = Parameter(Tensor([7.0]), name="fresh")
print(net.default, [p.name for p in net.get_parameters()])
net.default = Tensor([8.0])
print(type(net.default).__name__, net.default.asnumpy())
try:
    net.default = 5
    print("assigned", type(net.default).__name__)
except (TypeError, ValueError) as error:
    print(type(error).__name__)
net.insert_param_to_cell("late", Parameter(Tensor([9.0]), name="late_name"))
print([p.name for p in net.get_parameters()], net.late.asnumpy())
del net.named
print([p.name for p in net.get_parameters()], hasattr(net, "named"))
net.added_later = Parameter(Tensor([1.0]))
print(net.added_later.name, [p.name for p in net.get_parameters()])
print(list(net._params), type(ParameterTuple(net.get_parameters())).__name__)
