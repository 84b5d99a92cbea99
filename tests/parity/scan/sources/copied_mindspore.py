"""What people copy from MindSpore word for word; nothing of it is executed."""

import mindspore as ms
from mindspore import Tensor, mint, nn, ops


class Block(nn.Cell):
    def __init__(self, width, stride, rate=0.1):
        super().__init__()
        self.first = nn.Conv2d(width, width, 3)
        self.strided = nn.Conv2d(width, width, 3, 2)
        self.known = nn.Conv2d(3, 8, (3, 5), pad_mode="pad", padding=(1, 1, 2, 2), has_bias=True)
        self.turned = nn.Conv2dTranspose(8, 8, 4, 2)
        self.norms = nn.CellList([nn.BatchNorm2d(width, momentum=0.99) for _ in range(2)])
        self.act = nn.LeakyReLU()
        self.gelu = nn.GELU()
        self.drop = nn.Dropout(keep_prob=0.9)
        self.dropped = nn.Dropout(p=rate)
        self.pool = nn.MaxPool2d(3, 2, pad_mode="same")
        self.mean = nn.AvgPool2d(3, 1, pad_mode="same")
        self.norm = nn.LayerNorm((width,))
        self.table = nn.Embedding(10, width)
        self.head = nn.Dense(width, 10)
        self.linear = mint.nn.Linear(width, 10)
        self.response = nn.LRN(2)
        self.reduce = ops.ReduceSum()

    def construct(self, x, mask=None):
        y = self.drop(self.act(self.norms[0](self.first(x))))
        y = y + self.dropped(self.gelu(self.norms[1](self.strided(x))))
        y = ops.interpolate(y, scale_factor=2.0, recompute_scale_factor=True)
        y = ops.softmax(y, axis=-1)
        spread = ops.std(y, 0)
        values, places = ops.topk(y.flatten(), 3)
        best = y.argmax(-1)
        return self.reduce(ops.cat([spread, values], axis=0)), places, best, nn.Absent(3)


def loss(logits, labels):
    return nn.CrossEntropyLoss(reduction="sum")(logits, labels) + ops.mse_loss(logits, labels)


def train(net, data):
    optimizer = nn.AdamWeightDecay(net.trainable_params(), 1e-3)
    slow = nn.Momentum(net.trainable_params(), 0.1, 0.9, weight_decay=1e-4)
    forward = ms.value_and_grad(net, None, optimizer.parameters)
    for x, y in data:
        value, gradients = forward(Tensor(x), y)
        gradients = ops.clip_by_global_norm(gradients, 1.0)
        optimizer(gradients)
        slow(gradients)
    return value
