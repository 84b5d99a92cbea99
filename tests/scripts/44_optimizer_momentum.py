"""nn.Momentum over five steps, with a frozen parameter and through a net."""
# compare: rtol=2e-5 atol=1e-7

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn


def make():
    return [
        Parameter(Tensor(np.array([1.0, -2.0, 3.0]), ms.float32), name="fc.weight"),
        Parameter(Tensor(np.array([0.5]), ms.float32), name="fc.bias"),
    ]


def run(tag, build, steps=5):
    params = make()
    optimizer = build(params)
    for step in range(steps):
        grads = tuple(
            Tensor(np.sin(np.arange(p.size) + step).reshape(p.shape), ms.float32) for p in optimizer.parameters
        )
        optimizer(grads)
    print(tag, [p.asnumpy().tolist() for p in params])
    return optimizer


optimizer = run("plain", lambda p: nn.Momentum(p, 0.1, 0.9))
print([m.asnumpy().tolist() for m in optimizer.moments], optimizer.momentum.asnumpy(), optimizer.global_step.asnumpy())
run("decay", lambda p: nn.Momentum(p, 0.1, 0.9, weight_decay=0.1))
run("scale", lambda p: nn.Momentum(p, 0.1, 0.9, loss_scale=2.0))
run("lr list", lambda p: nn.Momentum(p, [0.1, 0.05, 0.01, 0.005, 0.001], 0.9))
run(
    "groups",
    lambda p: nn.Momentum(
        [{"params": [p[1]], "weight_decay": 0.0}, {"params": [p[0]], "weight_decay": 0.2, "lr": 0.01}], 0.1, 0.9
    ),
)

ms.set_seed(6)
net = nn.SequentialCell(nn.Dense(3, 4), nn.ReLU(), nn.Dense(4, 1))
net[0].bias.requires_grad = False
optimizer = nn.Momentum(net.trainable_params(), 0.05, 0.9)
x = Tensor(np.linspace(-1, 1, 15).reshape(5, 3), ms.float32)
target = Tensor(np.linspace(0, 1, 5).reshape(5, 1), ms.float32)
loss_fn = nn.MSELoss()
step = ms.value_and_grad(lambda a, b: loss_fn(net(a), b), None, optimizer.parameters)
bias = net[0].bias.asnumpy().copy()
for _ in range(5):
    loss, grads = step(x, target)
    optimizer(grads)
    print(loss)
print(np.array_equal(bias, net[0].bias.asnumpy()))
for p in net.get_parameters():
    print(p.name, p.asnumpy().ravel().tolist())
