"""Early stopping in two processes that see other losses: both go by the mean, and stop in the same epoch."""

import numpy as np
import ms2torch as ms
from ms2torch import nn
from ms2torch.communication import init, get_rank
from ms2torch.train import EarlyStopping, Model
init("mccl")
r = get_rank()
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)


class Loss(nn.Cell):
    """A loss that falls in one process and rises in the other."""

    def __init__(self):
        super().__init__()
        self.epoch = 0.0

    def construct(self, out, label):
        self.epoch += 1
        return (out - label).mean() * 0 + (10 - self.epoch if r == 0 else 2 * self.epoch)


net = nn.Dense(2, 1)
data = ms.dataset.NumpySlicesDataset((np.ones((2, 2), np.float32), np.ones((2, 1), np.float32)), ["a", "b"]).batch(2)
stop = EarlyStopping("loss", patience=2)
Model(net, Loss(), nn.SGD(net.trainable_params(), 0.1)).train(6, data, stop)
assert (stop.stopped_epoch, float(stop.best)) == (3, 5.5), (stop.stopped_epoch, stop.best)
ms.communication.release()
import os
os._exit(0)  # what torch's own threads do while the interpreter goes down is not tested here
