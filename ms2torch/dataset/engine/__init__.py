"""Datasets, samplers and iterators; the list of names is `__init__.pyi`.

The files of the operations are imported here: each registers what `Dataset` calls, which imports none of them.
"""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)

from ms2torch.dataset.engine import (  # noqa: E402
    _batch as _batch,
    _json_pipelines as _json_pipelines,
    _map as _map,
    _operations as _operations,
    _parts as _parts,
    _saved as _saved,
    _sync as _sync,
    _transfer as _transfer,
)
