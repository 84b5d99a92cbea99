"""How often a graph runs forward that calls a Cell and differentiates it: once, if both have the same Tensors."""

# compare: rtol=1e-3 atol=1e-5

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(3, 4, Tensor(np.arange(12).reshape(4, 3) % 5 / 4, ms.float32), "zeros")
        self.norm = nn.BatchNorm1d(4, momentum=0.9)
        self.drop = nn.Dropout(p=0.5)
        self.runs = Parameter(Tensor([0.0]), name="runs", requires_grad=False)

    def construct(self, x, factor=None):
        self.runs += 1
        if factor is not None:
            x = x * factor
        return self.drop(self.norm(self.dense(x))).sum()


class Call(nn.Cell):
    def __init__(self, net):
        super().__init__(auto_prefix=False)
        self.net = net

    def construct(self, x):
        return self.net(x)


class Step(nn.Cell):
    def __init__(self, net, kind):
        super().__init__(auto_prefix=False)
        self.net, self.kind = net, kind
        self.call = Call(net)
        self.weights = ms.ParameterTuple(net.trainable_params())
        self.grad = ops.GradOperation(get_by_list=True)
        self.grad_sens = ops.GradOperation(get_by_list=True, sens_param=True)
        self.optimizer = nn.SGD(self.weights, 0.1)

    def helper(self, x):
        return self.net(x)

    def construct(self, x, y):
        net, weights = self.net, self.weights
        if self.kind == "plain":
            loss, grads = net(x), self.grad(net, weights)(x)
        elif self.kind == "sens":
            loss = net(x)
            grads = self.grad_sens(net, weights)(x, ops.fill(loss.dtype, loss.shape, 3.0))
        elif self.kind == "helper":
            loss, grads = self.helper(x), self.grad(net, weights)(x)
        elif self.kind == "inside":
            loss, grads = self.call(x), self.grad(net, weights)(x)
        elif self.kind == "outside":
            loss, grads = self.call(x), self.grad(self.call, weights)(x)
        elif self.kind == "tensors":
            loss, grads = net(x, y), self.grad(net, weights)(x, y)
        elif self.kind == "made here":
            loss, grads = net(x), ops.GradOperation(get_by_list=True)(net, weights)(x)
        elif self.kind == "two Cells":
            loss, grads = net(x), self.grad(self.call, weights)(x)
        elif self.kind == "other Tensors":
            loss, grads = net(x), self.grad(net, weights)(x + 1)
        elif self.kind == "numbers":
            loss, grads = net(x, 2.0), self.grad(net, weights)(x, 2.0)
        elif self.kind == "computed":
            loss, grads = net(x * 2), self.grad(net, weights)(x * 2)
        elif self.kind == "called twice":
            loss, grads = net(x) + net(x), self.grad(net, weights)(x)
        elif self.kind == "called otherwise":
            loss, grads = net(x) + net(x + 1), self.grad(net, weights)(x)
        else:
            return net(x) + net(x)
        return ops.depend(loss, self.optimizer(grads))


def train(step, net, exact=True):
    rng = np.random.RandomState(0)
    for _ in range(3):
        x, y = rng.randn(2, 5, 3).astype(np.float32)
        loss = step(Tensor(x), Tensor(y))
        if exact:
            print(loss)
    print("runs", net.runs.asnumpy())
    print(net.norm.moving_mean.asnumpy() if exact else "")
    if exact:  # outside graphs a dropout may be divided among threads
        print(net.dense.weight.asnumpy())


kinds = (
    "plain",
    "sens",
    "helper",
    "inside",
    "outside",
    "tensors",
    "made here",
    "two Cells",
    "other Tensors",
    "numbers",
)
for kind in (*kinds, "computed", "called twice", "called otherwise", "forward"):
    for mode in (ms.GRAPH_MODE, ms.PYNATIVE_MODE):
        if mode == ms.PYNATIVE_MODE and kind not in ("plain", "outside"):
            continue
        ms.set_context(mode=mode)
        ms.set_seed(1)
        net = Net().set_train()
        print(mode, kind)
        train(Step(net, kind).set_train(), net, mode == ms.GRAPH_MODE)

ms.set_context(mode=ms.PYNATIVE_MODE)
ms.set_seed(1)
net = Net().set_train()
weights = ms.ParameterTuple(net.trainable_params())
operation, optimizer = ops.GradOperation(get_by_list=True), nn.SGD(weights, 0.1)


@ms.jit
def step(x, y):
    loss = net(x)
    return ops.depend(loss, optimizer(operation(net, weights)(x)))


print("jit")
train(step, net)
