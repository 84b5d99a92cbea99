"""Which element types each function refuses, as recorded from MindSpore 2.10 by sweeping the samples."""

from __future__ import annotations

import json

import pytest
import torch

import ms2torch as ms
from ms2torch import Tensor, nn, ops
from ms2torch._core.element_types import REFUSED
from tests.opdb import _database
from tests.opdb._calls import MindSporeLike, resolve
from tools.record.element_types import GOLDEN, TYPES, variants

RECORDED: dict[str, str] = json.loads(GOLDEN.read_text())
MS2TORCH = MindSporeLike("ms2torch")
BY_NAME = {name: op for family in _database.families() for op in _database.ops(family) for name in (op.name, *op.also)}


def accepted(name: str) -> str:
    """Return a letter for each element type: `.` taken, `!` refused with a TypeError, `-` anything else."""
    op = BY_NAME[name]
    out = ""
    for one in variants(next(one for one in op.samples_for(name) if one.raises is None)):
        try:
            MS2TORCH.run(op, name, one)
        except TypeError:
            out += "!"
        except Exception:
            out += "-"
        else:
            out += "."
    return out


# torch has no kernel for one of the types that MindSpore takes
NARROWER = """
mint.cdist mint.nn.functional.relu ops.adaptive_avg_pool3d ops.adaptive_max_pool3d ops.avg_pool3d ops.cdist
ops.check_valid ops.dropout1d ops.heaviside ops.lrn ops.lstsq ops.lu_solve ops.lu_unpack ops.matrix_power
ops.matrix_solve ops.max_unpool1d ops.max_unpool2d ops.max_unpool3d ops.multilabel_soft_margin_loss ops.rrelu
ops.scatter_nd_div ops.selu ops.unfold
"""
# the tensors stand in a list, or a shared function is told by another name
STILL_TAKEN = "ops.accumulate_n ops.einsum ops.isnan"


# the functions of the table under their own names
@pytest.mark.parametrize("name", sorted({f"mindspore.{key}" for key in REFUSED} & set(RECORDED) & set(BY_NAME)))
def test_refuses_what_mindspore_refuses(name: str) -> None:
    resolve("ms2torch" + name.removeprefix("mindspore"))
    for kind, expected, found in zip(TYPES, RECORDED[name], accepted(name), strict=True):
        if expected == "!" and name[10:] not in STILL_TAKEN.split():
            assert found != ".", f"{name} takes {kind}"
        if expected == "." and name[10:] not in NARROWER.split():
            assert found == ".", f"{name} refuses {kind}"


def test_a_refusal_names_the_types_that_are_taken() -> None:
    with pytest.raises(TypeError, match=r"'ops\.exp'.*float16.*got int32"):
        ops.exp(Tensor([1, 2], ms.int32))


def test_cells_called_with_torch_tensors_compute_in_float64() -> None:
    x = torch.tensor([-2.0, 3.0, 8.0], dtype=torch.float64)
    assert nn.ReLU6()(x).tolist() == [0, 3, 6]
    with pytest.raises(TypeError):
        nn.ReLU6()(Tensor(x.numpy()).astype(ms.bfloat16))
