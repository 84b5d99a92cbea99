"""Run converted nets on real MindSpore, and compare what they give with the torch originals.

    python -m tools.port.oracle [--only REGEX] [--folder build/port] [--site FOLDER] [--python .oracle/bin/python]

The nets are those of `nets.toml` that `ON_ORACLE` names, as `make port` converted them into the folder. Weights go over
in a .ckpt, inputs and outputs in .npz files. Prints one line a net: the greatest difference, relative to the greatest
output.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from tools.port.__main__ import LISTS, _names

ON_ORACLE = (
    "models.alexnet:alexnet", "models.resnet:resnext50_32x4d", "models.googlenet:googlenet(init_weights=False)",
    "models.resnet:resnet18", "models.vgg:vgg11_bn", "models.squeezenet:squeezenet1_1", "models.densenet:densenet121",
    "models.mobilenetv2:mobilenet_v2", "models.mobilenetv3:mobilenet_v3_small", "models.mnasnet:mnasnet0_5",
    "models.shufflenetv2:shufflenet_v2_x0_5", "models.efficientnet:efficientnet_b0", "models.regnet:regnet_y_400mf",
    "models.convnext:convnext_tiny", "models.swin_transformer:swin_t",
    "models.vision_transformer:vit_b_16(image_size=32)",
)  # fmt: skip
TOLERANCE = 1e-4
RUN = """
import importlib, sys
import numpy as np
import mindspore as ms

folder, module, call, weights, given, out = sys.argv[1:]
ms.set_context(mode=ms.PYNATIVE_MODE)
sys.path.insert(0, folder)
net = eval(call if call.endswith(")") else call + "()", vars(importlib.import_module(module)))
net.set_train(False)
left, _ = ms.load_param_into_net(net, ms.load_checkpoint(weights))
assert not left, left
np.savez(out, net(ms.Tensor(np.load(given)["x"])).asnumpy())
"""


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="nets whose name matches this expression")
    parser.add_argument("--folder", type=Path, default=Path("build/port"))
    parser.add_argument("--site", type=Path, help="where the zoo is installed; default: below the folder")
    parser.add_argument("--python", default=".oracle/bin/python", help="the interpreter with real MindSpore")
    asked = parser.parse_args()
    zoo = tomllib.loads(LISTS.read_text(encoding="utf-8"))["torchvision"]
    site = asked.site if asked.site is not None else asked.folder / "site"
    sys.path[:0] = [str(site.resolve()), str(asked.folder.resolve())]
    same = number = 0
    for net, inputs in map(_names, zoo["nets"]):
        if net not in ON_ORACLE or not re.search(asked.only, net):
            continue
        number += 1
        found = _difference(net, inputs, asked)
        same += found <= TOLERANCE
        print(f"{'same' if found <= TOLERANCE else 'different':10} {net} {found:.1e}", flush=True)
    print(f"{same} of {number} the same on MindSpore")
    return 0 if same == number else 1


def _difference(net: str, inputs: str, asked: argparse.Namespace) -> float:
    """Return the greatest difference of a net's outputs, relative to the greatest of them."""
    import numpy as np
    import torch

    from parity.convert import conversion

    module, _, call = net.partition(":")
    shape = [int(size) for size in re.findall(r"\d+", inputs.partition("[")[2])]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        original = _built(f"torchvision.{module}", call).eval()
        x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
        with torch.no_grad():
            wanted = original(torch.from_numpy(x)).numpy()
        torch.save(original.state_dict(), folder / "net.pth")
        np.savez(folder / "in.npz", x=x)
        made = f"torchvision_converted.{module}"
        spec = conversion.Conversion(
            folder / "net.pth",
            folder / "net.ckpt",
            f"torchvision.{net}",
            f"{made}:{call}",
            (inputs,),
            {},
            {},
            "",
            "",
            0,
        )
        conversion.write(conversion.convert(spec), partial=False)
        data = [str(folder / "net.ckpt"), str(folder / "in.npz"), str(folder / "out.npz")]
        command = [asked.python, "-c", RUN, str(asked.folder.resolve()), made, call, *data]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode:
            print(ran.stderr.strip().splitlines()[-1][:300])
            return float("inf")
        given = np.load(folder / "out.npz")["arr_0"]
    return float(np.abs(given - wanted).max() / np.abs(wanted).max())


def _built(module: str, call: str) -> Any:
    import importlib

    import torch

    torch.manual_seed(0)
    names = vars(importlib.import_module(module))
    return eval(call if call.endswith(")") else f"{call}()", names)


if __name__ == "__main__":
    sys.exit(main())
