"""What the examples of rules about several ranks have in common: a layer of two, shared out between two ranks."""

from __future__ import annotations

from parity.rules._base import Example

REFERENCE = """
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(8)
        self.up, self.down = torch.nn.Linear(8, 16), torch.nn.Linear(16, 8)

    def forward(self, x):
        return x + torch.tanh(self.down(torch.tanh(self.up(self.norm(x)))))
"""

PORT = """
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        ms.communication.init()
        self.norm = nn.LayerNorm((8,), epsilon=1e-5)
        self.up, self.down = nn.Dense(8, 8), nn.Dense(8, 8, has_bias=False)
        self.bias = ms.Parameter(ops.zeros(8), name="bias")
        self.reduce = ops.AllReduce()

    def construct(self, x):
        y = self.down(ops.tanh(self.up(self.norm(x))))
        y = self.reduce(y)
        y = y + self.bias
        return x + ops.tanh(y)
"""

TORCH = """
import torch.distributed as dist


def summed(grad):
    grad = grad.clone()
    dist.all_reduce(grad)
    return grad


class Part(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.chunk(dist.get_world_size())[dist.get_rank()]

    @staticmethod
    def backward(ctx, grad):
        return torch.cat([grad, grad])


class Gather(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        parts = [torch.empty_like(x) for _ in range(dist.get_world_size())]
        dist.all_gather(parts, x)
        return torch.cat(parts)

    @staticmethod
    def backward(ctx, grad):
        return grad.chunk(dist.get_world_size())[dist.get_rank()]


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        dist.init_process_group("gloo")
        self.norm = torch.nn.LayerNorm(8)
        self.up, self.down = torch.nn.Linear(8, 16), torch.nn.Linear(16, 8)
        for name, weight in self.named_parameters():
            weight.register_hook(summed)

    def forward(self, x):
        x = Part.apply(x)
        return Gather.apply(x + torch.tanh(self.down(torch.tanh(self.up(self.norm(x))))))
"""
"""Each rank has a part of the sequence, and the gradients of all weights are summed over the ranks."""


def example(old: str, new: str) -> Example:
    """Return an example of two ranks: the layer with a mistake, and as it should be."""
    return Example(reference=REFERENCE, port=_with(PORT, old, new), instead=PORT, options={"ranks": 2})


def gradient_example(old: str, new: str) -> Example:
    """Return an example of two ranks whose gradients are compared."""
    wrong = _with(TORCH, old, new)
    return Example(reference=REFERENCE, port=wrong, instead=TORCH, options={"ranks": 2, "grad": True})


def _with(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)
