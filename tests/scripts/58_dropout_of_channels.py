"""Which channels a dropout drops: a kernel without seeds, one for each shape, type and share, that goes on."""
# compare: exact

import mindspore as ms
from mindspore import nn, ops


def kept(x):
    return "".join(str(int(v)) for v in x.reshape(-1).asnumpy() > 0)


def images(channels, dtype=ms.float32):
    return ops.ones((1, channels, 1, 1), dtype)


ms.set_seed(1)
drop = ops.Dropout2D(0.5)
print("primitive", kept(drop(images(24))[1]), kept(drop(images(24))[1]))
print("other shapes", kept(drop(images(10))[1]), kept(drop(images(10))[1]), kept(drop(ops.ones((2, 12, 1, 1)))[1]))
print("other primitives", kept(ops.Dropout2D(0.5)(images(24))[0]), kept(ops.Dropout2D(0.7)(images(24))[1]))
print("function", kept(ops.dropout2d(images(24), 0.5)), kept(ops.dropout2d(images(24), 0.5)))
layer, another = nn.Dropout2d(0.5), nn.Dropout2d(0.5)
layer.set_train()
another.set_train()
print("layers", kept(layer(images(24))), kept(layer(images(24))), kept(another(images(24))))
print("half", kept(ops.dropout2d(images(24, ms.float16), 0.5)))
volume = ops.ones((1, 24, 1, 1, 1))
print("volumes", kept(ops.dropout3d(volume, 0.5)), kept(nn.Dropout3d(0.5).set_train()(volume)))
sequence = ops.ones((1, 24, 1))
print("sequences", kept(ops.dropout1d(sequence, 0.5)), kept(ops.dropout1d(sequence[0], 0.5)))
ms.set_seed(9)
print("another seed", kept(ops.dropout2d(images(24), 0.5)), kept(drop(images(24))[1]))
value, grad = ms.value_and_grad(lambda x: (ops.dropout2d(x, 0.5) * 2).sum())(images(8))
print("gradient", value, grad.reshape(-1))
print("scaled", ops.dropout2d(images(6) * 3, 0.25).reshape(-1))
print("all and none", kept(ops.dropout2d(images(4), 0.0)), kept(ops.dropout2d(images(4), 1.0)))


@ms.jit
def twice(x):
    return ops.dropout2d(x, 0.5), ops.dropout2d(x, 0.5)


for _ in range(2):
    print("in a graph", *[kept(x) for x in twice(images(24))])
print("beside it", kept(ops.dropout2d(images(24), 0.5)))
