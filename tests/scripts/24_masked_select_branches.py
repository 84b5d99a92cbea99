"""Control flow on a tensor's value, and the mask that keeps the shape in both branches."""

import mindspore as ms
import numpy as np
from mindspore import ops

np.random.seed(1)
x = ms.Tensor(np.random.uniform(0, 1, (10)).astype(np.float32))
cond = (x > 0.5).any()

if cond:
    y = ops.masked_select(x, x > 0.5)
else:
    y = ops.zeros_like(x)
print(x)
print(cond)
print(y)

np.random.seed(1)
x = ms.Tensor(np.random.uniform(0, 1, (10)).astype(np.float32))
cond = (x > 0.5).any()

if cond:
    mask = (x > 0.5).astype(x.dtype)
else:
    mask = ops.zeros_like(x)
y = x * mask
print(x)
print(cond)
print(y)

print(type(cond).__name__, cond.dtype, cond.shape, bool(cond), (x > 2).any(), (x > 2).all())
for truth in (ms.Tensor([1]), ms.Tensor(0.0), ms.Tensor([True]), ms.Tensor([1, 2])):
    try:
        print(bool(truth))
    except ValueError:
        print("ValueError")
n = 0
while ms.Tensor(n) < 3:
    n += 1
print(n, [i for i in range(ms.Tensor(3))], [10, 20, 30][ms.Tensor(1)])
