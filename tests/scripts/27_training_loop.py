"""A training loop of one's own: value_and_grad with has_aux, and an optimizer called on the gradients."""
# compare: rtol=1e-4 atol=1e-6

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

ms.set_seed(1)
np.random.seed(1)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.flatten = nn.Flatten()
        self.dense_relu_sequential = nn.SequentialCell(
            nn.Dense(4 * 4, 8), nn.ReLU(), nn.Dense(8, 8), nn.ReLU(), nn.Dense(8, 3)
        )

    def construct(self, x):
        x = self.flatten(x)
        logits = self.dense_relu_sequential(x)
        return logits


model = Net()
loss_fn = nn.CrossEntropyLoss()
optimizer = nn.SGD(model.trainable_params(), learning_rate=0.1)


def forward_fn(data, label):
    logits = model(data)
    loss = loss_fn(logits, label)
    return loss, logits


grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)


def train_step(data, label):
    (loss, logits), grads = grad_fn(data, label)
    optimizer(grads)
    return loss, logits


data = Tensor(np.random.uniform(-1, 1, (12, 1, 4, 4)), ms.float32)
label = Tensor(np.random.randint(0, 3, 12), ms.int32)
model.set_train()
for step in range(6):
    loss, logits = train_step(data, label)
    print(step, loss, logits.shape, type(loss).__name__)
print([p.name for p in optimizer.parameters])
model.set_train(False)
print(model(data).argmax(1))
print((model(data).argmax(1) == label).astype(ms.float32).mean())
