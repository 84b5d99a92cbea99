"""`Exp`."""

from __future__ import annotations

from ms2torch.nn.probability.bijector.power_transform import PowerTransform

__all__ = ["Exp"]


class Exp(PowerTransform):
    """Send x to exp(x).

    Args:
        name (str): name of the bijector. Default: ``"Exp"``.

    Source: mindspore.nn.probability.bijector.Exp, MindSpore 2.10
    """

    def __init__(self, name: str = "Exp") -> None:
        super().__init__(name=name)

    def extend_repr(self) -> str:
        """Describe the bijector.

        Source: mindspore.nn.probability.bijector.Exp.extend_repr, MindSpore 2.10
        """
        return "exp"
