"""value_and_grad, has_aux, return_ids, get_grad, and the gradient of a Cell through numpy-free control flow."""

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 3.0]), name="w")
        self.frozen = Parameter(Tensor([4.0, 5.0]), name="frozen", requires_grad=False)
        self.unused = Parameter(Tensor([6.0]), name="unused")

    def construct(self, x):
        return (self.w * x * self.frozen).sum()


net = Net()
x = Tensor([1.0, 2.0])
print(ms.value_and_grad(net)(x))
print(ms.value_and_grad(net, 0)(x))
print(ms.value_and_grad(net, (0,))(x))
print(ms.value_and_grad(net, None, net.w)(x))
print(ms.value_and_grad(net, None, net.trainable_params())(x))
print(ms.value_and_grad(net, 0, net.trainable_params())(x))
print(ms.value_and_grad(net, None, list(net.get_parameters()))(x))


def forward(x, label):
    logits = net.w * x
    return ((logits - label) ** 2).sum(), logits, logits * 2


out = ms.value_and_grad(forward, None, [net.w], has_aux=True)(x, Tensor([1.0, 1.0]))
print(type(out).__name__, len(out), type(out[0]).__name__, len(out[0]), out)
out = ms.value_and_grad(forward, 0, [net.w], has_aux=True)(x, Tensor([1.0, 1.0]))
print(out)

ids = ms.grad(net, 0, net.trainable_params(), return_ids=True)(x)
print(ids)
print(ms.get_grad(ids, 0), ms.get_grad(ids, net.w))


def branch(x, n):
    y = x
    for i in range(n):
        if y.sum() > 10:
            y = y * 0.5
        else:
            y = y * 3
    return y.sum()


for n in range(4):
    print(n, ms.value_and_grad(branch)(x, n))

value, grads = ms.value_and_grad(net, None, net.trainable_params())(x)
print(type(value).__name__, type(grads).__name__, [type(g).__name__ for g in grads])
print((value + 1), (grads[0] * 2))
inner = ms.value_and_grad(net, None, net.trainable_params())
for _ in range(2):
    value, grads = inner(x)
    net.w.set_data(net.w - 0.1 * grads[0])
    print(value, net.w.asnumpy())
print(ops.clip_by_global_norm(grads, 1.0)[0], ops.clip_by_value(grads[0], Tensor(0.0), Tensor(5.0)))
