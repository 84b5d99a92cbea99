"""The files of the nets that a rule's example names."""

from __future__ import annotations

import ast

_HEADS = {"reference": "import torch", "port": "import torch\nimport mindspore as ms\nfrom mindspore import nn, ops"}


def source(role: str, text: str) -> str:
    """Return the file of a net that a rule gives as an expression or as the source of a class.

    Args:
        role (str): ``"reference"`` or ``"port"``.
        text (str): the expression or source.
    """
    try:
        ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return f"{_HEADS[role]}\n\n{text}"
    return f"{_HEADS[role]}\n\ndef Net():\n    return {text}\n"
