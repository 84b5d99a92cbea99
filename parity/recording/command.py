"""The recorder as a command: targets, inputs, weights."""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import importlib.util
import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from parity.nets.roles import is_mean, is_shift, is_variance
from parity.recording.recorder import Net, record
from parity.recording.sources import Constructions, is_layer
from parity.recording.tensors import CODES, Raw, RecordingError, raw

_SPEC = re.compile(r"(?:([A-Za-z_]\w*)=)?([a-z]+\d*)\[([\d,\s]*)\](?:<(\d+))?")
_FILE = re.compile(r"(?:([A-Za-z_]\w*)=)?(.+\.np[yz])")
_TARGET = re.compile(r"(.+?):([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(\(.*\))?", re.DOTALL)


def load_target(text: str) -> Callable[[], Any]:
    """Return a function that builds what ``file.py:Name``, ``file.py:make(3)`` or ``package.module:Name`` names."""
    match = _TARGET.fullmatch(text.strip())
    if match is None:
        raise RecordingError(f"target {text!r} does not parse: write file.py:Name, file.py:make(10) or package:Name")
    source, name, call = match.groups()
    try:
        node = ast.parse(f"f{call or '()'}", mode="eval").body
        assert isinstance(node, ast.Call)
        args = [ast.literal_eval(argument) for argument in node.args]
        kwargs = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in node.keywords}
    except (SyntaxError, ValueError, AssertionError):
        raise RecordingError(f"target {text!r}: arguments must be literals, as in make(num_classes=10)") from None
    value: Any = _module(source)
    for part in name.split("."):
        if not hasattr(value, part):
            raise RecordingError(f"{source} has no {name!r}")
        value = getattr(value, part)
    if is_layer(value):
        return lambda: value
    if not callable(value):
        raise RecordingError(f"{source}:{name} is of type {type(value).__name__}; name a class or a function")
    return lambda: value(*args, **kwargs)


def _module(source: str) -> Any:
    _provide_mindspore()
    try:
        if not source.endswith(".py"):
            sys.path.insert(0, str(Path.cwd()))
            return importlib.import_module(source)
        path = Path(source)
        if not path.is_file():
            raise RecordingError(f"{source}: no such file")
        sys.path.insert(0, str(path.resolve().parent))
        spec = importlib.util.spec_from_file_location(f"_recorded_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module
    except RecordingError:
        raise
    except Exception as error:
        raise RecordingError(f"{source} cannot be imported: {type(error).__name__}: {error}") from error


def _provide_mindspore() -> None:
    """Let ms2torch stand in for MindSpore where only that is installed."""
    if "mindspore" in sys.modules or importlib.util.find_spec("mindspore") is not None:
        return
    if importlib.util.find_spec("ms2torch") is not None:
        importlib.import_module("ms2torch").install()


def make_inputs(specs: Sequence[str], seed: int) -> list[tuple[str, Any]]:
    """Return name and array of each input: ``[NAME=]DTYPE[SHAPE][<HIGH]`` at random, or what a file holds."""
    random = np.random.RandomState(seed)
    made: list[tuple[str, Any]] = []
    for text in specs:
        spec, file = _SPEC.fullmatch(text.strip()), _FILE.fullmatch(text.strip())
        if spec is not None:
            made.append((spec[1] or "", _random(text, spec, random)))
        elif file is not None:
            try:
                loaded = np.load(file[2], allow_pickle=False)
            except (OSError, ValueError) as error:
                raise RecordingError(f"input file {file[2]} cannot be read: {error}") from error
            named = [("", loaded)] if isinstance(loaded, np.ndarray) else [(key, loaded[key]) for key in loaded.files]
            made += [(file[1] or ("" if re.fullmatch(r"arr_\d+", key) else key), np.array(a)) for key, a in named]
        else:
            raise RecordingError(f"input {text!r} does not parse: write DTYPE[SHAPE] as in float32[2,3,8,8], or a file")
    if not made:
        raise RecordingError("no inputs: give one for each argument, as in --input float32[1,3,224,224]")
    return made


def _random(text: str, spec: Any, random: Any) -> Any:
    dtype = spec[2]
    if dtype not in CODES or dtype == "bfloat16":
        raise RecordingError(f"input {text!r}: unknown dtype {dtype!r}; use float32, int64, bool ...")
    shape = [int(part) for part in spec[3].split(",") if part.strip()]
    if "float" in dtype:
        return random.standard_normal(shape).astype(np.float32).astype(dtype)
    high = 2 if dtype == "bool" else int(spec[4] or 2)
    return random.randint(0, max(1, high), shape).astype(dtype)


def seed_weights(net: Net, seed: int) -> None:
    """Fill every weight with values that hide nothing: no bias at 0, no scale at 1, no statistics at 0 and 1.

    Within a layer they are drawn by role, so that the same net gets the same values in every framework.
    """
    random = np.random.RandomState(seed)
    kinds = {path: type(layer).__name__ for path, layer in net.layers()}
    done: dict[int, bool] = {}
    ranks = {path: number for number, (path, _) in enumerate(net.layers())}

    def role(entry: tuple[str, Any, bool, bool]) -> tuple[int, int]:
        path, _, local = entry[0].rpartition(".")
        return ranks[path], 3 if is_variance(local) else 2 if is_mean(local) else int(is_shift(local))

    for name, tensor, _, trainable in sorted(net.weights(), key=role):
        content = raw(tensor)
        if "float" not in content.dtype or id(tensor) in done or not content.data.size:
            continue
        done[id(tensor)] = True
        path, _, local = name.rpartition(".")
        value = _seeded(kinds[path], local, trainable, content, random)
        if value is not None:
            net.set_weight(tensor, value.astype(np.float32 if content.dtype == "bfloat16" else content.dtype))


def _seeded(kind: str, local: str, trainable: bool, tensor: Raw, random: Any) -> Any:
    shape = tensor.shape
    norm = "norm" in kind.lower()
    if is_variance(local, in_norm=norm):
        return 0.5 + random.random_sample(shape)
    if is_mean(local, in_norm=norm):
        return 0.2 * random.standard_normal(shape)
    if not trainable:
        return None  # a constant that the net computed: a table of positions, a mask
    if is_shift(local) or local.endswith("bias"):
        return 0.2 * random.standard_normal(shape)
    if any(name in kind for name in ("LSTM", "GRU", "RNN")):
        return random.uniform(-1, 1, shape) / math.sqrt(max(1, shape[-1] if shape else 1))
    if len(shape) <= 1:
        size = float(np.abs(tensor.wide()).mean())
        scale = 0.5 + random.random_sample(shape)
        return 0.1 + 0.3 * (scale - 0.5) if kind == "PReLU" else max(size, 0.1) * scale
    fan_in = 2 if "Embedding" in kind else int(np.prod(shape[1:]))
    return math.sqrt(2.0 / max(1, fan_in)) * random.standard_normal(shape)


def load_weights(net: Net, path: Path) -> None:
    """Write the tensors of a safetensors or .npz file into the weights of the same names; each must be there."""
    values = read_safetensors(path) if path.suffix != ".npz" else dict(np.load(path).items())
    for name, tensor, _, _ in net.weights():
        if name.rpartition(".")[2] == "num_batches_tracked" and name not in values:
            continue
        if name not in values:
            raise RecordingError(f"{path} has no tensor {name!r}, a weight of the net")
        shape = tuple(values[name].shape)
        if shape != raw(tensor).shape:
            raise RecordingError(f"{path}: {name} has shape {shape}, the net's has {raw(tensor).shape}")
        net.set_weight(tensor, values[name])


def read_safetensors(path: Path) -> dict[str, Any]:
    """Return the tensors of a safetensors file as numpy arrays (bfloat16 as float32)."""
    try:
        content = path.read_bytes()
        size = int.from_bytes(content[:8], "little")
        header = json.loads(content[8 : 8 + size])
    except (OSError, ValueError) as error:
        raise RecordingError(f"{path} cannot be read as safetensors: {error}") from error
    names = {code: name for name, code in CODES.items()}
    found: dict[str, Any] = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        left, right = (8 + size + offset for offset in entry["data_offsets"])
        dtype = names[entry["dtype"]]
        flat = np.frombuffer(content[left:right], np.uint16 if dtype == "bfloat16" else dtype)
        if dtype == "bfloat16":
            flat = (flat.astype(np.uint32) << np.uint32(16)).view(np.float32)
        found[name] = flat.reshape(entry["shape"])
    return found


def record_target(
    target: str,
    folder: object,
    inputs: Sequence[str],
    *,
    mode: str = "eval",
    seed: int = 0,
    weights: str = "seeded",
    layers: Sequence[str] = (),
    statistics: bool = False,
    keep_weights: bool = True,
) -> dict[str, Any]:
    """Build a target, run it once and record it; return what the recorder knows in short.

    Args:
        target (str): ``file.py:Name``, ``file.py:make(10)`` or ``package.module:Name``.
        folder (object): path of the trace directory.
        inputs (Sequence[str]): specs or files.
        mode (str): ``"eval"`` or ``"train"``. Default: ``"eval"``.
        seed (int): seed of construction, weights and inputs. Default: ``0``.
        weights (str): ``"seeded"``, ``"own"`` (those the net has), or a safetensors or .npz file. Default:
            ``"seeded"``.
        layers (Sequence[str]): see `record`. Default: ``()``.
        statistics (bool): see `record`. Default: ``False``.
        keep_weights (bool): see `record`. Default: ``True``.

    Raises:
        RecordingError: if it cannot be done. A net that raises gives a trace that ends there, and this error.
    """
    made = make_inputs(inputs, seed)
    constructions = Constructions()
    make = load_target(target)
    _start(seed)
    try:
        with constructions.watching():
            built = make()
    except Exception as error:
        raise RecordingError(f"{target} cannot be built: {type(error).__name__}: {error}") from error
    net = Net(built)
    if weights == "seeded":
        seed_weights(net, seed)
    elif weights != "own":
        load_weights(net, Path(weights))
    net.set_mode(mode)
    args = [net.tensor(array) for name, array in made if not name]
    kwargs = {name: net.tensor(array) for name, array in made if name}
    about = {"target": target, "mode": mode, "seed": seed, "weights_from": weights, "input_specs": list(inputs)}
    options: dict[str, Any] = {"statistics": statistics, "layers": layers, "weights": keep_weights}
    try:
        with record(built, folder, constructions=constructions, about=about, **options) as recorder, _no_grad():
            built(*args, **kwargs)
    except RecordingError:
        raise
    except Exception as error:
        said = recorder.raised or {"type": type(error).__name__, "message": str(error), "line": None}
        place = f"{said['line']}: " if said["line"] else ""
        text = f"{place}{said['type']}: {said['message']}"
        raise RecordingError(
            f"{target} does not run on these inputs: {text}; the trace in {folder} ends there"
        ) from error
    return {
        "framework": net.framework, "calls": len(recorder.calls), "files": recorder.shards.files,
        "peak": recorder.shards.peak,
    }  # fmt: skip


def _start(seed: int) -> None:
    """Seed what is loaded; put a real MindSpore in PyNative mode."""
    np.random.seed(seed % 2**32)
    torch, mindspore = sys.modules.get("torch"), sys.modules.get("mindspore")
    if torch is not None:
        torch.manual_seed(seed)
    if mindspore is not None:
        mindspore.set_seed(seed + 1)  # MindSpore's numpy state too; 0 is a seed it takes
        if mindspore.__name__ == "mindspore":
            mindspore.set_context(mode=mindspore.PYNATIVE_MODE, pynative_synchronize=True)


@contextlib.contextmanager
def _no_grad() -> Iterator[None]:
    torch = sys.modules.get("torch")
    if torch is None:
        yield
    else:
        with torch.no_grad():
            yield


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 if it could not be done."""
    parser = argparse.ArgumentParser(prog="ms2torch_recorder", description="Record a net to a trace directory.")
    parser.add_argument("target", help="file.py:Name, file.py:make(10) or package.module:Name")
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="the trace directory to write")
    parser.add_argument("--input", action="append", default=[], metavar="SPEC", help="float32[2,3,8,8], or a .npy file")
    parser.add_argument("--mode", choices=["eval", "train"], default="eval")
    parser.add_argument("--seed", type=int, default=0, help="of construction, weights and random inputs")
    parser.add_argument("--weights", default="seeded", help="seeded (default), own, or a safetensors or .npz file")
    parser.add_argument("--layers", action="append", default=[], metavar="GLOB", help="keep tensors of these layers")
    parser.add_argument("--statistics", action="store_true", help="keep figures of the layers' tensors only")
    parser.add_argument("--no-weights", action="store_true", help="keep no values of weights")
    args = parser.parse_args(words)
    try:
        record_target(
            args.target, args.output, args.input, mode=args.mode, seed=args.seed, weights=args.weights,
            layers=args.layers, statistics=args.statistics, keep_weights=not args.no_weights,
        )  # fmt: skip
    except RecordingError as error:
        sys.stderr.write(f"ms2torch_recorder: {' '.join(str(error).split())}\n")
        return 2
    return 0
