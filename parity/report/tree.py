"""The layers of a report as a tree, by the dots of their paths; and the picture of both nets that is drawn from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from parity.report import sentences, text
from parity.report.model import LayerResult, Report, Status

_OPENED = 8  # branches with a cause that are open when the page is
_MOST_STATIONS = 28
_CAUSES: tuple[Status, ...] = ("introduced", "unmatched")
_ORDER: tuple[Status, ...] = ("same", "amplified", "unmatched", "introduced")


@dataclass(frozen=True, slots=True)
class Row:
    """One call of a layer, with its place in `Report.layers`."""

    index: int
    layer: LayerResult

    @property
    def label(self) -> str:
        """Write the pair's names, and which call it is from the second on."""
        name = sentences.pair_name(self.layer.reference, self.layer.port)
        return f"{name} (call {self.layer.call + 1})" if self.layer.call else name


@dataclass(slots=True)
class Node:
    """One place of the layer tree: its calls, and the layers inside it; `leaves` and `different` count those."""

    name: str
    depth: int = 0
    rows: list[Row] = field(default_factory=list)
    children: dict[str, Node] = field(default_factory=dict)
    open: bool = False
    leaves: int = 0
    different: int = 0

    @property
    def inside(self) -> str:
        """Say how many of the layers inside are not the same; "" where all are."""
        return f"{self.different} of {text.count(self.leaves, 'layer')} inside not the same" if self.different else ""

    def calls(self) -> Iterator[Row]:
        """Yield the calls of leaves of this place and of everything inside it."""
        yield from (row for row in self.rows if row.layer.leaf or not self.children)
        for child in self.children.values():
            yield from child.calls()


@dataclass(frozen=True, slots=True)
class Station:
    """One box of the picture: a layer, or a block of layers, on both sides.

    Args:
        reference (str): its name in the reference; "" where it has none.
        port (str): its name in the port; "" where it has none.
        kinds (tuple[str, str]): the class names.
        status (Status): the worst of the layers inside.
        inside (str): how many layers it represents, "" for one.
        first (bool): the first place where the nets diverge.
        anchor (str): of its row in the table of layers.
        left_out (int): how many boxes were left out after it, all the same.
    """

    reference: str
    port: str
    kinds: tuple[str, str]
    status: Status
    inside: str
    first: bool
    anchor: str
    left_out: int = 0


def layer_tree(layers: Sequence[LayerResult]) -> Node:
    """Arrange layers by the dots of their paths: by the reference's, or the port's where only the port has it.

    Args:
        layers (Sequence[LayerResult]): in order of execution, which is kept among the children of a node.

    Returns:
        Node: a root without a name. The net itself is its child ``"(net)"``, and holds everything else.
    """
    root = Node("", -1)
    net = root.children.setdefault("(net)", Node("(net)"))
    for index, layer in enumerate(layers):
        node = net
        for name in _steps(layer):
            node = node.children.setdefault(name, Node(name, node.depth + 1))
        node.rows.append(Row(index, layer))
    _count(root)
    _open(root, layers)
    return root


def _steps(layer: LayerResult) -> list[str]:
    path = layer.reference if layer.reference is not None else layer.port or ""
    return path.split(".") if path else []


def _count(node: Node) -> None:
    """Count the leaf calls inside a node, and those of them that are not the same."""
    for child in node.children.values():
        _count(child)
        own = [row for row in child.rows if row.layer.leaf]
        node.leaves += child.leaves + len(own)
        node.different += child.different + sum(row.layer.status != "same" for row in own)


def _open(root: Node, layers: Sequence[LayerResult]) -> None:
    """Open the way to the first layers where a difference was introduced: to all of them would be to everything."""
    causes = [layer for layer in layers if layer.status in _CAUSES]
    net = root.children["(net)"]
    for layer in causes[:_OPENED]:
        node, net.open = net, True
        for name in _steps(layer):
            node = node.children[name]
            node.open = True


def stations(report: Report) -> tuple[Station, ...]:
    """Draw both nets as one line of boxes, in detail where they begin to diverge and in blocks elsewhere.

    Args:
        report (Report): any report.

    Returns:
        tuple[Station, ...]: in order of execution; empty where no layer differs.
    """
    first = next((i for i, layer in enumerate(report.layers) if layer.leaf and layer.status in _CAUSES), None)
    if first is None:
        return ()
    nodes = list(layer_tree(report.layers).children["(net)"].children.values())
    while True:
        at = next((i for i, node in enumerate(nodes) if first in {row.index for row in node.calls()}), None)
        if at is None or not nodes[at].children or len(nodes) + len(nodes[at].children) > _MOST_STATIONS:
            break
        nodes[at : at + 1] = nodes[at].children.values()
    return tuple(_shortened([_station(node, first) for node in nodes]))


def _station(node: Node, first: int) -> Station:
    calls = list(node.calls())
    named = node.rows[0] if node.rows else calls[0]
    layer = named.layer
    status = max((row.layer.status for row in calls), key=_ORDER.index)
    names = [_block(path, node, layer) for path in (layer.reference, layer.port)]
    different = sum(row.layer.status in _CAUSES for row in calls)
    inside = text.count(len(calls), "layer") if len(calls) > 1 else ""
    if inside and different:
        inside += f", {different} introduce a difference"
    kinds = (layer.reference_type or "", layer.port_type or "") if node.rows else ("", "")
    return Station(
        names[0], names[1], kinds, status, inside, any(row.index == first for row in calls), f"layer-{named.index}"
    )


def _block(path: str | None, node: Node, layer: LayerResult) -> str:
    """Name a block by the path of its own call, or where it has none by its first layer's, cut at its depth."""
    if path is None:
        return ""
    return path if layer in [row.layer for row in node.rows] else ".".join(path.split(".")[: node.depth])


def _shortened(boxes: list[Station]) -> list[Station]:
    """Leave out boxes that are the same, far from the first that is not, where there are too many."""
    if len(boxes) <= _MOST_STATIONS:
        return boxes
    at = next(i for i, box in enumerate(boxes) if box.first)
    keep = {0, len(boxes) - 1, *range(at - 4, at + _MOST_STATIONS - 8)}
    shown: list[Station] = []
    for index, box in enumerate(boxes):
        if index in keep:
            shown.append(box)
        else:
            last = shown[-1]
            shown[-1] = Station(
                last.reference, last.port, last.kinds, last.status, last.inside, last.first, last.anchor,
                last.left_out + 1,
            )  # fmt: skip
    return shown
