"""Recording the first call of a net to a trace directory."""

from __future__ import annotations

import contextlib
import errno
import fnmatch
import inspect
import json
import os
import platform
import secrets
import shutil
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from parity.code.ownership import framework_folders, user_frame
from parity.recording.sources import (
    Constructions,
    api_of,
    body_of,
    encode,
    flatten,
    is_layer,
    is_own,
    shown_file,
)
from parity.recording.tensors import (
    FORMAT,
    FORMAT_VERSION,
    RecordingError,
    Shards,
    manifest_digest,
    raw,
    statistics,
)

_FULL = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})
"""What the system says where no more can be written."""

_CONTAINERS = frozenset({
    "Sequential", "ModuleList", "ModuleDict", "SequentialCell", "CellList", "CellDict", "Transformer",
    "TransformerEncoder", "TransformerDecoder", "TransformerEncoderLayer", "TransformerDecoderLayer", "Conv2dBnAct",
    "DenseBnAct", "WithLossCell", "WithEvalCell",
})  # fmt: skip


class Net:
    """What recording needs to know of a net: its framework, layers, weights, and the method that computes a layer.

    Args:
        net (object): a torch Module or a MindSpore Cell, real or of ms2torch.
    """

    def __init__(self, net: Any) -> None:
        if not is_layer(net):
            raise RecordingError(f"an object of type {type(net).__name__} is no torch Module and no MindSpore Cell")
        self.net = net
        names = {base.__module__.partition(".")[0] for base in type(net).__mro__}
        self.torch_like = "torch" in names
        cell = getattr(sys.modules.get("ms2torch.nn.cell"), "Cell", ())
        ours = any(isinstance(part, cell) for _, part in self.layers())
        self.framework = "ms2torch" if ours else "torch" if self.torch_like else "mindspore"

    def layers(self) -> list[tuple[str, Any]]:
        """Return every layer with its path, the net itself first."""
        named = self.net.named_modules() if self.torch_like else self.net.cells_and_names()
        return list(named)

    def method(self, layer: Any) -> str:
        """Return the name of the method that computes a layer."""
        return "construct" if hasattr(layer, "construct") else "forward"

    def weights(self) -> list[tuple[str, Any, bool, bool]]:
        """Return name, tensor, whether it is a buffer, and whether training changes it; tied ones by each name."""
        found: list[tuple[str, Any, bool, bool]] = []
        for path, layer in self.layers():
            prefix = f"{path}." if path else ""
            for name, tensor, buffer in self._held(layer):
                found.append((prefix + name, tensor, buffer, not buffer and bool(tensor.requires_grad)))
        return found

    def _held(self, layer: Any) -> list[tuple[str, Any, bool]]:
        """Return name and tensor of what a layer holds itself, and whether it is a buffer, in its framework's order."""
        if not self.torch_like:
            held = getattr(layer, "_params", {})
            return [(name, tensor, False) for name, tensor in held.items() if tensor is not None]
        tensors = {
            name: tensor for name, tensor in {**layer._parameters, **layer._buffers}.items() if tensor is not None
        }
        # what MindSpore calls a Parameter torch may hold as a buffer: running statistics
        parameters = layer._params if hasattr(layer, "construct") else layer._parameters
        first = [(name, tensors[name], False) for name in parameters if name in tensors]
        return first + [(name, tensor, True) for name, tensor in tensors.items() if name not in parameters]

    def set_weight(self, tensor: Any, value: Any) -> None:
        """Write a numpy array into a weight."""
        if self.torch_like:
            torch = sys.modules["torch"]
            with torch.no_grad():
                tensor.copy_(torch.from_numpy(np.ascontiguousarray(value)))
        else:
            mindspore = sys.modules["mindspore"]
            tensor.set_data(mindspore.Tensor(np.ascontiguousarray(value), dtype=tensor.dtype))

    def set_mode(self, mode: str) -> None:
        """Put the net in eval or train mode."""
        if self.torch_like:
            for layer in self.net.modules():
                layer.training = mode == "train"
        else:
            self.net.set_train(mode == "train")

    def parameters(self) -> list[str]:
        """Return the argument names of the net's own method."""
        method = getattr(type(self.net), self.method(self.net), None)
        return [name for name in inspect.signature(method).parameters if name != "self"] if method else []

    def version(self) -> str:
        """Return the framework's version."""
        return str(getattr(sys.modules.get(self.framework), "__version__", "unknown"))

    def tensor(self, array: Any) -> Any:
        """Return a tensor of the net's framework."""
        if self.torch_like:
            return sys.modules["torch"].from_numpy(array)
        return sys.modules["mindspore"].Tensor(array)


class Recorder:
    """Records the first call of a net inside the block of `running`.

    Args:
        net (Net): the net.
        folder (Path): where the tensors go.
        options (dict): ``statistics`` (bool), ``layers`` (list of globs), ``weights`` (bool).
        constructions (Constructions): how the layers were built.
    """

    def __init__(self, net: Net, folder: Path, options: dict[str, Any], constructions: Constructions) -> None:
        self.net = net
        self.shards = Shards(folder)
        self.options = options
        self.constructions = constructions
        self.calls: list[dict[str, Any]] = []
        self.outputs: list[dict[str, Any]] = []
        self.raised: dict[str, Any] | None = None
        self.ignored = 0
        self._open: list[dict[str, Any]] = []
        self._atomic = 0
        self._count: dict[str, int] = {}
        self._places: dict[int, tuple[object, int]] = {}
        self._folders = framework_folders()

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Overlay the method of every layer; an instance attribute goes before the class's method."""
        changed: list[tuple[Any, str]] = []
        try:
            for path, layer in self.net.layers():
                name = self.net.method(layer)
                if name not in layer.__dict__:
                    layer.__dict__[name] = self._overlay(path, layer, getattr(layer, name))
                    changed.append((layer, name))
            with _plain_kernels():
                yield
        finally:
            for layer, name in changed:
                layer.__dict__.pop(name, None)

    def _overlay(self, path: str, layer: Any, method: Callable[..., Any]) -> Callable[..., Any]:
        apis = [api_of(base) for base in type(layer).__mro__]
        api = next((name for name in apis if name), None)
        atomic = api is not None and api.rpartition(".")[2] not in _CONTAINERS

        def call(*args: Any, **kwargs: Any) -> Any:
            if self._atomic or self._skipped(path):
                return method(*args, **kwargs)
            entry = self._begin(path, args, kwargs)
            self._atomic += atomic
            try:
                result = method(*args, **kwargs)
            except Exception as error:
                self._open.pop()
                entry["raised"] = self._error(error)
                self.raised = self.raised or entry["raised"]
                raise
            finally:
                self._atomic -= atomic
            self._end(entry, result)
            return result

        return call

    def _skipped(self, path: str) -> bool:
        """Tell whether a call is outside the first call of the net."""
        if self._open:
            return False
        over = bool(self.calls)
        self.ignored += over and not path
        return over or bool(path)

    def _begin(self, path: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        number = self._count.get(path, 0)
        self._count[path] = number + 1
        parent = self._open[-1] if self._open else None
        caller: types.FrameType | None = sys._getframe(2)
        while caller is not None and is_own(caller):
            caller = caller.f_back
        frame = user_frame(caller, self._folders, is_own)
        entry: dict[str, Any] = {
            "layer": path,
            "number": number,
            "parent": [parent["layer"], parent["number"]] if parent else None,
            "arguments": encode((args, kwargs), []),
            "inputs": self._tensors(path, (args, kwargs), whole=not path),
            "line": f"{shown_file(frame.f_code.co_filename)}:{frame.f_lineno}"
            if frame is not None and parent
            else None,
            "leaf": True,
            "done": False,
        }
        if parent:
            parent["leaf"] = False
        self.calls.append(entry)
        self._open.append(entry)
        return entry

    def _end(self, entry: dict[str, Any], result: object) -> None:
        self._open.pop()
        root = not entry["layer"]
        entry["outputs"] = self._tensors(entry["layer"], result, whole=root)
        entry["done"] = True
        if root:
            self.outputs = [{**tensor, "path": f"output{tensor['path']}"} for tensor in entry["outputs"]]

    def _tensors(self, path: str, value: object, *, whole: bool) -> list[dict[str, Any]]:
        wanted = whole or any(fnmatch.fnmatchcase(path, pattern) for pattern in self.options["layers"] or ["*"])
        found: list[dict[str, Any]] = []
        for name, tensor in flatten(value):
            entry: dict[str, Any] = {"path": name, "place": self._identity(tensor)}
            content = raw(tensor)
            entry.update(dtype=content.dtype, shape=list(content.shape))
            if wanted and self.options["statistics"] and not whole:
                entry["statistics"] = statistics(content)
            elif wanted:
                entry["at"] = self.shards.add(content)
            found.append(entry)
        return found

    def _identity(self, tensor: Any) -> int:
        """Return a number that is the same for one tensor, wherever it is met."""
        inner = getattr(tensor, "_t", tensor)
        if hasattr(inner, "data_ptr") and self.net.torch_like:
            return int(inner.data_ptr()) if inner.numel() else 0
        known = self._places.get(id(tensor))
        if known is None or known[0]() is not tensor:  # type: ignore[operator]  # a weak reference
            import weakref

            known = (weakref.ref(tensor), len(self._places) + 1)
            self._places[id(tensor)] = known
        return known[1]

    def _error(self, error: BaseException) -> dict[str, Any]:
        place, step = None, error.__traceback__
        while step is not None:
            file = step.tb_frame.f_code.co_filename
            if not is_own(step.tb_frame) and not file.startswith((*self._folders, "<")):
                place = f"{shown_file(file)}:{step.tb_lineno}"
            step = step.tb_next
        return {"type": type(error).__name__, "message": " ".join(str(error).split())[:300], "line": place}

    def manifest(self, about: dict[str, Any]) -> dict[str, Any]:
        """Write what is left to write, and return the manifest."""
        weights = [self._weight(*entry) for entry in self._tied()]
        self.shards.close()
        root = self.calls[0] if self.calls else {}
        floats = [w["dtype"] for w in weights if "float" in w["dtype"]]
        floats += [t["dtype"] for t in root.get("inputs", []) if "float" in t["dtype"]]
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "framework": self.net.framework,
            "framework_version": self.net.version(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "dtype": max(set(floats), key=floats.count) if floats else "float32",
            **about,
            "options": self.options,
            "parameters": self.net.parameters(),
            "layers": [self._layer(path, layer) for path, layer in self.net.layers()],
            "weights": weights,
            "calls": self.calls,
            "outputs": self.outputs,
            "raised": self.raised,
            "calls_ignored": self.ignored,
            "files": self.shards.files,
            "peak": {"tensor_bytes": self.shards.peak, "process_bytes": _process_peak()},
        }

    def _layer(self, path: str, layer: Any) -> dict[str, Any]:
        apis = [api_of(base) for base in type(layer).__mro__]
        return {
            "path": path,
            "type": type(layer).__name__,
            "api": next((name for name in apis if name), None),
            "custom": apis[0] is None,
            "body": body_of(type(layer)) if apis[0] is None else None,
            **self.constructions.of(layer),
        }

    def _tied(self) -> list[tuple[str, Any, bool, bool, str | None]]:
        first: dict[int, str] = {}
        found = []
        for name, tensor, buffer, trainable in self.net.weights():
            same = first.setdefault(id(tensor), name)
            found.append((name, tensor, buffer, trainable, same if same != name else None))
        return found

    def _weight(self, name: str, tensor: Any, buffer: bool, trainable: bool, same: str | None) -> dict[str, Any]:
        content = raw(tensor)
        entry = {
            "name": name, "dtype": content.dtype, "shape": list(content.shape), "buffer": buffer,
            "trainable": trainable, "same_as": same,
        }  # fmt: skip
        if self.options["weights"] and same is None:
            entry["at"] = self.shards.add(content)
        return entry


@contextlib.contextmanager
def _plain_kernels() -> Iterator[None]:
    """Keep torch's fused transformer path off: it bypasses the layers inside."""
    torch = sys.modules.get("torch")
    mha = getattr(getattr(torch, "backends", None), "mha", None)
    before = mha.get_fastpath_enabled() if mha is not None else None
    try:
        if mha is not None:
            mha.set_fastpath_enabled(False)
        yield
    finally:
        if mha is not None:
            mha.set_fastpath_enabled(before)


def _process_peak() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


@contextlib.contextmanager
def record(
    net: object,
    folder: object,
    *,
    statistics: bool = False,
    layers: Sequence[str] = (),
    weights: bool = True,
    constructions: Constructions | None = None,
    about: dict[str, Any] | None = None,
) -> Iterator[Recorder]:
    """Record the first call of `net` inside the block to the directory `folder`, which appears when all is written.

    Args:
        net (object): a torch Module or a MindSpore Cell (in PyNative mode).
        folder (object): path of the trace directory; an older trace there is replaced.
        statistics (bool): keep figures of the layers' tensors instead of the tensors. Default: ``False``.
        layers (Sequence[str]): keep the tensors of layers whose path fits one of these patterns. Default: ``()``, all.
        weights (bool): keep the values of the weights. Default: ``True``.
        constructions (Constructions, optional): filled by ``constructions.watching()`` around the construction of the
            net; without it arguments are read from attributes. Default: ``None``.
        about (dict, optional): further entries of the manifest. Default: ``None``.

    Raises:
        RecordingError: if the path cannot be written or the net was not called.
    """
    subject = Net(net)
    _require_eager(subject)
    final = Path(str(folder)).resolve()
    _check_writable(final, str(folder))
    temporary = final.parent / f".{final.name}.{secrets.token_hex(4)}.tmp"
    temporary.mkdir()
    options = {"statistics": statistics, "layers": list(layers), "weights": weights}
    recorder = Recorder(subject, temporary, options, constructions or Constructions())
    full = False
    try:
        try:
            with recorder.running():
                yield recorder
        except OSError as error:
            full = error.errno in _FULL
            raise
        finally:
            if recorder.calls and not full:
                training = "train" if getattr(net, "training", False) else "eval"
                said = {"target": type(net).__name__, "mode": training, "seed": None, **(about or {})}
                manifest = recorder.manifest(said)
                manifest["digest"] = manifest_digest(manifest)
                text = json.dumps(manifest, indent=1, allow_nan=False)
                (temporary / "manifest.json").write_text(text, encoding="utf-8")
                _move(temporary, final)
        if not recorder.calls:
            raise RecordingError("the net was not called inside the block: nothing was recorded")
    except OSError as error:
        if error.errno in _FULL:
            raise RecordingError(f"cannot write {folder}: {error.strerror}; nothing is kept of the run") from error
        raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _require_eager(net: Net) -> None:
    mindspore = sys.modules.get("mindspore")
    if net.framework == "mindspore" and mindspore is not None and mindspore.get_context("mode") == mindspore.GRAPH_MODE:
        raise RecordingError("MindSpore is in graph mode: call mindspore.set_context(mode=mindspore.PYNATIVE_MODE)")


def _check_writable(final: Path, shown: str) -> None:
    if not final.parent.is_dir():
        raise RecordingError(f"cannot write {shown}: the folder {final.parent} does not exist")
    if not os.access(final.parent, os.W_OK):
        raise RecordingError(f"cannot write {shown}: the folder {final.parent} is read-only")
    if final.exists() and not (final / "manifest.json").is_file() and not (final.is_dir() and not any(final.iterdir())):
        raise RecordingError(f"cannot write {shown}: it exists and is no trace; give another name")


def _move(temporary: Path, final: Path) -> None:
    """Put the new directory in the place of an old one."""
    old = final.parent / f".{final.name}.{secrets.token_hex(4)}.old"
    if final.exists():
        final.rename(old)
    temporary.rename(final)
    shutil.rmtree(old, ignore_errors=True)
