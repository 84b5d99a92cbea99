"""The unit test of the migration guide: torch's Conv2d against the Cell, default pad_mode and then 'pad'."""

import mindspore as ms
import mindspore.nn as nn
import mindspore.ops as ops
import numpy as np
import torch
import torch.nn as torch_nn


class MyCell(nn.Cell):
    def __init__(self, forward_net):
        super(MyCell, self).__init__(auto_prefix=True)
        self.net = forward_net
        self.relu = ops.ReLU()

    def construct(self, x):
        y = self.net(x)
        return self.relu(y)


class MyCell_pt(torch_nn.Module):
    def __init__(self, forward_net):
        super(MyCell_pt, self).__init__()
        self.net = forward_net
        self.relu = torch_nn.ReLU()

    def forward(self, x):
        y = self.net(x)
        return self.relu(y)


np.random.seed(0)
inner_net_pt = torch_nn.Conv2d(120, 240, kernel_size=4, bias=False)
pt_net = MyCell_pt(inner_net_pt)
for i in pt_net.parameters():
    print(i.shape)


def unit_test(my_net):
    x = np.random.uniform(-1, 1, (2, 120, 12, 12)).astype(np.float32)
    for m in pt_net.modules():
        if isinstance(m, torch_nn.Conv2d):
            torch_nn.init.constant_(m.weight, 0.1)

    for _, cell in my_net.cells_and_names():
        if isinstance(cell, nn.Conv2d):
            cell.weight.set_data(ms.common.initializer.initializer(0.1, cell.weight.shape, cell.weight.dtype))

    y_ms = my_net(ms.Tensor(x))
    y_pt = pt_net(torch.from_numpy(x))
    return np.max(np.abs(y_ms.asnumpy() - y_pt.detach().numpy()))


try:
    unit_test(MyCell(nn.Conv2d(120, 240, 4, has_bias=False)))
except ValueError as error:
    print("ValueError:", error)

diff = unit_test(MyCell(nn.Conv2d(120, 240, 4, has_bias=False, pad_mode="pad")))
print(type(diff), diff < 1e-4)
