"""Search that knows no game: a forest of decisions learnt from simulations, budgets, explanations."""
