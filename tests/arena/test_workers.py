from __future__ import annotations

import re
import time
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from eddyline.arena import ArenaError, Pool, schedule, tournament, workers
from eddyline.arena.hall import Hall
from eddyline.engine.registry import game

SHORT = {"max_rounds": 4}


def short(lineup, **more):
    rules = game("niagara")
    return tournament(rules, [lineup], seed=3, options=rules.parse_options(None, SHORT, len(lineup)), **more)


def without_times(games):
    return {(game.lineup, game.number): msgspec.structs.replace(game, turns=(), cpu=()) for game in games}


@pytest.mark.slow
def test_any_number_of_workers_plays_the_same_games():
    event = short(("paddler", "random", "random"))
    plan = schedule(event.lineups, 12)
    with Pool(event, 2) as pool:
        parallel = list(pool.play(plan))
    assert len(parallel) == 12
    assert without_times(parallel) == without_times(map(Hall(event).play, plan))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind", "what"),
    [("Hanging", "timeout", "^no answer"), ("Ending", "crash", "^the bot ended its process.*exit code 3")],
)
def test_bots_that_take_their_process_with_them_lose_and_the_games_go_on(monkeypatch, tmp_path, name, kind, what):
    def monotonic():
        """Show the time an hour hence once the bot has said that it hangs: nobody else is ever late."""
        hangs = Path(tmp_path, str(pool._workers[0]._process.pid)).exists()
        return time.monotonic() + 3600 * hangs

    monkeypatch.setenv("HANGING", str(tmp_path))
    event = short((f"support.arena_bots:{name}", "random", "random"))
    with Pool(event, 1) as pool:
        monkeypatch.setattr(workers, "time", SimpleNamespace(monotonic=monotonic))
        games = list(pool.play(schedule(event.lineups, 2)[:2]))
    assert [game.number for game in games] == [0, 1]
    for played in games:
        (failure,) = played.failures
        seat = next(seat for seat, sitting in enumerate(played.seats) if name in sitting)
        assert (failure.seat, failure.kind) == (seat, kind)
        assert re.search(what, failure.what)
        assert played.ranking == tuple(3 if other == seat else 1 for other in range(3))
        assert played.winners == tuple(other for other in range(3) if other != seat)


@pytest.mark.slow
def test_bots_that_cannot_even_start_stop_the_tournament():
    event = short(("support.arena_bots:Stillborn", "random", "random"))
    with Pool(event, 1) as pool, pytest.raises(ArenaError, match="exit code 4"):
        list(pool.play(schedule(event.lineups, 1)))


def test_a_start_that_takes_for_ever_stops_the_tournament(monkeypatch):
    monkeypatch.setattr(workers, "FIRST_START", 0.0)
    event = short(("random",) * 3)
    with Pool(event, 1) as pool, pytest.raises(ArenaError, match="did not start within 0 s"):
        list(pool.play(schedule(event.lineups, 1)))
