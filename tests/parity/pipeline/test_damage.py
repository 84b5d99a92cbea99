"""Nets that are broken, odd or noisy: each gives a verdict or one clear line, and nothing half written."""

import textwrap

import pytest
from click.testing import CliRunner

from cli.main import program

HEAD = "import dataclasses, numpy as np, torch\nfrom torch import nn\n"
NET = """
class {name}(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(6, 6)
        self.b = nn.Linear(6, 6)
    def forward(self, x):
        {body}
"""
PLAIN = "return self.b(torch.relu(self.a(x)))"


def nets(tmp_path, reference, port=None, extra=""):
    """Write two nets that differ in the code of their forward."""
    bodies = {"Ref": reference, "Port": reference if port is None else port}
    text = HEAD + extra
    for name, body in bodies.items():
        text += NET.format(name=name, body=textwrap.indent(textwrap.dedent(body).strip(), " " * 8).strip())
    (tmp_path / "nets.py").write_text(text)
    return str(tmp_path / "nets.py")


def run(tmp_path, file, *options, spec="float32[3,6]"):
    """Compare, and check what holds of every end: one line on stderr for exit code 2 and none otherwise."""
    report = tmp_path / "report.json"
    words = ["compare", f"{file}:Ref", f"{file}:Port", "--input", spec, "--json", str(report), *options]
    result = CliRunner().invoke(program, words)
    assert result.exit_code in {0, 1, 2}, result.output
    assert "Traceback" not in result.output
    assert len(result.stderr.strip().splitlines()) == (result.exit_code == 2), result.stderr
    assert report.exists()
    assert not [path for path in tmp_path.iterdir() if path.suffix in {".tmp", ".part"}]
    return result


def test_a_port_that_raises_is_a_difference_with_a_place(tmp_path):
    file = nets(tmp_path, PLAIN, "h = self.a(x)\nraise ValueError('no such luck')")
    result = run(tmp_path, file)
    assert result.exit_code == 1
    assert "no such luck" in result.stdout
    assert "nets.py:" in result.stdout


def test_a_port_that_raises_because_an_earlier_layer_changed_a_shape(tmp_path):
    result = run(tmp_path, nets(tmp_path, PLAIN, "return self.b(torch.relu(self.a(x))[:, :4])"))
    assert result.exit_code == 1
    assert "[:, :4]" in result.stdout


def test_a_reference_that_raises(tmp_path):
    result = run(tmp_path, nets(tmp_path, "raise ValueError('broken')", PLAIN))
    assert result.exit_code == 2
    assert "does not run on these inputs" in result.stderr


@pytest.mark.parametrize("bad", ["nan", "inf"])
def test_a_port_that_makes_nan_or_inf(tmp_path, bad):
    port = f"h = torch.relu(self.a(x))\nh = torch.where(h > 1, torch.full_like(h, float('{bad}')), h)\nreturn self.b(h)"
    result = run(tmp_path, nets(tmp_path, PLAIN, port))
    assert result.exit_code == 1
    assert "in Port: " in result.stdout
    assert f"`torch.where(h > 1, torch.full_like(h, float('{bad}')), h)` takes where" in result.stdout
    assert "the reference has no such operation here; with that changed the input of b is the ref" in result.stdout


def test_a_reference_that_makes_nan(tmp_path):
    result = run(tmp_path, nets(tmp_path, "return self.b(self.a(x * float('nan')))", PLAIN))
    assert result.exit_code == 2
    assert "holds NaN" in result.stderr


def test_inf_on_both_sides_is_the_same(tmp_path):
    body = "h = self.b(self.a(x))\nreturn torch.where(h > 0, torch.full_like(h, float('inf')), h)"
    assert run(tmp_path, nets(tmp_path, body)).exit_code == 0


NOISE = "h = self.a(x)\nreturn self.b(h + torch.rand(h.shape, generator=GENERATOR).to(h.dtype))"


@pytest.mark.parametrize("side", ["reference", "port"])
def test_a_net_that_is_not_deterministic(tmp_path, side):
    bodies = (NOISE, PLAIN) if side == "reference" else (PLAIN, NOISE)
    result = run(tmp_path, nets(tmp_path, *bodies, extra="GENERATOR = torch.Generator()\n"))
    assert result.exit_code == 2
    assert f"the {side} " in result.stderr
    assert "not deterministic" in result.stderr


@pytest.mark.parametrize("noise", ["np.random.rand(6)", "torch.rand(6).numpy()"])
def test_noise_from_a_seeded_generator_is_shared(tmp_path, noise):
    body = f"h = self.a(x)\nreturn self.b(h + torch.as_tensor({noise}).to(h.dtype))"
    assert run(tmp_path, nets(tmp_path, body)).exit_code == 0


@pytest.mark.parametrize(
    "body",
    [
        "return self.b(self.a(x).half().to(x.dtype))",
        "return self.b(self.a(x).bfloat16().to(x.dtype))",
        "return torch.complex(self.a(x), self.b(x))",
        "return self.b(self.a(x)).argmax(-1)",
        "return self.b(self.a(x)), x[:0]",
        "return self.b(self.a(x)).mean()",
        "return {'one': self.b(self.a(x)), 'none': None}",
        "return Out(self.b(self.a(x)), None)",
        "return self.b(self.a(x)), None, 'text', 3",
        "x.mul_(2)\nreturn self.b(self.a(x))",
        "h = self.a(x)\nh[h < 0] = 0\nh += 1\nreturn self.b(h)",
    ],
)
def test_odd_nets_are_the_same_as_themselves(tmp_path, body):
    extra = "@dataclasses.dataclass\nclass Out:\n    one: object\n    two: object\n"
    result = run(tmp_path, nets(tmp_path, body, extra=extra))
    assert result.exit_code == 0, result.output


def test_a_half_cast_on_one_side_only_is_seen(tmp_path):
    result = run(tmp_path, nets(tmp_path, PLAIN, "return self.b(torch.relu(self.a(x)).half().to(x.dtype))"))
    assert result.exit_code == 1


def test_a_net_without_tensor_output(tmp_path):
    result = run(tmp_path, nets(tmp_path, "self.b(self.a(x))\nreturn None"))
    assert result.exit_code == 2
    assert "returns no tensor" in result.stderr


def test_outputs_of_another_form(tmp_path):
    result = run(tmp_path, nets(tmp_path, PLAIN, "y = self.b(torch.relu(self.a(x)))\nreturn y, y + 1"))
    assert result.exit_code == 1


def test_a_port_that_runs_in_float32_only(tmp_path):
    port = "assert x.dtype == torch.float32\nreturn self.b(torch.relu(self.a(x)))"
    assert run(tmp_path, nets(tmp_path, PLAIN, port)).exit_code == 0
    wrong = "assert x.dtype == torch.float32\nreturn self.b(torch.relu(self.a(x).mul(1.5)))"
    result = run(tmp_path, nets(tmp_path, PLAIN, wrong))
    assert result.exit_code == 1
    assert "dtype" not in result.stdout.split("findings")[0] or "mul" in result.stdout


def test_a_very_deep_net(tmp_path):
    text = HEAD + (
        "class Deep(nn.Module):\n    def __init__(self, left):\n        super().__init__()\n"
        "        self.inner = Deep(left - 1) if left else nn.Linear(6, 6)\n"
        "    def forward(self, x):\n        return self.inner(x)\n"
        "def Ref():\n    return Deep(60)\ndef Port():\n    return Deep(60)\n"
    )
    (tmp_path / "nets.py").write_text(text)
    assert run(tmp_path, str(tmp_path / "nets.py")).exit_code == 0


def test_nets_without_parameters(tmp_path):
    text = HEAD + "class Ref(nn.Module):\n    def forward(self, x):\n        return x.softmax(-1)\nPort = Ref\n"
    (tmp_path / "nets.py").write_text(text)
    assert run(tmp_path, str(tmp_path / "nets.py")).exit_code == 0


def test_a_tensor_method_that_ms2torch_lacks(tmp_path):
    (tmp_path / "ref.py").write_text(HEAD + NET.format(name="Ref", body=PLAIN))
    (tmp_path / "port.py").write_text(
        "from mindspore import nn, ops\nclass Port(nn.Cell):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a = nn.Dense(6, 6)\n        self.b = nn.Dense(6, 6)\n    def construct(self, x):\n"
        "        return self.b(ops.relu(self.a(x)).no_such_method())\n"
    )
    words = ["compare", f"{tmp_path / 'ref.py'}:Ref", f"{tmp_path / 'port.py'}:Port", "--input", "float32[3,6]"]
    result = CliRunner().invoke(program, words)
    assert result.exit_code == 2
    assert "the port needs Tensor.no_such_method, which ms2torch does not have" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_an_interrupt(tmp_path):
    result = run_interrupted(tmp_path)
    assert result.exit_code == 130
    assert result.stderr.strip() == "ms2torch: interrupted"


def run_interrupted(tmp_path):
    file = nets(tmp_path, PLAIN, "raise KeyboardInterrupt")
    words = ["compare", f"{file}:Ref", f"{file}:Port", "--input", "float32[3,6]", "--json", str(tmp_path / "r.json")]
    result = CliRunner().invoke(program, words)
    assert not (tmp_path / "r.json").exists()
    return result
