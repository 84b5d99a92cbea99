"""str and repr of tensors: dtypes, shapes, specials, long arrays, nesting in containers."""
# compare: exact

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor

dtypes = [
    ms.bool_,
    ms.int8,
    ms.int16,
    ms.int32,
    ms.int64,
    ms.uint8,
    ms.uint16,
    ms.uint32,
    ms.uint64,
    ms.float16,
    ms.bfloat16,
    ms.float32,
    ms.float64,
    ms.complex64,
    ms.complex128,
]
for dtype in dtypes:
    t = Tensor([[0, 1], [1, 0]]).astype(dtype)
    print(dtype, t)
    print(repr(t))
    print(repr(Tensor(1, dtype)), Tensor(1, dtype))
    print(repr(Tensor([1, 0], dtype)))

for value in (
    0.1,
    -0.5,
    1e-8,
    1e10,
    123456.789,
    1 / 3,
    float("nan"),
    float("inf"),
    -float("inf"),
    0.0,
    -0.0,
    1e38,
    1e-45,
):
    print(value, Tensor(value, ms.float32), repr(Tensor(value, ms.float32)), Tensor([value], ms.float32))
    print(repr(Tensor([value, 1.0], ms.float32)), Tensor([value, 1.0], ms.float32))
print(Tensor([1.0, float("nan"), float("inf")]), repr(Tensor([1.0, float("nan"), -float("inf")])))
print(Tensor([1.5, 2.25], ms.float64), repr(Tensor([1.5, 1 / 3], ms.float64)), Tensor(1 / 3, ms.float64))
print(Tensor([1 / 3, 2 / 3], ms.float16), repr(Tensor([1 / 3, 2 / 3], ms.float16)))
print(Tensor([1 / 3, 2 / 3], ms.bfloat16), repr(Tensor([1 / 3, 2 / 3], ms.bfloat16)))
print(Tensor([1 + 2j, -0.5j], ms.complex64), repr(Tensor([1 + 2j, -0.5j], ms.complex64)))
print(Tensor([100, -5, 7]), repr(Tensor([100, -5, 7])), repr(Tensor(np.array([1, -10], np.int8))))

print(Tensor(np.zeros((0,), np.float32)), repr(Tensor(np.zeros((0,), np.float32))))
print(Tensor(np.zeros((2, 0), np.int32)), repr(Tensor(np.zeros((2, 0), np.int32))))
print(Tensor(np.arange(24).reshape(2, 3, 4)))
print(repr(Tensor(np.arange(24).reshape(2, 3, 4))))
print(Tensor(np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 7))
print(repr(Tensor(np.arange(6, dtype=np.float32).reshape(1, 2, 3) / 7)))
print(Tensor(np.arange(30, dtype=np.float32)))
print(repr(Tensor(np.arange(30, dtype=np.float32))))
print(Tensor(np.arange(2000)))
print(repr(Tensor(np.arange(2000))))
print(Tensor(np.arange(1200, dtype=np.float32).reshape(30, 40)))
print(repr(Tensor(np.arange(1200, dtype=np.float32).reshape(30, 40))))
print(Tensor(np.ones((1, 1, 1, 1), np.float32)), repr(Tensor(np.ones((1, 1, 1, 1), np.float32))))

t = Tensor([1.0, 2.0])
print([t, t], (t,), {"a": t}, f"{t}", f"{t!r}")
print(format(t, ""))
p = Parameter(t, name="w")
print(p, repr(p), [p], {"w": p}, f"{p}")
print(Parameter(Tensor(1, ms.int32), name="i", requires_grad=False), Parameter(np.ones((2, 3), np.float16), name="a.b"))
print(p + 0, repr(p + 0))
