"""Trees as they are kept: the handlers behind `mindspore.rewrite.SymbolTree`."""
