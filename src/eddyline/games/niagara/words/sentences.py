"""Describe events in English for the terminal, in the same sentences as the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from eddyline.games.niagara.words import events as e
from eddyline.games.niagara.words.wording import in_words, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ARMS = {"L": "left", "R": "right"}
DRIFTERS = {"whirlpool": "the whirlpool", "beaver": "the beaver", "joe": "Diamond Joe"}


def sentence(event: e.Event, names: Sequence[str]) -> str | None:
    """Describe one event, None if another event covers it; `names` are the players by seat."""
    fields, name = asdict(event), names.__getitem__
    match event:
        case e.PreserverPassed():
            # The event of the new round names the player.
            return None
        case e.RoundBegan():
            return f"{say('log_chapter', fields, name)}: {say('log_round', fields, name)}"
        case e.Pushed():
            return _push(event, name)
        case e.CanoePaddled() if event.start == event.end:
            return say("log_stayed", fields, name)
        case _:
            return say(f"log_{event.__struct_config__.tag}", fields, name)


def _push(push: e.Pushed, name: Callable[[int], str]) -> str:
    """Describe a push: who fell, as in the browser, and what drifted, which the browser shows on its board."""
    drifted, lost = [], []
    for canoe in push.canoes:
        if canoe.place == "lost":
            lost.append(say("log_lost", asdict(canoe), name))
        else:
            drifted.append("{seat}’s canoe {canoe} to {place}".format_map(in_words(asdict(canoe), name)))
    drifted += [
        f"{DRIFTERS[other.what]} to {in_words(asdict(other), name)['place']}"
        for other in push.others
        if other.place != "lost"
    ]
    told = [f"{', '.join(drifted)}.", *lost] if drifted else lost
    return f"Push {push.number}, {ARMS[push.arm]} arm: {' '.join(told) or 'nothing drifts.'}"
