"""Where both nets run: found, set up so that a run can be repeated, and given up again."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from parity.code.errors import CannotCompare
from parity.nets.base import Subject

CPU = torch.device("cpu")
_WORKSPACE = "CUBLAS_WORKSPACE_CONFIG"


def find_device(name: str) -> torch.device:
    """Return the device of a name.

    Args:
        name (str): as torch spells it: ``"cpu"``, ``"cuda:1"``, ``"npu"``, ``"mps"``.

    Raises:
        CannotCompare: if torch knows no such device, or has none here, or it has no float64.
    """
    if name.partition(":")[0] == "npu" and importlib.util.find_spec("torch_npu") is not None:
        importlib.import_module("torch_npu")  # makes the name known to torch
    try:
        device = torch.device(name)
    except RuntimeError:
        raise CannotCompare(f"device {name!r}: give one of torch's, such as cpu, cuda, cuda:1 or npu") from None
    if device.type == "cpu":
        return device
    module = getattr(torch, device.type, None)
    count = module.device_count() if module is not None and module.is_available() else 0
    if not count:
        raise CannotCompare(f"device {name!r}: torch {torch.__version__} finds none here; compare on the CPU, or there")
    if (device.index or 0) >= count:
        raise CannotCompare(f"device {name!r}: there are {count} here, counted from 0")
    if device.type == "mps":
        raise CannotCompare(
            "device 'mps': it has no float64, which the verdict rests on; compare on the CPU (--device cpu)"
        )
    return device


@contextmanager
def settled(device: torch.device) -> Iterator[None]:
    """Within the block operations give the same each time, in float32 where they say float32.

    Args:
        device (torch.device): where both nets run; on the CPU all this is so already.
    """
    if device.type == "cpu":
        yield
        return
    cudnn = torch.backends.cudnn
    precision, workspace = torch.get_float32_matmul_precision(), os.environ.get(_WORKSPACE)
    before = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()
    flags = cudnn.allow_tf32, cudnn.deterministic, cudnn.benchmark
    os.environ[_WORKSPACE] = ":4096:8"  # without it cuBLAS may sum in another order each time
    torch.set_float32_matmul_precision("highest")
    torch.use_deterministic_algorithms(True, warn_only=True)
    cudnn.allow_tf32, cudnn.deterministic, cudnn.benchmark = False, True, False
    try:
        yield
    finally:
        cudnn.allow_tf32, cudnn.deterministic, cudnn.benchmark = flags
        torch.use_deterministic_algorithms(before[0], warn_only=before[1])
        torch.set_float32_matmul_precision(precision)
        if workspace is None:
            del os.environ[_WORKSPACE]
        else:
            os.environ[_WORKSPACE] = workspace


@contextmanager
def moved(subject: Subject, device: torch.device) -> Iterator[None]:
    """Hold a net on a device within the block: parameters, buffers, and tensors in plain attributes.

    Args:
        subject (Subject): the net; one that was recorded holds tensors on the CPU.
        device (torch.device): where.

    Raises:
        CannotCompare: if the net was recorded, and the device is not the CPU.
    """
    if device.type == "cpu":
        yield
        return
    if subject.is_recorded:
        raise CannotCompare(f"device {str(device)!r}: a trace is on the CPU; give two nets, or leave --device away")
    _move(subject, device)
    with subject.new_tensors_on(device):
        try:
            yield
        finally:
            _move(subject, CPU)


def _move(subject: Subject, device: torch.device) -> None:
    subject.net.to(device)
    for module in subject.net.modules():
        for name, tensor in list(subject.stray_tensors(module)):
            subject.set_stray_tensor(module, name, tensor.to(device))
