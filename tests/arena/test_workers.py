from __future__ import annotations

import re
import time
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from eddyline.arena import ArenaError, Pool, results, schedule, tournament, workers
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


@pytest.fixture
def late(monkeypatch, tmp_path):
    """Show the time an hour hence once a bot has said that it hangs, until its process is replaced."""
    monkeypatch.setenv("HANGING", str(tmp_path))
    pools = []

    def monotonic():
        return time.monotonic() + 3600 * any(Path(tmp_path, str(each._process.pid)).exists() for each in pools)

    class Watched(workers._Worker):
        def __init__(self, *given):
            pools[:] = [self]
            super().__init__(*given)

    monkeypatch.setattr(workers, "_Worker", Watched)
    monkeypatch.setattr(workers, "time", SimpleNamespace(monotonic=monotonic))


LATE = {
    "Hanging": ("timeout", "^no answer"),
    "Lingering": ("timeout", "^no answer"),
    "Ending": ("crash", "^the bot ended its process .*exit code 3"),
    "Interrupting": ("crash", "^the bot ended its process .*exit code 1"),
    "Parting": ("crash", "^the bot ended its process .*exit code 6"),
}


@pytest.mark.slow
def test_bots_that_take_their_process_with_them_lose_and_the_games_go_on(late):
    rules = game("niagara")
    lineups = [(f"support.arena_bots:{name}", "random", "random") for name in LATE]
    event = tournament(rules, lineups, seed=3, options=rules.parse_options(None, SHORT, 3))
    plan = [seating for seating in schedule(lineups, 2) if seating.number == 1]
    with Pool(event, 1) as pool:
        games = list(pool.play(plan))
        assert not pool.forfeits
    assert [played.lineup for played in games] == [0, 1, 2, 3, 4]
    for played, (name, (kind, what)) in zip(games, LATE.items(), strict=True):
        (failure,) = played.failures
        assert (failure.seat, failure.kind) == (1, kind), name
        assert re.search(what, failure.what)
        assert (played.ranking, played.winners) == ((1, 3, 1), (0, 2))


EARLY = {
    "support.arena_bots:Stillborn": ("crash", "exit code 4"),
    "support.arena_bots:Sleeping": ("timeout", "no answer within 900 s"),
    "support.arena_bots:Sinking": ("crash", "RuntimeError: it sinks before the start"),
    "support.arena_bots:Unborn": ("crash", "exit code 5"),
    "support.arena_bots:Unmade": ("crash", "AttributeError: .*'Unmade'"),
    "support.arena_bots:makes_no_bot": ("crash", "got 'a paddle'"),
    "support.arena_bot_exiting:Bot": ("crash", "exit code 7"),
    "support.arena_bot_raising:Bot": ("crash", "RuntimeError: no river here"),
}


@pytest.mark.slow
def test_bots_that_fail_before_their_first_game_forfeit_it(late):
    """Of two honest bots beside each, one wins half a game and so does the other; honest games are played."""
    rules = game("niagara")
    honest = ("random", "support.arena_bots:Printing", "random")
    lineups = [*((name, "random", "support.arena_bots:Printing") for name in EARLY), honest]
    event = tournament(rules, lineups, seed=3, options=rules.parse_options(None, SHORT, 3))
    with Pool(event, 1) as pool:
        games = list(pool.play(schedule(lineups, 3)))
        assert pool.forfeits.keys() == EARLY.keys()
    assert len(games) == len(schedule(lineups, 3))
    table = {entrant.entrant: entrant for entrant in results(event, games).entrants}
    assert len(table) == len(EARLY) + 2
    for name, (kind, what) in EARLY.items():
        found = table[name]
        assert (found.games, found.forfeits) == (3, 3)
        assert (found.crashes, found.timeouts) == ((3, 0) if kind == "crash" else (0, 3))
        assert re.search(f"seat 0, before the first game: .*{what}.*: the game is forfeited", found.first_failure)
    for name in ("random", "support.arena_bots:Printing"):
        assert (table[name].crashes, table[name].timeouts, table[name].forfeits) == (0, 0, 0)
        assert min(table[name].rating.points, 1600) > max(table[each].rating.points for each in EARLY)
    for lost in games:
        if lost.lineup < len(EARLY):
            assert (lost.rounds, len(lost.winners), sorted(lost.ranking)) == (0, 2, [1, 1, 3])
        else:
            assert lost.rounds >= 4


@pytest.mark.slow
def test_three_sabotaged_bots_leave_a_finished_tournament(late):
    """One exits, one hangs, one crashes, from the third round on; two are honest."""
    names = ("Ending", "Hanging", "Crashing", "Printing")
    event = short((*(f"support.arena_bots:{name}" for name in names), "random"))
    with Pool(event, 1) as pool:
        games = list(pool.play(schedule(event.lineups, 5)))
    assert len(games) == 5
    table = {entrant.entrant.rpartition(":")[2]: entrant for entrant in results(event, games).entrants}
    ending, hanging, crashing = (table[name] for name in names[:3])
    assert ending.forfeits + hanging.forfeits == 5
    assert (ending.crashes, hanging.timeouts) == (ending.forfeits, hanging.forfeits)
    assert crashing.forfeits == 0
    for name in ("Printing", "random"):
        assert (table[name].crashes, table[name].timeouts, table[name].forfeits) == (0, 0, 0)


def test_if_nobody_starts_in_time_nobody_wins():
    event = short(("random", "paddler", "random"))
    with Pool(event, 1, start_limit=0.0) as pool:
        games = list(pool.play(schedule(event.lineups, 3)))
        assert pool.forfeits.keys() == {"random", "paddler"}
    assert [(game.winners, game.ranking) for game in games] == [((), (1, 1, 1))] * 3
    assert {failure.what for game in games for failure in game.failures} == {
        "before the first game: no answer within 0 s: the game is forfeited"
    }


def test_a_program_that_does_not_load_stops_the_tournament(monkeypatch):
    monkeypatch.setattr(workers, "FIRST_START", 0.0)
    event = short(("random",) * 3)
    with Pool(event, 1) as pool, pytest.raises(ArenaError, match="did not answer at the start"):
        list(pool.play(schedule(event.lineups, 1)))
