"""Record the traces in tests/goldens/traces under real MindSpore.

Run by ``make record-all``, or directly: ``.oracle/bin/python tools/record/traces.py [NAME ...]``. Each net is recorded
by the single-file recorder in a process of its own, from the root of the checkout.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path("tests") / "goldens" / "traces"
IMAGE, IDS = "float32[2,3,10,10]", "int64[2,6]<20"

# folder: target in cnn_mindspore.py, input, further options
TRACES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "net": ("Net", IMAGE, ()),
    "net_pad_mode": ("Net(pad_mode='same', padding=0)", IMAGE, ()),
    "net_eps": ("Net(eps=1e-3)", IMAGE, ()),
    "net_momentum": ("Net(momentum=0.1)", IMAGE, ()),
    "net_no_relu": ("Net(relu=False)", IMAGE, ()),
    "net_raises": ("Net(raises=True)", IMAGE, ()),
    "net_statistics": ("Net", IMAGE, ("--statistics",)),
    "net_statistics_eps": ("Net(eps=1e-3)", IMAGE, ("--statistics",)),
    "net_some_layers": ("Net", IMAGE, ("--layers", "conv*")),
    "words": ("Words", IDS, ()),
    "words_epsilon": ("Words(epsilon=1e-7)", IDS, ()),
    "words_approximate": ("Words(approximate=True)", IDS, ()),
}


def main(names: list[str]) -> int:
    """Record the chosen traces (default: all); return 0 if each was written."""
    sys.path.insert(0, str(ROOT / "parity" / "recording"))
    from bundle import FILE_NAME, bundle

    failed = 0
    with tempfile.TemporaryDirectory() as place:
        recorder = Path(place) / FILE_NAME
        recorder.write_text(bundle(), encoding="utf-8")
        for name, (target, inputs, options) in TRACES.items():
            if names and name not in names:
                continue
            words = [f"{FOLDER}/cnn_mindspore.py:{target}", "--input", inputs, "-o", str(FOLDER / name), *options]
            done = subprocess.run(
                [sys.executable, str(recorder), *words], cwd=ROOT, capture_output=True, text=True, check=False
            )
            expected = 2 if name == "net_raises" else 0
            failed += done.returncode != expected
            print("ok      " if done.returncode == expected else f"FAILED  {done.stderr[-500:]}", name)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
