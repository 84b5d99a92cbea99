"""One comparison gives one report, byte for byte but for times, whatever hashes and unwritten memory hold."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import torch

from ms2torch import nn, ops
from parity.body.record import BodyRun, record_body
from tests.parity.tiny import paired

NETS = """
import sys, re, torch, parity
from torch import nn as tnn
from ms2torch import nn, ops
from parity.report.json import to_json

class Attention(tnn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.proj, self.norm = tnn.Linear(8, 24), tnn.Linear(8, 8), tnn.LayerNorm(8)
    def forward(self, x):
        q, k, v = self.qkv(self.norm(x)).chunk(3, -1)
        return self.proj(tnn.functional.scaled_dot_product_attention(q, k, v, dropout_p=0.2 if self.training else 0.0))

class Port(nn.Cell):
    def __init__(self, keep):
        super().__init__()
        self.qkv, self.proj, self.norm = nn.Dense(8, 24), nn.Dense(8, 8), nn.LayerNorm((8,))
        self.drop = nn.Dropout(p=keep)
    def construct(self, x):
        q, k, v = ops.split(self.qkv(self.norm(x)), 8, -1)
        a = self.drop(ops.softmax(ops.matmul(q, k.swapaxes(-2, -1)) * 8**-0.5, -1))
        return self.proj(ops.matmul(a, ops.relu(v)))

for mode in ("train", "eval"):
    report = parity.compare(Attention, lambda: Port(0.8), "float32[2,6,8]", mode=mode, grad=True, init=True)
    text = to_json(report)
    print(re.sub(r'"(seconds|plain_forwards_s|total_s|ratio|process_peak_bytes)": [^,\\n]*', "", text))
"""


def test_a_report_is_the_same_under_any_hash_seed(tmp_path: Path):
    (tmp_path / "nets.py").write_text(NETS)
    texts = set()
    for seed in ("0", "1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": "1"}
        done = subprocess.run(
            [sys.executable, "nets.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        texts.add(done.stdout)
    assert len(texts) == 1
    assert '"rule"' in texts.pop()


class Dropping(nn.Cell):
    """A dropout takes memory as it is, and draws into it."""

    def __init__(self):
        super().__init__()
        self.first = nn.Dense(4, 4)

    def construct(self, x):
        return ops.dropout(self.first(x), p=0.5)


def test_memory_that_nothing_was_written_to_is_no_value():
    found = paired(Dropping(), Dropping(), "float32[2,4]")
    call = found.forward.port_calls["", 0]
    for filling in (3.0, 7.0):
        used = [torch.full((2, 4), filling) for _ in range(64)]
        del used  # its memory is given out again
        inputs = [torch.ones(2, 4)]
        body = record_body(BodyRun(found.port, call.layer, call.arguments, inputs, {}, 0, 1e-7))
        made = [operation for operation in body.operations if "empty" in operation.name]
        assert made
        assert all(not body.values[n].tensor.any() for operation in made for n in operation.outputs)
