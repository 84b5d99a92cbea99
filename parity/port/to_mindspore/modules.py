"""Methods of Modules, and the attributes of layers that have another name in MindSpore."""

from __future__ import annotations

import re
from collections.abc import Mapping

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Engine, Pass, converting, converting_attribute, converting_method, entering
from parity.port.project.kinds import LAYER, OF_TENSORS, OPTIMIZER, PARAMETER
from parity.port.project.torch_kinds import is_layer_class, kind_of
from parity.port.rows.choose import argument_names, layer_row, live, starts_in_eval, weight_names
from parity.port.syntax.pieces import expression, is_same, operand, text
from parity.port.syntax.walking import walk
from parity.port.to_mindspore.methods import target_kind

# A Module's method without arguments, as the Cell has it.
_PLAIN: Mapping[str, str] = {
    "modules": "[cell for _, cell in {}.cells_and_names()]",
    "named_modules": "{}.cells_and_names()",
    "children": "{}.cells()",
    "named_children": "{}.name_cells().items()",
    "parameters": "{}.get_parameters()",
    "named_parameters": "{}.parameters_and_names()",
    "eval": "{}.set_train(False)",
    "cuda": "{}",
    "cpu": "{}",
    "double": "{}.to_float(ms.float64)",
    "half": "{}.to_float(ms.float16)",
}
# With arguments: MindSpore's name, whose arguments are the same.
_RENAMED: Mapping[str, str] = {
    "train": "set_train",
    "add_module": "insert_child_to_cell",
    "register_module": "insert_child_to_cell",
    "register_parameter": "insert_param_to_cell",
    "forward": "construct",
    "_get_name": "_get_name",
    "extra_repr": "extend_repr",
}
_SAME = frozenset({"register_buffer", "apply", "state_dict", "load_state_dict", "buffers", "named_buffers", "append",
                   "extend", "insert"})  # fmt: skip
# The methods of a ModuleDict that is a plain Cell in MindSpore.
_OF_DICT: Mapping[str, str] = {
    "items": "self.name_cells().items()",
    "keys": "self.name_cells().keys()",
    "values": "self.cells()",
}
_ONLY_MODULES = frozenset({
    "modules", "named_modules", "named_children", "children", "parameters", "named_parameters", "add_module",
    "register_module", "register_parameter", "flatten_parameters",
})  # fmt: skip
_WITHOUT = frozenset({
    "requires_grad_", "get_submodule", "get_parameter", "zero_grad", "share_memory", "set_submodule",
    "register_full_backward_hook", "register_full_backward_pre_hook", "_register_load_state_dict_pre_hook",
    "_register_state_dict_hook", "named_parameters", "named_modules", "parameters", "type", "bfloat16", "float",
    "xpu", "modules", "children", "named_children", "add_module",
})  # fmt: skip


def convert(
    ctx: Context, original: cst.Call, call: cst.Call, *, every: bool = False, freezes: bool = False
) -> cst.BaseExpression | None:
    """Convert a method of a Module; None where it is none, or the same in MindSpore.

    Args:
        ctx (Context): the file.
        original (Call): as it was.
        call (Call): with its arguments converted.
        every (bool): moving means among the parameters do no harm. Default: False.
        freezes (bool): the file says of parameters whether they train. Default: False.
    """
    assert isinstance(original.func, cst.Attribute)
    assert isinstance(call.func, cst.Attribute)
    method = original.func.attr.value
    if not is_modules(ctx, original.func.value, method):
        return None
    receiver = operand(call.func.value)
    if method in {"parameters", "named_parameters"} and not call.args and not every:
        ctx.done()
        return _of_weights(method, receiver, freezes=freezes)
    if method in _PLAIN and not call.args and not (method == "modules" and _is_defined(ctx, method)):
        ctx.done()
        return _from_template(ctx, method, receiver)
    if method in {"parameters", "named_parameters"}:
        return _expanded(ctx, call, method)
    if receiver == "self" and ctx.within is not None and ctx.within.is_dict and method in _OF_DICT and not call.args:
        ctx.done()
        return expression(_OF_DICT[method])
    if method in {"add_module", "register_module"} and _is_sequential(ctx, original.func.value):
        return _appended(ctx, call)
    of_project = ctx.facts.original(ctx.scopes.made_by(text(original.func.value)))
    is_chosen = of_project in ctx.facts.chosen or ctx.facts.layers.get(of_project) == ""
    may_be_sequential = receiver != "self" and not ctx.scopes.classes(receiver) and not is_chosen
    if method in {"add_module", "register_module"} and may_be_sequential:
        ctx.mark("STRUCTURE", f"Module.{method}", "if this is a SequentialCell, it runs only what append gave it")
    if method in {"add_module", "register_module"} and receiver == "self" and len(call.args) == 2:
        ctx.done()  # insert_child_to_cell leaves the layer's name out of the names of its weights
        return expression(f"setattr(self, {', '.join(text(entry.value).strip() for entry in call.args)})")
    if method == "float" and not call.args and ctx.class_of(original.func.value):
        ctx.done()  # a new layer is of float32
        return call.func.value
    if method in _RENAMED:
        ctx.done()
        func = call.func.with_changes(attr=cst.Name(_RENAMED[method]))
        return call.with_changes(func=func, args=[_without_keyword(method, entry) for entry in call.args])
    if method == "to":
        return _to(ctx, original, call)
    if method == "flatten_parameters" and not call.args and receiver != "self":
        ctx.done()  # how weights lie in memory
        return call.func.value
    if (
        method in _WITHOUT
        and not _is_defined(ctx, method)
        and kind_of(original.func.value, ctx.scopes) not in OF_TENSORS
    ):
        ctx.mark("STRUCTURE", f"Module.{method}", "a Cell has no such method")
    elif lacks := _lacking(ctx, original.func.value, method):
        ctx.mark("STRUCTURE", f"Module.{method}", f"{lacks} has no such method")
    return None


def _lacking(ctx: Context, receiver: cst.BaseExpression, method: str) -> str:
    """Return the layer of MindSpore's that has no method that torch's has; "" where none is known to lack it."""
    if isinstance(receiver, cst.Attribute) and text(receiver.value) == "self":
        classes = ctx.facts.layers_held(receiver.attr.value)
    else:
        classes = (ctx.scopes.made_by(text(receiver)),)
    for full in classes:
        row = layer_row(full) if is_layer_class(full) else None
        if row is None or not hasattr(live(full), method):
            continue
        if not any(ctx.facts.exists(f"{name}.{method}") for name in ("mindspore.nn.Cell", row.mindspore)):
            return row.mindspore
    return ""


def _of_weights(method: str, receiver: str, *, freezes: bool) -> cst.BaseExpression:
    """Write ``net.parameters()``: MindSpore's parameters include the moving means of norms, which take no gradient."""
    named = method == "named_parameters"
    if not freezes:
        source = f"[(name, p) for name, p in {receiver}.parameters_and_names() if p.requires_grad]"
        return expression(source if named else f"{receiver}.trainable_params()")
    if named:
        return expression(f'[(name, p) for name, p in {receiver}.parameters_and_names() if "moving_" not in name]')
    return expression(f'[p for p in {receiver}.get_parameters() if "moving_" not in p.name]')


def trainable(made: cst.BaseExpression) -> cst.BaseExpression:
    """Return what an optimizer is given: ``get_parameters`` has moving means, which weight decay would change."""
    if isinstance(made, cst.ListComp):
        made = made.for_in.iter
    if isinstance(made, cst.Call) and isinstance(made.func, cst.Attribute) and not made.args:
        return made.with_changes(func=made.func.with_changes(attr=cst.Name("trainable_params")))
    return made


def _from_template(ctx: Context, method: str, receiver: str) -> cst.BaseExpression:
    source = _PLAIN[method].format(receiver)
    if "ms." in source:
        ctx.spell("mindspore.float32")
    return expression(source)


def _is_sequential(ctx: Context, receiver: cst.BaseExpression) -> bool:
    return ctx.scopes.classes(text(receiver)) == ("torch.nn.Sequential",)


def _appended(ctx: Context, call: cst.Call) -> cst.BaseExpression | None:
    """``features.add_module(name, layer)``: a SequentialCell calls what its list has, not what was inserted by name."""
    assert isinstance(call.func, cst.Attribute)
    receiver = operand(call.func.value)
    if receiver != "self" and len(call.args) == 2:
        ctx.following.append(f"{receiver}.cell_list = list({receiver}.cells())")
        ctx.following.append(
            f"{receiver}.cell_list[-1].update_parameters_name({_prefix(receiver, call.args[0].value)})"
        )
    ctx.done()
    func = call.func.with_changes(attr=cst.Name(_RENAMED["add_module"]))
    return call.with_changes(func=func, args=[_without_keyword("add_module", entry) for entry in call.args])


def _prefix(receiver: str, name: cst.BaseExpression) -> str:
    """Return what the weights of an inserted layer are called before: by its own name, and where it is inserted."""
    before = f"{receiver.removeprefix('self.')}." if receiver.startswith("self.") else ""
    if isinstance(name, cst.SimpleString):
        return f'"{before}{name.raw_value}."'
    inner = (
        text(name) if isinstance(name, cst.BinaryOperation) and isinstance(name.operator, cst.Modulo) else operand(name)
    )
    return f'"{before}" + {inner} + "."' if before else f'{inner} + "."'


def _expanded(ctx: Context, call: cst.Call, method: str) -> cst.BaseExpression | None:
    """``parameters(recurse=False)``: MindSpore calls the argument expand."""
    assert isinstance(call.func, cst.Attribute)
    if len(call.args) != 1 or (call.args[0].keyword is not None and call.args[0].keyword.value != "recurse"):
        ctx.mark("STRUCTURE", f"Module.{method}", "its arguments have no counterpart")
        return None
    name = "get_parameters" if method == "parameters" else "parameters_and_names"
    ctx.done()
    return expression(f"{operand(call.func.value)}.{name}(expand={text(call.args[0].value)})")


def _without_keyword(method: str, entry: cst.Arg) -> cst.Arg:
    if method == "forward":
        return entry
    return entry.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT)


def _is_defined(ctx: Context, method: str) -> bool:
    return method in ctx.scopes.stack[-1].names


def is_modules(ctx: Context, receiver: cst.BaseExpression, method: str) -> bool:
    """Tell whether a method's receiver is a Module."""
    source = text(receiver)
    if source == "super()" or source.startswith("super("):
        return ctx.within is not None and ctx.within.is_layer
    if source == "self":
        return ctx.within is not None and ctx.within.is_layer
    kind = kind_of(receiver, ctx.scopes)
    if kind:
        return kind == LAYER
    if ctx.scopes.full(receiver):
        return False
    if ctx.scopes.classes(source):
        return True
    return method in _ONLY_MODULES | {"eval"} or (
        method == "train" and source.rpartition(".")[2] in {"model", "net", "module", "m"}
    )


def trains(ctx: Context, value: cst.BaseExpression) -> bool:
    """Tell whether a value is a new net of torch's layers of which some do something else while they train."""
    if not isinstance(value, cst.Call) or not is_layer_class(ctx.scopes.full(value.func)):
        return False
    inner = (node for node in walk(value) if isinstance(node, cst.Call))
    return any(starts_in_eval(ctx.scopes.full(node.func)) for node in inner)


def _to(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """``net.to(device)`` is the net; to a dtype it stays marked."""
    assert isinstance(call.func, cst.Attribute)
    for entry, before in zip(call.args, original.args, strict=True):
        key = entry.keyword.value if entry.keyword is not None else ""
        what = key or target_kind(ctx, before.value, text(entry.value))
        if what not in {"device", "non_blocking", "memory_format"}:
            ctx.mark(
                "STRUCTURE", "Module.to", "a Cell's weights keep their dtype: write to_float, or build with dtype="
            )
            return None
    ctx.done()
    return call.func.value


def with_weights(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Add the None that torch's attention returns for ``need_weights=False``; None for another call."""
    if ctx.scopes.classes(text(original.func)) != ("torch.nn.MultiheadAttention",):
        return None
    asks = [a for a in call.args if a.keyword is not None and a.keyword.value == "need_weights"]
    if not asks or text(asks[0].value) == "True":
        return None
    return expression(f"(*{text(call)}, None)")


def class_of(ctx: Context, full: str) -> str:
    """Return how the file writes MindSpore's class of a layer of torch that has a row."""
    row = layer_row(full)
    return ctx.spell(row.mindspore) if row is not None else full


# What a convolution of one axis is in MindSpore: one of two, the first of which is of size 1.
_OF_ONE_AXIS = frozenset({"torch.nn.Conv1d", "torch.nn.ConvTranspose1d"})
_OF_TWO_AXES = frozenset({"torch.nn.Conv2d"})
_LAST_OF_TWO = frozenset({"stride", "padding", "dilation", "kernel_size"})


def attribute(
    ctx: Context, original: cst.Attribute, updated: cst.Attribute, *, whole: bool = True
) -> cst.BaseExpression:
    """Rename an attribute of a layer: ``norm.weight`` of a BatchNorm2d is ``norm.gamma``.

    Args:
        ctx (Context): the file.
        original (Attribute): as it was.
        updated (Attribute): with its parts converted.
        whole (bool): it is the Parameter itself that is meant, not its value. Default: True.
    """
    owner = text(original.value)
    classes = ctx.scopes.classes(owner)
    name = original.attr.value
    if not classes and isinstance(original.value, cst.Attribute) and owner.count(".") > 1:
        classes = ctx.facts.layers_held(original.value.attr.value)  # `self.decoder.embedding`: of another class
    if not classes and isinstance(original.value, cst.Subscript) and isinstance(original.value.value, cst.Attribute):
        index = "".join(text(part.slice).strip() for part in original.value.slice)
        held = original.value.value.attr.value  # `self.embeddings[0]`, `self.net[-1]`
        is_sequence = ctx.facts.layers_held(held) == ("torch.nn.Sequential",)
        classes = ctx.facts.layers_held(f"{held}[{index}]" if is_sequence else f"{held}[]")
    if classes and set(classes) <= _OF_ONE_AXIS:
        if name == "weight" and not whole:
            ctx.done()
            return expression(f"{text(updated)}.squeeze(2)")
        if name in _LAST_OF_TWO:
            ctx.done()
            return expression(f"{text(updated)}[-1:]")
    if name == "padding" and classes and set(classes) <= _OF_TWO_AXES and not whole:
        ctx.done()  # of each side, where torch has one of each axis
        source = text(updated)
        return expression(f"({source} if isinstance({source}, int) else {source}[::2])")
    names = {_attribute_of(full, name) for full in classes}
    if not classes and name in _OF_NORMS and _is_called_a_norm(ctx, original.value):
        ctx.mark("STRUCTURE", f"{owner}.{name}", f"{_OF_NORMS[name]} if it is a norm of MindSpore, as its name says")
        return updated.with_changes(attr=cst.Name(_OF_NORMS[name]))
    may_be = isinstance(original.value, cst.Attribute) and kind_of(original.value, ctx.scopes) in {LAYER, ""}
    if not classes and name in _OF_LINEAR and may_be and owner != "self":
        ctx.mark("STRUCTURE", f"{owner}.{name}", f"{_OF_LINEAR[name]} if it is a Dense, as its name says")
        return updated.with_changes(attr=cst.Name(_OF_LINEAR[name]))
    if not names or names == {name}:
        return updated
    if len(names) > 1:
        ctx.mark("STRUCTURE", f"{owner}.{name}", f"it is {' or '.join(sorted(names))}, by the layer's class")
        return updated
    ctx.done()
    return expression(f"{text(updated.value)}.{names.pop()}")


# The weights of MindSpore's norms by torch's names.
_OF_NORMS = {"weight": "gamma", "bias": "beta", "running_mean": "moving_mean", "running_var": "moving_variance"}
_OF_LINEAR = {"in_features": "in_channels", "out_features": "out_channels"}
_NORM = re.compile(r"(^|_)(bn|ln|gn|norm)\d*($|_)")


def _is_called_a_norm(ctx: Context, owner: cst.BaseExpression) -> bool:
    """Tell whether an object of a class that is not known is called like a norm.

    It is an attribute, ``self.conv.bn``, or of a class that is: ``isinstance(m, norm_layer)`` of a decision around.
    """
    if isinstance(owner, cst.Name):
        named = ctx.instances.get(owner.value, owner.value)
        return bool(_NORM.search(named)) and kind_of(owner, ctx.scopes) in {LAYER, ""}
    if not isinstance(owner, cst.Attribute) or not _NORM.search(owner.attr.value):
        return False
    return kind_of(owner, ctx.scopes) in {LAYER, ""} and not ctx.scopes.full(owner)


def _attribute_of(full: str, name: str) -> str:
    return weight_names(full).get(name) or argument_names(full).get(name) or name


def says_training(node: cst.CSTNode) -> bool:
    """Tell whether a statement says of parameters whether they train: ``p.requires_grad = False``."""
    if isinstance(node, cst.Assign):
        found = [entry.target for entry in node.targets]
        return any(isinstance(entry, cst.Attribute) and entry.attr.value == "requires_grad" for entry in found)
    return (
        isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "requires_grad_"
    )


def only_freezes(node: cst.For) -> bool:
    """Tell whether a loop does nothing but say that parameters do not train."""
    lines: list[cst.CSTNode] = []
    for line in node.body.body:
        lines += line.body if isinstance(line, cst.SimpleStatementLine) else [line]
    assigned = [line for line in lines if isinstance(line, cst.Assign) and says_training(line)]
    return len(assigned) == len(lines) and all(text(line.value) == "False" for line in assigned)


def loop_over_modules(node: cst.BaseExpression) -> str | None:
    """Return the receiver of ``self.modules()`` as the iterable of a loop; None for another iterable."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and not node.args:
        return text(node.func.value) if node.func.attr.value == "modules" else None
    return None


def loop_over_parameters(node: cst.For) -> str:
    """Return the name that a loop binds the parameters of a net to; "" for another loop."""
    call = node.iter
    if not (isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute)):
        return ""
    method = call.func.attr.value
    target: cst.BaseExpression = node.target
    if method == "named_parameters" and isinstance(target, cst.Tuple) and len(target.elements) == len(("name", "p")):
        target = target.elements[1].value
    elif method != "parameters":
        return ""
    return target.value if isinstance(target, cst.Name) else ""


_FILLS = "torch.nn.init."
_OF_PARAMETERS = frozenset({"data", "grad", "requires_grad", "device", "dtype"})


class Modules(Pass):
    """Converts methods and attributes of Modules, and loops over them."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.freezes = any(says_training(node) for kind in (cst.Assign, cst.Call) for node in engine.parts.of(kind))
        self.optimized: set[int] = set()  # calls in what optimizers are given
        self.every: set[int] = set()  # calls of parameters() that moving means do not disturb
        self.wholes: set[int] = set()  # attributes of which the Parameter is meant, not its value

    @entering(cst.Call)
    def enter_call(self, node: cst.Call) -> None:
        """Know what an optimizer is given, and of what one Parameter alone is taken."""
        if kind_of(node, self.ctx.scopes) == OPTIMIZER:
            self.optimized |= {id(inner) for inner in walk(node) if isinstance(inner, cst.Call)}
        if isinstance(node.func, cst.Name) and node.func.value in {"next", "iter"} and node.args:
            self.every.add(id(node.args[0].value))
        if self.ctx.scopes.full(node.func).startswith(_FILLS):
            self.wholes |= {id(entry.value) for entry in node.args}
        if isinstance(node.func, cst.Attribute) and node.func.attr.value.endswith("_"):
            self.wholes.add(id(node.func.value))

    @entering(cst.Expr)
    def enter_statement(self, node: cst.Expr) -> None:
        """Know a Parameter that a call changes, whose result nobody takes: ``initialize(self.conv.weight)``."""
        if isinstance(node.value, cst.Call):
            self.wholes |= {id(entry.value) for entry in node.value.args}

    @entering(cst.Attribute)
    def enter_part(self, node: cst.Attribute) -> None:
        """Know a Parameter of which a part is read that its value has not."""
        if node.attr.value in _OF_PARAMETERS:
            self.wholes.add(id(node.value))

    @entering(cst.AssignTarget, cst.AugAssign, cst.AnnAssign)
    def enter_target(self, node: cst.AssignTarget | cst.AugAssign | cst.AnnAssign) -> None:
        """Know a Parameter that is bound."""
        self.wholes.add(id(node.target))

    @entering(cst.Assign)
    def enter_tie(self, node: cst.Assign) -> None:
        """Know a Parameter that another name is given."""
        self.wholes.add(id(node.value))

    @entering(cst.Comparison)
    def enter_comparison(self, node: cst.Comparison) -> None:
        """Know a Parameter that is compared with None."""
        if any(text(entry.comparator) == "None" for entry in node.comparisons):
            self.wholes.add(id(node.left))

    @entering(cst.For)
    def enter_loop(self, node: cst.For) -> None:
        """Know a loop that freezes, and the layers that a loop goes through."""
        if only_freezes(node):
            self.every |= {id(call) for call in walk(node.iter) if isinstance(call, cst.Call)}
        if loop_over_modules(node.iter) is not None and isinstance(node.target, cst.Name):
            self.ctx.scopes.inner.kinds[node.target.value] = LAYER
        parameter = loop_over_parameters(node)
        if parameter:
            self.ctx.scopes.inner.kinds[parameter] = PARAMETER

    @converting(cst.For, cst.CompFor)
    def loop(self, original: cst.For | cst.CompFor, updated: cst.For | cst.CompFor) -> cst.CSTNode | None:
        """Loop over Cells and their names."""
        receiver = loop_over_modules(original.iter)
        if receiver is None or is_same(original.iter, updated.iter):
            return None
        target = expression(f"_, {text(original.target)}").with_changes(lpar=[], rpar=[])
        return updated.with_changes(target=target, iter=expression(f"{receiver}.cells_and_names()"))

    @converting_method
    def method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a method; leave one that Cells have as well."""
        ctx, func = self.ctx, cst.ensure_type(original.func, cst.Attribute)
        method = func.attr.value
        made = convert(ctx, original, call, every=id(original) in self.every, freezes=self.freezes)
        if made is not None:
            return trainable(made) if method == "parameters" and id(original) in self.optimized else made
        padded = with_weights(ctx, original, call)
        if padded is not None:
            return padded
        return call if is_modules(ctx, func.value, method) else None

    @converting_attribute
    def attribute(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
        """Rename an attribute of a layer."""
        made = attribute(self.ctx, original, updated, whole=id(original) in self.wholes)
        return None if made is updated else made
