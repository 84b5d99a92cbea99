"""What stands around a training step: devices, loaders, checkpoints, learning rates, parameters."""

from __future__ import annotations

from typing import Any

import libcst as cst
import pytest

from parity.port.project.facts import Source, gather
from parity.port.to_mindspore.convert import Converted, convert

HEAD = """\
import torch
import torch.backends.cudnn as cudnn
import torch.utils.data as data
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
"""


def converted(source: str) -> Converted:
    made = Source("snippet", "", cst.parse_module(HEAD + source))
    return convert(made, gather([made], bool))


def body(source: str) -> str:
    lines = converted(source).source.splitlines()
    return "\n".join(line for line in lines if not line.startswith(("import ", "from "))).strip()


LINES = {
    # devices
    'device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")': 'device = "cpu"',
    "use = not off and torch.cuda.is_available()": "use = False",
    "net = build().to(device)": "net = build()",
    "net.to(device)\nprint(net)": "print(net)",
    "for batch in found:\n    x, y = batch[0].to(device), batch[1].cuda()": (
        "for batch in found:\n    x, y = batch[0], batch[1]"
    ),
    "for x, y in found:\n    x, y = x.to(device), y.to(device)\n    print(x)": "for x, y in found:\n    print(x)",
    "cudnn.benchmark = True\nx = 1": "x = 1",
    "torch.cuda.manual_seed_all(1)\nx = 1": "x = 1",
    # loaders
    "loader = DataLoader(TensorDataset(x, y), batch_size=4, shuffle=True)": (
        "loader = DataLoader(TensorDataset(x, y), batch_size=4, shuffle=True)"
    ),
    "class Own(data.Dataset):\n    pass": "class Own(Dataset):\n    pass",
    "def f(loader: DataLoader): ...": "def f(loader: DataLoader): ...",
    "for x, y in train_loader:\n    n = x.size(0)": "for x, y in train_loader:\n    n = x.shape[0]",
    # checkpoints
    'torch.save(net.state_dict(), "net.pth")': 'ms.save_checkpoint(net.state_dict(), "net.ckpt")',
    'path = f"net_{n}.pt"\ntorch.save(net.state_dict(), path)\nnet.load_state_dict(torch.load(path))': (
        'path = f"net_{n}.ckpt"\n'
        "ms.save_checkpoint(net.state_dict(), path)\nnet.load_state_dict(ms.load_checkpoint(path))"
    ),
    # learning rates
    "print(scheduler.get_last_lr())": "print([float(rate) for rate in scheduler.get_last_lr()])",
    'print(f"{scheduler.get_last_lr()[0]:.3f}")': 'print(f"{float(scheduler.get_last_lr()[0]):.3f}")',
    'lr = optimizer.param_groups[0]["lr"]': 'lr = float(optimizer.param_groups[0]["lr"])',
    'for group in optimizer.param_groups:\n    group["lr"] = 0.1': (
        'for group in optimizer.param_groups:\n    ops.assign(group["lr"], 0.1)'
    ),
    'optimizer.param_groups[0]["lr"] *= 0.1': (
        'ops.assign(optimizer.param_groups[0]["lr"], optimizer.param_groups[0]["lr"] * 0.1)'
    ),
    # tensors that are printed
    'total = 0\ntotal += torch.sum(x)\nprint(f"{total / 3:.2f}")': (
        'total = 0\ntotal += ops.sum(x)\nprint(f"{(total / 3).item():.2f}")'
    ),
    # parameters
    "n = sum(p.numel() for p in net.parameters())": "n = sum(p.numel() for p in net.trainable_params())",
    "p = next(net.parameters())": "p = next(net.get_parameters())",
    "for p in net.parameters():\n    p.requires_grad = False": (
        "for p in net.get_parameters():\n    p.requires_grad = False"
    ),
    "p.requires_grad = True\nn = len(list(net.parameters()))": (
        'p.requires_grad = True\nn = len(list([p for p in net.get_parameters() if "moving_" not in p.name]))'
    ),
    "for p in net.parameters():\n    p.data.clamp_(-0.01, 0.01)": (
        "for p in net.trainable_params():\n    ops.assign(p, p.clamp(-0.01, 0.01))"
    ),
    "x = torch.autograd.Variable(torch.randn(2, 3), requires_grad=False)": "x = ops.randn((2, 3))",
    "x = torch.autograd.Variable(y.cuda())": "x = ops.stop_gradient(y)",
    "net.w.data.lerp_(other.w, 0.1)": "ops.assign(net.w, net.w.lerp(other.w, 0.1))",
    "class A:\n    pass\nx = nn.Conv2d(1, 1, nn.init.calculate_gain('relu'))": (
        'class A:\n    pass\nx = nn.Conv2d(1, 1, 2**0.5, pad_mode="valid", has_bias=True)'
    ),
}


@pytest.mark.parametrize(("source", "wanted"), LINES.items(), ids=list(LINES))
def test_lines_around_a_step(source: str, wanted: str) -> None:
    assert body(source) == wanted
    assert not converted(source).marks


MARKED = {
    "torch.save({'epoch': 1, 'net': net.state_dict()}, 'a.pt')": ("ARGUMENT", "torch.save"),
    "torch.save(net, 'a.pt')": ("DIFFERENT", "torch.save"),
    "net.load_state_dict(torch.load('a.pt'))": ("DIFFERENT", "torch.load"),
    "p.data.add_(q, alpha=0.1)": ("IN-PLACE", "Tensor.add_"),
    "x = torch.autograd.Variable(y, requires_grad=True)": ("AUTOGRAD", "torch.autograd.Variable"),
    "x = torch.autograd.Variable(y, volatile=True)": ("NO-ROW", "torch.autograd.Variable"),
    "loss.backward()": ("METHOD", "Tensor.backward"),
    "loader = DataLoader(x, generator=g)": ("ARGUMENT", "torch.utils.data.DataLoader"),
    "n = model.fc.in_features": ("STRUCTURE", "model.fc.in_features"),
}


@pytest.mark.parametrize(("source", "wanted"), MARKED.items(), ids=list(MARKED))
def test_what_is_not_the_same_is_marked(source: str, wanted: tuple[str, str]) -> None:
    assert [(mark.code, mark.name) for mark in converted(source).marks] == [wanted]


def test_the_layers_of_a_class_of_the_file_are_known_by_its_objects() -> None:
    source = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)

net = Net()
n = net.fc.in_features
"""
    assert body(source).endswith("n = net.fc.in_channels")


def test_weights_of_layers_that_are_added_by_name_are_called_as_in_torch() -> None:
    source = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential()
        for i in range(2):
            self.body.add_module("part%d" % (i + 1), nn.Sequential(nn.Linear(2, 2)))
        self.body.add_module("last", nn.Linear(2, 1))

net = Net()
"""
    old: dict[str, Any] = {}
    new: dict[str, Any] = {}
    exec(HEAD + source, old)
    exec(converted(source).source.replace("mindspore", "ms2torch"), new)
    assert [p.name for p in new["net"].get_parameters()] == [name for name, _ in old["net"].named_parameters()]


def test_a_field_that_is_a_list_is_a_tuple_where_a_layer_is_given_it() -> None:
    source = "class Config:\n    stride: list[int]\n    size: int\n\nx = nn.MaxPool3d(c.size, stride=c.stride)\n"
    assert body(source).endswith("x = nn.MaxPool3d(c.size, stride=tuple(c.stride))")


def test_a_loss_of_classes_takes_numbers_of_any_integer_dtype() -> None:
    made = body("loss_fn = nn.CrossEntropyLoss(label_smoothing=0.1)")
    assert "class CrossEntropyLoss(nn.CrossEntropyLoss):" in made
    assert made.endswith("loss_fn = CrossEntropyLoss(label_smoothing=0.1)")


def test_marks_stand_at_the_lines_of_their_statements() -> None:
    made = converted(
        "x = f(1)\nif x:\n    torch.hub.load(x)\nelif not x:\n    f(1)\n    x = f(1)\n    torch.hub.load(x)\n"
    )
    assert [mark.line for mark in made.marks] == [8, 12]


BY_NAME = """
def start(m):
    name = m.__class__.__name__
    if name.find("Linear") != -1:
        nn.init.zeros_(m.bias)
    elif "BatchNorm" in name:
        nn.init.normal_(m.weight, 1.0, 0.02)
    elif name.find("ConvTranspose") != -1:
        m.weight.data.zero_()

net = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm2d(6), nn.ConvTranspose2d(1, 1, 2))
"""


def test_a_layer_is_known_by_a_part_of_its_classs_name() -> None:
    found = converted(BY_NAME)
    assert 'if name.find("Dense") != -1:' in found.source
    assert 'elif "BatchNorm" in name:\n        m.gamma.set_data(' in found.source
    assert [(mark.code, mark.name) for mark in found.marks] == [("STRUCTURE", "m.__class__")]


@pytest.mark.parametrize(
    ("line", "wanted", "marked"),
    [
        ("w = nn.Parameter(torch.Tensor(n))", "w = Parameter(ops.zeros(n, dtype=ms.float32))", True),
        ("w = torch.Tensor(n)", "w = Tensor(n, dtype=ms.float32)", True),
        ("w = torch.Tensor(n, m)", "w = ops.zeros((n, m), dtype=ms.float32)", False),
        ("w = torch.Tensor(len(n))", "w = ops.zeros(len(n), dtype=ms.float32)", False),
        ("w = torch.Tensor([n])", "w = Tensor([n], dtype=ms.float32)", False),
    ],
)
def test_what_may_be_a_size_or_data_is_marked(line: str, wanted: str, marked: bool) -> None:
    found = converted(f"def f(n, m):\n    {line}\n    return w\n")
    assert wanted in found.source
    assert [mark.code for mark in found.marks] == ["DIFFERENT"] * marked


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("x.fill_(2)", "x = ops.full_like(x, 2)"),
        ("x.zero_()", "x = ops.zeros_like(x)"),
    ],
)
def test_a_local_tensor_that_is_filled_is_bound_anew(line: str, wanted: str) -> None:
    assert wanted in body(f"def f():\n    x = torch.ones(3)\n    {line}\n    return x\n")
