"""Mixed precision of level "auto": which type each operation gives."""

# compare: rtol=2e-3 atol=1e-3

import mindspore as ms
import mindspore.nn as nn
import mindspore.ops as ops
import numpy as np

ms.set_seed(3)
x = ms.Tensor(np.random.RandomState(0).randn(4, 4).astype(np.float32))
image = ops.ones((2, 3, 4, 4))


class Of(nn.Cell):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def construct(self, *args):
        return self.function(*args)


CASES = {
    "matmul": (lambda a: ops.matmul(a, a), x),
    "bmm": (lambda a: ops.bmm(a, a), ops.ones((2, 4, 4))),
    "relu": (ops.relu, x),
    "softmax": (ops.softmax, x),
    "softmax of half": (lambda a: ops.softmax(a.half()), x),
    "exp of half": (lambda a: ops.exp(a.half()), x),
    "sum of half": (lambda a: a.half().sum(), x),
    "mean of half": (lambda a: a.half().mean(), x),
    "relu of half": (lambda a: ops.relu(a.half()), x),
    "sum of both": (lambda a: a.half() + a, x),
    "addcmul of both": (lambda a: ops.addcmul(a.half(), a, a), x),
    "concat of both": (lambda a: ops.concat((a.half(), a)), x),
    "matmul, relu": (lambda a: ops.relu(ops.matmul(a, a)), x),
    "matmul, softmax": (lambda a: ops.softmax(ops.matmul(a, a)), x),
    "cross entropy": (lambda a: ops.cross_entropy(ops.matmul(a, a), ms.Tensor([1, 2, 3, 0], ms.int32)), x),
    "conv": (nn.Conv2d(3, 2, 1), image),
    "dense": (nn.Dense(4, 2), x),
    "dense without bias": (nn.Dense(4, 2, has_bias=False), x),
    "layer norm": (nn.LayerNorm((4,)), x),
}
for name, (function, data) in CASES.items():
    out = ms.amp.auto_mixed_precision(Of(function), "auto", ms.float16)(data)
    print(name, out.dtype, out.asnumpy().ravel()[:3])

net = nn.SequentialCell(nn.Dense(4, 8), nn.ReLU(), nn.Dense(8, 2))
model = ms.train.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9), amp_level="auto")
for _ in range(3):
    print(model.train_network(x, ops.ones((4, 2))).asnumpy().item())
grads = ms.value_and_grad(net, None, net.trainable_params())(x)[1]
print([g.dtype for g in grads])
