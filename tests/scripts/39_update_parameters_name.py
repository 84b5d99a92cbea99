"""update_parameters_name, and what names look like after building wrappers and optimizers."""

from mindspore import Parameter, Tensor, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(2, 2)
        self.w = Parameter(Tensor([1.0]), name="w")

    def construct(self, x):
        return self.fc(x) * self.w


net = Net()
print([p.name for p in net.get_parameters()])
net.update_parameters_name("pre.")
print([p.name for p in net.get_parameters()])
net.fc.update_parameters_name("more.", recurse=True)
print([p.name for p in net.get_parameters()])
net.update_parameters_name("top.", recurse=False)
print([p.name for p in net.get_parameters()])
print([n for n, _ in net.parameters_and_names()], [n for n, _ in net.parameters_and_names(name_prefix="root")])
try:
    net.update_parameters_name(5)
except (TypeError, ValueError) as error:
    print(type(error).__name__)

net = Net()
momentum = nn.Momentum(net.trainable_params(), 0.1, 0.9)
print([p.name for p in momentum.get_parameters()])
adam = nn.Adam(net.trainable_params(), 0.1)
print([p.name for p in adam.get_parameters()])
sgd = nn.SGD(net.trainable_params(), 0.1, momentum=0.9)
print([p.name for p in sgd.get_parameters()])
print([p.name for p in momentum.parameters], [p.name for p in net.get_parameters()])
weight_decay = nn.AdamWeightDecay(net.trainable_params(), 0.1)
print([p.name for p in weight_decay.get_parameters()])


class Train(nn.Cell):
    def __init__(self, net):
        super().__init__(auto_prefix=False)
        self.network = net
        self.optimizer = nn.SGD(net.trainable_params(), 0.1)


class TrainPrefixed(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.network = net
        self.optimizer = nn.SGD(net.trainable_params(), 0.1)


print([p.name for p in Train(Net()).get_parameters()])
print([p.name for p in TrainPrefixed(Net()).get_parameters()])
