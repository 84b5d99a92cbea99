"""docs/notebooks.md: its cells are run one after the other, as a notebook runs them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

_CELLS = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

shell = InteractiveShell.instance()
said = []
for cell in [*json.loads(sys.argv[1]), "report"]:
    with capture_output() as shown:
        result = shell.run_cell(cell, store_history=True)
    result.raise_error()
    said.append(shown.stdout)
data, _ = shell.display_formatter.format(result.result)
print(json.dumps({"said": said, "html": data["text/html"]}))
"""


def test_the_cells_of_the_page_print_what_it_says(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "notebooks.md").read_text(encoding="utf-8")
    cells = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (expected,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    command = [sys.executable, "-c", _CELLS, json.dumps(cells)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout.splitlines()[-1])
    assert expected in told["said"]
    assert "<code>self.norm = nn.LayerNorm((8,), epsilon=1e-05)</code>" in told["html"]
    assert (tmp_path / "report.html").is_file()
