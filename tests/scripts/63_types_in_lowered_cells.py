"""In Cells of type float16 also operations that want two tensors of one type get it; losses of two types."""
# compare: rtol=2e-3 atol=1e-4

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops
from mindspore.ops import operations as P


class Held(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor(np.array([[0.25, 0.75], [0.5, 0.5]], np.float32)), name="w")
        self.b = Parameter(Tensor(np.array([0.5, 0.25], np.float32)), name="b")
        self.t = Tensor(np.ones((2, 2), np.float32))
        self.i = Tensor(np.ones((2, 2), np.int32))
        self.bias_add = P.BiasAdd()
        self.matmul = P.MatMul(transpose_b=True)


class Dense(Held):
    def construct(self, x):
        return self.bias_add(self.matmul(x, self.w), self.b)


class Constants(Held):
    def construct(self, x):
        return self.w * self.t, self.t + self.t, self.i * self.t, self.i * 1, x * 1


class Outer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Dense()
        self.p = Parameter(Tensor(np.array([1.0, 2.0], np.float32)), name="p")

    def construct(self, x):
        return self.inner(x) + self.p


x = Tensor(np.array([[0.5, 1.0], [0.25, 0.75]], np.float32))
for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    for net in (Dense, Constants, Outer):
        for lowered in (net().to_float(ms.float16), net().add_flags_recursive(fp16=True)):
            found = lowered(x)
            found = found if isinstance(found, tuple) else (found,)
            print(net.__name__, [(str(one.dtype), one.asnumpy().astype(np.float32).tolist()) for one in found])
ms.set_context(mode=ms.PYNATIVE_MODE)

for first, second in (
    (ms.float16, ms.float16), (ms.float16, ms.float32), (ms.float32, ms.float32), (ms.float32, ms.float64),
    (ms.float16, ms.int32), (ms.int32, ms.int32), (ms.bool_, ms.float32), (ms.bool_, ms.bool_),
):  # fmt: skip
    try:
        print(first, second, ops.smooth_l1_loss(Tensor(x, first), Tensor(x * 2, second), reduction="mean").dtype)
    except TypeError:
        print(first, second, "refused")
