"""Bots get characters, people portraits, and nobody two of a kind."""

from __future__ import annotations

from eddyline.characters import CHARACTERS, NAMES
from eddyline.protocol.table import Join, NewTable
from eddyline.server.table.beginning import rematch
from support.tables import refused


def drawn(table):
    return [seat.portrait for seat in table.state.seats]


async def test_bots_are_dealt_different_characters_and_called_by_their_names(evening):
    made = await evening(2)
    seated = await made.hub.open(NewTable(game="niagara", name="Mika", seats=5, bots=("paddler",) * 4, portrait="owl"))
    async with made.hub.room(seated.table) as room:
        mine, *theirs = room.table.state.seats
        assert mine.portrait == "owl"
        assert len({bot.portrait for bot in theirs} | {"owl"}) == 5
        assert [bot.name for bot in theirs] == [NAMES[bot.portrait] for bot in theirs]


async def test_the_host_chooses_who_plays(evening):
    room = await (await evening(1, bots=2, start=False)).room()
    await room.seating.remove(0, 1)
    await room.seating.add_bot(0, 2, "paddler", "fox")
    await room.seating.add_bot(0, 1, "paddler")
    assert room.table.state.seats[2].name == "Felix"
    await room.seating.add_bot(0, 2, "guide")
    assert (room.table.state.seats[2].portrait, room.table.state.seats[2].bot) == ("fox", "guide")
    other = next(each for each in CHARACTERS if each not in drawn(room.table))
    await room.seating.add_bot(0, 1, "paddler", other)
    assert drawn(room.table) == [None, other, "fox"]
    assert (await refused(room.seating.add_bot(0, 1, "paddler", "fox"))).code == "taken"


async def test_people_choose_a_portrait_that_nobody_has_and_put_it_away(evening):
    room = await (await evening(2, start=False)).room()
    await room.seating.paint(0, portrait="hare")
    assert (await refused(room.seating.paint(1, portrait="hare"))).code == "taken"
    await room.seating.paint(1, portrait="bear")
    assert drawn(room.table) == ["hare", "bear"]
    before = room.table.state.version
    await room.seating.paint(1, portrait="bear")
    assert room.table.state.version == before, "nothing has changed"
    await room.seating.paint(1, portrait="")
    assert drawn(room.table) == ["hare", None]


async def test_who_joins_brings_a_portrait_unless_somebody_has_it(evening):
    made = await evening(3, start=False)
    room = await made.room()
    for seat in (1, 2):
        await room.seating.remove(0, seat)
    await made.hub.join(room.table.state.id, Join(name="Bo", portrait="hare"))
    await made.hub.join(room.table.state.id, Join(name="Cy", portrait="hare"))
    assert drawn(room.table) == [None, "hare", None]


async def test_a_rematch_is_played_by_the_same_faces(evening):
    room = await (await evening(1, bots=1, start=False)).room()
    await room.seating.paint(0, portrait=next(each for each in CHARACTERS if each not in drawn(room.table)))
    log = rematch(room.table.state, 0, b"seed")
    told = {getattr(entry, "character", None) or getattr(entry, "portrait", None) for entry in log} - {None}
    assert told == set(drawn(room.table))
