"""set_train, training, phase, and what Dropout and BatchNorm do in each mode."""
# compare: rtol=1e-4 atol=1e-5

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 3, weight_init="ones", bias_init="zeros")
        self.drop = nn.Dropout(p=0.5)
        self.bn = nn.BatchNorm1d(3)

    def construct(self, x):
        return self.bn(self.drop(self.fc(x)))


net = Net()
print(net.training, net.drop.training, net.bn.training, net.phase)
net.set_train()
print(net.phase)
print(net.training, net.drop.training, net.bn.training)
net.set_train(False)
print(net.phase)
print(net.training, net.drop.training)
print(net.set_train(True) is net)
net.drop.set_train(False)
print(net.training, net.drop.training, net.bn.training)

x = Tensor(np.arange(8).reshape(2, 4), ms.float32)
net.set_train(False)
print(net(x))
print(net.bn.moving_mean.asnumpy(), net.bn.moving_variance.asnumpy())
net.bn.set_train()
print(net.bn(net.fc(x)))
print(net.bn.moving_mean.asnumpy(), net.bn.moving_variance.asnumpy())

drop = nn.Dropout(p=0.5)
ones = ms.ops.ones((100, 100), ms.float32)
print(np.array_equal(drop(ones).asnumpy(), ones.asnumpy()))
drop.set_train()
out = drop(ones).asnumpy()
print(sorted(set(out.ravel().tolist())), 0.45 < (out == 0).mean() < 0.55)
print(nn.Dropout(p=0.0).set_train()(x).asnumpy().tolist() == x.asnumpy().tolist())

# use_batch_statistics fixes the choice whatever the mode.
for flag in (True, False, None):
    bn = nn.BatchNorm1d(2, use_batch_statistics=flag)
    y = Tensor([[1.0, 2.0], [3.0, 6.0]])
    print(flag, bn(y).asnumpy().round(4).tolist(), bn.set_train()(y).asnumpy().round(4).tolist())
    print(bn.moving_mean.asnumpy().round(4).tolist())
