"""What a compiled function returns for what Python would leave for later, and numbers out of arrays of one element."""

import functools

import mindspore as ms
import mindspore.nn as nn
import mindspore.ops as ops
import numpy as np
from mindspore import jit

x = ms.Tensor([1.0, 2.0])


@jit
def mapped(a):
    return map(lambda b: b + 1, [a, a])


@jit
def filtered(a):
    return filter(lambda b: b > 1, [1, 2, 3])


@jit
def generated(a):
    return (b for b in [1, 2])


@jit
def zipped(a):
    return zip([a], [a * 2])


@jit
def counted(a):
    return range(3), enumerate([a])


@jit
def mapped_over(a):
    pairs = {"a": 1, "b": 2}
    return (
        map(lambda b: b + 1, (1, 2)),
        map(lambda b: b + 1, range(3)),
        map(lambda b: b, zip((1, 2), (3, 4))),
        map(str, pairs.values()),
        map(lambda b: b[1], pairs.items()),
        {"k": map(lambda b: b, (a, a))},
    )


@jit
def views(a):
    pairs = {"a": a, "b": 2}
    return pairs.items(), pairs.keys(), pairs.values(), filter(lambda b: b > 1, range(4))


@jit
def nested(a):
    return {"a": [a, a + 1]}, (a, [a])


@jit
def partial(a):
    return functools.partial(lambda b, c: b - c, a)(a * 2), ops.partial(ops.add, a)(a)


@jit
def chosen(a):
    if a.sum() > 0:
        b = a + 1
    else:
        b = a - 1
    return b


class Net(nn.Cell):
    @jit
    def construct(self, a):
        return map(lambda b: b, [a])


class GraphNet(nn.Cell):
    def construct(self, a):
        return map(lambda b: b, [a]), [a], zip((a,), (a,)), 3, 2.5, "text"


def show(value):
    if isinstance(value, ms.Tensor):
        return value.asnumpy().tolist()
    if isinstance(value, (list, tuple)):
        return type(value)(show(v) for v in value)
    return {k: show(v) for k, v in value.items()} if isinstance(value, dict) else value


for function in (mapped, filtered, generated, zipped, counted, mapped_over, views, nested, partial, chosen, Net()):
    out = function(x)
    print(type(out).__name__, show(out))
ms.set_context(mode=ms.GRAPH_MODE)
print(show(GraphNet()(x)))
print(float(ms.Tensor([1.5]).asnumpy()), int(ms.Tensor([[3]]).asnumpy()), "%.2f" % ms.Tensor([1.5]).asnumpy())
print(
    float(ms.Tensor([1.5]).asnumpy() * 2 + 1),
    [ms.Tensor([1.5]).asnumpy(), ms.Tensor([1.5]).asnumpy() + ms.Tensor([1.5, 2]).asnumpy()],
)
print(ms.get_context("enable_ge"), ms.get_context("enable_parallel_split"))
scores = ms.Tensor([[0.1, 0.7, 0.2]]).asnumpy()
print(int(np.argmax(scores, axis=1)), [scores, scores[0]], {"a": scores.sum(axis=0)}, type(scores.mean()).__name__)
try:
    float(scores)
except TypeError as error:
    print(error)
