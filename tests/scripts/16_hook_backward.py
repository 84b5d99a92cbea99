"""HookBackward: watch a gradient on its way back, and replace it."""

import mindspore as ms
from mindspore import Tensor, nn, ops


def hook_fn(grad):
    print("hook", type(grad).__name__, len(grad) if isinstance(grad, tuple) else "-", grad)


hook = ops.HookBackward(hook_fn)


def hook_test(x, y):
    z = x * y
    z = hook(z)
    z = z * y
    return z


def backward(x, y):
    return ms.grad(hook_test, grad_position=(0, 1))(x, y)


print(backward(Tensor(1.0, ms.float32), Tensor(2.0, ms.float32)))
print(hook(Tensor([1.0, 2.0])))


def double(grad):
    return grad[0] * 2


replace = ops.HookBackward(double)
print(ms.grad(lambda x: (replace(x * x) * 3).sum())(Tensor([1.0, 2.0])))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.hook = ops.HookBackward(hook_fn, cell_id="mine")
        self.relu = nn.ReLU()

    def construct(self, x):
        return self.relu(self.hook(x * 2))


print(ms.grad(Net())(Tensor([-1.0, 1.0])))
try:
    ops.HookBackward("not a function")
except TypeError:
    print("TypeError")


# A hook on the tensor itself.
def tensor_hook(grad):
    print("tensor hook", grad)
    return grad * 10


def with_tensor_hook(x):
    y = x * 2
    handle = y.register_hook(tensor_hook)
    z = y * y
    print(hasattr(handle, "remove"))
    return z.sum()


print(ms.grad(with_tensor_hook)(Tensor([1.0, 3.0])))
