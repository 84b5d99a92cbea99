"""ops as plain functions: inside a Cell and on their own."""

import mindspore as ms
import mindspore.nn as nn
import mindspore.ops as ops


class MyCell(nn.Cell):
    def construct(self, x, y):
        output = ops.add(x, y)
        return output


net = MyCell()
x = ms.Tensor([1, 2, 3], ms.float32)
y = ms.Tensor([4, 5, 6], ms.float32)
output = net(x, y)
print(output)

output = ops.add(x, y)
print(output)
print(x + y, x.add(y), ops.Add()(x, y), ops.functional.add(x, y))
print(ops.add(x, 1), ops.add(2.5, y), ops.add(ms.Tensor([True, False, True]), x))
print(ms.ops.add is ops.add, ms.nn is nn)
