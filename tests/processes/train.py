"""A user's program of data parallel training; prints what all processes must agree on."""

import sys

import mindspore as ms
import mindspore.dataset as ds
import mindspore.nn as nn
import numpy as np
from mindspore.communication import get_group_size, get_rank, init
from mindspore.train import Model

ms.set_auto_parallel_context(
    parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True, parameter_broadcast="share" in sys.argv
)
init()
rank, size = get_rank(), get_group_size()
ms.set_seed(1 + rank * ("share" in sys.argv))
random = np.random.RandomState(0)
data = {"x": random.randn(32, 3, 4, 4).astype(np.float32), "y": random.randint(0, 3, 32).astype(np.int32)}


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)
        self.bn = nn.SyncBatchNorm(4)
        self.fc = nn.Dense(64, 3)

    def construct(self, x):
        return self.fc(nn.Flatten()(ms.ops.relu(self.bn(self.conv(x)))))


# the samples of a step are the same however many processes share them
order = np.arange(32).reshape(-1, 8)[:, :].reshape(4, size, 8 // size)[:, rank].reshape(-1)
own = {name: values[order] for name, values in data.items()}
dataset = ds.NumpySlicesDataset(own, shuffle=False).batch(8 // size)
net = Net()
model = Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(2, dataset, dataset_sink_mode=False)
sums = [float(np.abs(p.asnumpy().astype(np.float64)).sum()) for p in net.get_parameters()]
print("RESULT", rank, size, *(f"{value:.5f}" for value in sums), flush=True)
with open(f"result_{rank}.txt", "w") as file:
    print("RESULT", rank, size, *(f"{value:.5f}" for value in sums), file=file)
