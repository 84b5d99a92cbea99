"""A net that ran before the step that trains it, as the generator of a GAN: the function of the loss runs it once more.

torch keeps the graph of ``fake = generator(noise)`` while the discriminator takes its step; MindSpore has a graph of
what the function computes that is differentiated, so the call stands in there too.
"""

from __future__ import annotations

import builtins

import libcst as cst

from parity.port.engine.context import Context
from parity.port.project.names import bound_in
from parity.port.syntax.pieces import dotted, text
from parity.port.syntax.walking import Parts, walk
from parity.port.to_mindspore.data_flow import calls_in
from parity.port.to_mindspore.steps import Lines, is_plain, names_any, receiver

# Parts of the names of what counts its calls or draws numbers.
_STATEFUL = (
    "batchnorm", "instancenorm", "dropout", "rrelu", "rand", "bernoulli", "normal", "spectral", "buffer",
    "multinomial", "sample", "gumbel", "rnn", "lstm", "gru", "multihead", "transformer",
)  # fmt: skip


def found(lines: Lines, net: str) -> tuple[cst.BaseStatement | None, list[cst.BaseStatement]]:
    """Return the line before a step that calls the net whose result its loss is of, and the lines of the forward.

    Args:
        lines (Lines): the step; no line of its forward calls the net.
        net (str): the net whose weights it updates.

    Returns:
        The line and the forward after it; (None, []) where there is none, or what it reads changes before the step.
    """
    at = next((n for n in reversed(range(len(lines.ahead))) if _calls(lines.ahead[n], net)), None)
    if at is None or lines.decision is not None or not is_plain(lines.ahead[at]):
        return None, []
    line, between = lines.ahead[at], [*lines.ahead[at + 1 :], *lines.before]
    made = bound_in(line)
    read = {part.value for part in walk(line) if isinstance(part, cst.Name)}
    uses = [names_any(node, made) for node in lines.before]
    forward = lines.before[uses.index(True) :] if True in uses else []
    if not forward or not all(is_plain(node) for node in forward):
        return None, []
    if any(_changes(node, made | read) for node in between) or any(
        names_any(node, {net, lines.optimizer}) and not _clears(node, {net, lines.optimizer}) for node in between
    ):
        return None, []
    return line, forward


def difference(ctx: Context, parts: Parts, net: str, built: cst.Call | None) -> str:
    """Return what is not as in torch where a net runs twice; "" where the file shows that it keeps and draws nothing.

    Args:
        ctx (Context): the file.
        parts (Parts): what it says.
        net (str): the net, as it is written.
        built (Call): what makes it, or None.
    """
    if built is not None and _is_pure(ctx, parts, built):
        return ""
    return (
        f"{net} runs once more here, for its gradient; torch runs it once: moving means of its norms count the batch "
        "twice, and its dropout draws anew"
    )


def _calls(node: cst.BaseStatement, net: str) -> bool:
    return any(text(call.func) == net for call in calls_in(node))


def _clears(node: cst.BaseStatement, owners: set[str]) -> bool:
    return receiver(node, "zero_grad", any_arguments=True) in owners


def _changes(node: cst.BaseStatement, names: set[str]) -> bool:
    """Tell whether a statement binds one of some names anew, or changes what it holds."""
    if bound_in(node) & names:
        return True
    for part in walk(node):
        if isinstance(part, (cst.AssignTarget, cst.AugAssign, cst.AnnAssign)):
            target: cst.BaseExpression = part.target
            while isinstance(target, (cst.Attribute, cst.Subscript)):
                target = target.value
            if isinstance(target, cst.Name) and target.value in names:
                return True
        elif isinstance(part, cst.Call) and isinstance(part.func, cst.Attribute):
            method = part.func.attr.value
            if method.endswith("_") and dotted(part.func.value).partition(".")[0] in names:
                return True
    return False


def _is_pure(ctx: Context, parts: Parts, built: cst.Call) -> bool:
    """Tell whether neither the call that makes a net, nor a class of the file, names what keeps or draws something."""
    classes = parts.of(cst.ClassDef)
    own = {node.name.value for node in classes}
    for node in (built, *classes):
        for part in walk(node):
            name = part.value if isinstance(part, cst.Name) else ""
            if any(word in name.lower() for word in _STATEFUL):
                return False
            if isinstance(part, cst.Call) and isinstance(part.func, cst.Name):
                called, full = part.func.value, ctx.scopes.full(part.func)
                if called not in own and not full.startswith("torch.") and not hasattr(builtins, called):
                    return False
    bases = [entry.value for node in classes for entry in node.bases]
    if not all(ctx.scopes.full(base).startswith("torch.") or text(base) in own for base in bases):
        return False
    methods = [part for node in classes for part in walk(node) if isinstance(part, cst.FunctionDef)]
    later = [part for node in methods if node.name.value != "__init__" for part in walk(node)]
    kept = [part for part in later if isinstance(part, (cst.AssignTarget, cst.AugAssign))]
    return not any(isinstance(part.target, (cst.Attribute, cst.Subscript)) for part in kept)
