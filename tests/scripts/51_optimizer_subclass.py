"""An optimizer of one's own: what the base gives it."""

# compare: rtol=1e-4 atol=1e-6

import mindspore as ms
import mindspore.nn as nn
import mindspore.ops as ops
import numpy as np

ms.set_seed(2)
update = ops.MultitypeFuncGraph("update")


@update.register("Tensor", "Tensor", "Tensor", "Tensor", "Tensor")
def _update(rate, decay, moment, param, grad):
    ops.assign(moment, moment * 0.9 + grad + decay * param)
    return ops.assign_sub(param, rate * moment)


class Mine(nn.Optimizer):
    def __init__(self, params, learning_rate, weight_decay=0.0):
        super().__init__(learning_rate, params, weight_decay)
        self.moments = self.parameters.clone(prefix="mine", init="zeros")

    def construct(self, grads):
        grads = self.flatten_gradients(grads)
        grads = self.gradients_centralization(grads)
        grads = self.scale_grad(grads)
        grads = self._grad_sparse_indices_deduplicate(grads)
        rate, decay = self.get_lr(), self.get_weight_decay()
        if self._is_dynamic_lr_or_weight_decay():
            self.assignadd(self.global_step, self.global_step_increase_tensor)
        if self.is_group:
            return self.hyper_map_reverse(update, rate, decay, self.moments, self._parameters, grads)
        part = ops.partial(update, rate, decay)
        return self.map_(part, self.moments, self._parameters, grads)


for rate in (0.1, [0.1, 0.2]):
    net = nn.Dense(3, 2)
    opt = Mine(net.trainable_params(), rate, 0.01)
    print(
        opt._is_dynamic_lr_or_weight_decay(), opt.is_group, type(opt.hyper_map).__name__, type(opt.assignadd).__name__
    )
    for _ in range(2):
        opt((ms.Tensor(np.ones((2, 3), np.float32)), ms.Tensor(np.ones(2, np.float32))))
    print(net.weight.asnumpy(), net.bias.asnumpy(), opt.global_step.asnumpy())
