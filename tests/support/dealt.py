"""Play whole games whose words of chance are derived from a seed, as a table derives them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from msgspec import structs

from eddyline.engine.match import Deal, Match
from eddyline.engine.registry import game
from eddyline.record.dealing import Dealing, derive, link_of
from support.random_games import shortened

if TYPE_CHECKING:
    from eddyline.record import Record

SEED = bytes(range(32))
NAMES = ("Ann", "Bo", "Cy")
WORDS = ("river", None, 'a "b" \\ ü')


def play_random(match: Match, seed: int) -> None:
    """Play a random turn for everybody who owes one."""
    chooser = random.Random(f"{seed} {len(match.log)}")
    for seat in sorted(match.waiting):
        draft = match.draft(seat)
        while not draft.complete:
            draft.decide(chooser.choice(draft.legal()))
        match.commit(seat, draft.decisions)


def dealt_game(game_id: str, seed: int = 1, words: tuple[str | None, ...] = WORDS) -> Record:
    """Return the record of a finished game of three rounds at most, with everything that proves its dealing."""
    rules = game(game_id)
    options = rules.parse_options(None, shortened(rules, 3))
    length = rules.most_words(options)
    dealing = Dealing(table="abcdefgh2345", commitment=link_of(SEED, length, 0).hex(), length=length, words=words)
    used = 1
    match = Match.new(rules, options, players=3, word=derive(SEED, dealing, used), names=NAMES)
    while not match.over:
        if match.chance_due:
            used += 1
            match.deal(derive(SEED, dealing, used))
        else:
            play_random(match, seed)
    made = match.record()
    assert used == 1 + sum(isinstance(entry, Deal) for entry in made.turns)
    header = structs.replace(made.header, dealing=dealing)
    return structs.replace(made, header=header, revealed=link_of(SEED, length, used).hex())
