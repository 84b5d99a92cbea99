"""What a Cell is among torch's layers, for libraries that tell layers by their class: LoRA, quantizers, initialisers.

A layer is one of torch's where it computes the same of Parameters of the same shapes. Its view then is an instance of
torch's class, with the settings that libraries read. Parameters keep the Cell's names in `state_dict`; torch's names
for them can be read and set as attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from ms2torch.nn.cell import Cell

_CONVOLUTIONS: dict[int, type[torch.nn.Module]] = {1: torch.nn.Conv1d, 2: torch.nn.Conv2d, 3: torch.nn.Conv3d}


@dataclass(frozen=True)
class TorchLayer:
    """A class of torch's, and what an instance of it has besides Parameters.

    Args:
        kind (type): the class.
        settings (dict): attributes by name; a Parameter that is left out is None.
        names (dict): the Cell's names of Parameters by torch's, where they differ.
        setters (dict): settings that can be set anew, as ``module.momentum = 0.1``, and what then tells the Cell.
    """

    kind: type[torch.nn.Module]
    settings: dict[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    setters: Mapping[str, Callable[[Any], None]] = field(default_factory=dict)


def layer_of_same_settings(kind: type[torch.nn.Module], cell: Cell, *settings: str) -> TorchLayer:
    """Return the layer of torch's whose settings the Cell holds under the same names.

    Args:
        kind (type): the class.
        cell (Cell): the layer.
        settings (str): their names.
    """
    return TorchLayer(kind, {name: getattr(cell, name) for name in settings})


def norm_layer(
    kind: type[torch.nn.Module], eps: float, *, set_eps: Callable[[Any], None], **settings: Any
) -> TorchLayer:
    """Return one of torch's normalisations without statistics, of a Cell with gamma and beta.

    Args:
        kind (type): the class.
        eps (float): added to the variance.
        set_eps (Callable): sets it anew.
        settings (dict): the others.
    """
    return TorchLayer(kind, {"eps": eps, **settings}, {"weight": "gamma", "bias": "beta"}, {"eps": set_eps})


def linear_layer(in_features: int, out_features: int) -> TorchLayer:
    """Return torch's fully connected layer.

    Args:
        in_features (int): size of the last dimension of the input.
        out_features (int): that of the output.
    """
    return TorchLayer(torch.nn.Linear, {"in_features": in_features, "out_features": out_features})


def convolution_layer(
    channels: tuple[int, int],
    kernel_size: Sequence[int],
    stride: Sequence[int],
    padding: tuple[int, ...] | str | None,
    dilation: Sequence[int],
    groups: int,
) -> TorchLayer | None:
    """Return torch's convolution, which pads with zeros.

    Args:
        channels (tuple[int, int]): of the input and of the output.
        kernel_size (Sequence[int]): lengths of the kernel, one for each dimension of space.
        stride (Sequence[int]): steps.
        padding (Union[tuple[int], str]): torch's; ``None`` where that cannot say it: then there is no such layer.
        dilation (Sequence[int]): steps inside the kernel.
        groups (int): groups of channels.
    """
    if padding is None:
        return None
    settings = {
        "in_channels": channels[0], "out_channels": channels[1], "kernel_size": tuple(kernel_size),
        "stride": tuple(stride), "padding": padding, "dilation": tuple(dilation), "groups": groups,
        "padding_mode": "zeros", "transposed": False, "output_padding": (0,) * len(kernel_size),
    }  # fmt: skip
    return TorchLayer(_CONVOLUTIONS[len(kernel_size)], settings)


def torch_padding(pad_mode: str, padding: Any, stride: Sequence[int]) -> tuple[int, ...] | str | None:
    """Return what torch's `padding` is to MindSpore's arguments; ``None``: no such.

    Args:
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``.
        padding (Union[int, Sequence[int]]): one number, or one for each side.
        stride (Sequence[int]): steps.
    """
    if pad_mode == "valid":
        return (0,) * len(stride)
    if pad_mode == "same":
        return "same" if set(stride) == {1} else None
    sides = (padding,) * 2 * len(stride) if isinstance(padding, int) else tuple(padding)
    if len(sides) != 2 * len(stride) or sides[0::2] != sides[1::2]:
        return None
    return sides[0::2]
