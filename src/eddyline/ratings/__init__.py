"""Rate people and bots from the rankings of games: the model, and what counts. No files, no clock."""
