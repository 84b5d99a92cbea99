"""One file: torch's source in, MindSpore's source out, by the passes of this folder."""

from __future__ import annotations

from parity.port.engine.converted import Converted as Converted, result
from parity.port.engine.discovery import passes_of
from parity.port.engine.engine import Engine
from parity.port.engine.scopes import bound_elsewhere
from parity.port.project.facts import Facts, Source
from parity.port.syntax.walking import Parts
from parity.port.to_mindspore.context import MindSporeContext
from parity.port.to_mindspore.scalers import unscaled


def convert(source: Source, facts: Facts) -> Converted:
    """Convert one file of torch.

    Args:
        source (Source): the file.
        facts (Facts): what is known of its project.
    """
    source = unscaled(source)
    parts = Parts(source.tree)
    ctx = MindSporeContext(facts, source.package, bound_elsewhere(parts, source.package, "torch"), parts)
    engine = Engine(ctx, source, parts, passes_of("parity.port.to_mindspore"))
    return result(source, engine.rewrite(source.tree), ctx, engine.places)
