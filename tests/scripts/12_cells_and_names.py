"""Sub-module management: the guide's program, and the other ways to walk and change the tree."""

import re

from mindspore import nn


class MyCell(nn.Cell):
    def __init__(self):
        super(MyCell, self).__init__()
        self.conv1 = nn.Conv2d(1, 32, 3, 1)
        self.conv2 = nn.Conv2d(32, 64, 3, 1)
        # Add a submodule using insert_child_to_cell
        self.insert_child_to_cell("conv3", nn.Conv2d(64, 128, 3, 1))

        self.sequential_block = nn.SequentialCell(nn.ReLU(), nn.Conv2d(128, 256, 3, 1), nn.ReLU())

    def construct(self, x):
        x = self.conv1(x)
        x = self.conv2(x)
        x = self.conv3(x)
        x = self.sequential_block(x)
        return x


module = MyCell()
# Iterate over all submodules (both direct and indirect) using cells_and_names
for name, cell_instance in module.cells_and_names():
    print(f"Cell name: {name}, type: {type(cell_instance)}")

print([p.name for p in module.get_parameters()])
print(type(module.name_cells()).__name__, list(module.name_cells()))
print([type(c).__name__ for c in module.cells()])
print(type(module.cells()).__name__)
for name, cell in module.cells_and_names(name_prefix="root"):
    print(name, type(cell).__name__)
print(re.sub(r" at 0x[0-9a-f]+", "", str(module)))

for bad_name, bad_cell in (("conv3", nn.ReLU()), (3, nn.ReLU()), ("a.b", nn.ReLU()), ("plain", 5)):
    try:
        module.insert_child_to_cell(bad_name, bad_cell)
        print("accepted", bad_name)
    except (KeyError, TypeError, ValueError) as error:
        print(type(error).__name__, bad_name)

module.conv1 = nn.Conv2d(1, 8, 1)
print(module.conv1.out_channels, [n for n, _ in module.cells_and_names()])
print([p.name for p in module.get_parameters()])
del module.conv2
print(list(module.name_cells()))
try:
    module.conv2
except AttributeError as error:
    print(error)

shared = nn.ReLU()
twice = nn.SequentialCell(shared, nn.Dense(2, 2), shared)
print([n for n, _ in twice.cells_and_names()], list(twice.name_cells()))


def visit(cell):
    print("visit", type(cell).__name__)


print(module.sequential_block.apply(visit) is module.sequential_block)
module.sequential_block.init_parameters_data()
