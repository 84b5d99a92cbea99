"""What a subclass overrides and a user replaces changes what it changes in real MindSpore, and nothing else.

`tests/goldens/extension_points.json` holds what MindSpore answers: every method and attribute that its classes read
from `self`, one at a time. Differences are listed with their reasons in known_differences.toml (``test = "replaced"``);
what a layer that computes in one piece refuses is listed in `ms2torch.nn._extension_points.REFUSED`.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import pickle
import re
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, dataset, mint, nn, ops
from ms2torch.dataset.core._steps import STEPS
from ms2torch.dataset.text.transforms import TextTensorOperation
from ms2torch.experimental import optim
from ms2torch.experimental.optim import lr_scheduler
from ms2torch.experimental.optim.lr_scheduler import LRScheduler
from ms2torch.nn._extension_points import REFUSED
from tests.opdb._calls import MindSporeLike
from tests.opdb._extension_points import Subject, alike, answer, plain, probe
from tests.opdb._extension_subjects import FAMILIES
from tests.opdb._known import known_differences, verdict

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "goldens" / "extension_points.json").read_text())
OURS = MindSporeLike("ms2torch")


@cache
def subjects(family: str) -> dict[str, Subject]:
    """The subjects of a family by name."""
    return {subject.name: subject for subject in FAMILIES[family](OURS)}


def class_of(name: str) -> str:
    """The class that a subject is named after."""
    return re.split(r"[(\[]", name)[0] if name.startswith(("nn.", "mint.")) else name


def differing(subject: Subject, recorded: dict[str, Any]) -> tuple[dict[str, str], list[str]]:
    """Ask every probe of a subject; those that come out otherwise, and all that were asked."""
    base = answer(OURS, subject)
    if not alike(base, recorded[""]):  # other values, which the samples' own tests hold against each other
        return {}, []
    key = class_of(subject.name).replace("mint.nn.", "mint.").removeprefix("nn.")
    refused = REFUSED.get(key, frozenset()) | of_the_pipeline(subject) | not_asked(subject)
    failed, asked = {}, []
    for how in ("override", "around", "set"):
        for name, held in recorded.get(how, {}).items():
            value, expected = held if how == "set" else (None, held)
            said = probe(OURS, subject, how, name, value)
            if name in refused and said in ("!NotImplementedError", "!AttributeError"):
                continue
            asked.append(f"{how} {name}")
            if not alike(said, recorded[""] + expected[1:] if expected.startswith("=") else expected):
                failed[f"{how} {name}"] = f"{said} for {expected}"
    return failed, asked


def of_the_pipeline(subject: Subject) -> frozenset[str]:
    """The steps into MindSpore's C++ pipeline, which a class may not override: making an object of it is refused."""
    data = subject.name.startswith(("dataset ", "sampler ", "transform", "vision ", "text ", "audio "))
    return STEPS if data else frozenset()


def not_asked(subject: Subject) -> frozenset[str]:
    """The Primitives of MindSpore's schedulers, where rates are Python numbers: replacing one is refused."""
    kind, _, rest = subject.name.partition(" ")
    found = getattr(lr_scheduler, rest.split(maxsplit=1)[0]) if kind == "scheduler" else LRScheduler
    return frozenset(getattr(found, "_not_asked", ()))


def by_class() -> dict[tuple[str, str], list[str]]:
    """The subjects of each class, by family and class."""
    found: dict[tuple[str, str], list[str]] = {}
    for family, recorded in GOLDEN.items():
        for name, answers in recorded.items():
            if len(answers) > 1:
                found.setdefault((family, class_of(name)), []).append(name)
    return found


@pytest.mark.parametrize(("family", "name"), by_class())
def test_changes_what_it_changes_in_mindspore(family, name):
    failed, asked = {}, set()
    with contextlib.redirect_stdout(io.StringIO()):
        for subject in by_class()[family, name]:
            some, all_of_them = differing(subjects(family)[subject], GOLDEN[family][subject])
            failed |= some
            asked |= set(all_of_them)
    said = verdict("replaced", name, failed, asked)
    assert not said, said


def test_known_differences_name_what_is_probed():
    probed = {
        (name, f"{how} {each}")
        for (family, name), names in by_class().items()
        for subject in names
        for how, found in GOLDEN[family][subject].items()
        if how
        for each in found
    }
    listed = {(entry.name, entry.sample) for entry in known_differences() if entry.test == "replaced"}
    assert listed <= probed


@pytest.mark.parametrize("family", ["layers", "optimizers", "wrappers"])
def test_what_nobody_changes_runs_as_it_was_written(family):
    for subject in subjects(family).values():
        try:
            built = subject.build(OURS, plain)
        except Exception:  # what cannot be built has nothing to run
            continue
        changed = [path for path, cell in built.cells_and_names() if "_changed" in vars(cell)]
        assert changed == [], subject.name


def test_what_any_cell_is_told_changes_nothing():
    norm = nn.BatchNorm2d(3)
    norm.training = True
    norm.set_train(False).set_grad()
    norm.to_float(ms.float16)
    norm.requires_grad = False
    assert "_changed" not in vars(norm)


REFUSING = {
    "LGamma": nn.LGamma,
    "DiGamma": nn.DiGamma,
    "IGamma": nn.IGamma,
    "LBeta": nn.LBeta,
    "MatMul": nn.MatMul,
    "CentralCrop": lambda: nn.CentralCrop(0.5),
    "SampledSoftmaxLoss": lambda: nn.SampledSoftmaxLoss(2, 10),
    "MultiFieldEmbeddingLookup": lambda: nn.MultiFieldEmbeddingLookup(10, 2, field_size=2),
    "mint.SyncBatchNorm": lambda: mint.nn.SyncBatchNorm(3),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_replaced_says_what_to_do(name):
    layer = REFUSING[name]()
    for attribute in REFUSED[name]:
        with pytest.raises(NotImplementedError, match="derive a class and define its construct"):
            setattr(layer, attribute, lambda *inputs: inputs)


# ---- forms that the table has not --------------------------------------------------------------------------------

X = Tensor(np.arange(12).reshape(4, 3) / 10, ms.float32)


def doubled(operation):
    return lambda *inputs: operation(*inputs) * 2


class Halved(nn.Dense):
    """Has a `construct` of its own around the inherited one."""

    def construct(self, x):
        return super().construct(x) / 2


def test_a_construct_around_the_inherited_one_sees_the_replacement():
    layer, other = (Halved(3, 2, weight_init="ones", has_bias=False) for _ in range(2))
    before = layer(X).asnumpy()
    layer.matmul = doubled(layer.matmul)
    np.testing.assert_allclose(layer(X).asnumpy(), 2 * before, rtol=1e-6)
    np.testing.assert_allclose(other(X).asnumpy(), before, rtol=1e-6)
    assert type(layer) is Halved


def test_a_bias_given_afterwards():
    class MeanShift(nn.Conv2d):
        def __init__(self):
            super().__init__(3, 3, kernel_size=1, weight_init="ones")
            self.has_bias = True
            self.bias = ms.Parameter(Tensor(np.array([1, 2, 3], np.float32)), name="bias", requires_grad=False)

    assert MeanShift()(ops.zeros((1, 3, 1, 1), ms.float32)).asnumpy().ravel().tolist() == [1, 2, 3]


def test_copies_keep_what_was_replaced():
    layer = nn.Dense(3, 2, weight_init="ones", bias_init="ones")
    layer.has_bias = False
    expected = layer(X).asnumpy()
    for made in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
        np.testing.assert_array_equal(made(X).asnumpy(), expected)
        made.weight.set_data(made.weight * 2)  # a copy runs on its own weights
        np.testing.assert_allclose(made(X).asnumpy(), 2 * expected)


def test_gradients_pass_through_what_was_replaced():
    layer = nn.Dense(3, 2, weight_init="ones", bias_init="zeros")
    before = ms.grad(lambda x: layer(x).sum())(X).asnumpy()
    layer.matmul = doubled(layer.matmul)
    np.testing.assert_allclose(ms.grad(lambda x: layer(x).sum())(X).asnumpy(), 2 * before)


def test_the_convolution_of_a_layer_derived_from_mint():
    class Mine(mint.nn.Conv2d):
        def construct(self, x):
            return self.conv2d(x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    ms.set_seed(0)
    own = Mine(3, 4, 3, padding=1)
    ms.set_seed(0)
    image = Tensor(np.random.default_rng(0).normal(size=(1, 3, 5, 5)).astype(np.float32))
    np.testing.assert_allclose(own(image).asnumpy(), mint.nn.Conv2d(3, 4, 3, padding=1)(image).asnumpy(), rtol=1e-6)


def test_an_optimizer_whose_methods_come_from_elsewhere():
    class Half:
        def get_lr(self):
            return Tensor(0.01, ms.float32)

    class Slow(Half, nn.Momentum):
        pass

    net = nn.Dense(3, 1, weight_init="ones", bias_init="zeros")
    optimizer = Slow(net.trainable_params(), 1.0, 0.9)
    optimizer((ops.ones((1, 3), ms.float32), ops.ones((1,), ms.float32)))
    np.testing.assert_allclose(net.weight.asnumpy().ravel(), [0.99] * 3)


def test_a_method_put_on_one_optimizer():
    net = nn.Dense(3, 1, weight_init="ones", bias_init="zeros")
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    optimizer.scale_grad = lambda gradients: tuple(g * 2 for g in gradients)
    optimizer((ops.ones((1, 3), ms.float32), ops.ones((1,), ms.float32)))
    np.testing.assert_allclose(net.weight.asnumpy().ravel(), [0.8] * 3, rtol=1e-6)


def test_the_mode_of_a_cell_is_no_setting_of_its_layer():
    layer = nn.BatchNorm2d(3)
    before = set(vars(layer))
    layer.training = True
    layer.requires_grad = True
    assert set(vars(layer)) == before  # it computes in one piece as before, and what watches its construct sees it


def test_a_step_of_the_pipeline_is_refused_where_nothing_asks_it():
    class Own(dataset.SequentialSampler):
        def parse(self):
            return super().parse()

    with pytest.raises(NotImplementedError, match=r"Own\.parse is not asked"):
        Own()


def test_a_transform_of_text_is_asked_for_its_parse():
    class Shout(TextTensorOperation):
        def parse(self):
            return np.char.upper

    assert str(Shout()(np.array("a"))) == "A"


def test_a_scheduler_computes_with_numbers():
    weight = ms.Parameter(Tensor([1.0], ms.float32))
    scheduler = lr_scheduler.CosineAnnealingLR(optim.SGD([weight], 0.1), 4)
    with pytest.raises(NotImplementedError, match="'cos' cannot be replaced"):
        scheduler.cos = ops.Sin()


def test_a_child_replaced_by_its_name_is_told():
    net = nn.SequentialCell(nn.ReLU(), nn.ReLU())
    with pytest.warns(UserWarning, match=r"write net\[1\] = cell"):
        setattr(net, "1", nn.Sigmoid())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        net[0] = nn.Sigmoid()


@pytest.mark.parametrize("norm_first", [False, True])
def test_a_derived_layer_calls_the_methods_of_its_base(norm_first):
    class Heir(nn.TransformerEncoderLayer):
        def construct(self, src):
            if self.norm_first:
                src = src + self._sa_block(self.norm1(src), None, None)
                return src + self._ff_block(self.norm2(src))
            src = self.norm1(src + self._sa_block(src, None, None))
            return self.norm2(src + self._ff_block(src))

    heir = Heir(8, 2, 16, norm_first=norm_first).set_train(False)
    plain = nn.TransformerEncoderLayer(8, 2, 16, norm_first=norm_first).set_train(False)
    ms.load_param_into_net(plain, heir.parameters_dict())
    x = Tensor(np.linspace(-1, 2, 48).reshape(3, 2, 8).astype(np.float32))
    np.testing.assert_array_equal(heir(x).asnumpy(), plain(x).asnumpy())


def test_a_layer_has_no_other_private_method():
    with pytest.raises(AttributeError, match="no attribute '_mha_block'"):
        _ = nn.TransformerEncoderLayer(8, 2, 16)._mha_block
