"""Datasets: sources, operations on them, samplers, iterators; on numpy and torch's DataLoader.

The list of names is `__init__.pyi`.

Source: mindspore.dataset, MindSpore 2.10
"""

# programs write `import PIL` and use `PIL.Image`, which real MindSpore's datasets have imported for them
import PIL.Image as _pillow  # noqa: F401

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
