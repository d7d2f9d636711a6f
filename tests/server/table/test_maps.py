"""Maps that people bring leave the memory with their tables, and come back with them."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import TYPE_CHECKING

import pytest

from eddyline.games.canyon.rules.boards import MAPS
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import NewTable
from eddyline.server.base.outbox import encode
from eddyline.server.room.thinking import QUICK_THREADS
from eddyline.server.table.seating import Seating
from support.canyon import cleared_shelf, own_maps
from support.tables import Clock, Evening, play_on, settled

if TYPE_CHECKING:
    from eddyline.games.canyon.rules.board import Shelf
    from eddyline.server.hub.hub import Hub
    from eddyline.server.table.table import Table


@pytest.fixture
def shelf(monkeypatch) -> Shelf:
    """Play as in a server that has just begun."""
    return cleared_shelf(monkeypatch)


@pytest.fixture
async def hub(evening, shelf) -> Hub:
    """Keep tables, one of Niagara among them."""
    return (await evening(3, clock=Clock(), forget_after=600)).hub


async def opened(hub: Hub, board: str, turns: int = 4) -> str:
    """Open a table with bots on a board, and play a little."""
    options = {"board": board, "max_rounds": 2}
    wish = NewTable(game="canyon", name="Anna", seats=3, bots=("random",) * 2, options=options, start=True)
    seated = await hub.open(wish)
    tab = await Evening(hub, seated.table, [seated.token]).tab(0)
    for _ in range(turns):
        await settled(tab.room)
        await play_on(tab.room.table, random.Random(3), 1)
    await settled(tab.room)
    tab.close()
    return seated.table


async def forget(hub: Hub, *spared: str) -> None:
    """Let time go by until every table but some has left the memory."""
    # A thread may still be holding the last position that a bot has played.
    meeting, quick = threading.Barrier(QUICK_THREADS), hub.tables.thinkers._quick
    await asyncio.gather(*(asyncio.wrap_future(quick.submit(meeting.wait)) for _ in range(QUICK_THREADS)))
    hub._outside.clock.now += 601
    for table in spared:
        hub.tables.in_memory[table].idle_since = hub._outside.clock()
    await hub.tables.forget_idle()
    assert set(hub.tables.in_memory) == set(spared)


async def table_of(hub: Hub, table: str) -> Table:
    """Return a table, which is loaded where it is not in memory."""
    async with hub.room(table) as room:
        await settled(room)
        return room.table


def slot(table: Table) -> int:
    """Return the number of a table's board."""
    return int(table.state.match.states[0].board)


def rows(table: Table) -> str:
    """Return a table's map, as everybody sees it."""
    return "\n".join(table.view(None).board.rows)


async def test_tables_with_maps_that_come_and_go_need_one_slot(hub, shelf):
    for text in own_maps()[:12]:
        assert rows(await table_of(hub, await opened(hub, text))) == text
        await forget(hub)
    assert len(shelf.lines) == len(MAPS) + 1


async def test_a_forgotten_table_comes_back_with_its_map_and_plays_on(hub, shelf):
    mine, yours = own_maps()[:2]
    name = await opened(hub, mine)
    table = await table_of(hub, name)
    before, number, seen = table.state.version, slot(table), encode(table.view(0))
    del table
    await forget(hub)
    other = await opened(hub, yours)
    assert slot(await table_of(hub, other)) == number, "its slot is another map's now"
    again = await table_of(hub, name)
    assert slot(again) != number
    assert (again.state.version, encode(again.view(0))) == (before, seen)
    for each in (name, other):
        table = await table_of(hub, each)
        while table.state.status == "running":
            await play_on(table, random.Random(5), 1)
            await table_of(hub, each)
    assert (rows(again), rows(await table_of(hub, other))) == (mine, yours)
    end = again.state.record()
    del again, table
    await forget(hub)
    assert (await table_of(hub, name)).state.record() == end


async def test_two_tables_share_a_map_and_one_may_go(hub, shelf):
    mine, yours = own_maps()[:2]
    one, other = await opened(hub, mine), await opened(hub, mine)
    number = slot(await table_of(hub, one))
    assert slot(await table_of(hub, other)) == number
    await forget(hub, other)
    assert slot(await table_of(hub, await opened(hub, yours))) != number
    table = await table_of(hub, other)
    assert (slot(table), rows(table)) == (number, mine)
    version = table.state.version
    await play_on(table, random.Random(5), 1)
    assert table.state.version > version


async def test_a_table_that_waits_and_a_rematch_hold_their_maps(hub, shelf):
    mine, yours = own_maps()[:2]
    over = await opened(hub, mine, turns=40)
    assert (await table_of(hub, over)).state.status == "over"
    rematch = await hub.opening.rematch(await table_of(hub, over), 0, "")
    await forget(hub, rematch)
    await opened(hub, yours)
    again = await table_of(hub, rematch)
    assert again.state.status == "open"
    await Seating(again).start(0)
    assert rows(again) == mine
    assert len(shelf.lines) == len(MAPS) + 2


async def test_a_thought_about_a_forgotten_table_keeps_its_map(hub, shelf):
    mine, yours, third, *_ = own_maps()
    table = await table_of(hub, await opened(hub, mine))
    thought, number = table.state.match.copy(), slot(table)
    del table
    await forget(hub)
    assert slot(await table_of(hub, await opened(hub, yours))) != number
    assert thought.options.board == mine
    assert "\n".join(thought.view(None).board.rows) == mine
    del thought
    assert slot(await table_of(hub, await opened(hub, third))) == number


async def test_a_map_that_there_is_no_room_for_opens_no_table(hub, shelf, monkeypatch):
    monkeypatch.setattr(shelf, "_most", len(MAPS) + 1)
    mine, yours = own_maps()[:2]
    await opened(hub, mine)
    logs = len(hub.store.logs)
    with pytest.raises(RefusalError, match="expected at most 3 boards in use at once, got one more"):
        await opened(hub, yours)
    assert len(hub.store.logs) == logs
    await opened(hub, mine)
    await forget(hub)
    await opened(hub, yours)


async def test_a_map_of_a_table_that_is_refused_takes_no_slot(hub, shelf):
    wish = NewTable(game="canyon", name="Anna", seats=3, bots=("random",) * 3, options={"board": own_maps()[0]})
    with pytest.raises(RefusalError, match="at most 2 bots"):
        await hub.open(wish)
    assert shelf.number(own_maps()[1]) == len(MAPS)
