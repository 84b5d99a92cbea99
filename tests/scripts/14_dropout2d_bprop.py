"""A Cell with its own bprop: the tutorial's Dropout2d (two outputs: the tensor and the mask)."""

import mindspore
import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

ms.set_seed(2)


class Dropout2d(nn.Cell):
    def __init__(self, keep_prob):
        super().__init__()
        self.keep_prob = keep_prob
        self.dropout2d = ops.Dropout2D(keep_prob)

    def construct(self, x):
        return self.dropout2d(x)

    def bprop(self, x, out, dout):
        _, mask = out
        dy, _ = dout
        if self.keep_prob != 0:
            dy = dy * (1 / self.keep_prob)
        dy = mask.astype(mindspore.float32) * dy
        return (dy.astype(x.dtype),)


dropout_2d = Dropout2d(0.8)
dropout_2d.bprop_debug = True

x = Tensor(np.ones((2, 10, 2, 2)), ms.float32)
out, mask = dropout_2d(x)
print(out.shape, out.dtype, mask.shape, mask.dtype)
kept = mask.asnumpy()
print(set(np.unique(out.asnumpy()).tolist()) <= {0.0, 1.25}, np.array_equal(out.asnumpy() != 0, kept))
print("whole channels:", bool((kept.reshape(20, 4).min(1) == kept.reshape(20, 4).max(1)).all()))

seen = []


class Keep(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Dropout2d(0.8)

    def construct(self, x):
        y, mask = self.inner(x)
        seen.append(mask)
        return (y * 3).sum()


dx = ms.grad(Keep())(x)
print(dx.shape, dx.dtype)
print(np.allclose(dx.asnumpy(), seen[-1].asnumpy() * 3 / 0.8))
