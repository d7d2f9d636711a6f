"""Search in any game: the tree, the budget, the explanation."""
