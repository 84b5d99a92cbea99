"""What a package needs of packages made for torch, and what is a package."""

from __future__ import annotations

from pathlib import Path

import pytest

from parity.port.conversion import port
from parity.port.project.closure import package_root
from parity.port.project.files import read
from parity.port.project.third_party import MOST_LINES
from parity.port.project.torch_bound import is_torch_bound
from parity.port.result import lines

BOUND = {
    "torchvision.models": True, "timm": True, "pytorch_lightning": True, "torch_scatter": True, "triton": True,
    "torch": False, "torch.nn": False, "numpy": False, "einops": False, "json": False, "torchless": True,
    "nowhere": False,
}  # fmt: skip


@pytest.mark.parametrize("module", BOUND)
def test_made_for_torch(module: str) -> None:
    assert is_torch_bound(module) is BOUND[module]


def files(folder: Path, sources: dict[str, str]) -> None:
    for name, source in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(source)


def silent(what: str, fraction: float) -> None:
    del what, fraction


def test_what_is_needed_is_taken_along(tmp_path: Path) -> None:
    files(tmp_path, {
        "pytorch_parts/__init__.py": "raise RuntimeError\n",
        "pytorch_parts/layers/__init__.py": "from .drop import Drop\nfrom .other import Other\n",
        "pytorch_parts/layers/drop.py": "from torch import nn\nfrom pytorch_parts.rates import RATE\n\n"
        "class Drop(nn.Module):\n    rate = RATE\n\n\nclass Unused:\n    pass\n",
        "pytorch_parts/layers/other.py": "import torch\n\nclass Other:\n    pass\n",
        "pytorch_parts/rates.py": "RATE = 3\n",
        "pytorch_parts/large.py": "class Large:\n" + "    x = 1\n" * (MOST_LINES + 1),
        "zoo/__init__.py": "",
        "zoo/sub/__init__.py": "",
        "zoo/sub/net.py": "from pytorch_parts.layers import Drop\nfrom pytorch_parts.large import Large\n",
    })  # fmt: skip
    project = read(tmp_path / "zoo" / "sub" / "net.py", silent)
    found = {str(entry.target): entry.source.code for entry in project.entries}
    assert found["sub/net.py"].splitlines() == [
        "from ..third_party.pytorch_parts.layers import Drop", "from pytorch_parts.large import Large",
    ]  # fmt: skip
    taken = {name.removeprefix("third_party/pytorch_parts/") for name in found} - {"sub/net.py"}
    assert taken == {"layers/__init__.py", "layers/drop.py", "rates.py"}
    assert "Other" not in found["third_party/pytorch_parts/layers/__init__.py"]
    drop = found["third_party/pytorch_parts/layers/drop.py"]
    assert "from ..rates import RATE" in drop
    assert "Unused" not in drop


ROOTS = {
    "in a package": ({"zoo/__init__.py": "", "zoo/net.py": ""}, "zoo/net.py", "zoo"),
    "alone": ({"zoo/net.py": "import torch\n"}, "zoo/net.py", None),
    "imports by the folder's name": ({"zoo/net.py": "from zoo import parts\n"}, "zoo/net.py", "zoo"),
    "imports relatively": ({"zoo/sub/net.py": "from ..a import b\n"}, "zoo/sub/net.py", "zoo"),
    "imports by the name of a package around it": (
        {"zoo/__init__.py": "", "zoo/sub/net.py": "import zoo\n"}, "zoo/sub/net.py", "zoo",
    ),
    "a folder of a name that is imported": ({"torch/zoo/net.py": "import torch\n"}, "torch/zoo/net.py", None),
    "a folder without it in a package": (
        {"zoo/__init__.py": "", "zoo/sub/net.py": "from .a import b\n"}, "zoo/sub/net.py", "zoo",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ROOTS)
def test_roots(tmp_path: Path, what: str) -> None:
    sources, file, root = ROOTS[what]
    files(tmp_path, sources)
    assert package_root(tmp_path / file) == (None if root is None else (tmp_path / root).resolve())


METADATA = "Metadata-Version: 2.1\nName: pytorch-parts\nVersion: 1.2\n"
LICENCES = {
    "an expression": ("License-Expression: Apache-2.0\n", "Apache-2.0"),
    "a name": ("License: MIT\n", "MIT"),
    "classifiers, and the whole text": (
        "License: " + "Permission is hereby granted, free of charge, " * 3 + "\n"
        "Classifier: License :: OSI Approved :: BSD License\nClassifier: Framework :: Pytest\n",
        "BSD License",
    ),
    "nothing": ("", "not named in its metadata"),
}


@pytest.mark.parametrize("what", LICENCES)
def test_what_is_taken_along_says_where_it_comes_from(tmp_path: Path, what: str) -> None:
    said, licence = LICENCES[what]
    files(tmp_path, {
        "pytorch_parts/__init__.py": "",
        "pytorch_parts/drop.py": "from torch import nn\n\n\nclass Drop(nn.Module): ...\n",
        "pytorch_parts-1.2.dist-info/METADATA": METADATA + said,
        "pytorch_parts-1.2.dist-info/top_level.txt": "pytorch_parts\n",
        "zoo/__init__.py": "", "zoo/net.py": "from pytorch_parts.drop import Drop\n",
    })  # fmt: skip
    _, made = port(tmp_path / "zoo" / "net.py", bool, silent)
    texts = {file.target: file for file in made.files}
    head = texts["third_party/pytorch_parts/drop.py"].after.splitlines()[0]
    where = f"pytorch_parts/drop.py of pytorch-parts 1.2, licence {licence}"
    assert head == f"# Converted by ms2torch from {where}: its terms hold for this file."
    assert texts["third_party/pytorch_parts/drop.py"].provenance == f"pytorch-parts 1.2, licence {licence}"
    assert texts["net.py"].provenance == ""
    assert "Converted by" not in texts["net.py"].after
    total = [line for line in lines(made) if "converted along" in line]
    assert total == [f"1 file converted along, below third_party, of pytorch-parts 1.2, licence {licence}"]
