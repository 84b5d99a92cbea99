"""Python literals as text: how the data files write values (TOML has no None and no tuple)."""

from __future__ import annotations

import ast

from mappings.rows.model import Opaque


def parse_literal(text: str) -> object:
    """Return the value that `text` writes; ``<float32>`` gives an `Opaque` default.

    Raises:
        ValueError: if it is no Python literal.
    """
    text = text.strip()
    if text.startswith("<") and text.endswith(">"):
        return Opaque(text[1:-1])
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError) as error:
        msg = f"{text!r} is no Python literal"
        raise ValueError(msg) from error
