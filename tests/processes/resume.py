"""Long training that may be killed at any moment; started again, it goes on from its last checkpoint."""

import os
import signal
import sys
from pathlib import Path

import mindspore as ms
import mindspore.dataset as ds
import mindspore.nn as nn
import numpy as np
from mindspore.train import Callback, CheckpointConfig, LossMonitor, Model, ModelCheckpoint

EPOCHS, BATCH = 4, 4
folder, kill_at = Path(sys.argv[1]), int(sys.argv[2])


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc1, self.bn, self.drop, self.fc2 = nn.Dense(6, 16), nn.BatchNorm1d(16), nn.Dropout(p=0.3), nn.Dense(16, 3)

    def construct(self, x):
        return self.fc2(self.drop(ms.ops.relu(self.bn(self.fc1(x)))))


class RandomState(Callback):
    """Keeps the state of the random numbers in a Parameter, which is saved with the checkpoint."""

    def __init__(self):
        self.state = ms.Parameter(ms.get_rng_state(), name="random_state", requires_grad=False)

    def on_train_step_end(self, run_context):
        self.state.set_data(ms.get_rng_state())


class Kill(Callback):
    def on_train_step_end(self, run_context):
        if run_context.original_args().cur_step_num == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)


ms.set_seed(5)
random = np.random.RandomState(0)
data = {"x": random.randn(32, 6).astype(np.float32), "y": random.randint(0, 3, 32).astype(np.int32)}
dataset = ds.NumpySlicesDataset(data, shuffle=True)
dataset = dataset.map(lambda x: x + np.float32(0.01), "x").shuffle(16).batch(BATCH)
size = dataset.get_dataset_size()
net = Net()
rates = nn.cosine_decay_lr(0.01, 0.1, EPOCHS * size, size, EPOCHS)
optimizer = nn.Momentum(net.trainable_params(), rates, 0.9, weight_decay=1e-3)
keep = RandomState()
done = 0
saved = sorted(folder.glob("net*.ckpt"), key=lambda file: file.stat().st_mtime)
if saved:
    values = ms.load_checkpoint(str(saved[-1]))
    ms.load_param_into_net(net, values)
    ms.load_param_into_net(optimizer, values)
    ms.set_rng_state(values["random_state"])
    done = int(values["global_step"].asnumpy())
    dataset.set_init_step(done)
config = CheckpointConfig(save_checkpoint_steps=3, keep_checkpoint_max=3, append_info=[{"random_state": keep.state}])
model = Model(net, nn.CrossEntropyLoss(), optimizer)
callbacks = [keep, ModelCheckpoint("net", str(folder), config), Kill(), LossMonitor(1)]
model.train(EPOCHS, dataset, callbacks, initial_epoch=done // size)
np.savez(folder / "end.npz", **{p.name: p.asnumpy() for p in optimizer.get_parameters()}, mean=net.bn.moving_mean.asnumpy())
