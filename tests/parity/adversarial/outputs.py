"""What the nets return: names, kinds and values that are no tensors."""

from __future__ import annotations

from tests.parity.adversarial._pair import Pair, pair

_LINEAR = (
    "self.a = nn.Linear(8, 8)\nself.b = nn.Linear(8, 8)",
    "self.a = nn.Dense(8, 8)\nself.b = nn.Dense(8, 8)",
)
_BOX = "@dataclass\nclass Box:\n    left: object\n    right: object"
_NAMED = "from collections import namedtuple\nBox = namedtuple('Box', 'left right')"

PAIRS: list[Pair] = [
    pair(
        "keys-swapped", "plain", "float32[2,8]", init=_LINEAR,
        forward=("return {'a': self.a(x), 'b': self.b(x)}", "a, b = self.a(x), self.b(x)\nreturn {'b': a, 'a': b}"),
    ),
    pair(
        "keys-in-another-order", "", "float32[2,8]", init=_LINEAR,
        forward=("return {'a': self.a(x), 'b': self.b(x)}", "a, b = self.a(x), self.b(x)\nreturn {'b': b, 'a': a}"),
    ),
    pair(
        "keys-renamed", "", "float32[2,8]", init=_LINEAR,
        forward=("return {'a': self.a(x), 'b': self.b(x)}", "a, b = self.a(x), self.b(x)\nreturn {'left': a, 'b': b}"),
    ),
    pair(
        "key-missing", "plain", "float32[2,8]", init=_LINEAR,
        forward=("return {'a': self.a(x), 'b': self.b(x)}", "a, b = self.a(x), self.b(x)\nreturn {'a': a}"),
    ),
    pair(
        "none-for-tensor", "plain", "float32[2,8]", init=_LINEAR,
        forward=("return self.a(x), self.b(x)", "b = self.b(x)\nreturn self.a(x), None"),
    ),
    pair(
        "none-on-both", "", "float32[2,8]", init=_LINEAR,
        forward=("return self.b(self.a(x)), None", "return self.b(self.a(x)), None"),
    ),
    pair(
        "number", "plain", "float32[2,8]", init=_LINEAR,
        forward=("return self.b(self.a(x)), 3", "return self.b(self.a(x)), 4"),
    ),
    pair(
        "number-right", "", "float32[2,8]", init=_LINEAR,
        forward=("return self.b(self.a(x)), 3", "return self.b(self.a(x)), 3"),
    ),
    pair(
        "text", "plain", "float32[2,8]", init=_LINEAR,
        forward=("return self.b(self.a(x)), 'logits'", "return self.b(self.a(x)), 'scores'"),
    ),
    pair(
        "dataclass-swapped", "plain", "float32[2,8]", init=_LINEAR, above=(_BOX, _BOX),
        forward=("return Box(self.a(x), self.b(x))", "a, b = self.a(x), self.b(x)\nreturn Box(b, a)"),
    ),
    pair(
        "dataclass-right", "", "float32[2,8]", init=_LINEAR, above=(_BOX, _BOX),
        forward=("return Box(self.a(x), self.b(x))", "return Box(self.a(x), self.b(x))"),
    ),
    pair(
        "dataclass-for-dictionary", "", "float32[2,8]", init=_LINEAR, above=(_BOX, ""),
        forward=("return Box(self.a(x), self.b(x))", "a, b = self.a(x), self.b(x)\nreturn {'left': a, 'right': b}"),
    ),
    pair(
        "tuple-for-list", "", "float32[2,8]", init=_LINEAR,
        forward=("return [self.a(x), self.b(x)]", "return self.a(x), self.b(x)"),
    ),
    pair(
        "named-tuple", "", "float32[2,8]", init=_LINEAR, above=(_NAMED, ""),
        forward=("return Box(self.a(x), self.b(x))", "return self.a(x), self.b(x)"),
    ),
    pair(
        "one-more", "plain", "float32[2,8]", init=_LINEAR,
        forward=("return self.a(x), self.b(x)", "a, b = self.a(x), self.b(x)\nreturn a, b, a"),
    ),
    pair(
        "swapped-in-a-tuple", "plain", "float32[2,8]", init=_LINEAR,
        forward=("return self.a(x), self.b(x)", "a, b = self.a(x), self.b(x)\nreturn b, a"),
    ),
    pair(
        "no-tensor", "never", "float32[2,8]", init=_LINEAR,
        forward=("self.b(self.a(x))\nreturn None", "self.b(self.a(x))\nreturn None"),
    ),
    pair(
        "empty-output", "never", "float32[2,8]", init=_LINEAR,
        forward=("return self.b(self.a(x))[:0]", "return self.a(self.b(x))[:0]"),
    ),
    pair(
        "empty-input", "never", "float32[0,8]", init=_LINEAR,
        forward=("return self.b(self.a(x))", "return self.a(self.b(x))"),
    ),
    pair(
        "all-infinite", "never", "float32[2,8]", init=_LINEAR,
        forward=("return self.b(self.a(x)).abs() * 1e30 * 1e300", "return self.b(self.a(x)).abs() * 1e30 * 1e300"),
    ),
    pair(
        "saturated", "never", "float32[2,8]", init=_LINEAR,
        forward=(
            "return torch.sigmoid(self.b(self.a(x)).abs() * 1e6 + 1e3)",
            "return ops.sigmoid(self.b(self.a(x)).abs() * 1e5 + 1e3)",
        ),
    ),
    pair(
        "boolean-output-right", "", "float32[2,8]", init=_LINEAR,
        forward=("return self.b(self.a(x)), x > 0", "return self.b(self.a(x)), x > 0"),
    ),
    pair(
        "integer-output", "plain", "float32[2,8]", init=_LINEAR,
        forward=("return self.b(self.a(x)), x.argmax(-1)", "return self.b(self.a(x)), x.argmin(-1)"),
    ),
]  # fmt: skip
