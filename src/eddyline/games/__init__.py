"""Hold one folder a game, the same files in each; pure."""
