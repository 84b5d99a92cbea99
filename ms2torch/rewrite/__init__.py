"""Networks as lists of statements that a program changes: `SymbolTree` reads `construct`, and writes it again."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
