"""What `x += y` and `x[0] = y` change in a compiled function and in a Cell in graph mode."""

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops


def floats(*values):
    return Tensor(np.array(values, np.float32))


def integers(*values):
    return Tensor(np.array(values, np.int32))


def show(name, function, *args):
    try:
        out = function(*args)
    except (TypeError, RuntimeError, ValueError) as error:
        print(name, type(error).__name__)
        return
    print(name, out, "given:", *args)


def add(x, y):
    x += y
    return x


def subtract(x, y):
    x -= y
    return x


def multiply(x, y):
    x *= y
    return x


def divide(x, y):
    x /= y
    return x


def floor(x, y):
    x //= y
    return x


def remainder(x, y):
    x %= y
    return x


def power(x, y):
    x **= y
    return x


for function in (add, subtract, multiply, divide, floor, remainder, power):
    for name, run in (("outside", function), ("in a graph", ms.jit(function))):
        show(f"{function.__name__} {name}", run, floats(1, 2), 2)
for function in (add, subtract, multiply, divide, floor, remainder):
    run = ms.jit(function)
    name = function.__name__
    show(name, run, integers(-3, 7), 2)
    show(name, run, integers(-3, 7), -1.7)
    show(name, run, integers(1, 2), floats(1.5, 2))
    show(name, run, floats(1, 2), integers(1, 2))
    show(name, run, Tensor([2048.0], ms.float16), floats(0.6))
    show(name, run, floats(1, 2), Tensor(3.0))
    show(name, run, floats(1), floats(1, 2))
    show(name, run, Tensor([True, False]), Tensor([True, True]))
    show(name, run, floats(1, 2), [1, 2])
    show(name, run, 1, floats(1, 2))


@ms.jit
def other_names(x):
    y = x
    z = [x, x]
    y += 1
    z[0] += 1
    return x, y, z


@ms.jit
def loop(x):
    for i in range(3):
        x += i
    x = x * 2
    x += 1
    return x


@ms.jit
def elements(x, several):
    x[0] = 5
    x[1:3] += 2
    several[0] = 7
    several.append(x)
    return x, several


@ms.jit
def part(x):
    y = x[0:2]
    y += 1
    z = x.reshape(2, 2)
    z *= 2
    return x, y, z


show("other names", other_names, floats(1, 2))
show("loop", loop, floats(1, 2))
several = [1, 2]
show("elements", elements, floats(1, 2, 3), several)
show("part", part, floats(1, 2, 3, 4))


def of_input(x):
    x[0] = x[1] * 2
    return (x * x).sum()


def after_exp(x):
    y = ops.exp(x)
    y += 1
    return y.sum()


print("gradient", ms.grad(ms.jit(of_input))(floats(1, 2, 3)), ms.grad(ms.jit(after_exp))(floats(0, 1)))


class Residual(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 2, weight_init="ones", bias_init="zeros")

    def construct(self, x):
        y = self.dense(x)
        shortcut = y
        y += x
        return y + shortcut


class Shifted(nn.Cell):
    def __init__(self):
        super().__init__()
        self.shift = Parameter(floats(1, 2), name="shift")

    def construct(self, x):
        x += self.shift
        return x


residual, shifted = Residual(), Shifted()
for mode in (ms.GRAPH_MODE, ms.PYNATIVE_MODE):
    ms.set_context(mode=mode)
    print(residual(floats(1, 2)), ms.grad(residual)(floats(1, 2)))
    show("shifted", shifted, floats(1, 1))


def minus(x, y, z=0):
    return x - y + z


@ms.jit
def partial():
    return ops.partial(minus, x=2)(y=3), ops.partial(minus, 2, z=1)(y=3)


print(partial())
try:
    ops.partial(minus, x=2)
except TypeError as error:
    print(type(error).__name__)
