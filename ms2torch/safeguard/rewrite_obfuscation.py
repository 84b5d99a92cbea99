"""Weights made unreadable for others, and networks that read them; MindSpore's compiler does it."""

from __future__ import annotations

from typing import Any, NoReturn


def obfuscate_ckpt(
    network: Any,
    ckpt_files: str,
    target_modules: list[str] | None = None,
    obf_config: dict[str, Any] | None = None,
    saved_path: str = "./",
    obfuscate_scale: float = 100,
) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        NotImplementedError: always.

    Source: mindspore.obfuscate_ckpt, MindSpore 2.10
    """
    del network, ckpt_files, target_modules, obf_config, saved_path, obfuscate_scale
    _refuse("obfuscate_ckpt")


def load_obf_params_into_net(
    network: Any,
    target_modules: list[str] | None = None,
    obf_ratios: Any = None,
    obf_config: dict[str, Any] | None = None,
    data_parallel_num: int = 1,
    **kwargs: Any,
) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        NotImplementedError: always.

    Source: mindspore.load_obf_params_into_net, MindSpore 2.10
    """
    del network, target_modules, obf_ratios, obf_config, data_parallel_num, kwargs
    _refuse("load_obf_params_into_net")


def _refuse(name: str) -> NoReturn:
    msg = f"mindspore.{name} rewrites networks by MindSpore's compiler; load the plain checkpoint with load_checkpoint"
    raise NotImplementedError(msg)
