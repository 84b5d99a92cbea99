"""The loader: what a data file may say, and how it says what is wrong."""

import pytest

from mappings.rows.layouts import SAME, Layout, Unsqueeze
from mappings.rows.model import REQUIRED, Law, Opaque
from mappings.table.load import MappingError, load_file

ROW = """
[[api]]
torch = "torch.nn.Linear"
mindspore = "mindspore.nn.Dense"
kind = "layer"
"""


def _load(tmp_path, text):
    path = tmp_path / "family.toml"
    path.write_text(text, encoding="utf-8")
    return load_file(path)


def test_reads_a_row(tmp_path):
    text = ROW + (
        'params = ["in_features -> in_channels", "bias = True -> has_bias = True", "- -> dtype = <float32> @none",'
        " \"- -> weight_init = None | must:'zeros' @init\"]\n"
        'weights = ["weight -> weight | unsqueeze(2)", "running_mean -> moving_mean | buffer", "count -> -"]\n'
        'init = ["weight: uniform(1/sqrt(fan_in)) -> same", "bias: normal(1) -> normal(0.01)"]\n'
    )
    (row,) = _load(tmp_path, text)
    assert (row.family, row.number, row.label) == ("family", 1, "family:torch.nn.Linear -> mindspore.nn.Dense")
    plain, bias, dtype, must = row.listed
    assert (plain.torch, plain.mindspore) == ("in_features", "in_channels")
    worked_out = {param.torch: param for param in row.params if param.torch}
    assert (worked_out["in_features"].torch_default, worked_out["out_features"].mindspore) == (REQUIRED, "out_channels")
    assert (bias.torch_default, bias.mindspore_default) == (True, True)
    assert (dtype.torch, dtype.mindspore_default, dtype.shows) == (None, Opaque("float32"), "none")
    assert (must.must, must.shows) == ("zeros", "init")
    assert [w.layout for w in row.weights] == [Layout((Unsqueeze(2),)), SAME, SAME]
    assert row.weights[1].buffer
    assert row.weights[2].mindspore is None
    assert row.init[0].same
    assert row.init[1].mindspore == Law("normal", "0.01")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "family.toml:x: unknown key; expected only [[api]] tables"),
        ("x =", "family.toml: is not TOML"),
        ("[[api]]\nmindspore = 'a'", "family.toml:row 1:torch: missing; expected a str"),
        ("[[api]]\ntorch = 3", "family.toml:row 1:torch: 3; expected a str"),
        (ROW + "colour = 1", "family.toml:row 1 (torch.nn.Linear):colour: unknown key; expected one of advice, cases"),
        (ROW.replace("layer", "thing"), "kind: 'thing'; expected one of layer, container"),
        (ROW + 'params = ["a b"]', "params[1]: no '->' in 'a b'"),
        (ROW + 'params = ["a -> b", "- -> -"]', "params[2]: no name in '- -> -'"),
        (ROW + 'params = ["a = zeros -> b"]', "params[1]: 'zeros' is no Python literal"),
        (ROW + 'params = ["a -> b | twist"]', "params[1]: unknown transform 'twist'; expected one of divide_by"),
        (ROW + 'params = ["a -> b | item"]', "params[1]: transform 'item' with argument ''; expected item:ARGUMENT"),
        (ROW + 'params = ["a -> b | must:3"]', "params[1]: 'must' on an argument that torch has"),
        (ROW + 'params = ["a -> b @sometimes"]', "params[1]: unknown stage 'sometimes'"),
        (ROW + 'weights = ["a"]', "weights[1]: 'a' is no weight"),
        (ROW + 'weights = ["a -> b | rotated"]', "weights[1]: 'rotated' is no layout; known are unsqueeze(...)"),
        (ROW + 'init = ["a: uniform -> same"]', "init[1]: 'uniform' is no law"),
        (ROW + 'differences = [{ rule = "r" }]', "differences[1].argument: missing"),
        (ROW + 'differences = [{ rule = "r", argument = "a" }]', "differences[1].fact: missing"),
        (ROW + "cases = [{ inputs = [] }]", "cases[1].torch: missing"),
        (ROW + "try = { a = 3 }", "try.a: 3; expected a list of values written as code"),
        (ROW + 'cases = [{ torch = "x", mindspore = "x", expect = "y" }]', "cases[1].expect: unknown key"),
        (ROW + 'cases = [{ torch = "x", mindspore = "x", steps = "3" }]', "cases[1].steps: '3'; expected a int"),
        (ROW + 'cases = [{ torch = "x", mindspore = "x", stage = "load" }]', "cases[1].stage: 'load'; expected one of"),
        (ROW + 'cases = [{ torch = "x", mindspore = "x", oracle = "skip" }]', "cases[1].oracle_reason: missing"),
    ],
)
def test_says_where_and_what(tmp_path, text, message):
    with pytest.raises(MappingError) as raised:
        _load(tmp_path, text)
    assert message in str(raised.value)


def test_missing_file(tmp_path):
    with pytest.raises(MappingError, match=r"none\.toml: cannot be read"):
        load_file(tmp_path / "none.toml")
