"""Compare the rules with a naive player of the same rules that shares no code with them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from eddyline.games.niagara.rules.board import PLACES
from support import oracle
from support.niagara import GEMS, NIAGARA, PLAIN, position, walk

WATER = ["1", "2", "3", "4", "5", "6L", "7L", "6R", "7R"]


def world(states) -> oracle.World:
    """Read a record into the naive player's words."""
    s = states[0]
    seats = int(s.seats)
    canoes = zip(s.place[:seats].tolist(), s.cargo[:seats].tolist(), strict=True)
    return oracle.World(
        canoes=tuple((canoe(a, in_a), canoe(b, in_b)) for (a, b), (in_a, in_b) in canoes),
        stashes=tuple(map(tuple, s.stash[:seats].tolist())),
        deposits=tuple(map(tuple, s.deposit.tolist())),
    )


def canoe(place: int, gem: int) -> oracle.Canoe:
    return oracle.Canoe(PLACES[place], None if gem < 0 else GEMS[gem])


def some_position(rng: random.Random, kind: str):
    """Make up a turn with a paddle card: canoes crowd together, deposits are mixed and may be empty."""
    seats = rng.choice([2, 3, 3, 5])
    crowd = rng.sample(WATER, rng.choice([2, 3, 5, 9]))
    left = dict.fromkeys(GEMS, rng.choice([1, 2, 4, 8]) + 4)
    total = dict(left)

    def some_canoe(places: list[str], full: float) -> dict[str, object]:
        made: dict[str, object] = {"place": rng.choice(places)}
        gems = [gem for gem in GEMS if left[gem]]
        if made["place"] in WATER and gems and rng.random() < full:
            gem = rng.choice(gems)
            made["cargo"] = [gem]
            left[gem] -= 1
        return made

    own = {"water": [crowd, crowd], "one": [crowd, ["dock", "lost"]], "none": [["dock"], ["dock", "lost"]]}[kind]
    rng.shuffle(own)
    card = rng.randint(1, 6)
    players = [{"canoes": [some_canoe(places, 0.4) for places in own]}]
    players += [{"canoes": [some_canoe([*crowd, "dock", "lost"], 0.8) for _ in range(2)]} for _ in range(seats - 1)]
    for player in players:
        # Who has lost both canoes at this moment would not buy one, and so has a gem (N-LOST-3).
        if all(part["place"] == "lost" for part in player["canoes"]):
            gem = max(GEMS, key=left.__getitem__)
            player["stash"] = {gem: 1}
            left[gem] -= 1
    deposits: list[dict[str, int]] = [{} for _ in range(5)]
    for gem in GEMS:
        for _ in range(left[gem]):
            site = GEMS.index(gem) if rng.random() < 0.5 else rng.randrange(5)
            # Sometimes everything lies on one deposit and the others are empty.
            site = 2 if total[GEMS[0]] == 5 and rng.random() < 0.5 else site
            deposits[site][gem] = deposits[site].get(gem, 0) + 1
    for seat, player in enumerate(players):
        player["card"] = str(card) if seat == 0 else "6"
        if seat == 0:
            player["hand"] = [name for name in ["cloud", "1", "2", "3", "4", "5", "6"] if name != str(card)]
    todo = ["nothing", "nothing"]
    lost = [part["place"] == "lost" for part in players[0]["canoes"]]
    for number, part in enumerate(players[0]["canoes"]):
        if part["place"] in WATER or (part["place"] == "dock" and lost[1 - number]):
            todo[number] = "must"
        elif part["place"] == "dock":
            todo[number] = "may"
    turn = {"seat": 0, "todo": todo, "points": card}
    made = {"players": players, "deposits": deposits, "phase": "paddling", "turn": turn, "round": 15}
    return NIAGARA.set_up(made | {"options": {"gems_per_deposit": total[GEMS[0]]}}), card


@pytest.mark.rule(
    "N-MOVE-1", "N-MOVE-2", "N-MOVE-3", "N-MOVE-4", "N-MOVE-5", "N-MOVE-6", "N-MOVE-7", "N-MOVE-8", "N-MOVE-9",
    "N-MOVE-10", "N-GEM-1", "N-GEM-2", "N-GEM-3", "N-GEM-4", "N-GEM-5", "N-GEM-6", "N-GEM-7", "N-STEAL-1", "N-STEAL-2",
    "N-STEAL-3", "N-STEAL-4", "N-STEAL-5", "N-STEAL-6",
)  # fmt: skip
@pytest.mark.parametrize("part", [50 if PLAIN else 8, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("kind", "number"), [("water", 200), ("one", 1200), ("none", 600)])
def test_every_turn_with_a_paddle_card_is_one_the_naive_player_finds_too(kind: str, number: int, part: int) -> None:
    rng = random.Random(kind)
    turns = 0
    for _ in range(number // part):
        states, card = some_position(rng, kind)
        expected = dict(oracle.turns(world(states), 0, card))
        found = [(texts, world(after)) for texts, after in walk(states, 0)]
        assert len(found) == len({texts for texts, _ in found})
        assert dict(found) == expected, NIAGARA.position(states)
        turns += len(found)
    assert turns > number // 50


def test_the_start_is_a_position_for_the_naive_player() -> None:
    states = NIAGARA.set_up(position())
    assert world(states).canoes[0] == (oracle.Canoe("dock"), oracle.Canoe("dock"))
    assert np.all(np.diag(world(states).deposits) == 7)
