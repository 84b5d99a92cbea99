"""Readers of YAML files. PyYAML is imported when a file is read: nothing else here needs it.

Source: mindspore.ops_generate.common.gen_utils, MindSpore 2.10
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


def safe_load_yaml(yaml_file_path: str) -> Any:
    """Read one YAML file.

    Args:
        yaml_file_path (str): ends in ``.yaml``.

    Returns:
        The dictionary (or list, or None) that the file holds.

    Raises:
        ValueError: if the name does not end in ``.yaml``.

    Source: mindspore.ops_generate.common.gen_utils.safe_load_yaml, MindSpore 2.10
    """
    if not yaml_file_path.endswith(".yaml"):
        raise ValueError(f"Invalid yaml file path: {yaml_file_path}")
    import yaml

    with Path(yaml_file_path).open(encoding="utf-8") as file:
        return yaml.safe_load(file)


def safe_load_yaml_from_dir(yaml_dir_path: str) -> dict[str, Any]:
    """Read all YAML files of a folder into one dictionary.

    Args:
        yaml_dir_path (str): the folder.

    Returns:
        dict, the entries of all files.

    Raises:
        ValueError: if it is no folder, or two files hold one name.

    Source: mindspore.ops_generate.common.gen_utils.safe_load_yaml_from_dir, MindSpore 2.10
    """
    folder = Path(yaml_dir_path)
    if not folder.is_dir():
        raise ValueError(f"Invalid yaml directory path: {yaml_dir_path}")
    entries: dict[str, Any] = {}
    for path in sorted(folder.glob("*.yaml")):
        for name, data in safe_load_yaml(str(path)).items():
            if name in entries:
                raise ValueError(f"Duplicate yaml object with name '{name}'.")
            entries[name] = data
    return entries
