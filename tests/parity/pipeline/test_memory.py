"""Bounded memory: a comparison in windows finds what the whole finds; chosen layers only."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file
from torch import nn

from benchmarks.parity_cost import Case, measured
from benchmarks.transformers_torch import net
from parity import CannotCompare, compare
from parity.nets.windows import read_size
from parity.report.model import Memory, Timings

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
ENCODER = f"{EXAMPLES / 'encoder_torch.py'}:encoder"
IDS = "int64[2,16]<1000"


def comparable(report):
    """Return what must not depend on how the comparison was carried out."""
    stages = tuple(replace(stage, seconds=None) for stage in report.stages)
    return replace(report, stages=stages, timings=Timings(), memory=Memory(), options={})


@pytest.mark.slow
@pytest.mark.parametrize("port", ["encoder_mindspore.py", "encoder_mistakes.py"])
@pytest.mark.parametrize("options", [{}, {"mode": "train", "grad": True}], ids=["eval", "train"])
def test_a_run_in_windows_finds_what_the_whole_finds(port, options):
    whole = compare(ENCODER, f"{EXAMPLES / port}:encoder", IDS, **options)
    parts = compare(ENCODER, f"{EXAMPLES / port}:encoder", IDS, max_memory="400k", **options)
    assert parts.memory.windows > 3
    assert parts.memory.peak_bytes < whole.memory.peak_bytes
    assert comparable(parts) == comparable(whole)
    assert whole.verdict == ("same" if "mindspore" in port else "different")


@pytest.mark.slow
def test_a_window_run_in_half_precision():
    whole = compare(ENCODER, f"{EXAMPLES / 'encoder_mindspore.py'}:encoder", IDS, dtype="bfloat16")
    parts = compare(ENCODER, f"{EXAMPLES / 'encoder_mindspore.py'}:encoder", IDS, dtype="bfloat16", max_memory="400k")
    assert comparable(parts) == comparable(whole)


@pytest.mark.slow
def test_a_bound_lowers_the_peak_down_to_one_call_at_a_time():
    report = compare(ENCODER, f"{EXAMPLES / 'encoder_mindspore.py'}:encoder", IDS, max_memory="400k")
    whole = compare(ENCODER, f"{EXAMPLES / 'encoder_mindspore.py'}:encoder", IDS)
    assert 0 < report.memory.peak_bytes < whole.memory.peak_bytes / 2
    smallest = compare(ENCODER, f"{EXAMPLES / 'encoder_mindspore.py'}:encoder", IDS, max_memory=1)
    assert smallest.memory.windows > 40
    assert smallest.verdict == "same"


def test_memory_is_reported():
    report = compare(ENCODER, f"{EXAMPLES / 'encoder_mindspore.py'}:encoder", IDS)
    memory = report.memory
    assert 0 < memory.activations_bytes <= memory.peak_bytes <= 2 * memory.activations_bytes
    assert memory.windows == 1
    assert memory.process_peak_bytes > memory.peak_bytes


class Two(nn.Module):
    def __init__(self, slope=0.01, eps=1e-5):
        super().__init__()
        self.first = nn.Sequential(nn.Linear(6, 6), nn.LeakyReLU(slope))
        self.second = nn.Sequential(nn.Linear(6, 6), nn.LayerNorm(6, eps=eps))

    def forward(self, x):
        return self.second(self.first(x))


def test_only_chosen_layers_are_compared():
    report = compare(Two(), Two(slope=0.2), "float32[3,6]", layers="first.*")
    assert {layer.reference for layer in report.layers} == {"first.0", "first.1"}
    assert report.verdict == "different"
    assert [finding.port_layer for finding in report.findings if finding.severity == "error"] == ["first.1"]
    assert "only layers first.*" in next(stage.reason for stage in report.stages if stage.name == "forward")


def test_a_difference_outside_the_chosen_layers_is_seen_in_the_outputs():
    report = compare(Two(), Two(slope=0.2), "float32[3,6]", layers=["second*"])
    assert report.verdict == "different"
    assert not [layer for layer in report.layers if layer.status == "introduced"]
    assert {f.rule for f in report.findings if f.severity == "error"} == {"outputs"}


def test_unpaired_chosen_layers_and_a_pattern_that_fits_nothing():
    with pytest.raises(CannotCompare, match="fits no layer"):
        compare(Two(), Two(), "float32[3,6]", layers="third.*")


@pytest.mark.parametrize(
    ("text", "size"), [("512", 512), ("2k", 2048), ("1.5G", 1610612736), ("3MiB", 3 << 20), (7, 7)]
)
def test_sizes(text, size):
    assert read_size(text) == size


def test_a_size_that_is_none():
    with pytest.raises(CannotCompare, match="does not parse"):
        read_size("much")


def test_windows_leave_random_numbers_alone():
    class Noisy(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b, self.c = nn.Linear(8, 8), nn.Linear(8, 8), nn.Linear(8, 8)

        def forward(self, x):
            return self.c(self.b(self.a(x)) + torch.rand(8))

    whole = compare(Noisy(), Noisy(), "float32[4,8]")
    parts = compare(Noisy(), Noisy(), "float32[4,8]", max_memory=900)
    assert parts.memory.windows > 1
    assert comparable(parts) == comparable(whole)


@pytest.mark.slow
@pytest.mark.parametrize("mapped", [False, True])
def test_a_hundredth_of_seven_billion_parameters_in_two_and_a_half_times_the_weights_and_the_bound(mapped, tmp_path):
    options = {"max_memory": "160M"}
    if mapped:
        options["weights"] = str(tmp_path / "weights.safetensors")
        save_file(net(6).state_dict(), options["weights"])
    targets = (f"benchmarks/transformers_{side}.py:net(6)" for side in ("torch", "mindspore"))
    found = measured(Case("75M parameters", *targets, ["float32[1,16,1024]"], weights=True, options=options))
    assert found["weights"] > 300e6
    assert found["grown"] <= 2.5 * found["weights"] + read_size("160M")
