"""The whole pipeline on pairs of torch nets: same ones written otherwise, and one mistake at a time."""

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

import parity
from parity.code.errors import CannotCompare

IMAGE = "float32[2,3,16,16]"


class Cnn(nn.Module):
    """In-place ReLU, in-place residual, BatchNorm, pooling: what trips a recorder that only keeps references."""

    def __init__(self, eps=1e-5, padding=1, bias=True, momentum=0.1, slope=0.01, pool=2, features=None):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 3, padding=padding, bias=bias)
        self.bn1 = nn.BatchNorm2d(8, eps=eps, momentum=momentum)
        self.act = nn.LeakyReLU(slope, inplace=True)
        self.conv2 = nn.Conv2d(8, 8, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(8)
        self.pool = nn.MaxPool2d(pool)
        self.fc = nn.Linear(features or 8 * 8 * 8, 5)

    def forward(self, x):
        x = self.act(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(x))
        y += x
        return self.fc(self.pool(torch.relu(y)).flatten(1))


class RenamedCnn(nn.Module):
    """The same network: other names, other order of definition, containers, functions for modules."""

    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8 * 8 * 8, 5)
        self.body = nn.Sequential(nn.Conv2d(8, 8, 3, padding="same", bias=False), nn.BatchNorm2d(8))
        self.stem = nn.Sequential(nn.Sequential(nn.Conv2d(3, 8, 3, 1, (1, 1)), nn.BatchNorm2d(8)), nn.Identity())

    def forward(self, x):
        x = F.leaky_relu(self.stem(x), 0.01)
        y = F.max_pool2d(F.relu(self.body(x) + x), 2)
        return self.head(torch.flatten(y, 1))


def errors(report):
    return [finding for finding in report.findings if finding.severity == "error"]


def layer(report, path):
    return next(entry for entry in report.layers if entry.reference == path)


def test_a_net_equals_itself():
    report = parity.compare(Cnn, Cnn, IMAGE)
    assert report.verdict == "same"
    assert report.exit_code == 0
    assert {entry.status for entry in report.layers} == {"same"}
    assert not report.findings
    assert len(report.weights.mapped) == 15
    assert not report.weights.unmatched_reference
    assert not report.weights.unmatched_port
    assert report.outputs[0].errors.float64.max_abs == 0.0
    assert report.timings.plain_forwards_s > 0
    assert report.timings.ratio > 1


def test_other_names_order_and_containers_are_the_same_net():
    report = parity.compare(Cnn, RenamedCnn, IMAGE)
    assert report.verdict == "same"
    assert layer(report, "conv2").port == "body.0"
    assert layer(report, "bn1").port == "stem.0.1"
    assert ("conv1.weight", "stem.0.0.weight") in [(pair.reference, pair.port) for pair in report.weights.mapped]
    assert {finding.severity for finding in report.findings} == {"note"}


@pytest.mark.parametrize(
    ("change", "argument", "path"),
    [
        ({"eps": 1e-3}, "eps", "bn1"),
        ({"eps": 1.001e-5}, "eps", "bn1"),
        ({"padding": 0, "features": 392}, "padding", "conv1"),
        ({"bias": False}, "bias", "conv1"),
        ({"slope": 0.2}, "negative_slope", "act"),
        ({"pool": 1, "features": 2048}, "kernel_size", "pool"),
    ],
)
def test_a_wrong_argument_is_named_with_its_line(change, argument, path):
    report = parity.compare(Cnn, lambda: Cnn(**change), IMAGE)
    assert report.verdict == "different"
    found = [finding for finding in errors(report) if finding.argument == argument]
    assert found, errors(report)
    assert found[0].port_layer == path
    assert "test_compare_torch.py:" in found[0].location
    assert "->" in found[0].evidence


def test_only_the_wrong_layer_is_introduced_and_those_behind_it_are_amplified():
    report = parity.compare(Cnn, lambda: Cnn(eps=1e-2), IMAGE)
    status = {entry.reference: entry.status for entry in report.layers if entry.leaf}
    assert status == {
        "conv1": "same",
        "bn1": "introduced",
        "act": "amplified",
        "conv2": "amplified",
        "bn2": "amplified",
        "pool": "amplified",
        "fc": "amplified",
    }
    assert layer(report, "fc").forced.float64.max_abs == 0.0
    assert layer(report, "fc").free.float64.max_abs > 1e-6
    assert len(errors(report)) == 1


def test_the_evidence_is_the_effect_of_the_correction_and_the_line_to_write():
    report = parity.compare(Cnn, lambda: Cnn(eps=1e-2), IMAGE)
    finding = errors(report)[0]
    assert finding.rule == "epsilon"
    assert finding.evidence.startswith("eps=1e-05: ")
    assert finding.evidence.endswith("-> 0.0e+00")
    assert finding.fix == "self.bn1 = nn.BatchNorm2d(8, eps=1e-05, momentum=momentum)"


def test_momentum_is_a_warning_in_eval_mode_and_an_error_in_train_mode():
    report = parity.compare(Cnn, lambda: Cnn(momentum=0.9), IMAGE)
    assert report.verdict == "same"
    assert [(f.severity, f.rule) for f in report.findings] == [("warning", "momentum")]
    report = parity.compare(Cnn, lambda: Cnn(momentum=0.9), IMAGE, mode="train")
    assert [(f.severity, f.rule) for f in errors(report)] == [("error", "momentum")]


class TwoMistakes(Cnn):
    def __init__(self):
        super().__init__(eps=1e-3)
        self.bn2 = nn.BatchNorm2d(8, eps=1e-3)


def test_every_wrong_layer_is_found_in_one_run():
    report = parity.compare(Cnn, TwoMistakes, IMAGE)
    assert {(f.argument, f.port_layer) for f in errors(report)} == {("eps", "bn1"), ("eps", "bn2")}


class RaisesLater(Cnn):
    """A pool that keeps the size: the Linear behind it cannot take the input."""

    def __init__(self):
        super().__init__()
        self.pool = nn.MaxPool2d(2, stride=1)


def test_a_port_that_raises_is_a_difference_at_the_layer_at_fault():
    report = parity.compare(Cnn, RaisesLater, IMAGE)
    assert report.verdict == "different"
    assert [(f.rule, f.port_layer) for f in errors(report)] == [("pool-stride", "pool")]
    assert layer(report, "fc").status == "amplified"
    assert layer(report, "conv1").status == "same"
    assert report.outputs[0].status == "unmatched"


class NoResidual(Cnn):
    def forward(self, x):
        x = self.act(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(x))
        return self.fc(self.pool(torch.relu(y)).flatten(1))


def test_a_difference_between_layers_is_located_in_the_body():
    report = parity.compare(Cnn, NoResidual, IMAGE)
    found = errors(report)
    assert [finding.rule for finding in found] == ["body"]
    assert "the reference adds (add) the output of act first" in found[0].message
    assert "+ x is missing" in found[0].evidence
    assert found[0].fix == "y = self.bn2(self.conv2(x)) + x"
    assert found[0].location.endswith(f"test_compare_torch.py:{NoResidual.forward.__code__.co_firstlineno + 2}")


class WrongActivation(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.fc1 = nn.Linear(6, 6)
        self.act = act
        self.fc2 = nn.Linear(6, 6)

    def forward(self, x):
        return self.fc2(self.act(self.fc1(x)))


def test_another_type_of_layer_is_named_with_the_right_one():
    report = parity.compare(
        lambda: WrongActivation(nn.Hardsigmoid()), lambda: WrongActivation(nn.Sigmoid()), "float32[4,6]"
    )
    finding = errors(report)[0]
    assert (finding.rule, finding.argument, finding.port_layer) == ("layer-type", "type", "act")
    assert "Hardsigmoid: 0.0e+00" in finding.evidence
    assert "nn.Hardsigmoid()" in finding.fix


def test_gelu_tanh_for_exact_is_seen():
    report = parity.compare(
        lambda: WrongActivation(nn.GELU()), lambda: WrongActivation(nn.GELU(approximate="tanh")), "float32[4,6]"
    )
    assert [(f.rule, f.argument) for f in errors(report)] == [("approximate", "approximate")]


class ForgottenActivation(WrongActivation):
    def forward(self, x):
        return self.fc2(self.fc1(x))


def test_a_layer_that_was_forgotten_is_an_error_where_the_nets_part():
    report = parity.compare(lambda: WrongActivation(nn.ReLU()), lambda: ForgottenActivation(nn.ReLU()), "float32[4,6]")
    assert ("unmatched-layer", "act") in {(f.rule, f.reference_layer) for f in errors(report)}


class Outputs(nn.Module):
    def __init__(self, form):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.form = form

    def forward(self, x):
        y = self.fc(x)
        if self.form == "pair":
            return {"logits": y, "sum": y.sum()}
        if self.form == "single":
            return y
        if self.form == "nan":
            return y / 0 * 0
        if self.form == "long":
            return (y, y.argmax(-1).to(torch.int32))
        return (y, y.argmax(-1))


def test_outputs_of_another_number_differ():
    report = parity.compare(lambda: Outputs("pair"), lambda: Outputs("single"), "float32[3,4]")
    assert report.verdict == "different"
    assert "returns 1 tensors, the reference 2" in errors(report)[0].message


def test_an_index_dtype_is_a_note():
    report = parity.compare(lambda: Outputs("int"), lambda: Outputs("long"), "float32[3,4]")
    assert report.verdict == "same"
    assert [(f.rule, f.severity) for f in report.findings] == [("outputs", "note")]


def test_nan_in_the_port_is_a_difference_and_in_the_reference_an_error():
    report = parity.compare(lambda: Outputs("single"), lambda: Outputs("nan"), "float32[3,4]")
    assert report.verdict == "different"
    assert report.outputs[0].errors.float64.nan_mismatch == 12
    with pytest.raises(CannotCompare, match="holds NaN"):
        parity.compare(lambda: Outputs("nan"), lambda: Outputs("single"), "float32[3,4]")


def test_inputs_of_the_wrong_rank_and_none_at_all():
    with pytest.raises(CannotCompare, match=r"does not run on these inputs.*check the number, rank"):
        parity.compare(Cnn, Cnn, "float32[2,3]")
    with pytest.raises(CannotCompare, match="no inputs"):
        parity.compare(Cnn, Cnn)


def test_nets_with_nothing_in_common():
    lstm = lambda: nn.Sequential(nn.Flatten(0, 0), nn.Embedding(4, 4))  # noqa: E731
    with pytest.raises(CannotCompare, match="nothing in common"):
        parity.compare(lambda: nn.Sequential(nn.Linear(4, 3), nn.Tanh()), lstm, torch.zeros(3, 4))


class Block(nn.Module):
    def __init__(self, order, names):
        super().__init__()
        for name in names:
            setattr(self, name, nn.Linear(8, 8))
        self.order = order
        self.out = nn.Linear(8, 8)

    def forward(self, x):
        called = {name: getattr(self, name)(x) for name in self.order}
        q, k, v = (called[name] for name in sorted(called, key=lambda n: n.replace("query", "q_")))
        return self.out(torch.softmax(k @ q.transpose(1, 2), -1) @ v)


def test_names_break_the_tie_between_layers_that_run_side_by_side():
    reference = lambda: Block(["q_proj", "k_proj", "v_proj"], ["q_proj", "k_proj", "v_proj"])  # noqa: E731
    port = lambda: Block(["v_proj", "k_proj", "q_proj"], ["k_proj", "v_proj", "q_proj"])  # noqa: E731
    report = parity.compare(reference, port, "float32[2,5,8]")
    assert report.verdict == "same"
    assert layer(report, "q_proj").port == "q_proj"


class Opaque(nn.Module):
    def __init__(self, names, order):
        super().__init__()
        for name in names:
            setattr(self, name, nn.Linear(8, 8))
        self.names, self.order = names, order

    def forward(self, x):
        called = {name: getattr(self, name)(x) for name in self.order}
        return sum(scale * called[name] for scale, name in enumerate(self.names, 1))


def test_an_ambiguous_pairing_shows_the_candidates_and_is_settled_by_a_map():
    reference = lambda: Opaque(["alpha", "b", "c"], ["alpha", "b", "c"])  # noqa: E731
    port = lambda: Opaque(["alpha", "y", "z"], ["y", "alpha", "z"])  # noqa: E731
    with pytest.raises(CannotCompare, match=r"alpha, b, c could be any of the port's y, alpha, z.*--map"):
        parity.compare(reference, port, "float32[2,8]")
    settled = {"alpha": "alpha", "b": "y", "c": "z"}
    assert parity.compare(reference, port, "float32[2,8]", mapping=settled).verdict == "same"
    with pytest.raises(CannotCompare, match="no layer or weight of the port"):
        parity.compare(reference, port, "float32[2,8]", mapping={"b": "nowhere"})


class Encoder(nn.Module):
    def __init__(self, epsilon=1e-5, scale=1.0, table=10000.0, norm_first=True):
        super().__init__()
        self.embed = nn.Embedding(50, 16)
        position = torch.arange(7)[:, None] / table ** (torch.arange(0, 16, 2) / 16)
        self.register_buffer("position", torch.cat([position.sin(), position.cos()], 1))
        self.layers = nn.ModuleList(
            [nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, norm_first=norm_first) for _ in range(2)]
        )
        self.norm = nn.LayerNorm(16, eps=epsilon)
        self.head = nn.Linear(16, 50, bias=False)
        self.head.weight = self.embed.weight
        self.scale = scale

    def forward(self, ids):
        x = self.embed(ids) * self.scale + self.position
        for block in self.layers:
            x = block(x)
        return self.head(self.norm(x))


IDS = "int64[2,7]<50"


def test_an_encoder_with_tied_weights_and_a_table_is_the_same():
    report = parity.compare(Encoder, Encoder, IDS)
    assert report.verdict == "same"
    assert any(entry.reference == "layers.0.self_attn" and entry.status == "same" for entry in report.layers)


def test_layer_norm_epsilon_is_named_although_it_moves_the_output_by_little():
    report = parity.compare(Encoder, lambda: Encoder(epsilon=1e-7), IDS)
    assert [(f.rule, f.port_layer) for f in errors(report)] == [("epsilon", "norm")]


def test_a_constant_that_the_port_computes_wrongly_is_not_copied_over():
    report = parity.compare(Encoder, lambda: Encoder(table=1000.0), IDS)
    assert report.verdict == "different"
    assert any("constant position" in finding.message for finding in errors(report))


def test_the_norm_on_the_other_side_of_the_block_is_a_difference_of_the_body():
    report = parity.compare(Encoder, lambda: Encoder(norm_first=False), IDS)
    assert report.verdict == "different"


class Shared(nn.Module):
    def __init__(self, times, shared):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(6, 6) for _ in range(1 if shared else times)])
        self.times = times

    def forward(self, x):
        for index in range(self.times):
            x = torch.tanh(self.blocks[index % len(self.blocks)](x))
        return x


def test_a_layer_called_three_times_is_three_calls():
    report = parity.compare(lambda: Shared(3, shared=True), lambda: Shared(3, shared=True), "float32[2,6]")
    assert report.verdict == "same"
    assert [(e.reference, e.call) for e in report.layers if e.leaf] == [
        ("blocks.0", 0),
        ("blocks.0", 1),
        ("blocks.0", 2),
    ]


def test_a_shared_layer_fills_its_copies():
    report = parity.compare(lambda: Shared(3, shared=True), lambda: Shared(3, shared=False), "float32[2,6]")
    assert report.verdict == "same"
    assert len(report.weights.mapped) == 6


def test_weights_that_the_port_ties_and_the_reference_does_not():
    report = parity.compare(lambda: Shared(2, shared=False), lambda: Shared(2, shared=True), "float32[2,6]")
    assert report.verdict == "different"


class Custom(nn.Module):
    """A normalisation written by hand."""

    def __init__(self, epsilon=1e-5):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(6))
        self.shift = nn.Parameter(torch.zeros(6))
        self.epsilon = epsilon

    def forward(self, x):
        x = x - x.mean(-1, keepdim=True)
        return x / torch.sqrt((x * x).mean(-1, keepdim=True) + self.epsilon) * self.scale + self.shift


@pytest.mark.parametrize(("epsilon", "verdict"), [(1e-5, "same"), (1e-3, "different")])
def test_a_layer_written_by_hand_stands_for_one_of_the_framework(epsilon, verdict):
    reference = lambda: nn.Sequential(nn.Linear(6, 6), nn.LayerNorm(6))  # noqa: E731
    port = lambda: nn.Sequential(nn.Linear(6, 6), Custom(epsilon))  # noqa: E731
    report = parity.compare(reference, port, "float32[5,6]")
    assert report.verdict == verdict
    assert {f.rule for f in errors(report)} == (set() if verdict == "same" else {"norm-epsilon"})
    assert all("epsilon is 0.001, the reference's 1e-05" in f.message for f in errors(report))


class Padded(nn.Module):
    def __init__(self, separate):
        super().__init__()
        self.pad = nn.ZeroPad2d(1) if separate else nn.Identity()
        self.conv = nn.Conv2d(3, 4, 3, padding=0 if separate else 1)

    def forward(self, x):
        return self.conv(self.pad(x))


def test_a_padding_layer_that_the_port_merges_into_the_convolution_is_the_same():
    report = parity.compare(lambda: Padded(True), lambda: Padded(False), "float32[2,3,8,8]")
    assert report.verdict == "same"
    assert not errors(report)


class Unused(nn.Module):
    def __init__(self, aux):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        if aux:
            self.aux = nn.Linear(4, 9)

    def forward(self, x):
        return self.fc(x)


def test_layers_that_never_run_are_accounted_for():
    assert parity.compare(lambda: Unused(True), lambda: Unused(True), "float32[2,4]").verdict == "same"
    report = parity.compare(lambda: Unused(True), lambda: Unused(False), "float32[2,4]")
    assert report.verdict == "different"
    assert report.weights.unmatched_reference == ("aux.weight", "aux.bias")


class HalfConstant(nn.Module):
    def __init__(self, constant):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.constant = constant

    def forward(self, x):
        return self.fc(x) * self.constant


def test_a_float32_constant_is_no_defect():
    report = parity.compare(lambda: HalfConstant(0.1), lambda: HalfConstant(torch.tensor(0.1)), "float32[4,8]")
    assert report.verdict == "same"
    assert 0 < report.outputs[0].errors.float64.rel_l2 < 1e-7


class Variance(nn.Module):
    def __init__(self, naive):
        super().__init__()
        self.fc = nn.Linear(64, 64)
        self.naive = naive

    def forward(self, x):
        y = self.fc(x) + 300.0
        if self.naive:
            return (y * y).mean(-1) - y.mean(-1) ** 2
        return y.var(-1, correction=0)


def test_worse_numerics_of_the_same_mathematics_are_seen_in_float32():
    report = parity.compare(lambda: Variance(False), lambda: Variance(True), "float32[300,64]")
    assert report.verdict == "different"
    assert [finding.rule for finding in errors(report)] == ["precision"]
    assert report.outputs[0].status == "same"
    assert report.outputs[0].errors.ratio > 10


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("seed", range(3))
def test_a_correct_port_passes_in_every_precision(dtype, seed):
    report = parity.compare(Cnn, RenamedCnn, IMAGE, dtype=dtype, seed=seed)
    assert report.verdict == "same"
    assert report.outputs[0].errors.judgement == "ok"


class Float32Only(nn.Module):
    def __init__(self, epsilon=1e-5):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.norm = nn.LayerNorm(8, eps=epsilon)

    def forward(self, x):
        triangle = torch.from_numpy(np.tri(8, dtype=np.float32))  # of float32 whatever torch is asked for
        return self.norm(torch.mm(self.fc(x), triangle.t()))


@pytest.mark.parametrize(("epsilon", "verdict"), [(1e-5, "same"), (1e-2, "different")])
def test_without_float64_the_noise_alone_decides(epsilon, verdict):
    report = parity.compare(Float32Only, lambda: Float32Only(epsilon), "float32[16,8]")
    assert report.verdict == verdict
    assert any("float64" in stage.reason for stage in report.stages)
    assert report.outputs[0].errors.float64 is None


class AsksForFloat32(nn.Module):
    def __init__(self, epsilon=1e-5):
        super().__init__()
        self.time = nn.Linear(8, 8)
        self.norm = nn.LayerNorm(8, eps=epsilon)

    def forward(self, step):
        rates = torch.exp(torch.arange(8, dtype=torch.float32) * -0.5)
        return self.norm(self.time((step[:, None].float() * rates).sin()))


@pytest.mark.parametrize("epsilon", [1e-5, 1e-6])
def test_what_asks_for_float32_is_made_in_float64(epsilon):
    report = parity.compare(AsksForFloat32, lambda: AsksForFloat32(epsilon), "int64[4]<1000")
    assert report.outputs[0].errors.float64 is not None
    assert [(finding.rule, finding.argument) for finding in errors(report)] == [("epsilon", "eps")] * (epsilon != 1e-5)
    said = "in float64 also what the code of the reference and the port asks for in float32"
    assert said in report.coverage.looked_at


def test_ready_nets_are_left_as_they_were():
    reference, port = Cnn().train(), Cnn(eps=1e-3).eval()
    before = [tensor.clone() for net in (reference, port) for tensor in net.state_dict().values()]
    report = parity.compare(reference, port, {"x": torch.randn(2, 3, 16, 16)})
    after = [tensor for net in (reference, port) for tensor in net.state_dict().values()]
    assert all(torch.equal(a, b) for a, b in zip(before, after, strict=True))
    assert (reference.training, port.training) == (True, False)
    assert not any("forward" in vars(module) for net in (reference, port) for module in net.modules())
    finding = errors(report)[0]
    assert finding.argument == "eps"
    assert "test_compare_torch.py:" in finding.location


def test_a_ready_net_keeps_its_own_weights_on_request():
    torch.manual_seed(3)
    reference, port = nn.Linear(4, 4), nn.Linear(4, 4)
    x = torch.randn(2, 4)
    report = parity.compare(reference, port, x, weights="reference")
    assert report.verdict == "same"
    assert math.isclose(report.outputs[0].errors.float32.max_abs, 0.0)


class Dropouts(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.fc, self.drop = nn.Linear(8, 8), nn.Dropout(p)

    def forward(self, x):
        return self.drop(self.fc(x))


def test_a_dropout_rate_is_seen_in_train_mode():
    assert parity.compare(lambda: Dropouts(0.5), lambda: Dropouts(0.5), "float32[8,8]", mode="train").verdict == "same"
    report = parity.compare(lambda: Dropouts(0.5), lambda: Dropouts(0.3), "float32[8,8]", mode="train")
    assert [finding.argument for finding in errors(report)] == ["p"]


def test_progress_is_told_and_ends_at_one():
    told = []
    parity.compare(Cnn, Cnn, IMAGE, progress=lambda what, fraction: told.append((what, fraction)))
    assert told[-1][1] == 1.0
    assert [fraction for _, fraction in told] == sorted(fraction for _, fraction in told)


def test_one_line_in_a_loop_is_one_finding():
    def net(epsilon):
        return nn.Sequential(*[nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4, eps=epsilon)) for _ in range(6)])

    report = parity.compare(lambda: net(1e-5), lambda: net(1e-3), "float32[3,4]")
    assert len(errors(report)) == 1
    assert errors(report)[0].also == ("1.1", "2.1", "3.1", "4.1", "5.1")


class Detached(nn.Module):
    def __init__(self, form):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(4, 4), nn.Linear(4, 4)
        self.form = form

    def forward(self, x):
        y = self.fc1(x)
        gate = y.detach() if self.form == "detach" else y
        return self.fc2(gate.sigmoid() * y)


def test_gradients_of_every_parameter_and_input():
    report = parity.compare(Cnn, RenamedCnn, IMAGE, grad=True)
    assert report.verdict == "same"
    assert len(report.gradients) == 10
    assert {entry.status for entry in report.gradients} == {"same"}
    assert {entry.kind for entry in report.gradients} == {"parameter", "input"}
    assert all(entry.errors.judgement == "ok" for entry in report.gradients if not entry.zero)
    assert [stage.name for stage in report.stages] == ["weights", "forward", "grad", "static"]


def test_a_forgotten_detach_shows_in_the_gradients_alone():
    assert parity.compare(lambda: Detached("detach"), lambda: Detached(""), "float32[3,4]").verdict == "same"
    report = parity.compare(lambda: Detached("detach"), lambda: Detached(""), "float32[3,4]", grad=True)
    assert [(finding.rule, finding.stage) for finding in errors(report)] == [("gradient", "grad")]
    assert "test_compare_torch.py:" in errors(report)[0].location
    status = {entry.reference: entry.status for entry in report.gradients}
    assert status["fc2.weight"] == "same"
    assert status["fc1.weight"] == "introduced"


def test_a_structurally_zero_gradient_is_recognised():
    def net():
        return nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))  # the bias cancels in train mode

    report = parity.compare(net, lambda: nn.Sequential(*net()), "float32[8,4]", mode="train", grad=True)
    assert report.verdict == "same"
    assert [entry.reference for entry in report.gradients if entry.zero] == ["0.bias"]


def test_an_embedding_that_trains_its_padding_row_is_blamed():
    reference = lambda: nn.Sequential(nn.Embedding(5, 4, padding_idx=0), nn.Linear(4, 2))  # noqa: E731
    port = lambda: nn.Sequential(nn.Embedding(5, 4), nn.Linear(4, 2))  # noqa: E731
    report = parity.compare(reference, port, torch.tensor([[0, 1, 0, 2]]), grad=True)
    assert [finding.port_layer for finding in errors(report)] == ["0"]


def test_gradients_are_not_judged_where_the_outputs_differ_in_shape():
    report = parity.compare(lambda: nn.Linear(4, 3), lambda: nn.Linear(4, 2), "float32[2,4]", grad=True)
    assert [(stage.name, stage.state) for stage in report.stages if stage.name == "grad"] == [("grad", "skipped")]
    assert not report.gradients
