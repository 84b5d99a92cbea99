"""set_seed: the same seed gives the same weights, whatever happened before; order of drawing matters."""
# compare: rtol=1e-6 atol=0

import mindspore as ms
import numpy as np
from mindspore import nn


def weights(net):
    return [p.asnumpy().copy() for p in net.get_parameters()]


ms.set_seed(123)
first = weights(nn.SequentialCell(nn.Dense(3, 2), nn.Conv2d(1, 2, 3, has_bias=True)))
nn.Dense(5, 5)
ms.set_seed(123)
second = weights(nn.SequentialCell(nn.Dense(3, 2), nn.Conv2d(1, 2, 3, has_bias=True)))
print([np.array_equal(a, b) for a, b in zip(first, second)])
for a in first:
    print(a.ravel())
ms.set_seed(123)
swapped = weights(nn.SequentialCell(nn.Conv2d(1, 2, 3, has_bias=True), nn.Dense(3, 2)))
print([np.array_equal(a, b) for a, b in zip(first, swapped)])
np.random.seed(123)
print(np.array_equal(first[0], weights(nn.Dense(3, 2))[0]))

for make in (
    lambda: nn.Dense(3, 2),
    lambda: nn.Dense(3, 2, weight_init="normal", bias_init="zeros"),
    lambda: nn.Dense(3, 2, weight_init="xavier_uniform", activation="relu"),
    lambda: nn.Conv1d(2, 2, 3),
    lambda: nn.Conv2d(2, 2, 2, weight_init="TruncatedNormal", has_bias=True, bias_init=0.5),
    lambda: nn.Conv2d(2, 4, 2, group=2),
    lambda: nn.Conv3d(1, 1, 2),
    lambda: nn.Conv2dTranspose(2, 1, 2, has_bias=True),
    lambda: nn.Embedding(4, 3),
    lambda: nn.Embedding(4, 3, padding_idx=0),
    lambda: nn.LayerNorm((3,)),
    lambda: nn.BatchNorm2d(2),
    lambda: nn.GroupNorm(2, 4),
    lambda: nn.PReLU(),
    lambda: nn.LSTM(2, 2),
    lambda: nn.MultiheadAttention(4, 2),
):
    ms.set_seed(7)
    net = make()
    print(type(net).__name__)
    for p in net.get_parameters():
        print(" ", p.name, p.shape, p.asnumpy().ravel()[:4])
