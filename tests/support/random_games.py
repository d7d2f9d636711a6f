"""Play random games and print hashes of every position of each, and of many views: `python random_games.py GAMES`.

Runs of compiled, bounds-checked and uncompiled rules must print the same lines.
"""

from __future__ import annotations

import hashlib
import random
import sys
from itertools import count, islice, product
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from eddyline.engine.doors import CHANCE
from eddyline.engine.registry import GAMES, game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from eddyline.engine.game import Game
    from eddyline.engine.records import States

ROUNDS = 25
NEXT_VIEW = 7
"""Of so many positions one is shown, to each seat and a spectator in turn: uncompiled, a view takes as long as many
decisions."""


KINDS = [
    (rules.id, preset, players)
    for rules in map(game, GAMES)
    for preset, players in product(rules.presets, rules.player_counts)
]
"""Every game, preset and number of players."""


def shortened(rules: Game, rounds: int) -> dict[str, int]:
    """Return options that end a game after so many rounds, where it has any."""
    return {"max_rounds": rounds} if "max_rounds" in rules.option_type.__struct_fields__ else {}


def games() -> Iterator[str]:
    """Play on and on, every game, preset and number of players in turn; gives one line a game."""
    entropy = random.Random(2024)
    while True:
        for name, preset, players in KINDS:
            yield f"{name} {preset} {players} {shown_game(game(name), preset, players, entropy.getrandbits(64))}"


def shown_game(rules: Game, preset: str, players: int, entropy: int) -> str:
    """Play one game, and add a hash of views to what describes it."""
    digest, numbers = hashlib.sha256(), count()

    def look(states: States) -> None:
        number = next(numbers)
        if number % NEXT_VIEW == 0:
            viewer = [None, *range(players)][number // NEXT_VIEW % (players + 1)]
            digest.update(msgspec.json.encode(rules.view(rules.redact(states, viewer), viewer)))

    return f"{one_game(rules, preset, players, entropy, look)} {digest.hexdigest()}"


def one_game(rules, preset: str, players: int, entropy: int, look: Callable[[States], None] = lambda _: None) -> str:
    """Play one game and describe it: decisions, hash of all records, lists of legal decisions and the ranking.

    Every position, from the set-up on, is shown to `look`.
    """
    chance = random.Random(entropy)
    boards = {"board": chance.choice(sorted(rules.boards))} if rules.boards else {}
    on = {info.name for info in rules.option_infos() if info.kind == "switch" and chance.random() < 0.4}
    on |= {chance.choice(need.any_of) for need in rules.needs if need.players == players and not on & {*need.any_of}}
    changed = shortened(rules, ROUNDS) | boards | dict.fromkeys(sorted(on), True)
    options = rules.parse_options(preset, changed, players)
    states = rules.new(options, players, entropy)
    doors, out, digest, decisions = rules.doors, np.empty(rules.max_legal, np.int16), hashlib.sha256(), 0
    look(states)
    while not doors.is_over(states, 0):
        waiting = doors.to_act(states, 0)
        if not waiting:
            doors.advance(states, 0)
        elif waiting & CHANCE:
            doors.deal(states, 0, chance.getrandbits(64))
        else:
            seat = chance.choice([seat for seat in range(players) if waiting >> seat & 1])
            number = doors.legal(states, 0, seat, out)
            digest.update(out[:number].tobytes())
            doors.decide(states, 0, seat, int(out[chance.randrange(number)]))
            decisions += 1
        digest.update(states.tobytes())
        look(states)
    ranks = np.empty(players, np.int16)
    doors.ranking(states, 0, ranks)
    digest.update(ranks.tobytes())
    return f"{decisions} {digest.hexdigest()}"


if __name__ == "__main__":
    for text in islice(games(), int(sys.argv[1])):
        sys.stdout.write(text + "\n")
