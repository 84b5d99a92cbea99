"""What a row is: its model, layouts of weights, transforms of arguments."""
