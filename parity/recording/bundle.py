"""The recorder as one file: the modules of this package after one another, without their imports of each other."""

from __future__ import annotations

import ast
from pathlib import Path

MODULES = (
    "code/ownership",
    "code/profiling",
    "nets/roles",
    "recording/tensors",
    "recording/sources",
    "recording/recorder",
    "recording/command",
)
FILE_NAME = "ms2torch_recorder.py"
_DOC = '''"""Record a forward pass of a torch or MindSpore net to a trace directory. One file; needs numpy.

As a command, in the environment in which the net runs::

    python ms2torch_recorder.py net.py:Net --input "float32[1,3,224,224]" -o trace

As a library::

    from ms2torch_recorder import record

    with record(net, "trace"):
        net(x)

The directory then holds the inputs and outputs of the net and of every layer in it, in the order of execution, with
the layers' types, constructor arguments and source lines, and all weights: manifest.json and safetensors files.
`ms2torch compare` takes it in place of a net. Tensors go to disk one by one, so memory stays small.
"""

from __future__ import annotations
'''
_MAIN = """

if __name__ == "__main__":
    sys.exit(main())
"""


def bundle() -> str:
    """Return the source of the single-file recorder."""
    return _DOC + "".join(_body(name) for name in MODULES) + _MAIN


def _body(name: str) -> str:
    """Return a module without its docstring and without what the one file has already."""
    source = (Path(__file__).parent.parent / f"{name}.py").read_text(encoding="utf-8")
    lines = source.splitlines()
    for node in ast.parse(source).body:
        own = isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("parity.", "__future__"))
        docstring = isinstance(node, ast.Expr) and node.lineno == 1
        if own or docstring:
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
    return "\n" + "\n".join(lines).strip("\n") + "\n"
