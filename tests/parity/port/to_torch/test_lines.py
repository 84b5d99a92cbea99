"""Source of MindSpore written as torch's: what lines become, and that both compute the same."""

from __future__ import annotations

import importlib.util
import json
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import libcst as cst
import numpy as np
import pytest
import torch

import ms2torch
import ms2torch.numpy
from ms2torch import mint, nn, ops
from parity.port.project.facts import Source
from parity.port.to_torch.convert import convert
from parity.port.to_torch.live import live
from parity.port.to_torch.project import facts_of
from parity.port.to_torch.templates import templates

CASES = tomllib.loads((Path(__file__).parent / "lines.toml").read_text(encoding="utf-8"))
HEADER = (
    "import numpy as np\nimport mindspore as ms\nimport mindspore.numpy as mnp\n"
    "from mindspore import Tensor, Parameter, mint, nn, ops\n"
    "from mindspore.common import initializer as init\nfrom functools import partial\n\n\n"
)
ARGUMENTS = ("x", "y", "m", "im", "i", "j", "w", "b")


def converted(source: str, module: str = "net") -> Any:
    made = Source(module, "", cst.parse_module(source))
    return convert(made, facts_of([made], lambda name: live(name) is not None))


def body(source: str) -> str:
    """Convert `source` after the usual imports; give the result without the imports and blank lines at the top."""
    text = converted(HEADER + source).source
    lines = [line for line in text.splitlines() if not line.startswith(("import ", "from "))]
    return "\n".join(lines).strip()


def inputs() -> dict[str, np.ndarray[Any, Any]]:
    random = np.random.default_rng(0)
    x, y = random.standard_normal((2, 3, 4)), random.uniform(0.5, 2, (2, 3, 4))
    made = {
        "x": x, "y": y, "m": random.standard_normal((3, 3)), "im": random.standard_normal((2, 4, 6, 6)),
        "w": random.standard_normal((5, 4, 3, 3)),
    }  # fmt: skip
    floats = {name: value.astype(np.float32) for name, value in made.items()}
    return {**floats, "i": random.integers(0, 3, (2, 3, 4)), "j": random.integers(0, 3, 2), "b": x > 0}


def array(value: Any) -> np.ndarray[Any, Any]:
    if isinstance(value, ms2torch.Tensor):
        return value.asnumpy()
    if isinstance(value, torch.Tensor):
        return value.detach().numpy()
    return np.asarray(value)


def as_torch(value: Any) -> Any:
    return torch.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value


EXPRESSIONS = [entry for section in CASES.values() for entry in section]


@pytest.mark.filterwarnings("ignore:.* is gone from MindSpore 2:DeprecationWarning")
@pytest.mark.parametrize("line", EXPRESSIONS)
def test_an_expression_computes_the_same(line: str) -> None:
    hints = ", ".join(f"{name}: Tensor" for name in ARGUMENTS)
    made = converted(f"{HEADER}def f({hints}):\n    return {line}\n")
    assert not made.marks, made.source
    given = inputs()
    namespace: dict[str, Any] = {
        "ms": ms2torch,
        "mnp": ms2torch.numpy,
        "nn": nn,
        "ops": ops,
        "mint": mint,
        "Tensor": ms2torch.Tensor,
        "Parameter": ms2torch.Parameter,
        "init": ms2torch.common.initializer,
    }
    wanted = eval(line, namespace | {name: ms2torch.Tensor(value) for name, value in given.items()})
    result: dict[str, Any] = {}
    exec(made.source, result)
    torch.manual_seed(0)
    network = result["f"]
    for entry in result.values():
        if isinstance(entry, torch.nn.Module):
            entry.eval()
    found = network(*(as_torch(given[name]) for name in ARGUMENTS))
    if line.startswith(("nn.Dropout", "nn.BatchNorm2d")):
        return  # a new Module trains, a new Cell does not: that it is written is all that can be said here
    assert array(found).shape == array(wanted).shape
    np.testing.assert_allclose(array(found).astype(np.float64), array(wanted).astype(np.float64), rtol=2e-5, atol=2e-6)


def test_every_entry_of_the_file_is_computed() -> None:
    spoken = " ".join(EXPRESSIONS)
    short = {"mindspore.ops.": "ops.", "mindspore.numpy.": "mnp.", "mindspore.nn.": "nn."}
    short["mindspore.common.initializer."] = "init."
    missing = []
    for section in ("functions", "primitives", "methods", "layers"):
        for name in templates(section):
            written = next(
                (name.replace(full, brief) for full, brief in short.items() if name.startswith(full)), f".{name}"
            )
            if f"{written}(" not in spoken and name != "T":
                missing.append(name)
    assert not missing


def test_no_expression_stands_twice() -> None:
    assert [line for line, count in Counter(EXPRESSIONS).items() if count > 1] == []


LAYERS = {
    "nn.Dense(3, 4, has_bias=False)": "nn.Linear(3, 4, bias=False)",
    "nn.Dense(in_channels=3, out_channels=4)": "nn.Linear(in_features=3, out_features=4)",
    'nn.Conv2d(3, 4, 3, pad_mode="pad", padding=1, has_bias=True)': "nn.Conv2d(3, 4, 3, padding=1, bias=True)",
    'nn.Conv2d(3, 4, 3, pad_mode="valid")': "nn.Conv2d(3, 4, 3, bias=False)",
    "nn.Conv2d(3, 4, 3)": 'nn.Conv2d(3, 4, 3, bias=False, padding="same")',
    "nn.Conv2d(3, 4, 1, 2)": "nn.Conv2d(3, 4, 1, 2, bias=False)",
    "nn.Conv2d(3, 4, 3, stride=2)": "PaddedConv2d(3, 4, 3, stride=2)",
    "nn.Conv2d(3, 4, k, pad_mode=mode)": "PaddedConv2d(3, 4, k, pad_mode=mode)",
    "nn.Conv2d(3, 4, (3, 1), pad_mode='pad', padding=(1, 1, 0, 0), group=g)": (
        "nn.Conv2d(3, 4, (3, 1), padding=(1, 0), groups=g, bias=False)"
    ),
    "nn.BatchNorm2d(4, momentum=0.99)": "nn.BatchNorm2d(4, momentum=0.01)",
    "nn.BatchNorm2d(4, momentum=1 - p)": "nn.BatchNorm2d(4, momentum=p)",
    "nn.LayerNorm((8,))": "nn.LayerNorm((8,), eps=1e-7)",
    "nn.LayerNorm((8,), epsilon=1e-5)": "nn.LayerNorm((8,), eps=1e-5)",
    "nn.GELU()": 'nn.GELU(approximate="tanh")',
    "nn.Dropout(p=p)": "nn.Dropout(p=p)",
    "[nn.Dense(3, 4, weight_init=init.Normal(0.02))]": (
        "[filled(nn.Linear(3, 4), weight=lambda w: nn.init.normal_(w, std=0.02))]"
    ),
    "[nn.Dense(3, 4, weight_init=mode, bias_init='ones')]": (
        "[filled(nn.Linear(3, 4), weight=mode, bias=nn.init.ones_)]"
    ),
    "[nn.Conv2d(3, 4, 1, weight_init='ones', bias_init='ones')]": (
        "[filled(nn.Conv2d(3, 4, 1, bias=False), weight=nn.init.ones_)]"
    ),
    "init.HeUniform()": "nn.init.kaiming_uniform_",
    "init.initializer(mode, (1, 3))": "fill(torch.empty((1, 3)), mode)",
    "ms.__version__ > '2'": "'2.10.0' > '2'",
    'f"on {ms.__version__}"': "f\"on {'2.10.0'}\"",
    "nn.Dropout(keep_prob=0.9)": "nn.Dropout(p=0.1)",
    "nn.MaxPool2d(3, 2, pad_mode='pad', padding=1)": "nn.MaxPool2d(3, 2, padding=1)",
    "nn.SequentialCell([nn.Dense(1, 2), nn.ReLU()])": "nn.Sequential(nn.Linear(1, 2), nn.ReLU())",
    "nn.CellList([nn.ReLU()])": "nn.ModuleList([nn.ReLU()])",
    "Parameter(ops.zeros(3), name='w')": "nn.Parameter(torch.zeros(3))",
    "Parameter(init.initializer(init.Normal(0.02), (1, 3)))": (
        "nn.Parameter(nn.init.normal_(torch.empty((1, 3)), std=0.02))"
    ),
}


@pytest.mark.parametrize(("line", "wanted"), LAYERS.items(), ids=list(LAYERS))
def test_a_layer(line: str, wanted: str) -> None:
    assert body(f"def f(g, k, mode, p):\n    return {line}\n").splitlines()[-1].strip() == f"return {wanted}"


def test_a_cell_is_a_module() -> None:
    source = """\
class Net(nn.Cell):
    def __init__(self, norm=nn.BatchNorm2d):
        super().__init__(auto_prefix=False)
        # the weights
        self.head = nn.Dense(3, 4, weight_init=init.TruncatedNormal(0.02))
        self.norm = norm(4, momentum=0.99)
        self.concat = ops.Concat(axis=1)
        for _, cell in self.cells_and_names():
            if isinstance(cell, nn.BatchNorm2d):
                cell.gamma.set_data(init.initializer("ones", cell.gamma.shape, cell.gamma.dtype))

    def construct(self, x):
        y = self.head(x)
        y += x
        return self.norm(self.concat((x, y)))
"""
    assert body(source) == (
        """\
class BatchNorm2d(nn.BatchNorm2d):
    \"\"\"`nn.BatchNorm2d` with the arguments and defaults that MindSpore has.\"\"\"

    def __init__(self, num_features, eps=1e-5, momentum=0.9, affine=True):
        super().__init__(num_features=num_features, eps=eps, momentum=1 - momentum, affine=affine)


class Net(nn.Module):
    def __init__(self, norm=BatchNorm2d):
        super().__init__()
        # the weights
        self.head = nn.Linear(3, 4)
        nn.init.trunc_normal_(self.head.weight, std=0.02)
        self.norm = norm(4, momentum=0.99)
        for _, cell in self.named_modules():
            if isinstance(cell, nn.BatchNorm2d):
                nn.init.ones_(cell.weight)

    def forward(self, x):
        y = self.head(x)
        y = y + x
        return self.norm(torch.cat((x, y), dim=1))"""
    )


def test_an_operator_that_others_read_is_a_function() -> None:
    source = """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.mean = ops.ReduceMean(keep_dims=True)


def pool(net, x):
    return net.mean(x, (2, 3))
"""
    assert "self.mean = lambda x, axis=(): torch.mean(x, axis, keepdim=True)" in body(source)


def test_arrays_stay_numpys() -> None:
    source = """\
def split(a, size):
    return a.reshape(2, size, -1).transpose(1, 0, 2)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        mask = np.zeros((4, 4))
        self.mask = Tensor(split(mask, 2), ms.float32)
        grid = np.arange(6).reshape(2, 3).transpose(1, 0)
        self.grid = Tensor(grid)
"""
    made = body(source)
    assert "a.reshape(2, size, -1).transpose(1, 0, 2)" in made
    assert "np.arange(6).reshape(2, 3).transpose(1, 0)" in made


def test_a_function_called_with_options_takes_its_own_arguments() -> None:
    made = body("def f(x, **options):\n    return ops.split(x, **options)\n")
    assert "def split(tensor, split_size_or_sections, axis=0):" in made
    assert made.splitlines()[-1].strip() == "return split(x, **options)"


LEFT = {
    "ops.no_such_function(x)": "NO-ROW",
    "ops.pad(x, paddings=((0, 1),))": "ARGUMENT",
    "nn.LayerNorm((4,), begin_norm_axis=1)": "ARGUMENT",
    "nn.ReLU6(activation='relu')": "ARGUMENT",
    "[nn.Dense(3, 4, weight_init='sparse')]": "ARGUMENT",
    "nn.Conv2d(3, 4, 3, data_format='NHWC')": "ARGUMENT",
    "nn.Conv2d(3, 4, 3, stride=2, dtype=ms.float16)": "ARGUMENT",
    "init_of(init.Sparse(0.1))": "ARGUMENT",
    "ms.load_checkpoint('a.ckpt')": "DIFFERENT",
    "net.to_float(ms.float16)": "STRUCTURE",
    "net.update_parameters_name('a.')": "STRUCTURE",
    "ms.load_param_into_net(net, weights)": "DIFFERENT",
    "ms.load_param_into_net(net, weights, remove_redundancy=True)": "ARGUMENT",
    "ops.Dropout(0.5, Seed0=3)(x)": "ARGUMENT",
}


@pytest.mark.parametrize(("line", "code"), LEFT.items(), ids=list(LEFT))
def test_what_is_left_is_marked(line: str, code: str) -> None:
    made = converted(f"{HEADER}def f(x: Tensor, net: nn.Cell, weights):\n    y = {line}\n    return y\n")
    assert [mark.code for mark in made.marks] == [code]
    assert f"# TODO(ms2torch) [{code}]" in made.source


def test_the_result_needs_no_mindspore(tmp_path: Path) -> None:
    source = HEADER + "class Net(nn.Cell):\n    def construct(self, x):\n        return ops.relu(x)\n"
    file = tmp_path / "made_net.py"
    file.write_text(converted(source).source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("made_net", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.pop("mindspore", None)
    spec.loader.exec_module(module)
    assert "mindspore" not in file.read_text(encoding="utf-8")
    assert module.Net()(torch.tensor([-1.0, 2.0])).tolist() == [0.0, 2.0]


def test_the_documented_rates_are_those_that_were_measured() -> None:
    from tools.port.__main__ import RESULTS, Result, table

    recorded = json.loads(RESULTS.read_text(encoding="utf-8"))
    found = {name: [Result(**net) for net in entry["nets"]] for name, entry in recorded.items()}
    page = (Path(__file__).parents[4] / "docs" / "port.md").read_text(encoding="utf-8")
    assert "\n".join(table(found)) in page


def test_a_call_over_several_lines_is_read_as_one_expression() -> None:
    source = "def f(x: Tensor):\n    y = (\n        x.reshape(2, -1)\n"
    source += "        .expand_dims(0)\n    )\n    return y\n"
    made = converted(HEADER + source)
    compile(made.source, "net.py", "exec")
    assert ".unsqueeze(0)" in made.source


def test_arguments_passed_on_to_a_padding_base() -> None:
    source = "class Conv(nn.Conv2d):\n    def __init__(self, *args, **options):\n"
    source += "        super().__init__(*args, has_bias=True, weight_init='ones', **options)\n"
    made = converted(HEADER + source)
    assert not made.marks
    names: dict[str, Any] = {"nn": nn}
    exec(source, names)
    result: dict[str, Any] = {}
    exec(made.source, result)
    im = inputs()["im"]
    wanted = names["Conv"](4, 2, 3, stride=2, bias_init="zeros")(ms2torch.Tensor(im))
    found = result["Conv"](4, 2, 3, stride=2, bias_init="zeros")(as_torch(im))
    np.testing.assert_allclose(array(found), array(wanted), rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize(
    "line", ["mint.nn.Linear(4, 8, bias=False)", "mint.nn.LayerNorm(8)", "mint.nn.Conv2d(3, 4, 3, padding=1)"]
)
def test_a_layer_of_mint_is_torchs_own_whatever_else_nn_is(line: str) -> None:
    assert body(f"layer = {line}") == f"layer = {line.removeprefix('mint.')}"
    assert not converted(HEADER + f"layer = {line}").marks


def test_the_initializer_of_a_moving_variance_fills_the_running_one() -> None:
    made = body("layer = nn.BatchNorm2d(4, moving_var_init=2)")
    assert "nn.init.constant_(layer.running_var, 2)" in made.replace("val=", "")


def test_weights_that_are_loaded_strictly_need_no_mark() -> None:
    made = converted(HEADER + "def f(net: nn.Cell, weights):\n    ms.load_param_into_net(net, weights, True)\n")
    assert not made.marks
    assert made.source.endswith("net.load_state_dict(weights, strict=False)\n")


GROWN = {
    "x += y": "x = x + y",
    "x += [y]": "x += [y]",
    "x += (y,)": "x += (y,)",
    "x += [z for z in y]": "x += [z for z in y]",
    "x += ops.split(y, 2)": "x += torch.split(y, 2)",
}


@pytest.mark.parametrize(("line", "wanted"), GROWN.items(), ids=list(GROWN))
def test_a_list_grows_in_place_and_a_tensor_does_not(line: str, wanted: str) -> None:
    source = f"class Net(nn.Cell):\n    def construct(self, x, y):\n        {line}\n        return x\n"
    assert body(source).splitlines()[-2].strip() == wanted


HOOKS = """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.seen = []
        self.register_forward_pre_hook(self.before)
        self.register_forward_hook(self.after)
        self.register_backward_hook(self.backwards)
        self.register_backward_pre_hook(self.back)

    def before(self, cell, inputs):
        return (inputs[0] * 2,)

    def after(self, cell, inputs, outputs):
        return outputs + inputs[0]

    def backwards(self, cell, of_inputs, of_outputs):
        self.seen.append((of_inputs[0].sum().item(), of_outputs[0].sum().item()))

    def back(self, cell, of_outputs):
        self.seen.append(of_outputs[0].sum().item())

    def construct(self, x):
        return ops.square(x) * 3
"""


def test_hooks_are_called_with_the_same() -> None:
    made = converted(HEADER + HOOKS)
    assert not made.marks
    theirs: dict[str, Any] = {"nn": nn, "ops": ops}
    exec(HOOKS, theirs)
    cell = theirs["Net"]()
    gradient = ms2torch.grad(lambda x: cell(x).sum())(ms2torch.Tensor([1.0, 2.0]))
    result: dict[str, Any] = {}
    exec(made.source, result)
    module = result["Net"]()
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    module(x).sum().backward()
    np.testing.assert_allclose(array(x.grad), array(gradient))
    assert module.seen == cell.seen
    assert len(module.seen) == 2


LAYERS_FILLED = {
    "nn.Dense(4, 5, activation='relu', weight_init='ones', bias_init=-1.0)(x)": (2, 3, 5),
    "nn.Dense(4, 5, activation=nn.Tanh(), weight_init=init.Constant(0.25))(x) * 0": (2, 3, 5),
    "nn.SequentialCell([nn.Dense(4, 5, weight_init='ones', bias_init='zeros'), nn.ReLU()])(x)": (2, 3, 5),
    "nn.Conv2d(4, 3, 3, stride=2, weight_init=0.5, has_bias=True, bias_init=init.One())(im)": (2, 3, 3, 3),
    "nn.Conv2d(4, 3, 3, weight_init=init.initializer(0.5, (3, 4, 3, 3)))(im)": (2, 3, 6, 6),
    "nn.BatchNorm2d(4, gamma_init=2, moving_mean_init=1)(im)": (2, 4, 6, 6),
    "nn.LayerNorm((4,), gamma_init=Tensor(np.arange(4), ms.float32))(x)": (2, 3, 4),
}


@pytest.mark.parametrize("line", LAYERS_FILLED)
def test_a_layer_whose_weights_are_given_computes_the_same(line: str) -> None:
    made = converted(f"{HEADER}def f(x: Tensor, im: Tensor):\n    return ({line}, 0)[0]\n")
    assert not made.marks, made.source
    names: dict[str, Any] = {"nn": nn, "ms": ms2torch, "np": np, "Tensor": ms2torch.Tensor}
    names["init"] = ms2torch.common.initializer
    given = inputs()
    wanted = eval(line, names | {name: ms2torch.Tensor(given[name]) for name in ("x", "im")})
    result: dict[str, Any] = {}
    exec(made.source.replace("(im), 0)", ".eval()(im), 0)"), result)
    found = result["f"](as_torch(given["x"]), as_torch(given["im"]))
    assert found.shape == LAYERS_FILLED[line]
    np.testing.assert_allclose(array(found), array(wanted), rtol=2e-5, atol=2e-6)


def test_weights_of_a_base_and_of_a_layer_that_may_lack_one_are_filled() -> None:
    source = """\
class Conv(nn.Conv2d):
    def __init__(self, has_bias):
        super().__init__(2, 3, 1, weight_init="ones")
        self.head = nn.Dense(3, 4, has_bias=has_bias, bias_init="ones")
"""
    assert body(source).splitlines()[2:] == [
        "        super().__init__(2, 3, 1, bias=False)",
        "        nn.init.ones_(self.weight)",
        "        self.head = nn.Linear(3, 4, bias=has_bias)",
        "        if self.head.bias is not None:",
        "            nn.init.ones_(self.head.bias)",
    ]


def test_a_layer_that_is_left_keeps_its_own_arguments() -> None:
    made = body("layer = nn.LayerNorm((4,), begin_norm_axis=1, gamma_init=init.Normal(0.02), dtype=ms.float16)")
    assert made.splitlines()[-1] == (
        "layer = mindspore.nn.LayerNorm((4,), begin_norm_axis=1, "
        "gamma_init=mindspore.common.initializer.Normal(0.02), dtype=mindspore.float16)"
    )


def test_a_layer_of_mint_that_has_no_row_is_torchs_also_as_a_value() -> None:
    source = "def f(act=mint.nn.Sigmoid):\n    return isinstance(act(), mint.nn.Sigmoid)\n"
    made = converted(HEADER + source)
    assert not made.marks
    assert made.source.endswith("def f(act=nn.Sigmoid):\n    return isinstance(act(), nn.Sigmoid)\n")
