"""nn.SGD over five steps: momentum, dampening, nesterov, weight decay, groups, schedules."""
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
        result = optimizer(grads)
    print(tag, [p.asnumpy().tolist() for p in params])
    return optimizer, result


_, result = run("plain", lambda p: nn.SGD(p, learning_rate=0.1))
run("momentum", lambda p: nn.SGD(p, learning_rate=0.1, momentum=0.9))
run("dampening", lambda p: nn.SGD(p, learning_rate=0.1, momentum=0.9, dampening=0.5))
run("nesterov", lambda p: nn.SGD(p, learning_rate=0.1, momentum=0.9, nesterov=True))
run("decay", lambda p: nn.SGD(p, learning_rate=0.1, momentum=0.9, weight_decay=0.1))
run("scale", lambda p: nn.SGD(p, learning_rate=0.1, loss_scale=4.0))
run("list lr", lambda p: nn.SGD(p, learning_rate=[0.1, 0.01, 0.001, 0.0001, 0.00001]))
run("schedule", lambda p: nn.SGD(p, learning_rate=nn.ExponentialDecayLR(0.1, 0.9, 2)))
run("cosine", lambda p: nn.SGD(p, learning_rate=nn.CosineDecayLR(0.01, 0.1, 4)))
run("tensor lr", lambda p: nn.SGD(p, learning_rate=Tensor(0.1, ms.float32)))
run("dynamic", lambda p: nn.SGD(p, learning_rate=nn.piecewise_constant_lr([2, 4, 6], [0.1, 0.01, 0.001])))


def groups(p):
    return nn.SGD(
        [{"params": [p[0]], "lr": 0.5, "weight_decay": 0.1}, {"params": [p[1]]}, {"order_params": p}],
        learning_rate=0.1,
        momentum=0.9,
    )


optimizer, _ = run("groups", groups)
print(optimizer.global_step.asnumpy(), [p.name for p in optimizer.parameters], optimizer.is_group)
for bad in (
    lambda p: nn.SGD(p, learning_rate=-1.0),
    lambda p: nn.SGD(p, learning_rate=0.1, momentum=-1.0),
    lambda p: nn.SGD([], learning_rate=0.1),
    lambda p: nn.SGD(p, learning_rate=0.1, nesterov=True),
    lambda p: nn.SGD("params", learning_rate=0.1),
):
    try:
        bad(make())
        print("accepted")
    except (ValueError, TypeError) as error:
        print(type(error).__name__)
