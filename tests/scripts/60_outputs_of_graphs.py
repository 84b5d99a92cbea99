"""What a graph returns lies in memory of its own, and a Parameter in it is a Tensor; alone, both come as they are."""
# compare: exact

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops


def kind(value):
    if isinstance(value, (tuple, list, dict)):
        return [kind(one) for one in (value.values() if isinstance(value, dict) else value)]
    return type(value).__name__


class Held(nn.Cell):
    def __init__(self):
        super().__init__()
        self.p = Parameter(Tensor([3.0]), name="p")
        self.q = Parameter(Tensor([4.0]), name="q")

    def local(self):
        return self.p


class Alone(Held):
    def construct(self, x):
        return self.p


class Tuple(Held):
    def construct(self, x):
        return x, self.p


class List(Held):
    def construct(self, x):
        return [x, self.p]


class Dict(Held):
    def construct(self, x):
        return {"a": self.p, "b": x}


class Nested(Held):
    def construct(self, x):
        return x, (self.p, 1)


class Both(Held):
    def construct(self, x):
        return self.p, self.q


class Local(Held):
    def construct(self, x):
        return x, self.local()


class Depends(Held):
    def construct(self, x):
        return ops.depend((x, self.p), x + 1)


class Assigned(Held):
    def construct(self, x):
        ops.assign(self.p, x)
        return x, self.p


class Passed(nn.Cell):
    def __init__(self):
        super().__init__()
        self.held = Tuple()

    def construct(self, x):
        _, p = self.held(x)
        return p


class Inner(nn.Cell):
    def __init__(self):
        super().__init__()
        self.held = Alone()

    def construct(self, x):
        return self.held(x), x


for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    for net in (Alone, Tuple, List, Dict, Nested, Both, Local, Depends, Assigned, Passed, Inner):
        print(net.__name__, kind(net()(Tensor([1.0]))))

net, x = Tuple(), Tensor([1.0])
same, p = net(x)
ops.assign(net.p, Tensor([5.0]))
print("assigned to since", p, net.p.asnumpy())
p[0] = 9
same[0] = 7
print("written to since", net.p.asnumpy(), x)

ms.set_context(mode=ms.PYNATIVE_MODE)


@ms.jit
def alone(x):
    return x


@ms.jit
def added(x):
    x += 1
    return x


@ms.jit
def element(x):
    x[0] = 3
    return x


@ms.jit
def pair(x):
    return x, x * 2


@ms.jit
def listed(x):
    return [x]


@ms.jit
def reshaped(x):
    return x.reshape((2, 1)), x.view(1, 2)


@ms.jit
def stopped(x):
    return ops.stop_gradient(x), 1


for function in (alone, added, element, pair, listed, reshaped, stopped):
    x = Tensor([1.0, 2.0])
    result = function(x)
    first = result if isinstance(result, Tensor) else result[0]
    first[0] = 7.0
    print(function.__name__, x, first.reshape(-1))


@ms.jit
def with_parameter(p, x):
    return p, x


@ms.jit
def parameter(p):
    return p


print(kind(with_parameter(net.p, x)), kind(parameter(net.p)), parameter(net.p) is net.p)
