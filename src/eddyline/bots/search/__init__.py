"""Provide game-independent search: the tree, the budget, the candidates."""
