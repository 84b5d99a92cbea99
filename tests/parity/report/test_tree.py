"""The picture of both nets: detail where they begin to diverge, blocks elsewhere."""

from __future__ import annotations

from parity.report import LayerResult, Report, Side
from parity.report.tree import stations


def net(blocks: int, wrong: str, alone: str = "") -> Report:
    layers = []
    for block in range(blocks):
        for name in ("conv", "norm"):
            path = f"blocks.{block}.{name}"
            status = "introduced" if path == wrong else "same"
            port = None if path == alone else f"stages.{block}.{name}"
            layers.append(LayerResult(path, port, "unmatched" if port is None else status, name, name))
        layers.append(LayerResult(f"blocks.{block}", f"stages.{block}", "same", "Block", "Block", leaf=False))
    return Report("different", Side("a"), Side("b"), layers=(*layers, LayerResult("head", "head", "amplified")))


def test_blocks_are_closed_but_for_the_first_that_diverges() -> None:
    shown = stations(net(3, "blocks.1.norm"))
    assert [(box.reference, box.port, box.status) for box in shown] == [
        ("blocks.0", "stages.0", "same"), ("blocks.1.conv", "stages.1.conv", "same"),
        ("blocks.1.norm", "stages.1.norm", "introduced"), ("blocks.2", "stages.2", "same"),
        ("head", "head", "amplified"),
    ]  # fmt: skip
    assert [box.first for box in shown] == [False, False, True, False, False]
    assert shown[0].inside == "2 layers"
    assert [box.anchor for box in shown] == ["layer-2", "layer-3", "layer-4", "layer-8", "layer-9"]


def test_a_layer_of_one_side_has_an_empty_box() -> None:
    shown = stations(net(1, "", alone="blocks.0.norm"))
    assert (shown[1].reference, shown[1].port, shown[1].first) == ("blocks.0.norm", "", True)


def test_nets_that_agree_have_no_picture() -> None:
    assert stations(net(3, "")) == ()


def test_so_many_boxes_that_some_are_left_out() -> None:
    flat = [LayerResult(f"l{n}", f"l{n}", "introduced" if n == 50 else "same") for n in range(100)]
    shown = stations(Report("different", Side("a"), Side("b"), layers=tuple(flat)))
    assert len(shown) < 40
    assert any(box.first and box.reference == "l50" for box in shown)
    assert len(shown) + sum(box.left_out for box in shown) == 100
