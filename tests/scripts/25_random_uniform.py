"""Random ops with an op-level seed: twice in one program differs, and bounds and shapes hold."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, ops

ms.set_context(pynative_synchronize=True)

minval = Tensor(1.0, ms.float32)
maxval = Tensor(2.0, ms.float32)
ms.set_seed(1)
first = ops.uniform((1, 4), minval, maxval, seed=1)
second = ops.uniform((1, 4), minval, maxval, seed=1)
print(first.shape, first.dtype, np.array_equal(first.asnumpy(), second.asnumpy()))
big = ops.uniform((1000,), minval, maxval).asnumpy()
print(big.min() >= 1, big.max() < 2, 1.45 < big.mean() < 1.55)

ms.set_seed(7)
print(ms.get_seed())
a = np.random.rand(3)
ms.set_seed(7)
print(np.array_equal(a, np.random.rand(3)))
np.random.seed(7)
print(np.array_equal(a, np.random.rand(3)))

for make in (
    lambda: ops.rand(2, 3),
    lambda: ops.randn(2, 3),
    lambda: ops.randint(0, 5, (2, 3)),
    lambda: ops.standard_normal((2, 3)),
    lambda: ops.normal((2, 3), Tensor(0.0), Tensor(1.0)),
    lambda: ops.randperm(6),
    lambda: ops.dropout(Tensor(np.ones((2, 3)), ms.float32), 0.5),
):
    try:
        ms.set_seed(3)
        one = make()
        ms.set_seed(3)
        two = make()
        print(one.shape, one.dtype, np.array_equal(one.asnumpy(), two.asnumpy()))
    except RuntimeError as error:
        print("RuntimeError", str(error)[:60])
for bad in (-1, 1.5, "x"):
    try:
        ms.set_seed(bad)
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
