"""The search for the edit that makes a wrong function right: candidates from its syntax tree, executed."""
