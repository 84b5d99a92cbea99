"""What may begin a gradient: PyNative wants the output's shape and type, a graph only what it can broadcast."""

import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self, output):
        super().__init__()
        self.dense = nn.Dense(3, 2, "ones", "zeros")
        self.output = output

    def construct(self, x):
        y = self.dense(x)
        if self.output == "number":
            return y.sum()
        if self.output == "one":
            return y.sum().reshape((1,))
        return y * y


class Gradients(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.weights = ms.ParameterTuple(net.trainable_params())
        self.grad = ops.GradOperation(get_all=True, get_by_list=True, sens_param=True)

    def construct(self, x, sens):
        return self.grad(self.net, self.weights)(x, sens)


x = Tensor(np.arange(12, dtype=np.float32).reshape(4, 3) / 8)
small = [(), (1,), (2,), (1, 1)]
large = [(4, 2), (), (1,), (2,), (1, 2), (4, 1), (4,), (1, 4, 2), (3, 4, 2), (4, 3)]
for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    for output, shapes in (("number", small), ("one", small), ("many", large)):
        for shape in shapes:
            for dtype in (ms.float32, ms.float16):
                sens = Tensor((np.arange(np.prod(shape, dtype=int)).reshape(shape) % 5 + 0.5).tolist(), dtype)
                try:
                    inputs, weights = Gradients(Net(output))(x, sens)
                    print(mode, output, shape, dtype, inputs[0][0], weights[0][0], weights[1])
                except (RuntimeError, TypeError, ValueError) as error:
                    print(mode, output, shape, dtype, type(error).__name__)
