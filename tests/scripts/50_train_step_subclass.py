"""A training step of one's own on what TrainOneStepCell keeps; the network runs once a step."""

# compare: rtol=1e-4 atol=1e-6

import mindspore as ms
import mindspore.nn as nn
import mindspore.ops as ops
import numpy as np

ms.set_seed(1)
grad_scale = ops.MultitypeFuncGraph("grad_scale")


@grad_scale.register("Tensor", "Tensor")
def _scaled(scale, grad):
    return grad * ops.Reciprocal()(scale)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm1d(3)
        self.fc = nn.Dense(3, 2)
        self.runs = 0

    def construct(self, x):
        self.runs += 1
        return self.fc(self.bn(x))


class Step(nn.TrainOneStepCell):
    def construct(self, x, y):
        loss = self.network(x, y)
        sens = ops.fill(loss.dtype, loss.shape, self.sens)
        grads = self.grad(self.network, self.weights)(x, y, sens)
        grads = self.grad_reducer(grads) if self.reducer_flag else grads
        return ops.depend(loss, self.optimizer(grads))


class ScaledStep(nn.TrainOneStepWithLossScaleCell):
    def construct(self, x, y):
        loss = self.network(x, y)
        sens = ops.ones_like(loss) * ops.cast(self.scale_sense, loss.dtype)
        grads = self.grad(self.network, self.weights)(x, y, sens)
        grads = self.hyper_map(ops.partial(grad_scale, self.scale_sense), grads)
        flags = [self.reduce_sum(ops.cast(ops.isinf(g), ms.float32)) for g in grads]
        overflow = self.less_equal(self.base, ops.addn(flags))
        if not self.process_loss_scale(overflow):
            self.optimizer(grads)
        return loss, overflow, self.scale_sense


x = ms.Tensor(np.arange(12, dtype=np.float32).reshape(4, 3) % 5)
y = ms.Tensor(np.ones((4, 2), np.float32))
for kind in (Step, ScaledStep):
    net = Net()
    loss_net = nn.WithLossCell(net, nn.MSELoss())
    opt = nn.Momentum(net.trainable_params(), [0.1, 0.2, 0.3], 0.9)
    args = [nn.DynamicLossScaleUpdateCell(1024.0, 2, 2)] if kind is ScaledStep else []
    step = kind(loss_net, opt, *args).set_train()
    print(step.sens, step.reducer_flag, step.sense_flag, type(step.grad_no_sens).__name__)
    for _ in range(3):
        print(step(x, y))
    print(net.runs, net.bn.moving_mean.asnumpy(), net.bn.moving_variance.asnumpy())
    print(opt.learning_rate(ms.Tensor([1], ms.int32)), opt.get_lr if opt is None else opt.global_step)

manager = nn.DynamicLossScaleUpdateCell(8.0, 2, 10)
print(manager.scale_factor, manager.scale_window, manager.minimum_loss_scale)
