"""parameters_dict, get_parameters, trainable_params, untrainable_params and freezing by requires_grad."""

import mindspore.nn as nn

net = nn.Dense(2, 1, has_bias=True)
print(net.trainable_params())

for param in net.trainable_params():
    param_name = param.name
    if "bias" in param_name:
        param.requires_grad = False
print(net.trainable_params())
print(net.untrainable_params())
print(type(net.parameters_dict()).__name__, list(net.parameters_dict()))
print(net.parameters_dict())
params = net.get_parameters()
print(type(params).__name__, [p.name for p in params], list(params))
print([(n, p.name) for n, p in net.parameters_and_names()])


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 3)
        self.bn = nn.BatchNorm1d(3)

    def construct(self, x):
        return self.bn(self.fc(x))


block = Block()
for p in block.get_parameters():
    print(p)
print([p.name for p in block.trainable_params()], [p.name for p in block.untrainable_params()])
print([p.name for p in block.trainable_params(recurse=False)], [p.name for p in block.get_parameters(expand=False)])
print(list(block.parameters_dict(recurse=False)), list(block.bn.parameters_dict()))
for p in block.fc.get_parameters():
    p.requires_grad = False
print([p.name for p in block.trainable_params()])
