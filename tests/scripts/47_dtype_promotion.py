"""The dtype of a result: every pair of dtypes, Python numbers, and what each arithmetic operator gives."""
# compare: exact

import mindspore as ms
from mindspore import Tensor, ops

ms.set_context(pynative_synchronize=True)

dtypes = [
    ms.bool_,
    ms.uint8,
    ms.int8,
    ms.int16,
    ms.int32,
    ms.int64,
    ms.float16,
    ms.bfloat16,
    ms.float32,
    ms.float64,
]
for a in dtypes:
    row = []
    for b in dtypes:
        row.append(str((Tensor([1], a) * Tensor([1], b)).dtype))
    print(a, "*", row)
scalars = [True, 2, 2.5]
for a in dtypes:
    row = []
    for value in scalars:
        row.append(f"{(Tensor([1], a) * value).dtype}/{(value + Tensor(1, a)).dtype}")
    print(a, row)
operators = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "/": lambda x, y: x / y,
    "//": lambda x, y: x // y,
    "%": lambda x, y: x % y,
    "**": lambda x, y: x**y,
    "<": lambda x, y: x < y,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
}
for name, operate in operators.items():
    row = []
    for a in (ms.int32, ms.int64, ms.float16, ms.float32, ms.float64):
        out = operate(Tensor([7], a), Tensor([2], a))
        row.append((str(out.dtype), out.asnumpy().tolist()))
    print(name, row)
for name, operate in operators.items():
    print(name, operate(Tensor([-7, 7]), 3), operate(Tensor([-7.0, 7.5]), 2), operate(3, Tensor([2.0, 4.0])))
print(
    Tensor([True, False]) & Tensor([True, True]), Tensor([True, False]) | Tensor([False, False]), ~Tensor([True, False])
)
print(
    Tensor([6]) & Tensor([3]),
    Tensor([6]) | Tensor([3]),
    Tensor([6]) ^ Tensor([3]),
    Tensor([1]) == 1,
    Tensor([1.0]) != None,
)
print(Tensor([[1.0, 2.0]]) @ Tensor([[3.0], [4.0]]), Tensor([1.0, 2.0]) @ Tensor([3.0, 4.0]))
every = (ms.bool_, ms.int32, ms.int64, ms.float16, ms.float32, ms.float64)
numbers, floats = every[1:], every[3:]
for name, (reduce, accepted) in {
    "sum": (lambda t: t.sum(), every),
    "prod": (lambda t: t.prod(), every),
    "any": (lambda t: t.any(), every),
    "max": (lambda t: t.max(), numbers),
    "argmax": (lambda t: t.argmax(), numbers),
    "cumsum": (lambda t: t.cumsum(0), numbers),
    "mean": (lambda t: t.mean(), floats),
    "std": (lambda t: t.std(), floats),
    "var": (lambda t: t.var(), floats),
    "abs": (lambda t: t.abs(), numbers),
    "exp": (ops.exp, floats),
    "sqrt": (ops.sqrt, floats),
    "sin": (ops.sin, floats),
    "relu": (ops.relu, numbers),
    "neg": (ops.neg, numbers),
    "square": (ops.square, numbers),
}.items():
    print(name, [str(reduce(Tensor([1, 0, 1], a)).dtype) for a in accepted])
print([str(Tensor([2], a).sum(dtype=ms.float64).dtype) for a in numbers], ops.topk(Tensor([1.0, 2.0]), 1)[1].dtype)
