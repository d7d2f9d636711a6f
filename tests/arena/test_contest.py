from __future__ import annotations

import time

import msgspec
import pytest

from eddyline.arena import Played, contest, schedule, tournament
from eddyline.arena.entrants import maker, parse
from eddyline.arena.hall import Hall
from eddyline.bots import play_turn
from eddyline.engine.match import Match
from eddyline.engine.random import derived
from eddyline.engine.registry import game
from support import arena_bots

SHORT = {"max_rounds": 5}
HOUSES = [
    ("niagara", ("paddler", "random", "paddler"), {}),
    ("niagara", ("paddler",) * 5, {"spirits": True, "diamond_joe": True}),
    ("canyon", ("voyageur", "random", "random"), {}),
    ("canyon", ("random",) * 4, {"secret_bids": True}),
]


def planted(name, others=2, **more):
    rules = game("niagara")
    lineup = (f"support.arena_bots:{name}", *["random"] * others)
    options = rules.parse_options(None, SHORT, len(lineup))
    return tournament(rules, [lineup], seed=3, options=options, **more)


def without_times(played: Played) -> Played:
    return msgspec.structs.replace(played, turns=(), cpu=())


class Spy:
    """Write down what a bot is shown."""

    def __init__(self, bot, seen):
        self.bot = bot
        self.seen = seen

    def plan(self, states, seat):
        self.seen.append((seat, states.tobytes()))
        return self.bot.plan(states, seat)


class Time:
    """A clock that shows a microsecond more at every look, and what was slept."""

    process_time = staticmethod(time.process_time)

    def __init__(self):
        self.now = 0.0

    def perf_counter(self):
        self.now += 1e-6
        return self.now

    monotonic = perf_counter

    def sleep(self, seconds):
        self.now += seconds


@pytest.fixture
def clock(monkeypatch):
    made = Time()
    monkeypatch.setattr(contest, "time", made)
    monkeypatch.setattr(arena_bots, "time", made)


def spied(hall, seen):
    for name, make in list(hall._makers.items()):
        hall._makers[name] = lambda seed, make=make: Spy(make(seed), seen)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "lineup", "choices"), HOUSES)
def test_the_table_plays_as_a_match_does(game_id, lineup, choices):
    """The fast loop shows the bots the same states, redacted, and comes to the same end."""
    rules = game(game_id)
    event = tournament(rules, [lineup], seed=11, options=rules.parse_options(None, choices, len(lineup)))
    for seating in schedule(event.lineups, 4):
        at_contest, at_match = [], []
        hall = Hall(event)
        spied(hall, at_contest)
        played = hall.play(seating)
        seed = derived(11, seating.block)
        match = Match.new(
            rules,
            rules.parse_options(None, choices, len(lineup)),
            players=len(lineup),
            seed=seed,
        )
        bots = [
            Spy(maker(game_id, parse(name))(derived(seed, "bot", seat)), at_match)
            for seat, name in enumerate(seating.seats)
        ]
        while not match.over:
            for seat, turn in [(seat, play_turn(bots[seat], match, seat)) for seat in sorted(match.waiting)]:
                match.commit(seat, turn)
        assert at_contest == at_match
        assert (played.ranking, played.winners) == (match.ranking, match.winners)
        assert played.rounds == rules.round_number(match.states)
        assert sum(map(len, played.turns)) <= sum(played.decisions)
        assert not played.failures


@pytest.mark.parametrize(("game_id", "lineup", "choices"), HOUSES)
def test_a_game_is_decided_by_its_seed(game_id, lineup, choices):
    rules = game(game_id)
    options = rules.parse_options(None, choices | SHORT, len(lineup))
    one, two, other = (tournament(rules, [lineup], seed=seed, options=options) for seed in (1, 1, 2))
    plan = schedule(one.lineups, 3)
    played = [without_times(Hall(one).play(seating)) for seating in plan]
    assert played == [without_times(Hall(two).play(seating)) for seating in plan]
    assert played != [without_times(Hall(other).play(seating)) for seating in plan]


def test_games_of_a_block_begin_alike():
    event = planted("Planted")
    plan = schedule(event.lineups, 6)
    hall = Hall(event)
    seeds = [hall.play(seating).seed for seating in plan]
    assert seeds[0] == seeds[1] == seeds[2] != seeds[3]


@pytest.mark.parametrize(
    ("name", "kind", "what"),
    [
        ("Crashing", "crash", "round 3: RuntimeError: the canoe is leaking"),
        ("Unmakeable", "crash", "round 1: RuntimeError: no wood for a canoe"),
        ("Talkative", "crash", "round 3: TypeError"),
        ("Leaving", "crash", "round 3: SystemExit: home"),
        ("Unspeakable", "crash", "round 3: UnspeakableError: it cannot be described"),
        ("Garbled", "crash", "round 3: RuntimeError: \\ud800xxx"),
        ("Endless", "illegal", "round 3: a int that cannot be shown is not an action: expected 0 to "),
        ("Lost", "illegal", "round 3: 9999 is not an action: expected 0 to "),
        ("Silent", "illegal", "round 3: the plan is empty"),
        ("Cheating", "illegal", "round 3: "),
    ],
)
def test_failures_are_noted_and_the_turn_is_played_at_random(name, kind, what):
    event = planted(name)
    for seating in schedule(event.lineups, 3):
        played = Hall(event).play(seating)
        seat = next(seat for seat, sitting in enumerate(seating.seats) if name in sitting)
        assert len(played.failures) >= 3
        assert {(failure.seat, failure.kind) for failure in played.failures} == {(seat, kind)}
        assert played.failures[0].what.startswith(what)
        assert played.rounds >= 5
        assert len(played.ranking) == 3
        assert msgspec.json.decode(msgspec.json.encode(played), type=Played) == played


def test_a_late_turn_is_noted_and_played_at_random(clock):
    event = planted("Slow", time_limit=0.02)
    played = Hall(event).play(schedule(event.lineups, 1)[0])
    assert {(failure.seat, failure.kind) for failure in played.failures} == {(0, "timeout")}
    assert "0.05 s for a turn, with a limit of 0.02 s" in played.failures[0].what
    assert max(played.turns[0]) >= 50_000


def test_times_are_kept_for_every_turn_with_a_choice(clock):
    event = planted("Slow")
    played = Hall(event).play(schedule(event.lineups, 1)[0])
    assert not played.failures
    assert sum(micros >= 50_000 for micros in played.turns[0]) >= 3
    assert max(map(max, played.turns[1:])) < 1000
    assert played.cpu[0] < sum(played.turns[0]) / 1e6


def test_warming_up_is_failed_by_an_exception_only():
    for name in ("Crashing", "Lost", "Slow"):
        event = planted(name, time_limit=1e-9)
        assert Hall(event).warm_up(event.entrants[0]) is None
    assert Hall(planted("Sinking")).warm_up("support.arena_bots:Sinking").endswith("it sinks before the start")


def test_a_tournament_is_arranged_without_its_bots():
    rules = game("niagara")
    path = "support.arena_bot_exiting:Bot"
    Hall(tournament(rules, [(path, "random", "random")], seed=1))
