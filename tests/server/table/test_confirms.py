"""A confirmation of what cannot be played changes nothing; the campaign tries a hundred times as many."""

import pytest

from eddyline.server.room import commands
from eddyline.server.table.drafts import Drafts
from eddyline.server.table.table import Table
from support.confirms import attack

HOSTILE = 1500
ANSWERS = {"bad_message", "illegal", "known", "not_yours", "stale"}


# A turn of Canyon that is cut short is none at all.
@pytest.mark.parametrize(("game", "answers"), [("niagara", {*ANSWERS, "incomplete"}), ("canyon", ANSWERS)])
async def test_what_cannot_be_played_changes_nothing(game, answers):
    counts, found = await attack(game, 1, HOSTILE)
    assert found == []
    assert counts["hostile"] >= HOSTILE
    assert counts["played"] > HOSTILE / 50
    for answer in answers:
        assert counts[answer] >= 3, answer


@pytest.mark.parametrize("plant", ["any_version", "any_turn_id", "anybody"])
async def test_a_planted_fault_is_found(plant, monkeypatch):
    if plant == "any_version":
        check = Drafts.check_owed
        monkeypatch.setattr(Drafts, "check_owed", lambda self, seat, _, now: check(self, seat, now, now))
    elif plant == "any_turn_id":
        confirmed = Table._confirmed
        monkeypatch.setattr(
            Table, "_confirmed", lambda self, seat, version, decisions, _: confirmed(self, seat, version, decisions, "")
        )
    else:
        monkeypatch.setattr(commands, "_seat", lambda connection: connection.seat or 0)
    _, found = await attack("niagara", 2, HOSTILE)
    assert found != []
