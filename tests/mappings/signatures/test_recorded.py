"""The recorded signatures: torch's are those of the installed torch, and a text is read into what it says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import torch

from mappings.rows.model import REQUIRED, Opaque
from mappings.signatures.recorded import Argument, joined, overloads, recorded_of
from mappings.signatures.stubs import literal_text, resolve
from tools import warm

_LIVE = """
import json, re, sys
from mappings.signatures.recorded import TORCH_SNAPSHOT, live

def text(found):
    return re.sub(r"0x[0-9a-f]+", "0x", json.dumps(found))

recorded = json.loads(TORCH_SNAPSHOT.read_text(encoding="utf-8"))
found = live(recorded)
print([name for name in recorded if text(found.get(name)) != text(recorded[name])])
"""


@pytest.mark.skipif(not torch.__version__.startswith("2.13."), reason="the signatures are those of torch 2.13")
def test_the_snapshot_is_what_torch_says(root: Path) -> None:
    # in a process of its own: after a torch.compile, Module.__init__ is another function
    done = subprocess.run([warm.python(), "-c", _LIVE], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("torch.nn.Linear", ["in_features", "out_features", "bias=True", "device=None", "dtype=None"]),
        ("torch.nn.Softmax", ["dim=None"]),
        ("torch.Tensor.shape", None),
        ("mindspore.nn.Dense", [
            "in_channels", "out_channels", "weight_init=None", "bias_init=None", "has_bias=True", "activation=None",
            "dtype=<Float32>",
        ]),
    ],
)  # fmt: skip
def test_a_signature(name: str, expected: list[str] | None) -> None:
    found = recorded_of(name)
    said = [key if default is REQUIRED else f"{key}={_shown(default)}" for key, default in (found or {}).items()]
    assert said == (expected or [])


def _shown(default: object) -> str:
    return f"<{default.text}>" if isinstance(default, Opaque) else repr(default)


def test_kinds_of_arguments() -> None:
    kinds = {argument.name: argument.kind for argument in overloads("torch.sum")[0]}
    assert kinds == {"input": "plain", "dtype": "keyword"}
    kinds = [[argument.kind for argument in overload] for overload in overloads("torch.Tensor.permute")]
    assert kinds == [["plain"], ["many"]]
    assert [argument.kind for argument in overloads("torch.is_tensor")[0]] == ["position"]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ((), None),
        (((Argument("size", kind="many"),),), None),
        (((Argument("a"), Argument("b", 1)),), {"a": REQUIRED, "b": 1}),
        (((Argument("a"),), (Argument("a"), Argument("dim"))), {"a": REQUIRED, "dim": None}),  # one of them lacks it
        (((Argument("a"),), (Argument("a"), Argument("dim", 0))), {"a": REQUIRED, "dim": 0}),
    ],
)
def test_overloads_joined(found: tuple[tuple[Argument, ...], ...], expected: dict[str, object] | None) -> None:
    assert joined(found) == expected


@pytest.mark.parametrize(
    ("value", "text"),
    [(1, "1"), (0.5, "0.5"), ("mean", "'mean'"), (None, "None"), ((1, 2), "(1, 2)"), ([None], "<[None]>"),
     (torch.float32, "<float32>"), (torch.nn.functional.softmax, "<softmax>")],
)  # fmt: skip
def test_defaults_as_text(value: object, text: str) -> None:
    assert literal_text(value) == text


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError):
        resolve("torch.nn.NoSuchLayer", __import__("importlib").import_module)
    with pytest.raises(AttributeError):
        resolve("no_such_package.name", __import__("importlib").import_module)
