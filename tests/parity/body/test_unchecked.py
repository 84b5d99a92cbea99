"""Operations that would write past their results refuse, in a body that is run again with a change."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

import parity
from parity.body.changes.execution import keeping_rank
from parity.body.record import Executed
from parity.body.unchecked import guarded
from tests.parity.body.bodies import run

ATEN = torch.ops.aten
REPEATS = torch.tensor([2, 1, 3])


def test_sizes_that_fit_are_computed():
    repeat = guarded(ATEN.repeat_interleave.Tensor)
    assert repeat(REPEATS, output_size=6).tolist() == [0, 0, 1, 2, 2, 2]
    assert repeat(REPEATS).tolist() == [0, 0, 1, 2, 2, 2]
    v, g = torch.randn(6, 4), torch.rand(6, 1)
    expected = v / v.norm(dim=1, keepdim=True) * g
    assert torch.allclose(guarded(ATEN._weight_norm_interface.default)(v, g, 0)[0], expected)


@pytest.mark.parametrize(
    "function, args, kwargs",
    [
        (ATEN.repeat_interleave.Tensor, (REPEATS,), {"output_size": 3}),
        (ATEN._weight_norm_interface.default, (torch.randn(6, 4), torch.rand(3, 1), 0), {}),
        (ATEN._weight_norm_interface.default, (torch.randn(6, 4, 2), torch.rand(6, 1, 1), 1), {}),
    ],
)
def test_others_are_refused(function, args, kwargs):
    with pytest.raises(ValueError, match=r"repeats in all|lengths for axis"):
        guarded(function)(*args, **kwargs)


def test_what_checks_itself_is_called_as_it_is():
    assert guarded(ATEN.mm.default) is ATEN.mm.default


def executed(function, *args):
    return Executed(function, args, {}, lambda number: torch.empty(0))


def test_a_step_keeps_its_dimensions():
    now = executed(ATEN.unsqueeze.default, torch.randn(2, 3), 1)
    assert keeping_rank(lambda _: torch.zeros(4, 1, 1))(now).shape == (4, 1, 1)
    with pytest.raises(ValueError, match="2 dimensions in place of 3"):
        keeping_rank(lambda entry: entry.args[0])(now)


def test_the_steps_of_a_compiled_function_are_known():
    body = run(lambda net, x: torch.relu(x.repeat_interleave(2, 1)) + 1, torch.randn(2, 3))
    names = [operation.name for operation in body.operations]
    assert [names[number] for number in sorted(body.steps)] == names[: names.index("relu") - 1]
    assert "unsqueeze" in names[: names.index("relu") - 1]


class Interpolated(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 1)

    def forward(self, x):
        y = F.interpolate(self.conv(x), scale_factor=2, mode="nearest")
        return F.avg_pool2d(F.instance_norm(y, eps=1e-5), 2).flatten(1)


class Repeated(Interpolated):
    def forward(self, x):
        y = self.conv(x).repeat_interleave(2, 2).repeat_interleave(2, 3)
        mean = y.mean((2, 3), keepdim=True)
        y = (y - mean) / torch.sqrt(((y - mean) ** 2).mean((2, 3), keepdim=True) + 1e-5)
        b, c, h, w = y.shape
        return y.reshape(b, c, h // 2, 2, w // 2, 2).sum((3, 5)).reshape(b, -1)


def test_a_net_that_repeats_in_compiled_code_is_run_again_with_changes():
    report = parity.compare(Interpolated, Repeated, "float32[2,3,4,4]")
    found = [finding for finding in report.findings if finding.severity == "error"]
    assert [finding.rule for finding in found] == ["body"]
    assert "takes the sum, in the reference it takes the mean" in found[0].message
