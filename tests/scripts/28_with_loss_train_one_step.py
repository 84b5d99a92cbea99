"""WithLossCell, TrainOneStepCell and ForwardValueAndGrad: names, outputs, and weights after five steps."""
# compare: rtol=1e-4 atol=1e-6

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

ms.set_seed(9)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Dense(3, 4)
        self.bn = nn.BatchNorm1d(4)
        self.fc2 = nn.Dense(4, 2)

    def construct(self, x):
        return self.fc2(ops.relu(self.bn(self.fc1(x))))


net = Net()
loss_fn = nn.MSELoss()
net_with_loss = nn.WithLossCell(net, loss_fn)
print([n for n, _ in net_with_loss.cells_and_names()])
print([p.name for p in net_with_loss.trainable_params()])
optimizer = nn.Momentum(net.trainable_params(), learning_rate=0.05, momentum=0.9)
train_net = nn.TrainOneStepCell(net_with_loss, optimizer)
print(type(train_net), train_net.sens)
print([n for n, _ in train_net.cells_and_names()])
print([p.name for p in train_net.trainable_params()])
print([p.name for p in train_net.get_parameters()])
train_net.set_train()
print(net.training, net.bn.training, loss_fn.training)
rng = np.random.RandomState(0)
x = Tensor(rng.uniform(-1, 1, (8, 3)), ms.float32)
y = Tensor(rng.uniform(-1, 1, (8, 2)), ms.float32)
for _ in range(5):
    loss = train_net(x, y)
    print(loss, loss.dtype, loss.shape)
for p in net.get_parameters():
    print(p.name, p.asnumpy().ravel()[:3])
print(optimizer.get_lr())

eval_net = nn.WithEvalCell(net, loss_fn)
eval_net.set_train(False)
out = eval_net(x, y)
print(type(out).__name__, len(out), out[0], out[1].shape, out[2].shape)
grad_net = nn.ForwardValueAndGrad(net_with_loss, weights=net.trainable_params(), get_by_list=True)
value, grads = grad_net(x, y)
print(value.shape, len(grads), grads[0].shape)


class CustomLoss(nn.Cell):
    def __init__(self, backbone):
        super().__init__(auto_prefix=False)
        self.backbone = backbone

    def construct(self, x, y):
        return (self.backbone(x) - y).abs().mean()


custom = CustomLoss(net)
print([p.name for p in custom.trainable_params()])
step = nn.TrainOneStepCell(custom, nn.SGD(custom.trainable_params(), 0.1), sens=2.0)
before = net.fc2.bias.asnumpy().copy()
print(step(x, y))
print(net.fc2.bias.asnumpy() - before)
