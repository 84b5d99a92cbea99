"""to_float: what dtype each layer computes in, and the values that come out."""
# compare: rtol=2e-2 atol=2e-3

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

ms.set_context(pynative_synchronize=True)

ms.set_seed(3)


class Show(nn.Cell):
    def __init__(self, tag):
        super().__init__()
        self.tag = tag

    def construct(self, x):
        print(self.tag, x.dtype)
        return x


class Network(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.SequentialCell([nn.Dense(6, 5), Show("dense out"), nn.ReLU()])
        self.norm = nn.LayerNorm((5,), epsilon=1e-5)
        self.show = Show("norm out")
        self.fc = nn.Dense(5, 3)

    def construct(self, x):
        x = self.first(x)
        x = self.norm(x)
        x = self.show(x)
        return self.fc(x)


x = Tensor(np.linspace(-1, 1, 24).reshape(4, 6), ms.float32)
net = Network()
plain = net(x)
print("plain", plain.dtype)

net.to_float(ms.float16)
half = net(x)
print("half", half.dtype, net.fc.weight.dtype)
print(np.abs(half.asnumpy().astype(np.float32) - plain.asnumpy()).max() < 1e-2)

for _, cell in net.cells_and_names():
    if isinstance(cell, nn.LayerNorm):
        cell.to_float(ms.float32)
mixed = net(x)
print("mixed", mixed.dtype)

net.to_float(ms.float32)
back = net(x)
print("back", back.dtype, np.allclose(back.asnumpy(), plain.asnumpy(), atol=1e-6))

try:
    net.to_float(ms.int32)
except ValueError as error:
    print("ValueError")

label = Tensor([0, 2, 1, 0], ms.int32)
loss_fn = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean").to_float(ms.float32)
net.to_float(ms.float16)
net_with_loss = nn.WithLossCell(net, loss_fn)
loss = net_with_loss(x, label)
print("loss", loss.dtype, loss)
grads = ms.value_and_grad(net_with_loss, None, net.trainable_params())(x, label)[1]
for p, g in zip(net.trainable_params(), grads):
    print(p.name, g.dtype, g.shape)
print(ops.cast(half, ms.float32).dtype)
