# compare: exact
"""Checkpoints that were cut over devices, joined and cut otherwise by files of strategies."""

import contextlib
import io
import os
from pathlib import Path

import numpy as np

import mindspore as ms
from mindspore import nn
from mindspore.train import node_strategy_pb2 as pb

SHAPES = {"w": (4, 4), "v": (8,), "q": (4, 2)}


def strategy(path, layouts, stage=0):
    """Write layouts: by name the matrix of devices, the tensor map, step and size of a parallel optimizer."""
    made = pb.ParallelStrategyMap()
    made.current_stage = stage
    for name, (matrix, axes, step, size) in layouts.items():
        node = made.parallel_strategy_item.add()
        node.node_name = f"Default/{name}"
        node.parallel_strategys.stage = stage
        node.parallel_strategys.parallel_strategy.add().dim.extend([1])
        item = made.parallel_layout_item.add()
        item.param_name = name
        entry = item.parallel_layouts
        entry.dev_matrix.add().dim.extend(matrix)
        entry.tensor_map.add().dim.extend(axes)
        entry.param_split_shape.add()
        entry.indices_offset.add()
        entry.field, entry.opt_weight_shard_step, entry.opt_weight_shard_size = 0, step, size
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(made.SerializeToString())


def whole(name, shape):
    return (np.arange(np.prod(shape)).reshape(shape) + 100 * (sum(map(ord, name)) % 7)).astype(np.float32)


def part(array, rank, matrix, axes, step, size):
    places, rest = [], rank
    for count in reversed(matrix):
        places.insert(0, rest % count)
        rest //= count
    for axis, which in enumerate(axes):
        if which >= 0:
            array = np.split(array, matrix[-1 - which], axis)[places[-1 - which]]
    if size > 0:
        array = np.split(array, size, 0)[(rank // step) % size]
    return ms.Tensor(np.ascontiguousarray(array))


def saved(folder, layouts, shapes, ranks, format="ckpt", first=0, others=False):
    for rank in range(ranks):
        data = [{"name": name, "data": part(whole(name, shapes[name]), rank, *cut)} for name, cut in layouts.items()]
        if others:
            data.append({"name": "step_num", "data": ms.Tensor(7, ms.int32)})
            data.append({"name": "own", "data": ms.Tensor(np.full((2,), rank, np.float32))})
        Path(folder, f"rank_{rank + first}").mkdir(parents=True, exist_ok=True)
        ms.save_checkpoint(data, f"{folder}/rank_{rank + first}/net.{format}", format=format)


def shown(folder):
    for file in sorted(Path(folder).rglob("*")):
        if file.suffix == ".json":
            print("  ", file.relative_to(folder), file.read_text())
        elif file.is_file():
            read = ms.load_checkpoint(str(file), format=file.suffix[1:])
            values = [
                f"{name} {read[name].shape} {read[name].asnumpy().astype(int).ravel().tolist()}"
                for name in sorted(read)
            ]
            print("  ", file.relative_to(folder), *values)


def attempt(what, do, folder=None):
    try:
        with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):  # MindSpore draws bars
            result = do()
    except Exception as error:
        print(what, "raises", type(error).__name__, str(error).splitlines()[0])
        return
    print(what, "gives", result)
    if folder is not None:
        shown(folder)


CUTS = {
    "A": {"w": ([2, 2], [1, 0], 0, 0), "v": ([2, 2], [0], 0, 0), "q": ([4], [-1, -1], 0, 0)},
    "B": {"w": ([4], [0, -1], 0, 0), "v": ([4], [0], 0, 0), "q": ([2, 2], [-1, 0], 0, 0)},
    "C": {"w": ([2, 2], [0, -1], 2, 2), "v": ([4], [-1], 1, 4), "q": ([4], [-1, -1], 0, 0)},
    "D": {"w": ([2], [0, -1], 0, 0), "v": ([2], [0], 0, 0), "q": ([2], [-1, -1], 0, 0)},
}
RANKS = {"A": 4, "B": 4, "C": 4, "D": 2, None: 1}


def file(name):
    return name and f"{name}.ckpt"


for name, layouts in CUTS.items():
    strategy(file(name), layouts)
    saved(f"of{name}", layouts, SHAPES, RANKS[name], others=name in "AD")
saved("ofNone", {name: ([1], [-1] * len(shape), 0, 0) for name, shape in SHAPES.items()}, SHAPES, 1)

for source in RANKS:
    for target in RANKS:
        lists = [ms.rank_list_for_transform(rank, file(source), file(target)) for rank in range(RANKS[target])]
        print("ranks", source, target, lists)
        if source or target:
            out = f"{source}to{target}"
            attempt(out, lambda: ms.transform_checkpoints(f"of{source}", out, "new_", file(source), file(target)), out)

# one rank at a time
of_a = {rank: f"ofA/rank_{rank}/net.ckpt" for rank in range(4)}
os.makedirs("one")
attempt("by rank", lambda: ms.transform_checkpoint_by_rank(3, of_a, "one/x.ckpt", "A.ckpt", "B.ckpt"), "one")
attempt("too few", lambda: ms.transform_checkpoint_by_rank(1, {0: of_a[0]}, "one/y.ckpt", "A.ckpt", "B.ckpt"))
attempt("no dict", lambda: ms.transform_checkpoint_by_rank(1, ["a"], "one/y.ckpt", "A.ckpt", "B.ckpt"))
attempt("no such file", lambda: ms.transform_checkpoint_by_rank(0, {0: "zz.ckpt"}, "one/y.ckpt", "A.ckpt", "B.ckpt"))
attempt("another ending", lambda: ms.transform_checkpoint_by_rank(0, of_a, "one/y", "A.ckpt", "B.ckpt"))

attempt("converted", lambda: ms.parallel.convert_checkpoints("ofA", "newer", "n", "A.ckpt", "D.ckpt"), "newer")
attempt("newer name", lambda: ms.parallel.convert_checkpoint_by_rank(2, of_a, "one/z.ckpt", "A.ckpt", "B.ckpt"), "one")
print(ms.parallel.rank_list_for_convert(1, "A.ckpt", "B.ckpt"))

# stages of a pipeline; one parameter is in both
STAGES = [
    {"e": ([2], [0, -1], 0, 0), "a": ([2], [-1], 0, 0)},
    {"b": ([2], [-1, 0], 0, 0), "c": ([2], [0], 0, 0), "e": ([2], [0, -1], 0, 0)},
]
STAGED = {"e": (4, 2), "a": (8,), "b": (4, 4), "c": (8,)}
for number, layouts in enumerate(STAGES):
    strategy(f"stages/{number}.ckpt", layouts, number)
    saved("pipe", layouts, STAGED, 2, first=2 * number)
strategy("stages/2.ckpt", STAGES[1], 1)
attempt("merged", lambda: ms.merge_pipeline_strategys("stages", "P.ckpt"))
merged = pb.ParallelStrategyMap()
merged.ParseFromString(Path("P.ckpt").read_bytes())
print(merged.current_stage, sorted(item.param_name for item in merged.parallel_layout_item))
strategy("W.ckpt", {name: ([2], [0] + [-1] * (len(shape) - 1), 0, 0) for name, shape in STAGED.items()})
attempt("stages joined", lambda: ms.transform_checkpoints("pipe", "pipe1", "n", "P.ckpt", None), "pipe1")
attempt("stages to two", lambda: ms.transform_checkpoints("pipe", "pipe2", "n", "P.ckpt", "W.ckpt"), "pipe2")
attempt("two to stages", lambda: ms.transform_checkpoints("pipe2", "pipe3", "n", "W.ckpt", "P.ckpt"), "pipe3")
for source, target, count in (("P", "P", 4), ("P", None, 1), ("P", "W", 2), ("W", "P", 4)):
    print(source, target, [ms.rank_list_for_transform(rank, file(source), file(target)) for rank in range(count)])

# safetensors, joined to a folder and taken from it
saved("safe", CUTS["A"], SHAPES, 4, "safetensors", others=True)
attempt("to ckpt", lambda: ms.transform_checkpoints("safe", "safe1", "n", "A.ckpt", "B.ckpt"), "safe1")
attempt(
    "joined", lambda: ms.transform_checkpoints("safe", "safe2", "n", "A.ckpt", output_format="safetensors"), "safe2"
)
attempt("unified", lambda: ms.parallel.unified_safetensors("safe", "A.ckpt", "unified"), "unified")
attempt(
    "renamed",
    lambda: ms.parallel.unified_safetensors("safe", "A.ckpt", "named", choice_func=lambda n: f"m.{n}"),
    "named",
)
attempt("a suffix", lambda: ms.parallel.unified_safetensors("safe", "A.ckpt", "zz", file_suffix="1"))
attempt("a choice", lambda: ms.parallel.unified_safetensors("safe", "A.ckpt", "zz", choice_func=lambda n: 3))
attempt("no files", lambda: ms.parallel.unified_safetensors("zz", "A.ckpt", "zz"))


class Net(nn.Cell):
    def __init__(self, layouts=None):
        super().__init__()
        for name, shape in SHAPES.items():
            values = (
                ms.Tensor(np.zeros(shape, np.float32))
                if layouts is None
                else part(np.zeros(shape, np.float32), 0, *layouts[name])
            )
            setattr(self, name, ms.Parameter(values, name=name))

    def held(self, loaded):
        return loaded, [(p.name, p.shape, p.asnumpy().astype(int).ravel().tolist()) for p in self.get_parameters()]


def load(net=None, files=None, **options):
    return ms.load_distributed_checkpoint(net, files, **options)


SAFE = {"format": "safetensors", "unified_safetensors_dir": "unified"}
net = Net()
attempt("load", lambda: net.held(load(net, list(of_a.values()), train_strategy_filename="A.ckpt")))
net = Net(CUTS["B"])
attempt("load a part", lambda: net.held(load(net, predict_strategy="B.ckpt", **SAFE)))
net = Net()
attempt("load all", lambda: net.held(load(net, **SAFE)))
attempt("written", lambda: load(predict_strategy="B.ckpt", dst_safetensors_dir="parts", **SAFE), "parts")
attempt(
    "written as ckpt",
    lambda: load(predict_strategy="B.ckpt", dst_safetensors_dir="parts2", rank_id=2, output_format="ckpt", **SAFE),
    "parts2",
)
attempt("written whole", lambda: load(dst_safetensors_dir="parts3", name_map={"w": "zz"}, **SAFE), "parts3")
attempt("few files", lambda: load(Net(), [of_a[0]], train_strategy_filename="A.ckpt"))
attempt("no such file", lambda: load(Net(), ["zz.ckpt"], train_strategy_filename="A.ckpt"))
attempt("no strategy", lambda: load(Net(), list(of_a.values())))
attempt("no target", lambda: load(predict_strategy="A.ckpt", **SAFE))
attempt("no folder", lambda: load(Net(), format="safetensors"))
attempt("no format", lambda: load(Net(), format="x"))

# by hand
parts = [ms.Parameter(part(whole("w", (4, 4)), rank, *CUTS["A"]["w"]), name="w") for rank in range(4)]
layouts = ms.build_searched_strategy("A.ckpt")
print(sorted(layouts), list(layouts["w"].dev_matrix[0].dim), list(layouts["w"].tensor_map[0].dim))
for given in (None, layouts, {}, 3):
    attempt("sliced", lambda: ms.merge_sliced_parameter(parts, given).asnumpy().astype(int).tolist())
attempt("sliced, few", lambda: ms.merge_sliced_parameter(parts[:2], layouts))
groups = pb.ParallelGroupMap()
groups.ckpt_restore_rank_list.dim.extend([0, 2, 4])
Path("groups.pb").write_bytes(groups.SerializeToString())
attempt("groups", lambda: ms.restore_group_info_list("groups.pb"))

# what cannot be
strategy("T.ckpt", {"w": ([3], [0, -1], 0, 0)})
Path("bad.ckpt").write_bytes(b"\x99nonsense")
os.remove("ofC/rank_2/net.ckpt")
for what, given in {
    "no folder": ("zz", "e", "n", "A.ckpt", "B.ckpt"),
    "no strategies": ("ofA", "e", "n"),
    "no strategy": ("ofA", "e", "n", "Z.ckpt", "B.ckpt"),
    "a bad one": ("ofA", "e", "n", "bad.ckpt", "B.ckpt"),
    "a number": ("ofA", "e", 3, "A.ckpt", "B.ckpt"),
    "no fit": ("ofA", "e", "n", "A.ckpt", "T.ckpt"),
    "a rank is missing": ("ofC", "e", "n", "C.ckpt", "A.ckpt"),
}.items():
    attempt(what, lambda: ms.transform_checkpoints(*given))
attempt("safetensors of ckpt", lambda: ms.transform_checkpoints("ofA", "e", "n", "A.ckpt", output_format="safetensors"))
for rank in ("0", 9, -1):
    attempt(f"rank {rank}", lambda: ms.rank_list_for_transform(rank, "A.ckpt", "B.ckpt"))
attempt("no stages", lambda: ms.merge_pipeline_strategys("nowhere", "P2.ckpt"))
attempt("no file", lambda: ms.build_searched_strategy("zz.ckpt"))
attempt("no name", lambda: ms.build_searched_strategy(4))
attempt("no groups", lambda: ms.restore_group_info_list("zz.pb"))
