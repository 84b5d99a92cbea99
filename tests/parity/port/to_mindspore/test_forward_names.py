"""The names that a forward's lines read and bind."""

from __future__ import annotations

import libcst as cst

from parity.port.to_mindspore.forward_names import names_of


def test_what_a_line_binds_is_not_read_from_outside() -> None:
    source = "y = net(x)\nfake = other(y.detach(), z)\nx, w = split(y, k=scale)\nloss = mse(w, x, target.detach())\n"
    lines = [
        cst.ensure_type(cst.ensure_type(line, cst.SimpleStatementLine).body[0], cst.Assign)
        for line in cst.parse_module(source).body
    ]

    names = names_of(lines, lambda line: {"w", "y"} if line is lines[2] else {"x"} if line is lines[0] else set())

    assert names.made == ["y", "fake", "w", "x", "loss"]
    assert list(names.free) == ["x", "z", "scale", "target"]
    assert list(names.called) == ["net", "other", "split", "mse"]
    assert names.followed == {"x", "z", "scale"}
    assert names.tensors == {"w", "y"}  # the third line binds x anew
