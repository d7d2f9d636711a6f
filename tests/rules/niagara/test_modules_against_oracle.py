"""Compare the expansion modules with a naive player of the same rules that shares no code with them.

With `TRIALS=20` the comparison takes twenty times as many positions.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import msgspec
import numpy as np
import pytest

from eddyline.engine.kernel import PLAIN
from eddyline.engine.records import copied, unpacked
from eddyline.games.niagara.rules.actions import Paddle
from eddyline.games.niagara.rules.board import PLACES
from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.state import BEAVER, DOUBLE_CANOE, MOOSE
from support import spirits_oracle as oracle
from support.niagara import CARDS, GEMS, NIAGARA

DOORS = NIAGARA.doors
WATER = ("1", "2", "3", "4", "5", "6L", "7L", "6R", "7R")
SWITCHES = ("double_canoe", "whirlpool", "spirit_cards", "beaver", "moose", "diamond_joe")
TRIALS = int(os.environ.get("TRIALS", "1"))
POSITIONS = [(1, 40 if PLAIN else 300), pytest.param(2, 1700 * TRIALS, marks=pytest.mark.slow)]
"""A seed for positions, and how many of them."""


def table(states) -> oracle.Table:
    """Read a record into the naive player's words."""
    s = unpacked(states[0])
    canoes = zip(s.place[: s.seats].tolist(), s.cargo[: s.seats].tolist(), strict=True)
    whirlpool, beaver, joe = PLACES[s.whirlpool], PLACES[s.beaver], PLACES[s.joe]
    return oracle.Table(
        canoes=tuple((canoe(a, in_a), canoe(b, in_b)) for (a, b), (in_a, in_b) in canoes),
        stashes=tuple(map(tuple, s.stash[: s.seats].tolist())),
        deposits=tuple(map(tuple, s.deposit.tolist())),
        weather=s.weather,
        arm="LR"[s.arm],
        whirlpool=None if whirlpool == "dock" else whirlpool,
        beaver=None if beaver == "dock" else beaver,
        moose=None if s.moose < 0 else divmod(s.moose, 2),
        joe=None if joe == "dock" else joe,
        joe_gem=None if s.joe_gem < 0 else GEMS[s.joe_gem],
    )


def canoe(place: int, cargo: int) -> oracle.Canoe:
    return oracle.Canoe(PLACES[place], tuple(GEMS[gem] for gem in CARGOES[cargo + 1]))


def switched(states) -> oracle.Game:
    modules = int(states[0].modules)
    return oracle.Game(bool(modules & DOUBLE_CANOE), bool(modules & BEAVER), bool(modules & MOOSE))


def some_position(rng: random.Random, *, all_done: bool):
    """Make up a position before the first turn of phase 2 or after the last; returns it, the cards, the first seat."""
    options = {name: rng.random() < 0.6 for name in SWITCHES}
    seats = rng.choice([2, 3, 3, 4, 6 if any(options[name] for name in SWITCHES[:5]) else 5])
    deck = CARDS if options["spirit_cards"] else CARDS[:7]
    crowd = rng.sample(WATER, rng.choice([2, 3, 5, 9]))
    whirlpool = rng.choice([*WATER, *WATER, "lost"]) if options["whirlpool"] else None
    wet = [place for place in crowd if place != whirlpool] or ["2" if whirlpool != "2" else "3"]
    total = rng.choice([5, 6, 8, 11])
    left = dict.fromkeys(GEMS, total)

    def gem(chance: float) -> list[str]:
        some = [name for name in GEMS if left[name]]
        if rng.random() > chance or not some:
            return []
        name = rng.choice(some)
        left[name] -= 1
        return [name]

    def some_canoe(number: int, dry: float) -> dict[str, object]:
        if rng.random() < dry:
            return {"place": rng.choice(["dock", "lost"])}
        double = number == 1 and options["double_canoe"]
        return {"place": rng.choice(wet), "cargo": gem(0.6) + (gem(0.6) if double else [])}

    players = [{"canoes": [some_canoe(number, 0.3) for number in (0, 1)]} for _ in range(seats)]
    made = {"players": players, "options": options | {"gems_per_deposit": total}, "phase": "paddling"}
    for player in players:
        # Who has lost both canoes at this moment would not buy one, and so has a gem (N-LOST-3).
        if all(part["place"] == "lost" for part in player["canoes"]):
            player["stash"] = dict.fromkeys(gem(1), 1)
    made["round"] = 2 * len(deck) + 1
    made |= {"weather": rng.choice([-1, 0, 1, 2]), "next_arm": rng.choice("LR"), "whirlpool": whirlpool}
    if options["beaver"] and (made["weather"] == 2 or rng.random() < 0.5):
        made["beaver"] = rng.choice(WATER)
    wet_canoes = [
        {"seat": seat, "canoe": "ab"[number]}
        for seat, player in enumerate(players)
        for number in (0, 1)
        if player["canoes"][number]["place"] in WATER
    ]
    if options["moose"] and wet_canoes and rng.random() < 0.5:
        made["moose"] = rng.choice([*wet_canoes, *wet_canoes[:2] * 2])
    if options["diamond_joe"]:
        place = rng.choice([place for place in (*wet, *wet, *WATER) if place != whirlpool])
        made["joe"] = {"place": place, "cargo": next(iter(gem(0.6)), None)}
    made["deposits"] = deposits = [{} for _ in GEMS]
    # Sometimes nearly everything lies on one deposit and the others are empty.
    poor = 0.7 if rng.random() < 0.3 else 0.0
    for name in GEMS:
        for _ in range(left[name]):
            site = 2 if rng.random() < poor else rng.choice([GEMS.index(name), rng.randrange(5)])
            deposits[site][name] = deposits[site].get(name, 0) + 1
    cards = [rng.choice([*deck, *deck[7:], *deck[8:]]) for _ in range(seats)]
    first = rng.randrange(seats)
    taken = seats - 1 if all_done else 0
    seat = (first + taken) % seats
    turn = begun(cards[seat], [part["place"] for part in players[seat]["canoes"]])
    if all_done:
        turn["todo"], made["waiting"] = ["nothing", "nothing"], []
    made |= {"first": first, "turn": turn | {"seat": seat, "taken": taken}}
    for other, player in enumerate(players):
        revealed = all_done or other == seat
        player |= {"card": cards[other], "hand": [card for card in deck if card != cards[other] or not revealed]}
    return NIAGARA.set_up(made), cards, first


def points(card: str) -> int:
    return int(card) if card in set("1234567") else 3 * (card == "123")


def begun(card: str, places: list[str]) -> dict[str, object]:
    """Describe the start of a turn in the words of a position."""
    todo = ["nothing", "nothing"]
    for number, place in enumerate(places):
        if place != "lost" and card not in {"cloud", "rope"}:
            both_ways = place == "dock" and places[1 - number] != "lost" and card != "123"
            todo[number] = "may" if both_ways else "must"
    return {"todo": todo, "points": points(card), "slack": 2 * (card == "123")}


def ends(states, seat: int) -> list:
    """Give the records in which the seat's turn can end; ways that meet are walked on from once."""
    out = np.empty(NIAGARA.max_legal, np.int16)
    open_, seen, found = [states], set(), []
    while open_:
        now = open_.pop()
        if not DOORS.to_act(now, 0) >> seat & 1:
            found.append(now)
            continue
        number = DOORS.legal(now, 0, seat, out)
        assert number > 0, NIAGARA.position(now)
        for action in out[:number].tolist():
            after = copied(now)
            DOORS.decide(after, 0, seat, action)
            if after.tobytes() not in seen:
                seen.add(after.tobytes())
                open_.append(after)
    return found


def told_moves(states, seat: int) -> list[tuple[str, str, int, str | None]]:
    """List the moves that the view tells clients of, with what they lead to."""
    message = msgspec.json.encode(NIAGARA.view(NIAGARA.redact(states, seat), seat))
    moves = msgspec.json.decode(message)["turn"]["moves"]
    return [(move["canoe"], move["to"], move["left"], move["swirl"]) for move in moves]


def naive_move(states, seat: int, action) -> tuple[str, str, int, str | None]:
    """Say what a legal move leads to: try every number of points that it could keep for cargo work."""
    number, to = "ab".index(action.canoe), action.to
    now, turn = table(states), NIAGARA.view(NIAGARA.redact(states, seat), seat).turn
    start, spare, points = now.canoes[seat][number].place, turn.spare_points, turn.points[action.canoe]
    places = 2 if switched(states).double_canoe and number == 1 else 1
    there = oracle.moved(now, seat, number, to)
    # The canoe that has begun before it moves has done its cargo work (N-GEM-3).
    costs = {0} if turn.canoe or to == "dock" else {cost for cost, _ in oracle.works(there, seat, number, places)}
    left, pushed = [], False
    for kept in range(points):
        ways = {move.pushed for move in oracle.moves(start, points - kept, now.whirlpool) if move.end == to}
        if False in ways and any(kept - spare <= cost <= kept for cost in costs):
            left.append(kept)
        pushed = pushed or (True in ways and kept <= spare)
    if not left:
        return action.canoe, to, 0, "surely"
    can_work = any(0 < cost <= max(left) for cost in costs)
    return action.canoe, to, max(left) * can_work, "perhaps" if pushed and max(left) > spare else None


def differ(states, found: set[oracle.Table], expected: set[oracle.Table]) -> str:
    only = f"only the rules: {[*found - expected][:2]}\nonly the naive player: {[*expected - found][:2]}"
    return f"{msgspec.json.encode(NIAGARA.position(states)).decode()}\n{only}"


@pytest.mark.rule(
    "S-DOUBLE-1", "S-DOUBLE-2", "S-DOUBLE-3", "S-WHIRL-2", "S-WHIRL-3", "S-WHIRL-4", "S-WHIRL-5", "S-WHIRL-6",
    "S-CARD-2", "S-CARD-3", "S-CARD-4", "S-BEAVER-1", "S-MOOSE-1", "S-MOOSE-2", "S-MOOSE-3", "J-JOE-4",
)  # fmt: skip
@pytest.mark.timeout(1200 * TRIALS)
@pytest.mark.parametrize(("seed", "number"), POSITIONS)
def test_every_turn_with_every_module_ends_where_the_naive_player_says(seed: int, number: int) -> None:
    rng = random.Random(seed)
    for _ in range(number):
        states, cards, seat = some_position(rng, all_done=False)
        expected = oracle.turns(switched(states), table(states), seat, cards[seat])
        found = {table(end) for end in ends(states, seat)}
        if found != expected:
            pytest.fail(differ(states, found, expected))


@pytest.mark.rule("S-WHIRL-2", "S-WHIRL-3", "S-WHIRL-4", "S-CARD-3", "S-MOOSE-1", "N-GEM-3", "N-MOVE-6")
@pytest.mark.timeout(1200 * TRIALS)
@pytest.mark.parametrize(("seed", "number"), POSITIONS)
def test_the_view_tells_what_the_naive_player_says_of_every_move(seed: int, number: int) -> None:
    rng, swirls = random.Random(seed), Counter()
    for _ in range(number):
        states, _, seat = some_position(rng, all_done=False)
        while legal := [NIAGARA.actions[action] for action in NIAGARA.legal(states, seat)]:
            told = told_moves(states, seat)
            expected = [naive_move(states, seat, action) for action in legal if isinstance(action, Paddle)]
            assert told == expected, msgspec.json.encode(NIAGARA.position(states)).decode()
            swirls.update(swirl for *_, swirl in told)
            DOORS.decide(states, 0, seat, rng.choice(legal).id)
    assert min(swirls[swirl] for swirl in (None, "surely", "perhaps")) >= number // 40


@pytest.mark.rule("S-WHIRL-1", "S-WHIRL-7", "S-CARD-4", "S-CARD-5", "J-JOE-1", "J-JOE-2", "J-JOE-3", "J-JOE-5")
@pytest.mark.timeout(1200 * TRIALS)
@pytest.mark.parametrize(("seed", "number"), POSITIONS)
def test_phase_3_moves_every_disc_as_the_naive_player_says(seed: int, number: int) -> None:
    rng = random.Random(seed)
    for _ in range(number):
        states, cards, first = some_position(rng, all_done=True)
        expected = oracle.flows(table(states), cards, first)
        waiting, found = [states.copy()], set()
        while waiting:
            now = waiting.pop()
            if now[0].round_number > states[0].round_number:
                found.add(table(now))
            elif not DOORS.to_act(now, 0):
                DOORS.advance(now, 0)
                waiting.append(now)
            else:
                seat = min(NIAGARA.to_act(now))
                for action in NIAGARA.legal(now, seat):
                    after = copied(now)
                    DOORS.decide(after, 0, seat, action)
                    waiting.append(after)
        if found != expected:
            pytest.fail(differ(states, found, expected))
