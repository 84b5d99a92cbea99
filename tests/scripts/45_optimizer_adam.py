"""nn.Adam, AdamWeightDecay and relatives over five steps."""
# compare: rtol=5e-5 atol=1e-6

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


optimizer = run("adam", lambda p: nn.Adam(p, learning_rate=0.1))
print([p.name for p in optimizer.moment1], [p.asnumpy().tolist() for p in optimizer.moment1])
print(
    [p.asnumpy().tolist() for p in optimizer.moment2], optimizer.beta1_power.asnumpy(), optimizer.beta2_power.asnumpy()
)
run("betas", lambda p: nn.Adam(p, 0.1, beta1=0.5, beta2=0.9, eps=1e-2))
run("decay", lambda p: nn.Adam(p, 0.1, weight_decay=0.1))
run("amsgrad", lambda p: nn.Adam(p, 0.1, use_amsgrad=True))
run("weight decay", lambda p: nn.AdamWeightDecay(p, 0.1, weight_decay=0.1))
run("weight decay off", lambda p: nn.AdamWeightDecay(p, 0.1))
run(
    "groups",
    lambda p: nn.AdamWeightDecay(
        [{"params": [p[0]], "weight_decay": 0.3}, {"params": [p[1]], "lr": 0.01}], 0.1, weight_decay=0.1
    ),
)
run("lr list", lambda p: nn.Adam(p, [0.1, 0.05, 0.01, 0.005, 0.001]))
