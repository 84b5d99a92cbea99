"""recompute: the same values and gradients, with the forward of that Cell run again on the way back."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

ms.set_seed(4)


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 3)

    def construct(self, x):
        return ops.tanh(self.fc(x)) + x


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = nn.CellList([Block() for _ in range(3)])

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return x.sum()


net = Net()
x = Tensor(np.linspace(-1, 1, 6).reshape(2, 3), ms.float32)
weights = net.trainable_params()
value, (dx, dw) = ms.value_and_grad(net, 0, weights)(x)
for block in net.blocks:
    block.recompute()
value2, (dx2, dw2) = ms.value_and_grad(net, 0, weights)(x)
print(np.allclose(value.asnumpy(), value2.asnumpy()), np.allclose(dx.asnumpy(), dx2.asnumpy()))
print([bool(np.allclose(a.asnumpy(), b.asnumpy())) for a, b in zip(dw, dw2)])
print([p.name for p in weights])
