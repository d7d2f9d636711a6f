"""Pages are told that tables of their accounts have changed, and nobody else's."""

from __future__ import annotations

import pytest

from eddyline.server.accounts.account import KIND
from eddyline.server.base.outbox import Outbox
from eddyline.server.hub.waits import NEWS
from eddyline.server.store import StoreError
from support.noticed import hub
from support.people import serving
from support.tables import MemoryStore


class Evening:
    """Ann and Bo sit at a table, Eve and a guest do not; each looks at some page."""

    def __init__(self, server):
        self.server, self.waits = server, hub(server).changes.waits
        self.made = {name: server.create(name) for name in ("Ann", "Bo", "Eve")}
        self.pages = {name: Outbox() for name in (*self.made, "a guest")}
        for name, page in self.pages.items():
            page.account = self.made[name]["account"] if name in self.made else None
        hub(server).changes.announcements.pages.update(self.pages.values())
        self.table = server.open(self.made["Ann"]["session"], seats=2, bots=[])["table"]
        self.sit("Bo")

    def sit(self, name):
        wish = f"/api/tables/{self.table}/seats", self.made[name]["session"], {"name": name}
        assert self.server.ask("POST", *wish).status_code == 201

    def told(self):
        """Let the server tell; return whose pages were told."""
        self.server.client.blocking_portal.call(self.waits.tell)
        told = {name: [] for name in self.pages}
        for name, page in self.pages.items():
            while (message := page.take()) is not None:
                told[name].append(message)
        assert all(messages in ([], [NEWS]) for messages in told.values()), "once, and never what has changed"
        return {name for name, messages in told.items() if messages}

    def play(self):
        """Begin the game."""

        async def start():
            async with hub(self.server).room(self.table) as room:
                await room.seating.start(0)

        self.server.client.blocking_portal.call(start)


@pytest.fixture
def evening():
    with serving() as server:
        made = Evening(server)
        made.told()
        yield made


def test_those_who_sit_at_a_table_are_told_of_each_change_once(evening):
    assert evening.told() == set()
    evening.play()
    assert evening.told() == {"Ann", "Bo"}
    assert evening.told() == set()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (lambda evening: {evening.table}, {"Ann", "Bo"}),
        (lambda _: {"an0thertable"}, set()),
        (lambda evening: {evening.table, KIND.log(evening.made["Eve"]["account"])}, {"Ann", "Bo", "Eve"}),
        (lambda evening: {f"chat.{evening.table}"}, set()),
        (lambda _: None, {"Ann", "Bo", "Eve"}),
    ],
    ids=["their table", "another table", "and an account", "a chat", "anything"],
)
def test_what_another_process_changes_is_told_to_those_whose_accounts_have_a_seat_there(evening, changed, told):
    evening.waits.catch_up(changed(evening))
    assert evening.told() == told
    assert evening.told() == set()


def test_whoever_cannot_be_looked_up_is_told_to_ask(evening, monkeypatch):
    monkeypatch.setattr(MemoryStore, "load", _broken)
    evening.waits.catch_up({"an0thertable"})
    assert evening.told() == {"Ann", "Bo", "Eve"}


async def _broken(*_):
    raise StoreError("the disk is gone")
