"""The guide's corrected port of seed_conv_torch.py: ``pad_mode="pad"``."""

from mindspore import nn, ops


class MyCell(nn.Cell):
    """A net that is handed in, then a ReLU."""

    def __init__(self, forward_net):
        super().__init__(auto_prefix=True)
        self.net = forward_net
        self.relu = ops.ReLU()

    def construct(self, x):
        """Return the activated output of the net."""
        y = self.net(x)
        return self.relu(y)


def make():
    """Return the net, with pad_mode="pad" as torch pads."""
    return MyCell(nn.Conv2d(120, 240, 4, has_bias=False, pad_mode="pad"))
