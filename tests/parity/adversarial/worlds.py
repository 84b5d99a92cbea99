"""Files, imports and the process: what a side does besides computing."""

from __future__ import annotations

from tests.parity.adversarial._pair import MINDSPORE, TORCH, Pair, pair

_LINEAR = ("self.a = nn.Linear(8, 8)", "self.a = nn.Dense(8, 8)")
_MAKE = "def make():\n    from layers import Net\n    return Net()\n"
_SCALE = "SCALE = {}\n"
_LATE = """

class Net({base}):
    def __init__(self):
        super().__init__()
        self.a = {layer}(8, 8)

    def {method}(self, x):
        from scale import SCALE
        return self.a(x) * SCALE
"""
_INIT = """

class Net({base}):
    def __init__(self):
        super().__init__()
        from scale import SCALE
        self.scale = SCALE
        self.a = {layer}(8, 8)

    def {method}(self, x):
        return self.a(x) * self.scale
"""
_FIELDS = (
    {"base": "nn.Module", "layer": "nn.Linear", "method": "forward"},
    {"base": "nn.Cell", "layer": "nn.Dense", "method": "construct"},
)
_INPUT = ("float32[2,8]",)
_FOLDERS = ("ref/net.py:Net", "port/net.py:Net")


def _folders(template: str, scales: tuple[float, float]) -> dict[str, str]:
    return {
        "ref/net.py": TORCH + template.format(**_FIELDS[0]),
        "ref/scale.py": _SCALE.format(scales[0]),
        "port/net.py": MINDSPORE + template.format(**_FIELDS[1]),
        "port/scale.py": _SCALE.format(scales[1]),
    }


def _layers(reference: str, port: str) -> dict[str, str]:
    net = "\n\nclass Net({base}):\n    def __init__(self):\n        super().__init__()\n"
    net += "        self.a = {layer}(8, 8)\n\n"
    net += "    def {method}(self, x):\n        return {body}\n"
    return {
        "ref/net.py": _MAKE,
        "ref/layers.py": TORCH + net.format(**_FIELDS[0], body=reference),
        "port/net.py": _MAKE,
        "port/layers.py": MINDSPORE + net.format(**_FIELDS[1], body=port),
    }


PAIRS: list[Pair] = [
    Pair("late-import-in-forward", "plain", _INPUT, _folders(_LATE, (1.0, 2.0)), targets=_FOLDERS),
    Pair("late-import-in-forward-right", "", _INPUT, _folders(_LATE, (2.0, 2.0)), targets=_FOLDERS),
    Pair("late-import-in-init", "plain", _INPUT, _folders(_INIT, (1.0, 2.0)), targets=_FOLDERS),
    Pair("late-import-in-init-right", "", _INPUT, _folders(_INIT, (1.0, 1.0)), targets=_FOLDERS),
    Pair(
        "late-import-in-function", "plain", _INPUT, _layers("self.a(x)", "self.a(x) * 2"),
        targets=("ref/net.py:make", "port/net.py:make"),
    ),
    Pair(
        "late-import-in-function-right", "", _INPUT, _layers("self.a(x) * 2", "self.a(x) * 2"),
        targets=("ref/net.py:make", "port/net.py:make"),
    ),
    pair(
        "call-overridden", "plain", "float32[2,8]", init=_LINEAR,
        forward=("return self.a(x)", "return self.a(x)"),
        methods=("", "def __call__(self, x):\n    return self.construct(x) * 2"),
    ),
    pair(
        "call-overridden-right", "", "float32[2,8]", init=_LINEAR,
        forward=("return self.a(x)", "return self.a(x) * 2"),
        methods=("def __call__(self, x):\n    return super().__call__(x) * 2", ""),
    ),
    pair(
        "no-layers-no-outputs", "never", "float32[2,8]",
        forward=("return ()", "return ()"),
    ),
    pair(
        "exit-in-file", "never", "float32[2,8]", init=_LINEAR, above=("", "import sys\nsys.exit()"),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "exit-in-init", "never", "float32[2,8]", init=(_LINEAR[0] + "\nimport sys\nsys.exit(0)", _LINEAR[1]),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "exit-in-forward", "never", "float32[2,8]", init=_LINEAR,
        forward=("import sys\nsys.exit(0)", "return self.a(x)"),
    ),
    pair(
        "arguments-of-the-command-line-right", "", "float32[2,8]", init=_LINEAR,
        above=(
            """
            import argparse
            P = argparse.ArgumentParser()
            P.add_argument('--n', type=int, default=2)
            A = P.parse_args()
            """,
            "",
        ),
        forward=("return self.a(x) * A.n", "return self.a(x) * 2"),
    ),
    pair(
        "changed-folder-right", "", "float32[2,8]", init=_LINEAR,
        above=("import os\nimport tempfile\nos.chdir(tempfile.gettempdir())", ""),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "default-dtype-right", "", "float32[2,8]", init=_LINEAR,
        above=("torch.set_default_dtype(torch.float32)\ntorch.manual_seed(3)", ""),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
]  # fmt: skip
