"""Elements that do not count: the rows of padding, where a mask is 0 and nobody looks at what a net computes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch


@dataclass(frozen=True, slots=True, eq=False)
class Uncounted:
    """Positions of inputs that do not count, and where they lie in other tensors.

    Args:
        mask (torch.Tensor): True where nothing counts; of the leading dimensions of what it is applied to, as
            (batch, tokens).
        text (str): how they are described: ``"attention_mask==0"``.
    """

    mask: torch.Tensor
    text: str

    @classmethod
    def of(cls, text: str, inputs: Mapping[str, torch.Tensor]) -> Uncounted:
        """Return what an expression of inputs says.

        Args:
            text (str): the expression, such as ``"attention_mask==0"``.
            inputs (Mapping[str, torch.Tensor]): by name.

        Raises:
            ValueError: if it does not parse, or gives no tensor of truth values; says why.
        """
        try:
            found = eval(compile(text, "<ignore-where>", "eval"), {"__builtins__": {}}, dict(inputs))  # noqa: S307 - the user's own
        except Exception as error:
            known = ", ".join(inputs) or "none has a name: give it as NAME=SPEC"
            raise ValueError(f"{text!r}: {error}; the inputs are {known}") from error
        if not isinstance(found, torch.Tensor) or found.dtype != torch.bool or not found.ndim:
            raise ValueError(f"{text!r} gives no tensor of truth values: write a comparison, as attention_mask==0")
        return cls(found, text)

    def cleared(self, tensor: torch.Tensor) -> torch.Tensor:
        """Return a tensor with 0 where nothing counts; itself where none of its dimensions are the mask's."""
        for view in self._views(tensor):
            tensor = tensor.masked_fill(view, 0)
        return tensor

    def _views(self, tensor: torch.Tensor) -> Iterator[torch.Tensor]:
        """Yield the mask as it lies on a tensor: in front, behind heads, or with its dimensions joined."""
        mask, shape = self.mask.to(tensor.device), tuple(self.mask.shape)
        rank = mask.ndim
        if tuple(tensor.shape[:rank]) == shape:
            yield mask.reshape(shape + (1,) * (tensor.ndim - rank))
        if rank == 2 and tensor.ndim == 4 and (tensor.shape[0], tensor.shape[2]) == shape:
            yield mask[:, None, :, None]
        if rank > 1 and tensor.ndim and tensor.shape[0] == mask.numel():
            yield mask.reshape((-1,) + (1,) * (tensor.ndim - 1))


def guessed(inputs: Mapping[str, torch.Tensor]) -> Uncounted | None:
    """Return what a mask among the inputs says does not count; None where there is none with a 0 in it.

    Args:
        inputs (Mapping[str, torch.Tensor]): by name.
    """
    for name, tensor in inputs.items():
        if "mask" in name and tensor.ndim == 2 and not tensor.is_complex():
            zero = tensor == 0
            if bool((zero | (tensor == 1)).all()) and bool(zero.any()) and not bool(zero.all()):
                return Uncounted(zero, f"{name}==0")
    return None
