"""Run bot tournaments: balanced over the seats, reproducible from a seed, on all cores or a cluster.

`schedule` lists the games, `contest` plays one, `workers` and `cluster` play many, `file` stores them, and `results`
computes the statistics:

>>> event = tournament(eddyline.game("niagara"), [("paddler", "random", "random")], seed=1)
>>> with Pool(event, workers=1) as pool:
...     games = list(pool.play(schedule(event.lineups, games=6)))
>>> results(event, games).lineups[0].shares[0].share
1.0
"""

from eddyline.arena.cluster import Cluster
from eddyline.arena.entrants import SpecError
from eddyline.arena.file import GamesFile, GamesFileError, Played
from eddyline.arena.plot import check_picture, draw
from eddyline.arena.rating import Rating
from eddyline.arena.results import Results, results
from eddyline.arena.schedule import Seating, Stage, Tournament, pairings, schedule, tournament
from eddyline.arena.sequential import Sequential
from eddyline.arena.sprt import Sprt, Verdict, parse_sprt
from eddyline.arena.workers import ArenaError, Pool

__all__ = [
    "ArenaError",
    "Cluster",
    "GamesFile",
    "GamesFileError",
    "Played",
    "Pool",
    "Rating",
    "Results",
    "Seating",
    "Sequential",
    "SpecError",
    "Sprt",
    "Stage",
    "Tournament",
    "Verdict",
    "check_picture",
    "draw",
    "pairings",
    "parse_sprt",
    "results",
    "schedule",
    "tournament",
]
