"""save_checkpoint, load_checkpoint, load_param_into_net: the guide's program, then the corners around it."""

import os

import mindspore as ms
import mindspore.nn as nn
import mindspore.ops as ops
import numpy as np

ms.set_seed(11)
net = nn.Dense(2, 1, has_bias=True)
for param in net.get_parameters():
    print(param.name, param.data.asnumpy())

ms.save_checkpoint(net, "dense.ckpt")
dense_params = ms.load_checkpoint("dense.ckpt")
print(dense_params)
new_params = {}
for param_name in dense_params:
    print(param_name, dense_params[param_name].data.asnumpy())
    new_params[param_name] = ms.Parameter(ops.ones_like(dense_params[param_name].data), name=param_name)

ms.load_param_into_net(net, new_params)
for param in net.get_parameters():
    print(param.name, param.data.asnumpy())

# A list of dicts, a name without its suffix, many dtypes, a scalar, and numbers beside the parameters.
values = [
    {"name": "half", "data": ms.Tensor([1.5, -2], ms.float16)},
    {"name": "brain", "data": ms.Tensor([1.5, -2], ms.bfloat16)},
    {"name": "whole", "data": ms.Tensor([[1], [2]], ms.int64)},
    {"name": "flag", "data": ms.Tensor([True, False])},
    {"name": "scalar", "data": ms.Tensor(3.0, ms.float64)},
]
ms.save_checkpoint(values, "many", append_dict={"epoch": 3, "lr": 0.01, "best": True})
print(sorted(os.listdir(".")))
loaded = ms.load_checkpoint("many.ckpt")
for name, value in loaded.items():
    print(name, type(value).__name__, getattr(value, "dtype", None), getattr(value, "shape", None))
print(loaded["half"].asnumpy(), loaded["whole"].asnumpy().tolist(), loaded["scalar"].asnumpy())
print(int(loaded["epoch"].asnumpy()) if hasattr(loaded["epoch"], "asnumpy") else loaded["epoch"])


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 2)
        self.bn = nn.BatchNorm1d(2)

    def construct(self, x):
        return self.bn(self.fc(x))


first, second = Net(), Net()
ms.save_checkpoint(first, "net.ckpt")
print(list(ms.load_checkpoint("net.ckpt")))
print(list(ms.load_checkpoint("net.ckpt", filter_prefix="bn")))
print(list(ms.load_checkpoint("net.ckpt", choice_func=lambda name: name.startswith("fc"))))
print(ms.load_param_into_net(second, ms.load_checkpoint("net.ckpt")))
print(np.array_equal(first.fc.weight.asnumpy(), second.fc.weight.asnumpy()))
part = ms.load_checkpoint("net.ckpt", choice_func=lambda name: name.startswith("fc"))
part["extra"] = ms.Parameter(ms.Tensor([1.0]), name="extra")
print(ms.load_param_into_net(second, part))
ms.load_checkpoint("net.ckpt", net=second)

for bad in ("absent.ckpt", "net.txt"):
    try:
        ms.load_checkpoint(bad)
    except ValueError:
        print("ValueError", bad)
wrong = {"fc.weight": ms.Parameter(ms.Tensor(np.zeros((5, 5), np.float32)), name="fc.weight")}
before = second.fc.weight.asnumpy().copy()
try:
    ms.load_param_into_net(second, wrong)
except RuntimeError:
    print("RuntimeError", np.array_equal(before, second.fc.weight.asnumpy()))
ms.save_checkpoint(net, "chosen.ckpt", choice_func=lambda name: "weight" in name)
print(list(ms.load_checkpoint("chosen.ckpt")))
