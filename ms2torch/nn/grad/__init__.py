"""`Jvp` and `Vjp`, the older forms of `ops.jvp` and `ops.vjp`."""

from ms2torch.nn.grad.cell_grad import Jvp as Jvp, Vjp as Vjp

__all__ = ["Jvp", "Vjp"]
