"""One file: MindSpore's source in, torch's source out, by the passes of this folder."""

from __future__ import annotations

from parity.port.engine.converted import Converted, result
from parity.port.engine.discovery import passes_of
from parity.port.engine.engine import Engine
from parity.port.engine.scopes import bound_elsewhere
from parity.port.project.facts import Facts, Source
from parity.port.syntax.walking import Parts
from parity.port.to_torch.context import TorchContext


def convert(source: Source, facts: Facts) -> Converted:
    """Convert one file of MindSpore.

    Args:
        source (Source): the file.
        facts (Facts): what is known of its project.
    """
    parts = Parts(source.tree)
    ctx = TorchContext(facts, source.package, bound_elsewhere(parts, source.package, "mindspore"))
    engine = Engine(ctx, source, parts, passes_of("parity.port.to_torch"))
    return result(source, engine.rewrite(source.tree), ctx, engine.places)
