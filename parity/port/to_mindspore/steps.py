"""Where a block has training steps: ``zero_grad``, a forward, ``backward`` and ``step``, and what may stand between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import libcst as cst

from parity.port.engine.context import Context
from parity.port.syntax.pieces import dotted, text
from parity.port.syntax.walking import walk
from parity.port.to_mindspore.data_flow import calls_in
from parity.port.to_mindspore.updates import Update, update_of, within_no_graph

GRAPH_CONTEXTS = frozenset({"torch.set_grad_enabled", "torch.enable_grad"})
"""Contexts that only say whether a graph is kept; the lines in them are lines of the block around."""
CASTS = ("torch.autocast", "torch.amp.autocast", "torch.cuda.amp.autocast", "torch.cpu.amp.autocast")
"""What the names of contexts begin with in which torch computes in another dtype."""
_CLIPS = {
    "torch.nn.utils.clip_grad_norm_": "clip_by_norm",
    "torch.nn.utils.clip_grad_norm": "clip_by_norm",
    "torch.nn.utils.clip_grad_value_": "clip_by_value",
}


@dataclass(slots=True)
class Lines:
    """The statements of one step.

    Attributes:
        optimizer, loss: how the file writes them; no optimizer where the weights are updated by hand.
        zeros: what clears the gradients, with what it is called on.
        before: the plain assignments up to that of the loss.
        backward, update: the calls of ``backward`` and ``step``, or the loop that updates the weights.
        clips: the calls that clip gradients.
        decision: the ``if`` in which ``backward`` and ``step`` stand; None where they follow the forward.
        between: the lines between the forward and ``step`` that are none of these.
        cleared_before: what clears the gradients stands before ``backward``, not behind ``step``.
        earlier: the forwards and calls of ``backward`` before, whose gradients add up to those of one step.
        by_hand: what the loop updates, where there is no optimizer.
        ahead: the statements of the block before `before`.
    """

    optimizer: str
    loss: str
    zeros: list[tuple[cst.BaseStatement, str]]
    before: list[cst.BaseStatement]
    backward: cst.BaseStatement
    update: cst.BaseStatement | None
    clips: list[cst.BaseStatement] = field(default_factory=list)
    decision: cst.If | None = None
    between: list[cst.BaseStatement] = field(default_factory=list)
    cleared_before: bool = False
    earlier: list[Lines] = field(default_factory=list)
    by_hand: Update | None = None
    ahead: Sequence[cst.BaseStatement] = ()


def flattened(ctx: Context, body: Sequence[cst.BaseStatement]) -> list[cst.BaseStatement]:
    """Return the statements of a block, with those within contexts that are removed."""
    found: list[cst.BaseStatement] = []
    for node in body:
        unrecorded = within_no_graph(ctx, node)
        if any(update_of(inner) is not None for inner in unrecorded):
            found += [inner for inner in unrecorded if isinstance(inner, cst.BaseStatement)]
            continue
        items = node.items if isinstance(node, cst.With) else ()
        calls = [entry.item for entry in items if isinstance(entry.item, cst.Call)]
        removed = bool(items) and len(calls) == len(items)
        if removed and all(_says_how(ctx.scopes.full(call.func)) for call in calls):
            assert isinstance(node, cst.With)
            found += flattened(ctx, [n for n in node.body.body if isinstance(n, cst.BaseStatement)])
        else:
            found.append(node)
    return found


def _says_how(full: str) -> bool:
    """Tell whether a context says how its lines are computed, which are lines of the block around in MindSpore."""
    return full in GRAPH_CONTEXTS or full.startswith(CASTS)


def steps_of(ctx: Context, body: Sequence[cst.BaseStatement]) -> Iterator[Lines]:
    """Yield what may be a training step, by the order of its lines alone.

    Args:
        ctx (Context): the file.
        body (Sequence[BaseStatement]): a block's statements.
    """
    lines = flattened(ctx, body)
    start = 0
    earlier: list[Lines] = []
    for at, node in enumerate(lines):
        inner = _decision(node)
        if inner is not None:
            found = _step(ctx, lines[start:at], inner[0], inner[1:], lines[at + 1 :])
            if found is not None:
                assert isinstance(node, cst.If)
                found.decision = node
        elif receiver(node, "backward"):
            found = _step(ctx, lines[start:at], node, lines[at + 1 :], lines[at + 1 :])
        else:
            continue
        start = at + 1
        if found is not None and found.update is None:
            earlier.append(found)
            continue
        if found is not None:
            found.earlier = [replace(part, optimizer=found.optimizer, by_hand=found.by_hand) for part in earlier]
            found.ahead = lines[: next(n for n, line in enumerate(lines) if line is found.before[0])]
            yield found
        earlier = []


def _decision(node: cst.BaseStatement) -> list[cst.BaseStatement] | None:
    """Return the lines of an ``if`` without ``else`` that begin with ``backward``; None for another statement."""
    if not isinstance(node, cst.If) or node.orelse is not None or not isinstance(node.body, cst.IndentedBlock):
        return None
    inner = list(node.body.body)
    return inner if inner and receiver(inner[0], "backward") else None


def _step(
    ctx: Context,
    before: Sequence[cst.BaseStatement],
    backward: cst.BaseStatement,
    after: Sequence[cst.BaseStatement],
    rest: Sequence[cst.BaseStatement],
) -> Lines | None:
    loss = receiver(backward, "backward")
    at = next((n for n in reversed(range(len(before))) if loss in _bound(before[n])), None)
    if at is None:
        return None
    zeros: list[tuple[cst.BaseStatement, str]] = []
    forward = [before[at]]
    between: list[cst.BaseStatement] = []
    for node in before[at + 1 :]:
        if receiver(node, "zero_grad", any_arguments=True):
            zeros.append((node, receiver(node, "zero_grad", any_arguments=True)))
        elif _is_aside(ctx, node):
            between.append(node)
        else:
            return None
    for node in reversed(before[:at]):
        cleared = receiver(node, "zero_grad", any_arguments=True)
        if cleared:
            zeros.append((node, cleared))
        elif is_plain(node):
            forward.insert(0, node)
        elif not is_bystander(ctx, node):
            break
        else:
            forward.insert(0, node)
    made = _ended(ctx, loss, backward, after)
    if made is None:
        return None
    made.before, made.zeros = forward, zeros
    made.between = [*between, *made.between]
    made.cleared_before = bool(zeros)
    if made.update is None:
        return made
    behind = next((n + 1 for n, node in enumerate(rest) if node is made.update), 0)
    for node in rest[behind:]:
        cleared = receiver(node, "zero_grad", any_arguments=True)
        if cleared:
            made.zeros.append((node, cleared))
        elif not _is_aside(ctx, node):
            break
    return made


def _ended(ctx: Context, loss: str, backward: cst.BaseStatement, after: Sequence[cst.BaseStatement]) -> Lines | None:
    """Read what follows ``backward`` up to ``step``, or to another ``backward`` whose gradients are added."""
    clips: list[cst.BaseStatement] = []
    between: list[cst.BaseStatement] = []
    for node in after:
        optimizer = receiver(node, "step")
        if optimizer:
            return Lines(optimizer, loss, [], [], backward, node, clips, between=between)
        by_hand = update_of(node)
        if by_hand is not None:
            return Lines("", loss, [], [], backward, node, clips, between=between, by_hand=by_hand)
        if receiver(node, "backward"):
            return None if clips else Lines("", loss, [], [], backward, None)
        if clip_of(ctx, node) is not None:
            clips.append(node)
        elif _is_aside(ctx, node):
            between.append(node)
        else:
            return None
    return None


def one(node: cst.CSTNode) -> cst.BaseSmallStatement | None:
    """Return the statement of a line that has just one."""
    if isinstance(node, cst.SimpleStatementLine) and len(node.body) == 1:
        return node.body[0]
    return None


def receiver(node: cst.CSTNode, method: str, *, any_arguments: bool = False) -> str:
    """Return ``x`` of the statement ``x.method()``, or ""."""
    line = one(node)
    if not (isinstance(line, cst.Expr) and isinstance(line.value, cst.Call)):
        return ""
    call = line.value
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != method:
        return ""
    return dotted(call.func.value) if any_arguments or not call.args else ""


def bound_names(target: cst.BaseExpression) -> set[str]:
    """Return the names that an assignment binds, and attributes of ``self``; none where it binds anything else."""
    parts = [element.value for element in target.elements] if isinstance(target, cst.Tuple) else [target]
    own = [isinstance(part, cst.Attribute) and text(part.value) == "self" for part in parts]
    if not all(isinstance(part, cst.Name) or is_own for part, is_own in zip(parts, own, strict=True)):
        return set()
    return {text(part) for part in parts}


def is_plain(node: cst.CSTNode) -> bool:
    """Tell whether a line binds names, or attributes of ``self``, by an expression that has no scope of its own."""
    line = one(node)
    if not isinstance(line, cst.Assign) or len(line.targets) != 1:
        return False
    if not bound_names(line.targets[0].target):
        return False
    scoped = (cst.Lambda, cst.BaseComp, cst.NamedExpr, cst.Await, cst.Yield, cst.StarredElement)
    return not any(isinstance(node, scoped) for node in walk(line.value))


def _bound(node: cst.CSTNode) -> set[str]:
    line = one(node)
    return bound_names(line.targets[0].target) if is_plain(node) and isinstance(line, cst.Assign) else set()


def is_bystander(ctx: Context, node: cst.CSTNode) -> bool:
    """Tell whether a line has no part in a step by its own words: it counts, prints, or keeps a value.

    The caller asks whether it names the net.
    """
    line = one(node)
    if not isinstance(line, (cst.Expr, cst.Assign, cst.AugAssign)):
        return False
    if clip_of(ctx, node) is not None:
        return False
    taken = {"grad", "backward", "step", "zero_grad", "clamp_"}
    return not any(isinstance(part, cst.Attribute) and part.attr.value in taken for part in walk(line))


def _is_aside(ctx: Context, node: cst.CSTNode) -> bool:
    """Tell whether a statement is a bystander, or an ``if`` all of whose lines are."""
    if not isinstance(node, cst.If) or not isinstance(node.body, cst.IndentedBlock):
        return is_bystander(ctx, node)
    after = node.orelse
    rest = after.body.body if isinstance(after, cst.Else) else () if after is None else (after,)
    return all(_is_aside(ctx, inner) for inner in (*node.body.body, *rest))


def names_any(node: cst.CSTNode, names: set[str]) -> bool:
    """Tell whether a statement speaks of one of some names, dotted ones as they are written."""
    return any(isinstance(part, (cst.Name, cst.Attribute)) and text(part) in names for part in walk(node))


def clip_of(ctx: Context, node: cst.CSTNode) -> cst.Call | None:
    """Return the call of a statement that clips the gradients of a net's parameters; None for another statement."""
    line = one(node)
    if not (isinstance(line, cst.Expr) and isinstance(line.value, cst.Call)):
        return None
    call = line.value
    return call if ctx.scopes.full(call.func) in _CLIPS and len(call.args) > 1 else None


def clipped(ctx: Context, node: cst.CSTNode, net: str) -> str | None:
    """Return the line that clips the gradients of a net; None where it clips others', or its arguments say otherwise.

    Args:
        ctx (Context): the file.
        node (CSTNode): the statement that clips in torch.
        net (str): whose gradients the step has.
    """
    call = clip_of(ctx, node)
    if call is None:
        return None
    first, limit, *rest = call.args
    keywords = [entry.keyword.value if entry.keyword is not None else "" for entry in call.args]
    plain = keywords[0] in {"", "parameters"} and keywords[1] in {"", "max_norm", "clip_value"}
    if not plain or text(first.value) != f"{net}.parameters()" or any(entry.star for entry in call.args):
        return None
    if any(ctx.scopes.full(inner.func).startswith("torch") for entry in (limit, *rest) for inner in calls_in(entry)):
        return None
    name = _CLIPS[ctx.scopes.full(call.func)]
    written = ctx.spell(f"mindspore.ops.{name}")
    value = text(limit.value).strip()
    if name == "clip_by_value":
        low = (
            f"-{value}" if isinstance(limit.value, (cst.Name, cst.Attribute, cst.Integer, cst.Float)) else f"-({value})"
        )
        known = all(keyword == "foreach" for keyword in keywords[2:])
        return f"grads = {written}(grads, {low}, {value})\n" if known else None
    kept = [entry for entry, keyword in zip(rest, keywords[2:], strict=True) if keyword != "foreach"]
    more = "".join(f", {text(entry.with_changes(comma=cst.MaybeSentinel.DEFAULT)).strip()}" for entry in kept)
    return f"grads = {written}(grads, {value}{more})\n"
