"""Public ports compared with their originals; needs torchvision, timm and mindcv (`make wild` sets them up)."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from typing import Any

import pytest

import parity

pytestmark = pytest.mark.slow

TABLE = tomllib.loads(Path(__file__).with_name("pairs.toml").read_text(encoding="utf-8"))["pair"]
_NEEDED = ("torchvision", "timm", "mindcv")
_LACKING = [name for name in _NEEDED if importlib.util.find_spec(name) is None]


@pytest.mark.skipif(bool(_LACKING), reason=f"not installed: {', '.join(_LACKING)}; `make wild` runs these")
@pytest.mark.parametrize("pair", TABLE, ids=lambda pair: pair["name"])
def test_the_verdict_and_its_causes(pair: dict[str, Any]) -> None:
    report = parity.compare(pair["reference"], pair["port"], [pair["input"]])
    assert report.verdict == pair["verdict"]
    errors = report.of_severity("error")
    for file, argument in pair.get("causes", ()):
        assert any(file in (one.location or "") and one.argument == (argument or None) for one in errors), (
            file,
            argument,
        )
    if pair["verdict"] == "same":
        assert errors == ()


@pytest.mark.parametrize("pair", TABLE, ids=lambda pair: pair["name"])
def test_real_mindspore_takes_the_side_of_the_verdict(pair: dict[str, Any]) -> None:
    """What was measured there: as far from torch as a mistake is, and as near to ms2torch as float32 noise."""
    reals = pair["reals"]
    assert reals["ms2torch"] < 1e-3 * reals["scale"]
    assert (reals["torch"] > 10 * reals["ms2torch"]) == (pair["verdict"] == "different")


def test_the_page_of_what_was_found_has_every_pair(root: Path) -> None:
    page = (root / "docs" / "found.md").read_text(encoding="utf-8")
    for pair in TABLE:
        assert f"`{pair['port'].rpartition(':')[2]}`" in page
        if pair["verdict"] == "different":
            assert f"{pair['reals']['torch']:.1e}" in page
