"""Defaults that differ, planted in torch code that relies on them, and code of which nothing is to be said."""

from pathlib import Path

import pytest

from parity.scan.files import scan_file
from parity.scan.rows import rows_of

HEADER = (
    "import torch\nfrom torch import nn, optim\nimport torch.nn.functional as F\n\n\ndef made(x, y, params, net):\n    "
)

PLANTED = [
    ("nn.Conv1d(3, 4, 3)", "pad_mode"),
    ("nn.Conv2d(3, 4, 3)", "pad_mode"),
    ("nn.Conv3d(3, 4, 3)", "pad_mode"),
    ("nn.Conv2d(3, 4, 3)", "has_bias"),
    ("nn.Conv2d(3, 4, 3, padding=1)", "pad_mode"),
    ("nn.Conv2d(3, 4, 3, stride=2, padding=1)", "pad_mode"),
    ("nn.Conv2d(3, 4, 3, padding=(1, 0))", "pad_mode"),
    ("nn.ConvTranspose1d(3, 4, 3)", "pad_mode"),
    ("nn.ConvTranspose2d(3, 4, 3, stride=2)", "has_bias"),
    ("nn.MaxPool2d(2)", "stride"),
    ("nn.MaxPool1d(2)", "stride"),
    ("nn.MaxPool2d(3, 2, 1)", "pad_mode"),
    ("nn.AvgPool2d(2)", "stride"),
    ("nn.AvgPool2d(3, padding=1)", "pad_mode"),
    ("nn.BatchNorm2d(8, momentum=0.01)", "momentum"),
    ("nn.BatchNorm1d(8, 1e-3, 0.3)", "momentum"),
    ("nn.BatchNorm2d(8)", "training"),
    ("nn.LayerNorm(8)", "epsilon"),
    ("nn.LayerNorm((4, 8))", "epsilon"),
    ("nn.InstanceNorm2d(8)", "affine"),
    ("nn.GELU()", "approximate"),
    ("nn.Embedding(10, 4)", "embedding_table"),
    ("nn.Dropout(0.1)", "training"),
    ("nn.Softmax()", "axis"),
    ("nn.KLDivLoss(log_target=True)", "log_target"),
    ("nn.LeakyReLU()", "alpha"),
    ("nn.ELU(alpha=0.5)", "alpha"),
    ("F.avg_pool2d(x, 2)", "stride"),
    ("F.avg_pool1d(x, 3)", "stride"),
    ("F.avg_pool3d(x, 3)", "stride"),
    ("torch.std(x)", "ddof"),
    ("torch.var(x, 1)", "ddof"),
    ("torch.var(x, dim=1, unbiased=True)", "ddof"),
    ("torch.std_mean(x, dim=1)", "ddof"),
    ("x.std(1)", "ddof"),
    ("x.var()", "ddof"),
    ("torch.sort(x)", "return dtype"),
    ("optim.SGD(params)", "learning_rate"),
    ("optim.Adagrad(params)", "accum"),
    ("optim.RMSprop(params)", "decay"),
    ("optim.ASGD(params)", "learning_rate"),
    ("optim.AdamW(params)", "weight_decay"),
    ("optim.Adam(params, weight_decay=0.1)", "parameter name"),
    ("torch.argmin(x, 1)", "return dtype"),
    ("torch.unique(x)", "sorted"),
]

SILENT = [
    "nn.Linear(3, 4)",
    "nn.Linear(3, 4, bias=False)",
    "nn.ReLU()",
    "nn.Sigmoid()",
    "nn.Tanh()",
    "nn.Identity()",
    "nn.Flatten()",
    "F.gelu(x)",
    "nn.Softmax(dim=-1)",
    "torch.relu(x)",
    "torch.matmul(x, y)",
    "torch.cat((x, y), 1)",
    "torch.stack((x, y))",
    "torch.where(x > 0, x, y)",
    "x.reshape(2, 3)",
    "x.mean(1)",
    "x.sum(1, keepdim=True)",
    "x.permute(0, 2, 1)",
    "torch.exp(x) + torch.log(y)",
    "F.relu(x)",
    "F.pad(x, (1, 2))",
    "torch.abs(x).sqrt()",
    "net.norm(x)",
    "{'momentum': 0.1, 'eps': 1e-5}['eps'] * x",
    "torch.zeros(2, 3)",
]


def arguments(tmp_path: Path, line: str) -> set[str]:
    path = tmp_path / "net.py"
    path.write_text(f"{HEADER}return {line}\n", encoding="utf-8")
    return {remark.argument for remark in scan_file(path, lambda name: True).remarks}


@pytest.mark.parametrize(("line", "argument"), PLANTED, ids=[line for line, _ in PLANTED])
def test_a_planted_default_is_found(tmp_path: Path, line: str, argument: str) -> None:
    assert argument in arguments(tmp_path, line)


@pytest.mark.parametrize("line", SILENT)
def test_nothing_is_said(tmp_path: Path, line: str) -> None:
    assert arguments(tmp_path, line) == set()


def test_the_counterpart_is_the_call_and_not_a_step_that_uses_it() -> None:
    assert rows_of("mindspore.ops.clip_by_value")[0].torch == "torch.clamp"


@pytest.mark.parametrize(
    ("line", "argument", "message"),
    [
        ("nn.Conv2d(3, 4, 3, padding=1, stride=2)", "pad_mode", "padding=1 is pad_mode='pad' in MindSpore"),
        ("nn.Conv1d(3, 4, x, padding=x)", "pad_mode", "padding=x is pad_mode='pad', padding=x in MindSpore"),
        (
            "nn.LayerNorm(4, elementwise_affine=False)", "elementwise_affine",
            "elementwise_affine=False has no MindSpore equivalent; only True has",
        ),
    ],
)  # fmt: skip
def test_what_is_given_is_not_called_torchs_default(tmp_path: Path, line: str, argument: str, message: str) -> None:
    path = tmp_path / "net.py"
    path.write_text(f"{HEADER}return {line}\n", encoding="utf-8")
    told = [r.message for r in scan_file(path, lambda name: True).remarks if r.argument == argument]
    assert told == [message]
