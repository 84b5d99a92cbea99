"""What only torch's compiler, tracer or devices need: removed, and decisions about it taken."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from parity.port.engine.context import Context
from parity.port.project.kinds import OPTIMIZER, kind_of
from parity.port.rows.choose import live
from parity.port.syntax.pieces import alone, dotted, expression, operand, text

# What a call of these is, when nothing is scripted, traced or compiled and MindSpore places the tensors.
_VALUES: Mapping[str, str] = {
    "torch.jit.is_scripting": "False",
    "torch.jit.is_tracing": "False",
    "torch._C._get_tracing_state": "None",
    "torch.compiler.is_compiling": "False",
    "torch.compiler.is_dynamo_compiling": "False",
    "torch.compiler.is_exporting": "False",
    "torch.onnx.is_in_onnx_export": "False",
    "torch.overrides.has_torch_function": "False",
    "torch.overrides.has_torch_function_unary": "False",
    "torch.overrides.has_torch_function_variadic": "False",
    "torch.fx._symbolic_trace.is_fx_tracing": "False",
    "torch.fx.experimental.proxy_tensor.get_proxy_mode": "None",
    "torch.is_grad_enabled": "True",
    "torch.is_autocast_enabled": "False",
    "torch.is_autocast_cpu_enabled": "False",
    "torch.cuda.is_available": "False",
    "torch.backends.mps.is_available": "False",
    "torch.backends.cudnn.is_available": "False",
    "torch.accelerator.is_available": "False",
    "torch.distributed.is_available": "False",
    "torch.xpu.is_available": "False",
    "torch.cuda.device_count": "0",
}
_FIRST_ARGUMENT = frozenset({
    "torch.device", "torch.jit.script", "torch.jit.script_if_tracing", "torch.jit.ignore", "torch.jit.unused",
    "torch.jit.export",
    "torch.compile", "torch.compiler.disable", "torch.fx.wrap", "torch.jit._overload_method", "torch.jit.interface",
    "torch._dynamo.disable", "torch.nn.DataParallel", "torch.jit.annotate", "torch.jit.Final",
    "torch.fx.experimental.symbolic_shapes.guard_size_oblivious",
})  # fmt: skip
_STATEMENTS = frozenset({
    "torch.fx.wrap", "torch._assert", "torch._C._log_api_usage_once", "torch.cuda.empty_cache",
    "torch.cuda.synchronize", "torch.set_grad_enabled", "torch.cuda.set_device", "torch._dynamo.config",
    "torch.cuda.manual_seed", "torch.cuda.manual_seed_all", "torch.set_num_threads", "torch.mps.manual_seed",
    "torch.set_float32_matmul_precision", "torch.cuda.reset_peak_memory_stats", "torch.autograd.set_detect_anomaly",
})  # fmt: skip
_DECORATORS = (
    "torch.jit.", "torch.compile", "torch.fx.", "torch.compiler.", "torch._dynamo.", "torch.cuda.amp.custom_",
    "torch.amp.custom_", "torch.library.", "torch.autograd.function.once_differentiable", "torch._jit_internal.",
)  # fmt: skip


def value(ctx: Context, full: str, call: cst.Call) -> cst.BaseExpression | None:
    """Return what a call is without a compiler; None where it is another call."""
    if full in _VALUES:
        ctx.done()
        return expression(_VALUES[full])
    if full in _FIRST_ARGUMENT and call.args and not call.args[0].star:
        ctx.done()
        chosen = call.args[1 if full.endswith("annotate") and len(call.args) > 1 else 0]
        return alone(chosen.value)
    return None


def is_type_of_device(node: cst.Attribute) -> bool:
    """Tell whether an expression is ``x.device.type``: a device of MindSpore is a text, ``CPU`` or ``Ascend:0``."""
    of = node.value.attr if isinstance(node.value, cst.Attribute) else node.value
    return node.attr.value == "type" and isinstance(of, cst.Name) and of.value == "device"


def recomputed(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Return the plain call that ``checkpoint(function, x)`` makes: it saves memory and changes no value."""
    del original
    if full != "torch.utils.checkpoint.checkpoint" or not call.args or call.args[0].star:
        return None
    own = {"use_reentrant", "preserve_rng_state", "context_fn", "determinism_check", "debug"}
    rest = [entry for entry in call.args[1:] if entry.keyword is None or entry.keyword.value not in own]
    ctx.done()
    if rest:
        rest[-1] = rest[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return call.with_changes(func=expression(operand(call.args[0].value)), args=rest)


def is_setting(ctx: Context, node: cst.Assign) -> bool:
    """Tell whether an assignment sets what only torch's backends read: ``torch.backends.cudnn.benchmark = True``."""
    found = [ctx.scopes.full(entry.target) for entry in node.targets]
    return all(
        full.startswith(("torch.backends.", "torch._dynamo.config.", "torch._inductor.config.")) for full in found
    )


def says_nothing(before: cst.BaseExpression, after: cst.BaseExpression) -> bool:
    """Tell whether of a call as a statement its receiver alone is left: ``net`` of ``net.to(device)``."""
    if not (isinstance(before, cst.Call) and isinstance(before.func, cst.Attribute)):
        return False
    return not isinstance(after, cst.Call) and bool(dotted(after)) and text(after) == text(before.func.value)


def binds_itself(node: cst.Assign) -> bool:
    """Tell whether an assignment binds names to what they are: ``x, y = x, y``."""
    target, value = node.targets[0].target, node.value
    if len(node.targets) != 1:
        return False
    if isinstance(target, cst.Tuple) and isinstance(value, cst.Tuple):
        left = [text(element.value) for element in target.elements]
        return left == [text(element.value) for element in value.elements]
    names = (cst.Name, cst.Attribute)
    return isinstance(target, names) and isinstance(value, names) and text(target) == text(value)


def is_statement(full: str) -> bool:
    """Tell whether a call as a statement is removed."""
    return full in _STATEMENTS


def assertion(ctx: Context, full: str, call: cst.Call) -> cst.BaseSmallStatement | None:
    """Return ``torch._assert(condition, message)`` as an assertion; None where it is another call."""
    if full != "torch._assert" or len(call.args) != 2 or any(entry.star for entry in call.args):
        return None
    ctx.done()
    return cst.Assert(test=alone(call.args[0].value), msg=alone(call.args[1].value))


def has(ctx: Context, call: cst.Call) -> bool | None:
    """Return what ``hasattr(torch.nn.functional, "silu")`` is with the torch that is installed; None for another."""
    if text(call.func) != "hasattr" or len(call.args) != 2:
        return None
    full, name = ctx.scopes.full(call.args[0].value), call.args[1].value
    if not (full == "torch" or full.startswith("torch.")) or not isinstance(name, cst.SimpleString):
        return None
    return live(f"{full}.{name.raw_value}") is not None


def listed(ctx: Context, node: cst.Comparison) -> bool | None:
    """Return what ``"silu" in dir(torch.nn.functional)`` is; None for another comparison."""
    target = node.comparisons[0] if len(node.comparisons) == 1 else None
    if target is None or not isinstance(target.operator, cst.In) or not isinstance(node.left, cst.SimpleString):
        return None
    inner = target.comparator
    if not (isinstance(inner, cst.Call) and text(inner.func) == "dir" and len(inner.args) == 1):
        return None
    full = ctx.scopes.full(inner.args[0].value)
    return live(f"{full}.{node.left.raw_value}") is not None if full.startswith("torch.") else None


def is_decorator(full: str) -> bool:
    """Tell whether a decorator is removed: it is for torch's compiler."""
    return full.startswith(_DECORATORS)


def simplified(test: cst.BaseExpression) -> cst.BaseExpression | bool:
    """Return a condition without its constant parts, or the truth value that it has."""
    source = text(test).strip()
    if source in {"True", "False"}:
        return source == "True"
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        inner = simplified(test.expression)
        return not inner if isinstance(inner, bool) else test
    if isinstance(test, cst.BooleanOperation):
        left, right = simplified(test.left), simplified(test.right)
        absorbing = isinstance(test.operator, cst.Or)
        if left is absorbing or (right is absorbing and _is_pure(test.left)):
            return absorbing
        if isinstance(left, bool):
            return right
        if isinstance(right, bool):
            return left
    return test


def _is_pure(node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.UnaryOperation):
        return _is_pure(node.expression)
    return isinstance(node, (cst.Name, cst.Attribute, cst.Comparison))


def training(ctx: Context, call: cst.Call) -> str:
    """Return why a call of a training step cannot stay: ``optimizer.zero_grad()``, ``optimizer.step()``; else ""."""
    assert isinstance(call.func, cst.Attribute)
    method, receiver = call.func.attr.value, call.func.value
    kind = kind_of(receiver, ctx.scopes)
    if kind == OPTIMIZER and method in {"zero_grad", "step"}:
        return "call the optimizer with the gradients that ms.value_and_grad gives: optimizer(grads)"
    if method == "zero_grad" and not kind and text(receiver) not in {"self", "super()"}:
        return "nothing keeps gradients in MindSpore: remove it where ms.value_and_grad computes them"
    return ""
