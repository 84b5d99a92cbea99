"""What `initializer` made and nobody filled: an argument is filled by the graph, a constant of it reads as zeros."""

import mindspore as ms
from mindspore import Tensor, nn, ops
from mindspore.common.initializer import Normal, initializer


class Add(nn.Cell):
    def __init__(self, init):
        super().__init__()
        self.held = initializer(init, [3], ms.float32)

    def construct(self, x):
        return ops.relu(self.held) * 2 + x


class Second(nn.Cell):
    def construct(self, x, pair):
        return x + pair[0]


@ms.jit
def plus_one(x):
    return x + 1


@ms.jit
def plus_held(x):
    return x + held


held = initializer("ones", [3], ms.float32)
x = Tensor([1.0, 2.0, 3.0])


def show(name, function):
    try:
        text = str(function())
        print(name, text)
    except RuntimeError as error:
        print(name, type(error).__name__)


for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    for init in ("zeros", "ones", Normal(1.0), 3):
        net = Add(init)
        show(f"{mode} constant", lambda: net(x))
        show(f"{mode} gradient", lambda: ms.grad(net)(x))
        print(net.held.has_init)
    made = initializer("ones", [3], ms.float32)
    show(f"{mode} argument", lambda: Add("ones")(made))
    show(f"{mode} in a tuple", lambda: Second()(x, (initializer("ones", [3], ms.float32),)))
    show(f"{mode} argument of jit", lambda: plus_one(initializer("ones", [3], ms.float32)))
    show(f"{mode} constant of jit", lambda: plus_held(x))
    show(f"{mode} operand", lambda: held + 1)
