"""The public name of a Cell class, where MindSpore has it under one name in `nn` and another in `mint.nn`."""

from __future__ import annotations

from mappings.table.registry import rows_for_mindspore


def table_name(name: str) -> str:
    """Return the name under which the table has a layer.

    Layers of ``mint.nn`` are classes of ``nn``, some of which end in ``Ext``: ``mint.nn.Dropout`` is ``nn.DropoutExt``,
    and ``mint.nn.Linear`` is ``nn.Linear``.

    Args:
        name (str): ``mindspore.nn.`` and the name of the class, or any other name, which is returned as it is.
    """
    module, _, leaf = name.rpartition(".")
    if module != "mindspore.nn" or rows_for_mindspore(name):
        return name
    mint = f"mindspore.mint.nn.{leaf.removesuffix('Ext')}"
    return mint if rows_for_mindspore(mint) else name
