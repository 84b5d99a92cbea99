"""The view of a layer is the layer of torch's that libraries look for, where it is one."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import torch

import ms2torch as ms
from ms2torch import mint, nn

IMAGES = torch.randn(2, 4, 9, 9)
ROWS = torch.randn(3, 4)
NOT_TAKEN = ("transposed", "output_padding")  # attributes that no argument of the layer's sets


class DenseOfAProgram(nn.Dense):
    def construct(self, x: ms.Tensor) -> ms.Tensor:
        return super().construct(x) * 2


LAYERS: dict[str, tuple[nn.Cell, torch.Tensor]] = {
    "Dense": (nn.Dense(4, 6), ROWS),
    "Dense without bias": (nn.Dense(4, 6, has_bias=False), ROWS),
    "Linear": (nn.Linear(4, 6), ROWS),
    "Linear of mint": (mint.nn.Linear(4, 6), ROWS),
    "Conv2d, same": (nn.Conv2d(4, 6, 3), IMAGES),
    "Conv2d, valid, groups": (nn.Conv2d(4, 6, (3, 2), (2, 1), "valid", group=2, has_bias=True), IMAGES),
    "Conv2d, pad, dilated": (nn.Conv2d(4, 6, 3, 2, "pad", (1, 1, 2, 2), (1, 2)), IMAGES),
    "Conv3d": (nn.Conv3d(4, 6, 2, 1, "pad", 1), torch.randn(2, 4, 3, 3, 3)),
    "Conv2d of mint": (mint.nn.Conv2d(4, 6, 3, 2, 1), IMAGES),
    "Conv2d of mint, same": (mint.nn.Conv2d(4, 6, 3, padding="same", groups=2), IMAGES),
    "Conv1d of mint": (mint.nn.Conv1d(4, 6, 3, 2, 1, bias=False), torch.randn(2, 4, 9)),
    "ReLU": (nn.ReLU(), ROWS),
}
NO_LAYERS: dict[str, nn.Cell] = {
    "an activation of its own": nn.Dense(4, 6, activation="relu"),
    "a construct of its own": DenseOfAProgram(4, 6),
    "padded by the size of the input": nn.Conv2d(4, 6, 3, 2, "same"),
    "padded unevenly": nn.Conv2d(4, 6, 3, 1, "pad", (0, 1, 0, 1)),
    "padded by reflection": mint.nn.Conv2d(4, 6, 3, 1, 1, padding_mode="reflect"),
    "a kernel of another shape": nn.Conv1d(4, 6, 3),
    "Parameters of other names": nn.LayerNorm((4,)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_torchs_layer_of_the_same_settings_computes_the_same(name: str) -> None:
    cell, x = LAYERS[name]
    view = ms.as_torch(cell)
    kind = next(base for base in type(view).__mro__ if base in KINDS)
    settings: dict[str, Any] = {key: getattr(view, key) for key in KINDS[kind] if key not in NOT_TAKEN}
    if kind is not torch.nn.ReLU:
        settings["bias"] = view.bias is not None
    twin = kind(**settings)
    twin.load_state_dict(view.state_dict())
    torch.testing.assert_close(view(x), twin(x))
    assert type(view).__name__ == type(cell).__name__
    restored = copy.deepcopy(view)
    assert isinstance(restored, kind)
    torch.testing.assert_close(restored(x), twin(x))


_CONVOLUTION = (
    "in_channels", "out_channels", "kernel_size", "stride", "padding", "dilation", "groups", "padding_mode", *NOT_TAKEN
)  # fmt: skip
KINDS: dict[type[torch.nn.Module], tuple[str, ...]] = {
    torch.nn.Linear: ("in_features", "out_features"), torch.nn.ReLU: ("inplace",), torch.nn.Conv1d: _CONVOLUTION,
    torch.nn.Conv2d: _CONVOLUTION, torch.nn.Conv3d: _CONVOLUTION,
}  # fmt: skip


@pytest.mark.parametrize("name", NO_LAYERS)
def test_what_computes_otherwise_is_none_of_torchs_layers(name: str) -> None:
    assert not isinstance(ms.as_torch(NO_LAYERS[name]), tuple(KINDS))


def test_an_adapter_of_low_rank_takes_the_place_of_a_layer() -> None:
    """What libraries for adapters do: find Linear by its class, wrap it, train the small matrices, add them up."""

    class Adapter(torch.nn.Module):
        def __init__(self, layer: torch.nn.Linear) -> None:
            super().__init__()
            self.layer = layer.requires_grad_(False)
            self.down = torch.nn.Linear(layer.in_features, 2, bias=False)
            self.up = torch.nn.Linear(2, layer.out_features, bias=False)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.layer(x) + self.up(self.down(x))

    cell = nn.SequentialCell(nn.Dense(4, 8), nn.ReLU(), nn.Dense(8, 2))
    view = ms.as_torch(cell)
    found = [name for name, module in view.named_children() if isinstance(module, torch.nn.Linear)]
    assert found == ["0", "2"]
    for name in found:
        setattr(view, name, Adapter(view.get_submodule(name)))  # type: ignore[arg-type]
    trained = [p for p in view.parameters() if p.requires_grad]
    assert len(trained) == 4
    optimizer = torch.optim.SGD(trained, 0.5)
    before = view(ROWS).detach()
    view(ROWS).square().sum().backward()
    optimizer.step()
    after = cell(ms.Tensor(ROWS))._t
    torch.testing.assert_close(after, view(ROWS))
    assert not torch.equal(after, before)
