"""`from mindspore.version import __version__`: the version of MindSpore that is offered."""

from ms2torch import __version__ as __version__
