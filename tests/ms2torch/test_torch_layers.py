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
IDS = torch.randint(0, 7, (2, 5))
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
    "BatchNorm2d": (nn.BatchNorm2d(4, 1e-3, 0.8), IMAGES),
    "BatchNorm1d": (nn.BatchNorm1d(4), ROWS),
    "BatchNorm2d of mint": (mint.nn.BatchNorm2d(4, 1e-3, 0.2), IMAGES),
    "LayerNorm": (nn.LayerNorm((4,), epsilon=1e-3), ROWS),
    "LayerNorm of mint": (mint.nn.LayerNorm((9, 9), 1e-3), IMAGES),
    "GroupNorm": (nn.GroupNorm(2, 4, 1e-3), IMAGES),
    "GroupNorm of mint": (mint.nn.GroupNorm(2, 4, 1e-3), IMAGES),
    "Embedding": (nn.Embedding(7, 3), IDS),
    "Embedding of mint": (mint.nn.Embedding(7, 3, padding_idx=2, max_norm=1.0), IDS),
    "MaxPool2d": (nn.MaxPool2d((3, 2), 2), IMAGES),
    "MaxPool2d, padded": (nn.MaxPool2d(3, 2, "pad", 1, 2, ceil_mode=True), IMAGES),
    "MaxPool2d of mint": (mint.nn.MaxPool2d(3, padding=1), IMAGES),
    "AvgPool2d": (nn.AvgPool2d(3, 2), IMAGES),
    "Dropout": (nn.Dropout(p=0.3).set_train(False), ROWS),
    "Identity": (nn.Identity(), ROWS),
    "GELU": (nn.GELU(), ROWS),
    "GELU of mint": (mint.nn.GELU(), ROWS),
    "SiLU": (nn.SiLU(), ROWS),
    "ELU": (nn.ELU(), ROWS),
    "ReLU6": (nn.ReLU6(), 9 * ROWS),
    "LeakyReLU": (nn.LeakyReLU(), ROWS),
    "Sigmoid": (nn.Sigmoid(), ROWS),
    "Tanh": (nn.Tanh(), ROWS),
    "Softmax": (nn.Softmax(0), ROWS),
}
NO_LAYERS: dict[str, nn.Cell] = {
    "an activation of its own": nn.Dense(4, 6, activation="relu"),
    "a construct of its own": DenseOfAProgram(4, 6),
    "padded by the size of the input": nn.Conv2d(4, 6, 3, 2, "same"),
    "padded unevenly": nn.Conv2d(4, 6, 3, 1, "pad", (0, 1, 0, 1)),
    "padded by reflection": mint.nn.Conv2d(4, 6, 3, 1, 1, padding_mode="reflect"),
    "a kernel of another shape": nn.Conv1d(4, 6, 3),
    "more dimensions than torch normalises over": nn.LayerNorm((4, 4), 2, 2),
    "always by the batch": nn.BatchNorm2d(4, use_batch_statistics=True),
    "a row without gradient in torch": nn.Embedding(4, 3, padding_idx=0),
    "a pool padded by the size of the input": nn.MaxPool2d(3, 2, "same"),
    "an average that counts as volumes do": nn.AvgPool2d(3, 2, "pad", 1),
}


@pytest.mark.parametrize("name", LAYERS)
def test_torchs_layer_of_the_same_settings_computes_the_same(name: str) -> None:
    cell, x = LAYERS[name]
    view = ms.as_torch(cell)
    kind = next(base for base in type(view).__mro__ if base in KINDS)
    settings: dict[str, Any] = {key: getattr(view, key) for key in KINDS[kind] if key not in NOT_TAKEN}
    if kind in WITH_BIAS:
        settings["bias"] = view.bias is not None
    twin = kind(**settings).train(cell.training)
    theirs = {ours: name for name, ours in view._names}
    twin.load_state_dict({theirs.get(name, name): value for name, value in view.state_dict().items()}, strict=False)
    torch.testing.assert_close(view(x), twin(x))
    assert type(view).__name__ == type(cell).__name__
    restored = copy.deepcopy(view)
    assert isinstance(restored, kind)
    torch.testing.assert_close(restored(x), twin(x))


_CONVOLUTION = (
    "in_channels", "out_channels", "kernel_size", "stride", "padding", "dilation", "groups", "padding_mode", *NOT_TAKEN
)  # fmt: skip
_BATCH_NORM = ("num_features", "eps", "momentum", "affine", "track_running_stats")
_EMBEDDING = (
    "num_embeddings", "embedding_dim", "padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse"
)  # fmt: skip
WITH_BIAS = (torch.nn.Linear, torch.nn.Conv1d, torch.nn.Conv2d, torch.nn.Conv3d)
KINDS: dict[type[torch.nn.Module], tuple[str, ...]] = {
    torch.nn.Linear: ("in_features", "out_features"), torch.nn.ReLU: ("inplace",), torch.nn.Conv1d: _CONVOLUTION,
    torch.nn.Conv2d: _CONVOLUTION, torch.nn.Conv3d: _CONVOLUTION, torch.nn.BatchNorm1d: _BATCH_NORM,
    torch.nn.BatchNorm2d: _BATCH_NORM, torch.nn.LayerNorm: ("normalized_shape", "eps", "elementwise_affine"),
    torch.nn.GroupNorm: ("num_groups", "num_channels", "eps", "affine"), torch.nn.Embedding: _EMBEDDING,
    torch.nn.MaxPool2d: ("kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"),
    torch.nn.AvgPool2d: ("kernel_size", "stride", "padding", "ceil_mode", "count_include_pad", "divisor_override"),
    torch.nn.Dropout: ("p", "inplace"), torch.nn.Identity: (), torch.nn.GELU: ("approximate",),
    torch.nn.SiLU: ("inplace",), torch.nn.ELU: ("alpha", "inplace"), torch.nn.ReLU6: ("inplace",),
    torch.nn.LeakyReLU: ("negative_slope", "inplace"), torch.nn.Sigmoid: (), torch.nn.Tanh: (),
    torch.nn.Softmax: ("dim",),
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


def _norms() -> tuple[nn.SequentialCell, Any, torch.nn.Sequential]:
    cell = nn.SequentialCell(nn.Conv2d(4, 6, 3, has_bias=False), nn.BatchNorm2d(6), nn.ReLU()).set_train()
    twin = torch.nn.Sequential(torch.nn.Conv2d(4, 6, 3, padding="same", bias=False), torch.nn.BatchNorm2d(6))
    twin.append(torch.nn.ReLU())
    view = ms.as_torch(cell)
    twin[0].load_state_dict(view[0].state_dict())
    return cell, view, twin


def test_settings_and_parameters_of_a_norm_are_set_under_torchs_names() -> None:
    cell, view, twin = _norms()
    for net in (view, twin):
        for module in net.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.momentum = 0.3
                module.eps = 0.1
                torch.nn.init.constant_(module.weight, 2.0)
                module.bias = torch.nn.Parameter(torch.ones(6))
                module.running_var.fill_(3.0)
    torch.testing.assert_close(view(IMAGES), twin(IMAGES))
    torch.testing.assert_close(view[1].running_mean, twin[1].running_mean)
    assert view[1].bias is cell[1].beta._t
    assert sorted(view[1].state_dict()) == ["beta", "gamma", "moving_mean", "moving_variance"]
    restored = copy.deepcopy(view)
    restored.load_state_dict(dict(view.state_dict()))
    torch.testing.assert_close(restored.eval()(IMAGES), twin.eval()(IMAGES))


def test_statistics_are_taken_anew_over_a_data_set() -> None:
    _, view, twin = _norms()
    batches = [torch.randn(2, 4, 5, 5) for _ in range(3)]
    for net in (view, twin):
        net(IMAGES)
        torch.optim.swa_utils.update_bn(batches, net)
        net(batches[0])
    torch.testing.assert_close(view[1].running_mean, twin[1].running_mean)
    torch.testing.assert_close(view[1].running_var, twin[1].running_var)


def test_a_convolution_and_its_norm_become_one_layer() -> None:
    cell, view, _ = _norms()
    view(IMAGES)
    view.eval()
    expected = view(IMAGES)
    view[0] = torch.nn.utils.fusion.fuse_conv_bn_eval(view[0], view[1])
    view[1] = torch.nn.Identity()
    torch.testing.assert_close(view(IMAGES), expected, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(cell(ms.Tensor(IMAGES))._t, expected, rtol=1e-4, atol=1e-5)


def test_norms_are_exchanged_for_synchronised_ones() -> None:
    cell, view, twin = _norms()
    changed = torch.nn.SyncBatchNorm.convert_sync_batchnorm(view)
    assert isinstance(changed[1], torch.nn.SyncBatchNorm)
    changed.eval()
    torch.testing.assert_close(changed(IMAGES), twin.eval()(IMAGES))
    torch.testing.assert_close(cell(ms.Tensor(IMAGES))._t, twin(IMAGES))
