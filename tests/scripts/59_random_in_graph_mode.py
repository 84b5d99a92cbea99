"""Random numbers of Cells and gradients in graph mode: each place in a graph has a stream, which goes on from run to run."""
# compare: rtol=1e-4 atol=1e-6

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)
ms.set_seed(3)


def kept(x):
    return "".join(str(int(v)) for v in x.reshape(-1).asnumpy() > 0)


def ones(n):
    return ops.ones((1, n), ms.float32)


class Several(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.Dropout(p=0.5)
        self.second = nn.Dropout(p=0.5)

    def construct(self, x):
        return self.first(x), self.second(x), self.first(x + 1), ops.dropout(x, 0.5), ops.dropout(x, 0.5)


net = Several()
net.set_train()
for size in (12, 12, 6, 12):
    print("several", [kept(x) for x in net(ones(size))])
net.set_train(False)
print("eval", [kept(x) for x in net(ones(12))[:3]])
net.set_train()
print("train again", [kept(x) for x in net(ones(12))])
print("a part of it", kept(net.first(ones(12))), kept(net.first(ones(12))))


class Noise(nn.Cell):
    def construct(self, x):
        return ops.standard_normal((3,)) + x.sum() * 0, ops.rand(2) + x.sum() * 0


noise = Noise()
for cell in (noise, noise, Noise()):
    print("noise", *[np.round(x.asnumpy(), 4) for x in cell(ones(2))])


class Weighted(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor(np.ones((1, 8), np.float32)), name="w")
        self.drop = nn.Dropout(p=0.5)

    def construct(self, x):
        return self.drop(x * self.w)


net = Weighted()
net.set_train()
step = ms.value_and_grad(net, None, net.trainable_params())
for _ in range(3):
    value, grads = step(ones(8))
    print("value_and_grad", kept(value), kept(grads[0]))
print("grad, made anew", kept(ms.grad(net)(ones(8))), kept(ms.grad(net)(ones(8))))
by_all = ops.GradOperation(get_all=True)
print("GradOperation", kept(by_all(net)(ones(8))[0]), kept(by_all(net)(ones(8))[0]))


def dropped(x):
    return ops.dropout(x * net.w, 0.5).sum()


step = ms.value_and_grad(dropped, None, net.trainable_params())
for _ in range(2):
    value, grads = step(ones(8))
    print("a function", value, kept(grads[0]))


class Product(nn.Cell):
    def construct(self, a, b):
        return (a * b).sum()


net = Weighted()
train = nn.TrainOneStepCell(nn.WithLossCell(net, Product()), nn.SGD(net.trainable_params(), 0.125))
train.set_train()
label = Tensor(np.arange(8).reshape(1, 8), ms.float32)
for _ in range(4):
    print("TrainOneStepCell", train(ones(8), label), net.w.asnumpy())

ms.set_context(mode=ms.PYNATIVE_MODE)
drop = nn.Dropout(p=0.5)
drop.set_train()


@ms.jit
def compiled(x):
    return drop(x), drop(x + 1)


for _ in range(2):
    print("jit", [kept(x) for x in compiled(ones(12))])
print("PyNative", kept(drop(ones(12))), kept(drop(ones(12))))
