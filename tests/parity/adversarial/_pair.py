"""How a pair is written down: two bodies of `forward` and `construct`, and what is known of them."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

TORCH = """
import math
from dataclasses import dataclass
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
"""
MINDSPORE = """
import math
from dataclasses import dataclass
import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, mint, nn, ops
from mindspore.common.initializer import HeUniform, Normal, Uniform, XavierUniform, initializer
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two nets and the truth about them.

    Args:
        name (str): unique.
        shows (str): where they differ: "" nowhere (a right port), ``"plain"`` in any run, else in what only
            `--thorough` looks at: ``train``, ``grad``, ``steps``, ``init``, ``float16``, ``size``, ``batch``,
            ``value``, ``mask``, ``call`` (a second one), ``load`` (weights by names); ``"never"``: there is nothing
            to compare, or a side gives another result at each call, exit code 2.
        inputs (tuple[str, ...]): input specs.
        files (Mapping[str, str]): texts by path; ``ref.py`` and ``port.py`` hold a class `Net` each.
        options (tuple[str, ...]): further words of the command line.
        targets (tuple[str, str]): what is compared.
        at (str): a piece of the port's line, only there, that an error has to name; "" where none is asked for.
    """

    name: str
    shows: str
    inputs: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    targets: tuple[str, str] = ("ref.py:Net", "port.py:Net")
    at: str = ""

    def write(self, folder: Path) -> None:
        """Write the files into `folder`."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def command(self, *words: str) -> list[str]:
        """Return the words of the command line."""
        inputs = [word for spec in self.inputs for word in ("--input", spec)]
        return ["compare", *self.targets, *inputs, *self.options, *words]

    def keywords(self) -> dict[str, str | int]:
        """Return the further words as `parity.compare` takes them."""
        words = zip(self.options[::2], self.options[1::2], strict=True)
        return {name[2:].replace("-", "_"): int(value) if value.isdigit() else value for name, value in words}


def pair(
    name: str,
    shows: str,
    inputs: str,
    *,
    init: tuple[str, str] = ("", ""),
    forward: tuple[str, str],
    args: str = "x",
    above: tuple[str, str] = ("", ""),
    methods: tuple[str, str] = ("", ""),
    options: tuple[str, ...] = (),
) -> Pair:
    """Return a pair of nets of one class each.

    Args:
        name (str): unique.
        shows (str): see `Pair`.
        inputs (str): specs, separated by spaces.
        init (tuple[str, str]): bodies of the two constructors, below ``super().__init__()``.
        forward (tuple[str, str]): bodies of `forward` and `construct`.
        args (str): their arguments.
        above (tuple[str, str]): what stands above the class.
        methods (tuple[str, str]): further methods.
        options (tuple[str, ...]): further words of the command line.
    """
    files = {
        "ref.py": TORCH
        + _text(above[0])
        + _net("nn.Module", "forward", args, init[0], forward[0])
        + _method(methods[0]),
        "port.py": MINDSPORE
        + _text(above[1])
        + _net("nn.Cell", "construct", args, init[1], forward[1])
        + _method(methods[1]),
    }
    return Pair(name, shows, tuple(inputs.split()), files, options)


def _text(text: str) -> str:
    return "\n" + textwrap.dedent(text).strip() + "\n" if text else ""


def _body(text: str) -> str:
    return textwrap.indent(textwrap.dedent(text).strip(), " " * 8)


def _method(text: str) -> str:
    return "\n" + textwrap.indent(textwrap.dedent(text).strip(), " " * 4) + "\n" if text else ""


def _net(base: str, method: str, args: str, init: str, body: str) -> str:
    built = _body(f"super().__init__()\n{textwrap.dedent(init).strip()}")
    return (
        f"\n\nclass Net({base}):\n    def __init__(self):\n{built}\n\n    def {method}(self, {args}):\n{_body(body)}\n"
    )
