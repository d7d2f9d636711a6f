"""Games that a browser keeps, made without one."""

from __future__ import annotations

import msgspec

from eddyline.bots import play_turn
from eddyline.bots.random import RandomBot
from eddyline.engine.match import Deal, Match
from eddyline.engine.registry import game

ANN = "<script>Ann</script>"
NAMES = (ANN, "Bo", "Cy", "Di")
KEEP = """(game) => {
  localStorage.setItem(`eddyline.offline.${game.id}`, JSON.stringify(game));
  localStorage.setItem('eddyline.offline', JSON.stringify([game]));
}"""
"""Keeps one game, and no other."""


def finished(name, rounds, **chosen):
    """Play a game among bots to its end."""
    rules = game(name)
    options = rules.parse_options(None, {"max_rounds": rounds} | chosen, len(NAMES))
    match = Match.new(rules, players=len(NAMES), seed=5, options=options, names=NAMES)
    while not match.over:
        seat = min(match.waiting)
        match.commit(seat, play_turn(RandomBot(name, len(match.log)), match, seat))
    return match


def played(name, rounds):
    """Play a game among bots, and write it as a browser keeps it."""
    return kept(finished(name, rounds))


def kept(match):
    """Write a game that is over as a browser keeps it."""
    name = match.game.id
    entries = [
        {"deal": f"{entry.word:#x}"}
        if isinstance(entry, Deal)
        else {"seat": entry.seat, "turn": [int(action) for action in entry.decisions]}
        for entry in match.log
    ]
    return {
        "id": f"played-{name}",
        "game": name,
        "rulesVersion": match.game.rules_version,
        "preset": None,
        "options": msgspec.to_builtins(match.options),
        "seats": [{"name": person, "bot": None} for person in NAMES],
        "word": f"{match.word:#x}",
        "entries": entries,
        "over": True,
        "at": 1_764_300_000_000,
    }
