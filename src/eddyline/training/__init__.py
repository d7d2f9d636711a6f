"""Rebuild the weights that bots ship with, from seeds: `eddyline train`.

`recipe` reads what is to be done, a table for each game (`<game>/recipes.toml`); `folder` keeps what is done, so that a
run goes on where it was stopped; `fitting` fits a network; `weights` writes the file and says where a file comes from;
`trainers` finds the steps of a game.
"""
