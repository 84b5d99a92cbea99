"""Operations that would write past their results refuse, in a body that is run again with a change."""

import pytest
import torch

from parity.body.unchecked import guarded

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
